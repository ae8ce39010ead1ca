/**
 * commentary.json.br: prose of a language model about the chunks of the view, by content hash, as JSON under Brotli and by
 * column. It comes without vectors: whoever takes it embeds it. An artifact may lack it, and one without text does.
 */

import type { JsonLimits } from '../../base/boundedJson.ts';
import { CoraError } from '../../base/errors.ts';
import { isHex, isObject, isSafeInteger, isText, parseJson } from './checkValue.ts';
import { compressText, decompressText } from './compression.ts';
import { MOST_MEMBER_BYTES } from './manifest.ts';

export interface PackedCommentary {
  contentHash: string;
  model: string;
  prompt: number;
  text: string;
}

const COLUMNS = ['contentHash', 'model', 'prompt', 'text'] as const;

/** A reader shortens what is longer than a paragraph; what is longer than this none of Cora's writers wrote. */
const MOST_TEXT = 4000;
const MOST_MODEL = 300;
/** By column: an object of lists. */
const LIMITS: JsonLimits = { bytes: MOST_MEMBER_BYTES, depth: 8, values: 6_000_000 };

const CHECKS: Record<(typeof COLUMNS)[number], (value: unknown) => boolean> = {
  contentHash: (value) => isHex(value, 32, 32),
  model: (value) => isText(value, MOST_MODEL),
  prompt: (value) => isSafeInteger(value, 1_000_000),
  text: (value) => isText(value, MOST_TEXT) && value !== '',
};

/** Sorted by content hash, each once. */
export function encodeCommentary(rows: readonly PackedCommentary[]): Buffer {
  const columns = COLUMNS.map((name) => [name, rows.map((row) => row[name])]);
  return compressText(Buffer.from(`${JSON.stringify(Object.fromEntries(columns))}\n`));
}

/** @throws CoraError BAD_ARTIFACT */
export function decodeCommentary(bytes: Buffer): PackedCommentary[] {
  const columns = columnsIn(decompressText(bytes, MOST_MEMBER_BYTES));
  const [hashes] = columns;
  if (columns.some((values, at) => values.length !== hashes!.length || !values.every(CHECKS[COLUMNS[at]!]))) {
    throw bad('commentary that is none');
  }
  const rows = hashes!.map((_, row) => {
    return Object.fromEntries(COLUMNS.map((name, at) => [name, columns[at]![row]])) as unknown as PackedCommentary;
  });
  if (!rows.every(({ contentHash }, at) => at === 0 || rows[at - 1]!.contentHash < contentHash)) {
    throw bad('commentary out of order');
  }
  return rows;
}

function columnsIn(json: Buffer): unknown[][] {
  const value = parseJson(json, LIMITS, 'commentary');
  const columns = isObject(value) ? COLUMNS.map((name) => value[name]) : [];
  if (columns.length === 0 || !columns.every((values) => Array.isArray(values)))
    throw bad('commentary that is no table');
  return columns as unknown[][];
}

function bad(what: string): CoraError {
  return new CoraError('BAD_ARTIFACT', `it holds ${what}`);
}
