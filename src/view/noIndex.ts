/**
 * The error of a command that finds no index of the chosen embedder, and the stores there are
 * instead: those of other embedders, and what other versions of Cora left.
 */

import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import type { EmbedderInfo } from '../base/types.ts';
import { refuseLostHead } from '../git/repository.ts';
import { fingerprintDir, listFingerprints } from '../store/location.ts';
import { readState } from '../store/state.ts';
import { storeFingerprint, type Workspace } from './workspace.ts';

/** @param hint what to do instead, where there is more than to build it */
export async function noIndex(
  { location, repository }: Workspace,
  embedder: Pick<EmbedderInfo, 'id' | 'fingerprint'>,
  hint = 'cora index   builds it',
): Promise<CoraError> {
  // None can be built.
  refuseLostHead(repository);
  const dir = fingerprintDir(location.root, storeFingerprint(embedder));
  const home = location.isOwn ? [join(repository.commonDir, 'cora')] : [];
  const closed = [location.root, dir, ...home].find(isOfAnotherUser);
  if (closed !== undefined) {
    const message = 'You have no index of this repository. The one that is there belongs to another user.';
    const own = 'use a folder of your own, with --store DIR or CORA_STORE, or a clone of your own';
    const mayBuild = location.writable && !closed.startsWith(location.root);
    return new CoraError('NO_INDEX', message, {
      hint: mayBuild ? `cora index   builds yours in ${location.root}` : own,
    });
  }
  const others = await listOtherStores(location.root, embedder);
  const named = others.map(({ embedder: { id } }) => (id === embedder.id ? `${id} of another version of Cora` : id));
  const beside = named.length === 0 ? 'yet' : `for the embedder ${embedder.id}; there is one for ${named.join(', ')}`;
  return new CoraError('NO_INDEX', `There is no index of this repository ${beside}.`, { hint });
}

function isOfAnotherUser(dir: string): boolean {
  try {
    const { uid } = statSync(dir);
    if (uid === process.getuid?.()) return false;
    accessSync(dir, constants.R_OK | constants.X_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

// The stores beside the one of the chosen embedder: those of other embedders, and what other
// versions of Cora left.

interface OtherStore {
  dir: string;
  fingerprint: string;
  embedder: EmbedderInfo;
  /**
   * This version reads and writes another folder for the same embedder: it hides other secrets, or
   * chunks otherwise.
   */
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
