/** Tells an artifact from a tar archive of a store, by its first member. */

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { isCoraError } from '../errors.ts';
import { ByteSource } from './byteSource.ts';
import { createDecompressor } from './compression.ts';
import { MANIFEST } from './manifest.ts';
import { BLOCK, readTarHeader } from './tarHeader.ts';

/** False for anything that cannot be read as an archive. */
export async function isArtifact(file: string): Promise<boolean> {
  const start = await firstBytes(file);
  try {
    const decompressor = createDecompressor(start);
    const source = createReadStream(file);
    source.on('error', (error) => decompressor.destroy(error));
    try {
      return readTarHeader(await new ByteSource(source.pipe(decompressor)).take(BLOCK))?.name === MANIFEST;
    } finally {
      source.destroy();
      decompressor.destroy();
    }
  } catch (error) {
    if (isCoraError(error) && error.code === 'BAD_ARTIFACT') return false;
    throw error;
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  const start = Buffer.alloc(4);
  const handle = await open(file);
  try {
    await handle.read(start, 0, start.length, 0);
  } finally {
    await handle.close();
  }
  return start;
}
