/**
 * The library: a program that imports 'cora-query' gets this module, built as dist/api.js. It opens
 * a repository (openCora) or an index without one (openIndex) and returns plain data. Re-exports
 * only; docs/api.md shows how to use it.
 */
export type * from './api/apiTypes.ts';
export { openCora, openIndex } from './api/openCora.ts';
export type { ErrorCode } from './base/errors.ts';
export { CoraError, isCoraError } from './base/errors.ts';
export type { CommitHit, CommitSearchResult } from './base/historyTypes.ts';
export type * from './base/searchTypes.ts';
export type { ChunkKind, FailedFile, IndexReport, Log, Progress, ReferenceKind, SkippedFile } from './base/types.ts';
export type { Status } from './freshness/readStatus.ts';
export type { Refresh } from './freshness/watch.ts';
export type { ReferenceHit, SymbolHit } from './graph/referenceModel.ts';
export type { ResultFormat } from './search/renderResult.ts';
export { renderResult } from './search/renderResult.ts';
export type { PackReport } from './share/packIndex.ts';
export type { PullReport } from './share/pullIndex.ts';
