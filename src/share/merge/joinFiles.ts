/** The view of the whole: every path in exactly one shard, and that the one its blob belongs to. */

import { CoraError } from '../../base/errors.ts';
import type { SkippedFile } from '../../base/types.ts';
import { shardOf } from '../../indexing/takeShard.ts';
import type { ViewPath } from '../../store/storePort.ts';
import type { FilesMember } from '../artifact/filesMember.ts';
import { refusalOf } from '../artifact/readArtifact.ts';
import type { OpenShard } from './openShards.ts';

/** @throws CoraError BAD_ARTIFACT that names the shard's file */
export function joinFiles(shards: readonly OpenShard[]): FilesMember {
  const files = new Map<string, ViewPath>();
  // What the paths alone leave out is said by every shard, what a blob turned out to be by its own.
  const skipped = new Map<string, SkippedFile>();
  const failed = new Set<string>();
  for (const { file, shard, reader } of shards) {
    for (const one of reader.files.files) {
      if (shardOf(one.blob, shard.count) !== shard.index) throw bad(file, `${one.path} belongs to another shard`);
      if (files.has(one.path)) throw bad(file, `${one.path} is in another shard too`);
      files.set(one.path, one);
    }
    for (const one of reader.files.skipped) skipped.set(one.path, one);
    for (const path of reader.files.failed) failed.add(path);
  }
  return { files: sorted(files), skipped: sorted(skipped), failed: [...failed].sort() };
}

function sorted<T extends { path: string }>(byPath: ReadonlyMap<string, T>): T[] {
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function bad(file: string, message: string): unknown {
  return refusalOf(file, new CoraError('BAD_ARTIFACT', message));
}
