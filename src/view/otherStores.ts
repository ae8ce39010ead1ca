/** The stores beside the one of the chosen embedder: those of other embedders, and what other versions of Cora left. */

import type { EmbedderInfo } from '../base/types.ts';
import { fingerprintDir, listFingerprints } from '../store/location.ts';
import { readState } from '../store/state.ts';
import { storeFingerprint } from './workspace.ts';

export interface OtherStore {
  dir: string;
  fingerprint: string;
  embedder: EmbedderInfo;
  /** This version reads and writes another folder for the same embedder: it hides other secrets, or chunks otherwise. */
  isOfOtherVersion: boolean;
}

/** Skips those that say nothing of themselves: never finished, or damaged. */
export async function listOtherStores(
  root: string,
  embedder: Pick<EmbedderInfo, 'fingerprint'>,
): Promise<OtherStore[]> {
  const others = listFingerprints(root).filter((fingerprint) => fingerprint !== storeFingerprint(embedder));
  const found = others.map(async (fingerprint): Promise<OtherStore[]> => {
    const dir = fingerprintDir(root, fingerprint);
    const state = await readState(dir).catch(() => null);
    if (state === null) return [];
    const isOfOtherVersion = storeFingerprint(state.embedder) !== fingerprint;
    return [{ dir, fingerprint, embedder: state.embedder, isOfOtherVersion }];
  });
  return (await Promise.all(found)).flat();
}

/** Their folders. */
export async function storesOfOtherVersions(
  root: string,
  embedder: Pick<EmbedderInfo, 'fingerprint'>,
): Promise<string[]> {
  return (await listOtherStores(root, embedder)).filter((one) => one.isOfOtherVersion).map(({ dir }) => dir);
}
