/** What benchmarks and long tests measure, as dist/index.js: re-exports only, and no part of the package. */

export { isCoraError } from '../src/base/errors.ts';
export { silentLog } from '../src/base/log.ts';
export type { LineRange, RelatedHit, SearchHit, SearchResult } from '../src/base/searchTypes.ts';
export { estimateTokens } from '../src/base/tokenBudget.ts';
export type { CatalogueEntry, MentionKind } from '../src/base/types.ts';
export { identifiersIn, STOP_WORDS, splitIdentifier, stem } from '../src/base/words.ts';
export { answerGrep, questionOf } from '../src/cli/commands/placesOfGrep.ts';
export { readStatus, type Status } from '../src/freshness/readStatus.ts';
export { listCatalogue } from '../src/git/listCatalogue.ts';
export type { ReferenceHit, SymbolHit } from '../src/graph/referenceModel.ts';
export { related } from '../src/graph/related.ts';
export { findReferences, findSymbols } from '../src/graph/symbols.ts';
export { grepRepository } from '../src/grep/grepRepository.ts';
export { readGrepCommand, subjectOf } from '../src/grep/readGrepCall.ts';
export { indexRepository } from '../src/indexing/indexRepository.ts';
export { findAnchors } from '../src/search/anchors.ts';
export { askedQuery } from '../src/search/assumeNames.ts';
export { findCandidates, fusingOf, queryVector, retrievingOf } from '../src/search/findCandidates.ts';
export { indexedFiles } from '../src/search/indexedFiles.ts';
export { mergeStatistics } from '../src/search/members.ts';
export { weighTerms } from '../src/search/question.ts';
export { fuse, scalesOf } from '../src/search/rank/fuse.ts';
export { idf } from '../src/search/rank/scoreRows.ts';
export { DEFAULT_BUDGET, fitResult, renderResult } from '../src/search/renderResult.ts';
export { searchRequestOf } from '../src/search/searchRequest.ts';
export { openSearcher, openSession, type Searcher, type Session } from '../src/session/session.ts';
export type { Flags, Options } from '../src/settings/options.ts';
export {
  grepSettings,
  indexingRequest,
  indexSettings,
  type Surroundings,
  searchSettings,
  sessionSettings,
} from '../src/settings/requests.ts';
export { resolveOptions, settle } from '../src/settings/resolveOptions.ts';
export { searchedView } from '../src/view/searchedView.ts';
export { embedderFor, openWorkspaceFor } from '../src/view/workspace.ts';
