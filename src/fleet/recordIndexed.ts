/** What a server indexed where it lies, for the manifest: `cora sync` records its own. */

import type { Fleet, FleetRepository } from './fleetTypes.ts';
import { updateManifest } from './manifestFile.ts';

/** Changes nothing where the list does not have the repository (any more). */
export async function recordIndexed(
  { home, surroundings }: Fleet,
  { kind, dir }: Pick<FleetRepository, 'kind' | 'dir'>,
  { commit, files }: { commit: string; files: number },
): Promise<void> {
  const now = new Date().toISOString();
  await updateManifest(home, surroundings.log, ({ repos }) => {
    const entry = Object.values(repos).find(({ kind: known, url }) => known === kind && url === dir);
    if (entry === undefined) return;
    const seen = { lastTried: now, lastPull: now, lastCommit: commit };
    Object.assign(entry, { ...seen, lastIndexed: commit, fileCount: files, error: null });
  });
}
