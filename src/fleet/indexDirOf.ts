/** Where the index of a clone lies: known without asking git, because nothing of a clone is configured. */

import { join } from 'node:path';
import type { EmbedderInfo } from '../base/types.ts';
import { fingerprintDir } from '../store/location.ts';
import { storeFingerprint } from '../view/workspace.ts';

/** @param dir of the clone, which is bare */
export function indexDirOf(dir: string, embedder: Pick<EmbedderInfo, 'fingerprint'>): string {
  return fingerprintDir(join(dir, 'cora'), storeFingerprint(embedder));
}
