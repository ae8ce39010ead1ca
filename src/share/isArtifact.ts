/** Tells an artifact from a tar archive of a store, by its first member. */

import { isCoraError } from '../base/errors.ts';
import { ByteSource } from './artifact/byteSource.ts';
import { MANIFEST } from './artifact/manifest.ts';
import { openBytes } from './artifact/readArtifact.ts';
import { BLOCK, readTarHeader } from './artifact/tarHeader.ts';

/** False for anything that cannot be read as an archive. @throws CoraError NO_INDEX where there is no such file, PLATFORM */
export async function isArtifact(file: string): Promise<boolean> {
  try {
    const { bytes, close } = await openBytes(file);
    try {
      return readTarHeader(await new ByteSource(bytes).take(BLOCK))?.name === MANIFEST;
    } finally {
      await close();
    }
  } catch (error) {
    if (isCoraError(error) && error.code === 'BAD_ARTIFACT') return false;
    throw error;
  }
}
