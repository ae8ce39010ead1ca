/** What the server answers, in the words of its schemas. Types only: no schema reaches the page. */

import type { ErrorBody } from '../../http/schemas/common.ts';
import type { SymbolList } from '../../http/schemas/files.ts';
import type { EndEvent, QueryAnswer } from '../../http/schemas/query.ts';
import type { SearchAnswer } from '../../http/schemas/search.ts';

export type { FileContent, FileList, Graph } from '../../http/schemas/files.ts';
export type { JobBody } from '../../http/schemas/jobs.ts';
export type { EndEvent, Source, SourcesEvent } from '../../http/schemas/query.ts';
export type { Repository } from '../../http/schemas/repos.ts';
export type { SearchAnswer, SearchRequestBody } from '../../http/schemas/search.ts';

export type Hit = SearchAnswer['results'][number];
export type Related = SearchAnswer['related'][number];
export type Freshness = SearchAnswer['freshness'];
export type CodeSymbol = SymbolList['symbols'][number];
export type Citation = QueryAnswer['citations'][number];
export type FailedEvent = EndEvent & ErrorBody;
