/**
 * Names for blobs, chunks and contents of chunks. These are the keys by which Cora finds what it
 * has computed before.
 */

import { getOrMake } from './lists.ts';
import { sha256Hex } from './sha256.ts';
import type { BlobKey, Chunk, ChunkRow } from './types.ts';
import { CHUNKER_VERSION } from './version.ts';

/**
 * Returns the first `length` hex digits of SHA-256 over the parts. The length of each part is
 * hashed before it, so that no two lists give the same input.
 */
export function fingerprintOf(parts: readonly (string | number)[], length = 16): string {
  let text = '';
  for (const part of parts) text += `${String(part).length}:${part}`;
  return sha256Hex(text).slice(0, length);
}

export function blobKeyOf(file: { blob: string; language: string }): BlobKey {
  return `${file.blob}:${file.language}`;
}

const keysByList = new WeakMap<readonly object[], readonly BlobKey[]>();

/**
 * Returns the keys of files, in their order. They are remembered for each list, which must not
 * change: a commit of one file asks ten times for the keys of the whole repository.
 */
export function blobKeysOf(files: readonly { blob: string; language: string }[]): readonly BlobKey[] {
  return getOrMake(keysByList, files, () => files.map(blobKeyOf));
}

/** Returns the key of the blob that a row belongs to. */
export function rowKeyOf({ blobSha, language }: Pick<ChunkRow, 'blobSha' | 'language'>): BlobKey {
  return `${blobSha}:${language}`;
}

/** Splits at the first colon: a blob's name has none. */
export function splitBlobKey(key: BlobKey): { blobSha: string; language: string } {
  const colon = key.indexOf(':');
  return { blobSha: key.slice(0, colon), language: key.slice(colon + 1) };
}

export function chunkIdOf(blobSha: string, language: string, startByte: number, endByte: number): string {
  return fingerprintOf([blobSha, language, startByte, endByte, CHUNKER_VERSION]);
}

/**
 * Returns the text that is embedded for a chunk: its scope, its signature and its text. It has no
 * path, because a row belongs to a blob, which may have several paths.
 */
export function embedTextOf(chunk: Pick<Chunk, 'scope' | 'signature' | 'part' | 'text'>): string {
  return embedPlaceOf(chunk) + chunk.text;
}

export function embedPlaceOf({ scope, signature, part }: Pick<Chunk, 'scope' | 'signature' | 'part'>): string {
  const place = part > 1 ? [...scope, signature] : scope;
  return place.length === 0 ? '' : `${place.join(' ')}\n`;
}

export function contentHashOf(embedText: string): string {
  return fingerprintOf([embedText], CONTENT_DIGITS);
}

/**
 * Returns `contentHashOf` for a text in two pieces: its start, and its end in UTF-8, which has
 * `units` UTF-16 code units.
 */
export function contentHashBehind(start: string, end: Uint8Array, units: number): string {
  return sha256Hex(`${start.length + units}:${start}`, end).slice(0, CONTENT_DIGITS);
}

const CONTENT_DIGITS = 32;
