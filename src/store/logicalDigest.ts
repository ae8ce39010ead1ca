/** One digest for what an index says: rows, vectors and the view, and nothing of when, where or by which version it was built. */

import { createHash } from 'node:crypto';
import { CHUNKER_VERSION } from '../base/version.ts';
import type { ViewRecord } from './storePort.ts';

/** @returns 64 hex digits; equal for equal views, however their rows came into the table. Not a signature. */
export function logicalDigest(
  view: Pick<ViewRecord, 'files' | 'chunks' | 'rowsDigest'>,
  embedderFingerprint: string,
): string {
  const hash = createHash('sha256').update(
    `${CHUNKER_VERSION} ${embedderFingerprint} ${view.chunks} ${[...view.rowsDigest].join(' ')}\n`,
  );
  for (const { path, blob, language } of view.files) hash.update(`${path}\0${blob}\0${language}\0`);
  return hash.digest('hex');
}
