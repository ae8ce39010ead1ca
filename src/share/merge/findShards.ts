/** Packed shards by what the user named. Only manifests are read here. */

import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CoraError } from '../../base/errors.ts';
import { isPackedName } from '../artifact/compression.ts';
import { readManifest } from '../artifact/readArtifact.ts';
import type { FoundShard } from './checkShards.ts';

/**
 * @param named files, and folders: of these every packed shard at any depth, because CI systems unpack each job's files into a
 *   folder of its own. Other packed indexes in a folder are passed over; one that is named is refused
 * @throws CoraError NO_ARTIFACT, BAD_ARTIFACT, INCOMPATIBLE_INDEX
 */
export async function findShards(named: readonly string[]): Promise<FoundShard[]> {
  const found = new Map<string, FoundShard>();
  for (const name of named) {
    const isFolder = (await stat(name).catch(() => null))?.isDirectory() === true;
    const files = isFolder ? await packedIn(name) : [name];
    for (const file of files.map((one) => resolve(one))) {
      const manifest = await readManifest(file);
      const { shard } = manifest;
      if (shard !== undefined) found.set(file, { file, manifest, shard });
      else if (!isFolder) throw noShard(`${name} is a whole index and no shard.`);
    }
  }
  if (found.size === 0) throw noShard(`${named.join(', ')} holds no packed shard.`);
  return [...found.values()];
}

async function packedIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => isPackedName(name))
    .sort()
    .map((name) => join(folder, name));
}

function noShard(message: string): CoraError {
  return new CoraError('NO_ARTIFACT', message, {
    hint: 'cora index --shard 1/8, then cora pack   makes the first of eight',
  });
}
