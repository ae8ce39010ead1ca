/** `cora clean`: deletes the index of the chosen embedder, or with `all` those of every embedder and version; nothing else. */

import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Options } from './options.ts';
import { locateIndex, type Surroundings } from './session.ts';
import { commitsDirectory } from './store/commitTable.ts';
import { removeTips } from './store/historyState.ts';
import { fingerprintDir, listFingerprints } from './store/location.ts';
import { storeFingerprint } from './workspace.ts';

/** @returns what was deleted, or in a dry run would be */
export async function cleanStore(
  options: Options,
  surroundings: Surroundings,
  { dryRun }: { dryRun: boolean },
): Promise<{ paths: string[] }> {
  const { workspace, embedder } = await locateIndex(options, surroundings);
  const { root } = workspace.location;
  const fingerprints = options.all === true ? listFingerprints(root) : [storeFingerprint(embedder)];
  const paths: string[] = [];
  for (const fingerprint of fingerprints) {
    const dir = fingerprintDir(root, fingerprint);
    if ((await stat(dir).catch(() => null)) !== null) paths.push(dir);
  }
  // The history serves all embedders, and goes with the last of them.
  if (listFingerprints(root).every((fingerprint) => fingerprints.includes(fingerprint))) {
    const history = commitsDirectory(root);
    if ((await stat(history).catch(() => null)) !== null) paths.push(history);
    if (!dryRun) await removeTips(root);
  }
  if (!dryRun) for (const path of paths) await rm(path, { recursive: true, force: true, maxRetries: 5 });
  if (!dryRun && options.all === true) await rm(join(root, 'log'), { recursive: true, force: true });
  return { paths };
}
