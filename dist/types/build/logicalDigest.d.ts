/** One digest for what an index says: rows, vectors and the view, and nothing of when, where or by which version it was built. */
import type { ViewRecord } from '../storePort.ts';
/** @returns 64 hex digits; equal for equal views, however their rows came into the table. Not a signature. */
export declare function logicalDigest(view: Pick<ViewRecord, 'files' | 'chunks' | 'rowsDigest'>, embedderFingerprint: string): string;
