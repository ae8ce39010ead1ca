/** Numbers that tell formats apart, with their history. */

import { createHash } from 'node:crypto';

/**
 * repo_state.json and the layout of the store.
 * 1: first.
 */
export const FORMAT_VERSION = 1;
/** The oldest format that this version reads. */
export const READ_MIN_FORMAT = 1;

/**
 * What a chunk row is: the chunker, the words, the row's schema. Another number is another store beside the old one.
 * 1: first.
 */
export const CHUNKER_VERSION = 1;

/** Replaced by the build with package.json's version. */
declare const CORA_VERSION: string | undefined;
export const TOOL_VERSION: string = typeof CORA_VERSION === 'undefined' ? '0.0.0-source' : CORA_VERSION;

/** The first `length` hex digits of SHA-256 over the parts, each preceded by its length so that no two lists collide. */
export function fingerprintOf(parts: readonly (string | number)[], length = 16): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${String(part).length}:${part}`);
  return hash.digest('hex').slice(0, length);
}

export function chunkIdOf(blobSha: string, language: string, startByte: number, endByte: number): string {
  return fingerprintOf([blobSha, language, startByte, endByte, CHUNKER_VERSION]);
}
