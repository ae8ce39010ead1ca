/** The types of the server's answers, for the page. Types only: no schema reaches the page. */

import type { ErrorBody } from './schemas/common.ts';
import type { SymbolList } from './schemas/files.ts';
import type { EndEvent, QueryAnswer } from './schemas/query.ts';
import type { SearchAnswer } from './schemas/search.ts';

export type { FileContent, FileList, Graph } from './schemas/files.ts';
export type { JobBody } from './schemas/jobs.ts';
export type { EndEvent, Source, SourcesEvent } from './schemas/query.ts';
export type { Repository } from './schemas/repos.ts';
export type { SearchAnswer, SearchRequestBody } from './schemas/search.ts';

export type Hit = SearchAnswer['results'][number];
export type Related = SearchAnswer['related'][number];
export type Freshness = SearchAnswer['freshness'];
export type CodeSymbol = SymbolList['symbols'][number];
export type Citation = QueryAnswer['citations'][number];
export type FailedEvent = EndEvent & ErrorBody;
