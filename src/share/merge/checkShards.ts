/** Whether shards are all those of one index, each once. Pure. */

import { CoraError } from '../../base/errors.ts';
import type { Shard } from '../../base/types.ts';
import type { Manifest } from '../artifact/manifest.ts';

export interface FoundShard {
  file: string;
  manifest: Manifest;
  shard: Shard;
}

/** What all must have in common, and how it is called. */
const COMMON: readonly (readonly [name: string, of: (manifest: Manifest) => unknown])[] = [
  ['commit', ({ commit }) => commit],
  ['tree', ({ tree }) => tree],
  ['number of shards', ({ shard }) => shard?.count],
  ['embedder', ({ embedder: { id, dimensions, fingerprint } }) => `${id}, ${dimensions} dimensions, ${fingerprint}`],
  ['chunker', ({ chunker }) => chunker.fingerprint],
  ['settings (include, exclude, max-file-size)', ({ options }) => options.hash],
  ['text', ({ text }) => (text ? 'with' : 'without')],
];
/** Named in an error. */
const LISTED = 20;

/**
 * @param found at least one
 * @returns them in the order of their numbers
 * @throws CoraError BAD_ARTIFACT that names the files, or the shards that are missing
 */
export function checkShards(found: readonly FoundShard[]): FoundShard[] {
  const [first, ...others] = found as [FoundShard, ...FoundShard[]];
  for (const [name, of] of COMMON) {
    const other = others.find(({ manifest }) => of(manifest) !== of(first.manifest));
    if (other === undefined) continue;
    const what = `${first.file} (${of(first.manifest)}) and ${other.file} (${of(other.manifest)})`;
    throw bad(`These shards do not belong together: another ${name} in ${what}.`, first);
  }
  const byIndex = new Map<number, FoundShard>();
  for (const one of found) {
    const twin = byIndex.get(one.shard.index);
    if (twin !== undefined) throw bad(`Shard ${nameOf(one)} is there twice: ${twin.file} and ${one.file}.`, first);
    byIndex.set(one.shard.index, one);
  }
  const all = Array.from({ length: first.shard.count }, (_, at) => at + 1);
  const missing = all.filter((index) => !byIndex.has(index));
  if (missing.length > 0) throw incomplete(missing, first);
  return all.map((index) => byIndex.get(index)!);
}

function nameOf({ shard }: FoundShard): string {
  return `${shard.index}/${shard.count}`;
}

function bad(message: string, { manifest }: FoundShard): CoraError {
  return new CoraError('BAD_ARTIFACT', message, {
    hint: `merge the shards of one commit, such as ${manifest.commit.slice(0, 9)}, that were built and packed alike`,
  });
}

function incomplete(missing: readonly number[], { shard, manifest }: FoundShard): CoraError {
  const listed = missing.slice(0, LISTED).map((index) => `${index}/${shard.count}`);
  const more = missing.length > LISTED ? ` and ${missing.length - LISTED} more` : '';
  const rev = manifest.commit.slice(0, 9);
  return new CoraError('BAD_ARTIFACT', `These shards are missing: ${listed.join(', ')}${more}.`, {
    hint: `cora index --shard ${listed[0]} --rev ${rev} && cora pack   makes the first of them`,
  });
}
