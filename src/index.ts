/** What src/entry may use of the core: re-exports only. What a program that imports the package gets is src/entry/api.ts. */

export type { ActionCache, ActionReport, ActionStep } from './action/actionTypes.ts';
export { installBinary } from './action/installBinary.ts';
export { readInputs, resolveInputs } from './action/readInputs.ts';
export { readRunner } from './action/readRunner.ts';
export { runAction } from './action.ts';
export { type AnswerPiece, type CitationReader, createCitationReader } from './answer/citations.ts';
export { type CodexStatus, codexStatus } from './answer/codexStatus.ts';
export type * from './answerTypes.ts';
export { ask, askRequestOf, modelFor } from './ask.ts';
export type * from './askTypes.ts';
export type * from './citationTypes.ts';
export { cleanStore } from './cleanStore.ts';
export { collectGarbage } from './collectGarbage.ts';
export { COMMANDS, type CommandName } from './commands.ts';
export { EXAMPLES, GROUPS, OWN_HELP } from './commandTexts.ts';
export { describePack, type PackContents } from './describePack.ts';
export { type Diagnosis, diagnose } from './diagnose.ts';
export { CoraError, type ErrorCode, EXIT, hintFor, isCoraError, isOfNoTerminal, systemFailure } from './errors.ts';
export { type FileInIndex, fileInIndex } from './fileInIndex.ts';
export { mustBeOwn, shutOthersOut } from './files/makePrivate.ts';
export { type CallEdge, findCallees, findCallers } from './findCalls.ts';
export type { ManyReference, ManyReferences } from './findReferencesMany.ts';
export { fleetHomeOf } from './fleet/fleetHome.ts';
export type * from './fleet/fleetTypes.ts';
export { memberSettings } from './fleet/indexMember.ts';
export { createIndexSummaries, type IndexSummary, type SummaryOf } from './fleet/indexSummaries.ts';
export { CANCELLED } from './fleet/jobBook.ts';
export { openJobQueue, type QueueRequest } from './fleet/jobQueue.ts';
export type * from './fleet/jobTypes.ts';
export {
  type AddRequest,
  addRepository,
  describeRepository,
  listRepositories,
  matchingRepositories,
  pickRepository,
  type Removed,
  removeRepository,
  useRepository,
} from './fleet/manageFleet.ts';
export { openMembers } from './fleet/openMembers.ts';
export { recordIndexed } from './fleet/recordIndexed.ts';
export { type FleetSearcher, openFleetSearcher, withSyncErrors } from './fleet/searchFleet.ts';
export { type SyncRequest, syncFleet } from './fleet/syncFleet.ts';
export { endRunningGit } from './git/endIfWaiting.ts';
export { listCatalogue } from './git/listCatalogue.ts';
export { FIND_LOST } from './git/lostObject.ts';
export { originOf } from './git/originOf.ts';
export { checkPath } from './git/safePath.ts';
export { serveGitTasks } from './git/serveGitTasks.ts';
export type { GrepResult } from './grep/grepFiles.ts';
export { hasRedactions } from './grepRepository/hasRedactions.ts';
export { matcherOf } from './grepRepository/matcherOf.ts';
export { patternOf } from './grepRepository/patternOf.ts';
export { type GrepAnswer, grepRepository } from './grepRepository.ts';
export type * from './historyTypes.ts';
export {
  type HooksChange,
  type HooksRequest,
  type HooksStatus,
  homeOf,
  hooksStatus,
  installHooks,
  uninstallHooks,
} from './hooks.ts';
export { isLoopback } from './http/isLoopback.ts';
export { fileOutline, type IndexedFile, indexedFiles } from './indexedFiles.ts';
export { indexRepository } from './indexRepository.ts';
export { type InitReport, initRepository } from './init.ts';
export { type ClientEdit, planClients, writeClients } from './initClients.ts';
export type { FileChange } from './install/fileEdit.ts';
export type { Program } from './install/planClientFile.ts';
export { type LiveSession, openLiveSession } from './liveSession.ts';
export { createLog, silentLog } from './log.ts';
export { type MergeReport, mergeShards } from './mergeShards.ts';
export { mostThatFits } from './mostThatFits.ts';
export { nearest } from './nearest.ts';
export { type Neighbourhood, neighbourhood } from './neighbourhood.ts';
export { configSchema } from './options/configSchema.ts';
export { configKeyOf, variableOf } from './options/optionSpec.ts';
export { parseCommandLine } from './options/parseCommandLine.ts';
export { resolveOptions } from './options/resolveOptions.ts';
export { unknownVariables } from './options/unknownVariables.ts';
export {
  OPTIONS,
  type OptionName,
  type Options,
  specOf,
} from './options.ts';
export { type PackReport, packIndex } from './packIndex.ts';
export { withProgramPath } from './programPath.ts';
export { type PublishReport, publishIndex } from './publishIndex.ts';
export { type PullReport, pullIndex } from './pullIndex.ts';
export { type PushReport, pushIndex } from './pushIndex.ts';
export { estimateTokens } from './query/estimateTokens.ts';
export { upToBound } from './query/fitTokens.ts';
export { type QueryWords, queryWordsOf, wordsOfAnswer } from './query/queryWords.ts';
export { reasonsOf } from './query/reasonsOf.ts';
export { clipRanges, segmentsOf } from './query/segments.ts';
export { type Lines, type LinesRequest, readLines } from './readLines.ts';
export { type Status, statusOf } from './readStatus.ts';
export { type Place, type RelatedRequest, related } from './related.ts';
export {
  type Checkout,
  DEFAULT_BUDGET,
  fenced,
  fitResult,
  inlineCode,
  MOST_NAMED,
  oneLine,
  type RenderOptions,
  type ResultFormat,
  renderHistory,
  renderResult,
} from './renderResult.ts';
export { repositoryMap } from './repositoryMap.ts';
export { type RepositoryStats, repositoryStats } from './repositoryStats.ts';
export type { HookRun } from './runHook/lastRun.ts';
export { runHook } from './runHook.ts';
export { checkFilters } from './search/checkFilters.ts';
export { explainFilters } from './search/explainFilters.ts';
export { type IncludeDirective, readDirective, splitIncludes } from './search/includeDirective.ts';
export { nearNames } from './search/nearNames.ts';
export { cutWhenPrinted, type SearchRequest, searchRequestOf } from './search/searchRequest.ts';
export { searchHistory } from './searchHistory.ts';
export { SessionMember } from './searchMany/sessionMember.ts';
export { type SearchMember, searchMany } from './searchMany.ts';
export type * from './searchTypes.ts';
export { openSearcher, type Searcher } from './session.ts';
export { shellWord } from './shellWord.ts';
export { isStoreAddress } from './store/isStoreAddress.ts';
export { readWhole } from './store/readWhole.ts';
export type { StoreAddress } from './store/storeAddress.ts';
export { embedderFor, openWorkspaceFor, type Surroundings, viewSettings } from './surroundings.ts';
export { findReferences, findSymbols, type ReferenceHit, type SymbolHit } from './symbols.ts';
export type * from './types.ts';
export { type UnpackReport, unpackIndex } from './unpackIndex.ts';
export { type VerifyReport, verifyArtifact } from './verifyArtifact.ts';
export { TOOL_VERSION } from './version.ts';
export { type Refresh, type WatchRequest, watchRepository } from './watch.ts';
