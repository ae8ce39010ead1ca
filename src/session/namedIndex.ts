/** The index that `--index` names: a folder, a packed file, or an address in object storage. */

import type { Embedder, EmbedderInfo } from '../base/types.ts';
import { isStoreAddress } from '../store/isStoreAddress.ts';
import { openStore } from '../store/openStore.ts';
import { readState } from '../store/state.ts';
import type { ChunkStore, ViewRecord } from '../store/storePort.ts';
import { currentView, readView } from '../store/views.ts';
import { storeFingerprint } from '../view/workspace.ts';
import { noIndexIn } from './noIndexIn.ts';
import { openNamedStore } from './openNamedStore.ts';
import { openPublished } from './openPublished.ts';

export interface NamedIndex {
  /** Whose vectors are in it. */
  embedder: EmbedderInfo;
  /** The caller's own, where it is that one and was made already. */
  asked: Embedder | null;
  record: ViewRecord;
  open(dimensions: number): Promise<ChunkStore>;
  /** The folder it is in; null for one in object storage, which holds no commentary. */
  dir: string | null;
}

/**
 * @param ask for the caller's embedder: of several published indexes the one that fits it is taken
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, INCOMPATIBLE_INDEX; of an address also USAGE and NETWORK
 */
export async function readNamedIndex(
  named: string,
  surroundings: { env: NodeJS.ProcessEnv; cacheDir: string },
  ask: () => Promise<Embedder>,
): Promise<NamedIndex> {
  return isStoreAddress(named) ? readPublishedIndex(named, surroundings, ask) : readLocalIndex(named, surroundings);
}

async function readLocalIndex(
  path: string,
  surroundings: { env: NodeJS.ProcessEnv; cacheDir: string },
): Promise<NamedIndex> {
  const dir = await openNamedStore(path, surroundings);
  const state = await readState(dir);
  const id = await currentView(dir);
  const record = id === null ? null : await readView(dir, id);
  if (state === null || record === null) throw noIndexIn(path);
  const open = (dimensions: number): Promise<ChunkStore> => openStore(dir, dimensions, 'read');
  return { embedder: state.embedder, asked: null, record, open, dir };
}

async function readPublishedIndex(
  address: string,
  { env, cacheDir }: { env: NodeJS.ProcessEnv; cacheDir: string },
  ask: () => Promise<Embedder>,
): Promise<NamedIndex> {
  // One that cannot be had is not needed for an index of another one.
  const asking = ask().catch(() => null);
  const fingerprint = asking.then((embedder) => (embedder === null ? '' : storeFingerprint(embedder)));
  const { publication, record, store } = await openPublished(address, { env, cacheDir, fingerprint });
  const { embedder } = publication.manifest;
  const own = await asking;
  return {
    embedder,
    asked: own?.fingerprint === embedder.fingerprint ? own : null,
    record,
    open: () => Promise.resolve(store),
    dir: null,
  };
}
