/**
 * What `import … from 'cora-query'` gives a program: dist/api.js is built from here, and docs/api.md shows its use. Open a repository
 * (openCora) or an index without one (openIndex), get plain data back. Re-exports only.
 */
export type * from './api/apiTypes.ts';
export { openCora } from './api/openCora.ts';
export { openIndex } from './api/openIndex.ts';
export type { ErrorCode } from './base/errors.ts';
export { CoraError, isCoraError } from './base/errors.ts';
export type { CommitHit, CommitSearchResult } from './base/historyTypes.ts';
export type * from './base/searchTypes.ts';
export type { ChunkKind, FailedFile, IndexReport, Log, Progress, ReferenceKind, SkippedFile } from './base/types.ts';
export type { Status } from './freshness/readStatus.ts';
export type { Refresh } from './freshness/watch.ts';
export type { ReferenceHit, SymbolHit } from './graph/symbols.ts';
export type { ResultFormat } from './search/renderResult.ts';
export { renderResult } from './search/renderResult.ts';
export type { PackReport } from './share/packIndex.ts';
export type { PullReport } from './share/pullIndex.ts';
