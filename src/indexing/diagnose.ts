/** `cora doctor`: what is wrong with an index, and, with fix, the repair: mend what the store can, build the rest again. */

import type { Options } from '../settings/options.ts';
import type { Finding } from '../store/finding.ts';
import { inspectStore } from '../store/inspectStore.ts';
import { platformFinding } from '../store/openStore.ts';
import { repairStore } from '../store/repairStore.ts';
import { storesOfOtherVersions } from '../view/otherStores.ts';
import { locateIndex, type Surroundings } from '../view/surroundings.ts';
import { inspectCommentary, repairCommentary } from './doctor/inspectCommentary.ts';
import { inspectHistory, repairHistory } from './doctor/inspectHistory.ts';
import { inspectRepository } from './doctor/inspectRepository.ts';
import { inspectViews, repairViews } from './doctor/inspectViews.ts';
import { indexRepository } from './indexRepository.ts';

export interface Diagnosis extends Omit<Finding, 'code'> {
  code:
    | Finding['code']
    | 'missing-object'
    | 'missing-worktree'
    | 'missing-view'
    | 'torn-view'
    | 'shard'
    | 'broken-history'
    | 'broken-commentary'
    | 'old-commentary'
    | 'other-versions';
  fixed: boolean;
}

/** @returns what was found, each with whether it was mended; nothing for a healthy index */
export async function diagnose(
  options: Options,
  surroundings: Surroundings,
  { fix }: { fix: boolean },
): Promise<Diagnosis[]> {
  const { workspace, embedder, dir } = await locateIndex(options, surroundings);
  const platform = await platformFinding();
  if (platform !== null) return [{ ...platform, fixed: false }];
  const { root } = workspace.location;
  const inspect = async () => ({
    ofRepository: await inspectRepository(workspace),
    ofStore: await inspectStore(dir),
    ofViews: await inspectViews(dir),
    ofHistory: await inspectHistory(root),
    ofCommentary: await inspectCommentary(dir),
    ofOthers: othersFinding(await storesOfOtherVersions(root, embedder)),
  });
  const { ofRepository, ofStore, ofViews, ofHistory, ofCommentary, ofOthers } = await inspect();
  const isThere = !ofStore.some(({ code }) => code === 'no-index');
  const ours = [...ofStore, ...(isThere ? ofViews : []), ...ofHistory, ...ofCommentary];
  const found = [...ofRepository, ...ours, ...ofOthers];
  if (!fix || ours.length === 0) return found.map((finding) => ({ ...finding, fixed: false }));
  await repairStore(dir, ofStore);
  if (ofViews.length > 0) await repairViews(dir, surroundings.log);
  await repairHistory(root, ofHistory, surroundings.log);
  await repairCommentary(dir, ofCommentary, surroundings.log);
  // What a repair dropped is computed again; what was whole is reused.
  await indexRepository(options, surroundings, { onProgress: () => undefined });
  const left = new Set(Object.values(await inspect()).flatMap((again) => again.map(({ code }) => code as string)));
  return found.map((finding) => ({ ...finding, fixed: !left.has(finding.code) }));
}

function othersFinding(stores: readonly string[]): (Omit<Finding, 'code'> & { code: 'other-versions' })[] {
  if (stores.length === 0) return [];
  const message = `other versions of Cora left indexes, which may hold secrets that this one hides: ${stores.join(', ')}`;
  return [{ code: 'other-versions', message, fixable: false, fix: 'cora clean --old --yes   deletes them' }];
}
