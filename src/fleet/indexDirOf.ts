/** Where the index of a clone lies: known without asking git, because nothing of a clone is configured. */

import { join } from 'node:path';
import { fingerprintDir } from '../store/location.ts';
import type { EmbedderInfo } from '../types.ts';
import { storeFingerprint } from '../workspace.ts';

/** @param dir of the clone, which is bare */
export function indexDirOf(dir: string, embedder: Pick<EmbedderInfo, 'fingerprint'>): string {
  return fingerprintDir(join(dir, 'cora'), storeFingerprint(embedder));
}
