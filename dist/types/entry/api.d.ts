/**
 * What `import … from 'cora-query'` gives a program: dist/api.js is built from here, and docs/api.md shows its use. Open a repository
 * (openCora) or an index without one (openIndex), get plain data back. Re-exports only; what src/entry itself is given is src/index.ts.
 */
export type { ErrorCode } from '../errors.ts';
export { CoraError, isCoraError } from '../errors.ts';
export type { CommitHit, CommitSearchResult } from '../historyTypes.ts';
export type { PackReport } from '../packIndex.ts';
export type { PullReport } from '../pullIndex.ts';
export type { ReferenceHit } from '../symbols.ts';
export type { Refresh } from '../watch.ts';
export type { ResultFormat } from '../renderResult.ts';
export type { Status } from '../readStatus.ts';
export type { SymbolHit } from '../symbols.ts';
export { renderResult } from '../renderResult.ts';
export type * from '../searchTypes.ts';
export type { ChunkKind, FailedFile, IndexReport, Log, Progress, ReferenceKind, SkippedFile } from '../types.ts';
export type * from './api/apiTypes.ts';
export { openCora } from './api/openCora.ts';
export { openIndex } from './api/openIndex.ts';
