/**
 * Bytes to text: which blobs are text, in which encoding, and where their lines start. Secrets do
 * not come out of here.
 */

import { decodeUtf, hasNul, utf16Of } from '../base/decodeText.ts';
import { type FoundSecret, redactBytes } from './redact.ts';

export interface DecodedText {
  text: string;
  /** The bytes that `text` was decoded from: as many as were given, without their secrets. */
  bytes: Uint8Array;
  /** The secrets that were written over, by byte offset. */
  secrets: FoundSecret[];
  encoding: (typeof ENCODINGS)[number];
  /** Byte offset of the start of each line (split at \n), plus the blob's length at the end. */
  lineStarts: number[];
}

/**
 * True for content that is not text: a NUL anywhere, which would hide a secret from its rule. In
 * UTF-16, which a byte-order mark announces, a NUL is one of two bytes, and a secret in another
 * encoding makes it binary too.
 */
export function isBinary(bytes: Uint8Array): boolean {
  return encodingOf(bytes) === null;
}

/** True for text of white space alone, of which there are no chunks. */
export function isOnlySpace(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, FIRST_BYTES)).toString('latin1');
  // Most files say so with their first bytes; in UTF-16 these may be half of a space.
  if (/[!-~]/.test(begin) && utf16Of(bytes) === null) return false;
  return originalText(bytes)?.trim() === '';
}

const FIRST_BYTES = 256;

/**
 * Decodes a blob, with its secrets written over.
 * @returns null for binary content. Bytes that are not valid UTF-8 become U+FFFD; line numbers and
 * byte offsets stay true.
 */
export function decodeText(original: Uint8Array): DecodedText | null {
  const encoding = encodingOf(original);
  if (encoding === null) return null;
  const { bytes, secrets } = redactBytes(original, encoding);
  const [unit, low] = encoding === 'utf-8' ? ([1, 0] as const) : ([2, encoding === 'utf-16le' ? 0 : 1] as const);
  const lineStarts = lineStartsOf(bytes, unit, low);
  return { text: decodeUtf(bytes, encoding), bytes, secrets, encoding, lineStarts };
}

/**
 * Tells where the lines of UTF-8 start, as decodeText does. Null for another encoding, for binary
 * content, and where there are secrets.
 */
export function plainLineStarts(bytes: Uint8Array): number[] | null {
  if (encodingOf(bytes) !== 'utf-8' || redactBytes(bytes).secrets.length > 0) return null;
  return lineStartsOf(bytes, 1, 0);
}

/** Returns the text alone, for showing some of its lines; null for binary content. */
export function decodedText(original: Uint8Array): string | null {
  const encoding = encodingOf(original);
  return encoding === null ? null : decodeUtf(redactBytes(original, encoding).bytes, encoding);
}

/**
 * Decodes a text with its secrets, for comparing, and for showing what is known to hold none. Null
 * for binary content.
 */
export function originalText(original: Uint8Array): string | null {
  const encoding = encodingOf(original);
  return encoding === null ? null : decodeUtf(original, encoding);
}

/** Null for binary content. */
function encodingOf(bytes: Uint8Array): DecodedText['encoding'] | null {
  const wide = utf16Of(bytes);
  if (wide === null) return hasNul(bytes) ? null : 'utf-8';
  for (let at = 0; at < bytes.length; at += 2) if (bytes[at] === 0 && bytes[at + 1] === 0) return null;
  // Bytes that another program appended in its own encoding would be shown as odd characters,
  // secrets included.
  return ENCODINGS.every((other) => other === wide || redactBytes(bytes, other).secrets.length === 0) ? wide : null;
}

const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be'] as const;

/** @param low which byte of a code unit is the low one */
function lineStartsOf(bytes: Uint8Array, unit: 1 | 2, low: 0 | 1): number[] {
  const starts = [0];
  if (unit === 1) {
    for (let at = 0; at < bytes.length; at++) if (bytes[at] === 10) starts.push(at + 1);
  } else {
    for (let at = 0; at + 1 < bytes.length; at += 2) {
      if (bytes[at + low] === 10 && bytes[at + 1 - low] === 0) starts.push(at + 2);
    }
  }
  if (starts.at(-1) !== bytes.length) starts.push(bytes.length);
  return starts;
}

// Decides which chunk says what of a blob's secrets: the first one that holds where a secret
// begins.

/**
 * Tells for each chunk which secrets it holds.
 * @param secrets by their start
 * @param chunks in the order of their bytes, where they begin and where they end
 * @param lineStarts byte offset of the start of each line
 * @returns for each chunk `LINE:RULE` of each of its secrets, separated by spaces
 */
export function placeSecrets(
  secrets: readonly FoundSecret[],
  chunks: readonly { startByte: number; endByte: number }[],
  lineStarts: readonly number[],
): string[] {
  const placed = chunks.map((): string[] => []);
  let chunk = 0;
  let line = 0;
  for (const { rule, start } of secrets) {
    while (chunk < chunks.length && chunks[chunk]!.endByte <= start) chunk++;
    while (line < lineStarts.length && lineStarts[line]! <= start) line++;
    if (chunk < chunks.length && chunks[chunk]!.startByte <= start) placed[chunk]!.push(`${line}:${rule}`);
  }
  return placed.map((notes) => notes.join(' '));
}
