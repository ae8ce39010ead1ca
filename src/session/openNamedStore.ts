/**
 * The folder that `--index` names; a packed file is unpacked once, into the cache. Nothing of
 * object storage is loaded here.
 */

import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CoraError, isCoraError } from '../base/errors.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { sha256OfFile } from '../disk/packedContent.ts';
import { refuseTracked } from '../git/tracking.ts';
import type { Surroundings } from '../settings/requests.ts';
import { fetchWebIndex, isWebAddress } from '../share/openInPlace.ts';
import { isArtifact, openPackedIndex } from '../share/openPackedIndex.ts';
import { unpackIndex } from '../share/unpackIndex.ts';
import { isStoreAddress } from '../store/lanceEnvironment.ts';
import { refuseLinks } from '../store/location.ts';

/**
 * @returns a folder that holds repo_state.json
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, INCOMPATIBLE_INDEX, STORE
 */
export async function openNamedStore(
  named: string,
  surroundings: Pick<Surroundings, 'env' | 'cacheDir' | 'log'>,
): Promise<string> {
  if (!isWebAddress(named)) return openPlace(named, surroundings);
  return (await fetchWebIndex(named, surroundings)).read((file) => openPlace(file, surroundings));
}

async function openPlace(path: string, { env, cacheDir }: Pick<Surroundings, 'env' | 'cacheDir'>): Promise<string> {
  if (isStoreAddress(path)) {
    throw new CoraError('USAGE', 'This command takes a folder or a packed file; an address can be searched.', {
      hint: 'cora query, symbols, refs and related take --index ADDRESS',
    });
  }
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || !(await isArtifact(path))) {
    const dir = await openPackedIndex(path, cacheDir);
    if (found?.isDirectory() === true) {
      refuseLinks(dir, 'read');
      await refuseTracked(dir, env);
    }
    return dir;
  }
  const content = createHash('sha256')
    .update(`${await sha256OfFile(path)} segments`)
    .digest('hex');
  const target = join(cacheDir, 'artifacts', content);
  const isThere = async () => (await stat(target).catch(() => null)) !== null;
  makePrivate(dirname(target), true);
  if (!(await isThere())) {
    await unpackIndex(path, target, false).catch(async (error: unknown) => {
      // Another process may have been faster: its copy is as good.
      if (!(isCoraError(error) && error.code === 'STORE' && (await isThere()))) throw error;
    });
  }
  return openPackedIndex(target, cacheDir);
}

// Makes the error of a command that finds no index where `--index` points.

export function noIndexIn(place: string): CoraError {
  return new CoraError('NO_INDEX', `There is no index in ${place}.`, {
    hint: 'Name a directory that holds repo_state.json, or a packed artifact.',
  });
}
