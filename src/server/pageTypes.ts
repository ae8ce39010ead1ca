/** The types of the server's answers, for the page. Types only: no schema reaches the page. */

import type { GrepBody, SymbolList } from './schemas/files.ts';
import type { ErrorBody } from './schemas/openApi.ts';
import type { CommitsResult, EndEvent, QueryAnswer, SearchAnswer } from './schemas/search.ts';

export type { FileContent, FileList, Graph, RepositoryMapBody as RepositoryMap, SymbolList } from './schemas/files.ts';
export type {
  EndEvent,
  SearchAnswer,
  SearchRequestBody,
  SourceBody as Source,
  SourcesEvent,
} from './schemas/search.ts';
export type { JobBody, RepositoryBody as Repository } from './schemas/serverState.ts';

export type Hit = SearchAnswer['results'][number];
export type Related = SearchAnswer['related'][number];
export type PageFreshness = SearchAnswer['freshness'];
export type FoundCommit = CommitsResult['commits'][number];
export type GrepHit = GrepBody['hits'][number];
export type CodeSymbol = SymbolList['symbols'][number];
export type PageCitation = QueryAnswer['citations'][number];
export type FailedEvent = EndEvent & ErrorBody;
