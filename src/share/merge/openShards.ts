/** Several artifacts open at once, all or none. */

import { CoraError } from '../../base/errors.ts';
import { HALF_CODEC } from '../../store/float16.ts';
import { type ArtifactReader, openArtifact, refusalOf } from '../artifact/readArtifact.ts';
import type { FoundShard } from './checkShards.ts';

export interface OpenShard extends FoundShard {
  reader: ArtifactReader;
  close(): Promise<void>;
}

/** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, NO_INDEX */
export async function openShards(found: readonly FoundShard[]): Promise<OpenShard[]> {
  const open: OpenShard[] = [];
  try {
    for (const one of found) {
      const { reader, close } = await openArtifact(one.file, HALF_CODEC);
      open.push({ ...one, reader, close });
      if (JSON.stringify(reader.manifest) === JSON.stringify(one.manifest)) continue;
      throw refusalOf(one.file, new CoraError('BAD_ARTIFACT', 'it changed while it was read'));
    }
    return open;
  } catch (error) {
    await closeShards(open);
    throw error;
  }
}

export async function closeShards(shards: readonly OpenShard[]): Promise<void> {
  await Promise.all(shards.map(({ close }) => close()));
}
