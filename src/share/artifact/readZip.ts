/**
 * The packed index in a zip, such as GitHub makes of a workflow artifact. The zip is hostile input: no name in it is ever opened,
 * one member is written under a name of ours, and no more of it than its size promised.
 */

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import { CoraError } from '../../base/errors.ts';
import { isPackedName } from './compression.ts';

/** Besides the index there may be logs and notes. */
const MOST_ENTRIES = 1000;
const MOST_BYTES = 16 * 2 ** 30;
/** What is compressed already grows little: more is a bomb. */
const MOST_GROWTH = 4;
const FREE_GROWTH = 2 ** 20;
const STORED = 0;
const DEFLATED = 8;

/**
 * @param target what is written, whole or not at all
 * @throws CoraError BAD_ARTIFACT where the zip does not hold exactly one packed index, or is not what it says
 */
export async function extractPacked(zip: string, target: string): Promise<void> {
  const { openPromise } = await import('yauzl');
  try {
    const file = await openPromise(zip, { autoClose: false, lazyEntries: true, strictFileNames: true });
    try {
      await pipeline(await file.openReadStreamPromise(await onlyIndex(file)), createWriteStream(target));
    } finally {
      file.close();
    }
  } catch (error) {
    await rm(target, { force: true });
    // What the disk says is not the zip's fault.
    if (error instanceof CoraError || /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new CoraError('BAD_ARTIFACT', `It is no zip, or a torn one: ${(error as Error).message}`, { cause: error });
  }
}

async function onlyIndex(file: ZipFile): Promise<Entry> {
  const found: Entry[] = [];
  let entries = 0;
  for await (const entry of file.eachEntry()) {
    if (++entries > MOST_ENTRIES) throw bad('it holds more files than an artifact of an index has');
    if (isPackedName(entry.fileName)) found.push(entry);
  }
  const [entry] = found;
  if (entry === undefined) throw bad('it holds no packed index (.tar.gz)');
  if (found.length > 1) throw bad(`it holds ${found.length} packed indexes; cora merge joins shards`);
  const { compressedSize, uncompressedSize, compressionMethod } = entry;
  if (entry.isEncrypted() || (compressionMethod !== STORED && compressionMethod !== DEFLATED))
    throw bad('its content is encrypted or compressed in an unusual way');
  if (uncompressedSize > MOST_BYTES || uncompressedSize > MOST_GROWTH * compressedSize + FREE_GROWTH)
    throw bad('it unpacks to more than an index can be');
  return entry;
}

function bad(what: string): CoraError {
  return new CoraError('BAD_ARTIFACT', `The workflow artifact is refused: ${what}.`);
}
