/**
 * Finds where a command works: the repository around it, its store, and the settings that decide
 * about the view.
 */

import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { fingerprintOf } from '../base/identity.ts';
import type { Embedder, EmbedderInfo, Shard } from '../base/types.ts';
import { CHUNKER_FINGERPRINT } from '../base/version.ts';
import { createEmbedder } from '../embed/createEmbedder.ts';
import { parseEmbedderSpec } from '../embed/parseEmbedderSpec.ts';
import { openRepository } from '../git/openRepository.ts';
import { nothingCommitted, type Repository, refuseLostHead } from '../git/repository.ts';
import type { ViewSettings } from '../git/skipReasonOf.ts';
import { refuseTracked } from '../git/tracking.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import {
  fingerprintDir,
  listFingerprints,
  refuseLinks,
  refuseOddPath,
  type StoreLocation,
  storeLocation,
} from '../store/location.ts';
import { readState } from '../store/state.ts';

export interface Workspace {
  repository: Repository;
  location: StoreLocation;
  settings: ViewSettings;
}

/** @param known the repository in its present state, if the caller has opened it */
export async function openWorkspaceFor(
  { include, exclude, maxFileSize, store }: IndexSettings,
  { dir, env, cacheDir }: Surroundings,
  known?: Repository,
): Promise<Workspace> {
  const repository = known ?? (await openRepository(dir, env));
  const location = storeLocation({ commonDir: repository.commonDir, override: store, cacheDir });
  await refuseTracked(location.root, env);
  return { repository, location, settings: { include, exclude, maxFileSize } };
}

/** Older versions of a table are removed after this time: no reader needs one for longer. */
export const RETENTION_MS = 60 * 60 * 1000;

/**
 * Returns a fingerprint of the chunker and the embedder. It names the store, so vectors of two
 * embedders are never mixed.
 */
export function storeFingerprint(embedder: Pick<EmbedderInfo, 'fingerprint'>): string {
  return fingerprintOf([CHUNKER_FINGERPRINT, embedder.fingerprint]);
}

/**
 * @throws CoraError STORE if the folder or a part of it is a link, or if LanceDB cannot use its
 * path
 */
export function storeDirOf(workspace: Workspace, embedder: Pick<EmbedderInfo, 'fingerprint'>): string {
  const dir = fingerprintDir(workspace.location.root, storeFingerprint(embedder));
  refuseOddPath(dir);
  refuseLinks(dir, 'read');
  return dir;
}

/** Returns a hash of everything but the tree that a view depends on. */
export function settingsHash({ include, exclude, maxFileSize }: ViewSettings): string {
  return fingerprintOf(['settings', ...include, '-', ...exclude, '-', maxFileSize]);
}

/** Returns the name of a view's file. A shard has another view than the whole. */
export function viewIdOf(tree: string, settings: ViewSettings, shard?: Shard): string {
  return viewIdOfHash(tree, settingsHash(settings), shard);
}

export function viewIdOfHash(tree: string, hash: string, shard?: Shard): string {
  return fingerprintOf(shard === undefined ? [tree, hash] : [tree, hash, 'shard', shard.index, shard.count]);
}

/**
 * Returns where the index of the repository is; it may not exist yet.
 * @param repository if the caller has opened it
 */
export async function locateIndex(
  settings: IndexSettings,
  surroundings: Surroundings,
  repository?: Repository,
): Promise<{ workspace: Workspace; embedder: Embedder; dir: string }> {
  const [workspace, embedder] = await Promise.all([
    openWorkspaceFor(settings, surroundings, repository),
    embedderFor(settings, surroundings),
  ]);
  return { workspace, embedder, dir: storeDirOf(workspace, embedder) };
}

export function embedderFor(
  { embedder }: Pick<IndexSettings, 'embedder'>,
  { env, log }: Pick<Surroundings, 'env' | 'log'>,
): Promise<Embedder> {
  return createEmbedder(parseEmbedderSpec(embedder), env, log);
}

/** @param hint other advice than to build the index */
export async function noIndex(
  { location, repository }: Workspace,
  embedder: Pick<EmbedderInfo, 'id' | 'fingerprint'>,
  hint = 'cora index   builds it',
): Promise<CoraError> {
  // A repository without HEAD cannot be indexed.
  refuseLostHead(repository);
  if (repository.head === null) return nothingCommitted('NO_INDEX');
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
  const beside =
    named.length === 0 ? 'yet' : `for the embedder ${embedder.id}; there is one for ${[...new Set(named)].join(', ')}`;
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

interface OtherStore {
  dir: string;
  fingerprint: string;
  embedder: EmbedderInfo;
  /**
   * True if another version of Cora wrote it. For the same embedder this version uses another
   * folder, because it hides other secrets or makes other chunks.
   */
  isOfOtherVersion: boolean;
}

/**
 * Lists stores. Those that are unfinished or damaged say nothing about themselves and are skipped.
 */
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

/** Returns the folders of such stores. */
export async function storesOfOtherVersions(
  root: string,
  embedder: Pick<EmbedderInfo, 'fingerprint'>,
): Promise<string[]> {
  return (await listOtherStores(root, embedder)).filter((one) => one.isOfOtherVersion).map(({ dir }) => dir);
}
