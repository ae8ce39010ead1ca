/** `cora doctor`: what is wrong with an index, and, with fix, the repair: mend what the store can, build the rest again. */

import type { Options } from './options.ts';
import { embedderFor, indexRepository, openWorkspaceFor, type Surroundings } from './session.ts';
import { type Finding, inspectStore, repairStore } from './store/health.ts';
import { platformFinding } from './store/openStore.ts';
import { storeDirOf } from './workspace.ts';

export interface Diagnosis extends Finding {
  fixed: boolean;
}

/** @returns what was found, each with whether it was mended; nothing for a healthy index */
export async function diagnose(
  options: Options,
  surroundings: Surroundings,
  { fix }: { fix: boolean },
): Promise<Diagnosis[]> {
  const [workspace, embedder] = await Promise.all([
    openWorkspaceFor(options, surroundings),
    embedderFor(options, surroundings),
  ]);
  const platform = await platformFinding();
  if (platform !== null) return [{ ...platform, fixed: false }];
  const dir = storeDirOf(workspace, embedder);
  const found = await inspectStore(dir);
  if (!fix || found.length === 0) return found.map((finding) => ({ ...finding, fixed: false }));
  await repairStore(dir, found);
  // What a repair dropped is computed again; what was whole is reused.
  await indexRepository(options, surroundings, { onProgress: () => undefined });
  const left = new Set((await inspectStore(dir)).map(({ code }) => code));
  return found.map((finding) => ({ ...finding, fixed: !left.has(finding.code) }));
}
