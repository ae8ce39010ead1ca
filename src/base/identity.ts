/** Names blobs, chunks and contents of chunks: the keys under which nothing is computed twice. */

import { sha256Hex } from './sha256.ts';
import type { BlobKey, Chunk, ChunkRow } from './types.ts';
import { CHUNKER_VERSION } from './version.ts';

/**
 * The first `length` hex digits of SHA-256 over the parts, each preceded by its length so that no
 * two lists collide.
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
 * Returns the keys of files, in their order. They are made once for each list, which must not
 * change: a commit of one file asks ten times for those of the whole repository.
 */
export function blobKeysOf(files: readonly { blob: string; language: string }[]): readonly BlobKey[] {
  let keys = keysByList.get(files);
  if (keys === undefined) {
    keys = files.map(blobKeyOf);
    keysByList.set(files, keys);
  }
  return keys;
}

/** The key of the blob that a row belongs to. */
export function rowKeyOf({ blobSha, language }: Pick<ChunkRow, 'blobSha' | 'language'>): BlobKey {
  return `${blobSha}:${language}`;
}

export function chunkIdOf(blobSha: string, language: string, startByte: number, endByte: number): string {
  return fingerprintOf([blobSha, language, startByte, endByte, CHUNKER_VERSION]);
}

/**
 * Returns the text of a chunk that is embedded: where it stands and its text. Rows know no paths.
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

/** `contentHashOf` of a text whose end stands there in UTF-8, as so many UTF-16 code units. */
export function contentHashBehind(start: string, end: Uint8Array, units: number): string {
  return sha256Hex(`${start.length + units}:${start}`, end).slice(0, CONTENT_DIGITS);
}

const CONTENT_DIGITS = 32;
