/**
 * Checks rows that somebody else made: what is in each of them, and which blobs they are of. Chunk
 * ids, hashes and search text are told by the rest.
 */

import { isObject } from '../../base/boundedJson.ts';
import { isFrame } from '../../base/frame.ts';
import { blobKeyOf, chunkIdOf, contentHashOf, embedTextOf } from '../../base/identity.ts';
import type { BlobKey, Chunk, ChunkKind } from '../../base/types.ts';
import { REFERENCE_KINDS } from '../../engine/segmentFile.ts';
import type { ViewPath } from '../../store/views.ts';
import { badMember, isHex, isSafeInteger, isText } from './members.ts';

/** The columns that an artifact without text tells of a chunk. */
type Outline = Pick<Chunk, 'kind' | 'symbol' | 'startLine' | 'endLine' | 'startByte' | 'endByte'>;

interface PackedRow {
  outline: Outline;
  /** Null in an artifact without text. */
  chunk: Chunk | null;
  chunkId: string;
  contentHash: string;
}

export interface PackedBlob<Row = PackedRow> {
  blob: string;
  language: string;
  /** In the order of their bytes. */
  rows: Row[];
}

type Check = (value: unknown) => boolean;
type Column = readonly [name: keyof Chunk, check: Check];

const KINDS: Record<ChunkKind, true> = {
  function: true,
  method: true,
  class: true,
  interface: true,
  type: true,
  enum: true,
  constant: true,
  module: true,
  section: true,
  object: true,
  text: true,
};

/** The most characters of a field: each is part of a blob, and blobs are smaller. */
const MOST_TEXT = 32 * 2 ** 20;
const MOST_INTEGER = 2 ** 31 - 1;
const REDACTED = /^(?:\d{1,9}:[a-z0-9-]{1,40}(?: |$)){0,100000}$/;
export const LANGUAGE = /^[\w+#.-]{1,40}$/;

const text = (value: unknown): boolean => isText(value, MOST_TEXT);
const integer = (value: unknown): boolean => isSafeInteger(value, MOST_INTEGER);
const kind = (value: unknown): boolean => typeof value === 'string' && Object.hasOwn(KINDS, value);
export const isChunkKind = kind;
const referenceKind = (value: unknown): boolean => (REFERENCE_KINDS as readonly unknown[]).includes(value);

const OUTLINE_COLUMNS: readonly Column[] = [
  ['kind', kind],
  ['symbol', text],
  ['startLine', integer],
  ['endLine', integer],
  ['startByte', integer],
  ['endByte', integer],
];
const TEXT_COLUMNS: readonly Column[] = [
  ...OUTLINE_COLUMNS,
  ['scope', (value) => Array.isArray(value) && value.every(text)],
  ['signature', text],
  ['nodeType', (value) => isText(value, 200)],
  ['redacted', (value) => typeof value === 'string' && REDACTED.test(value)],
  ['frame', isFrame],
  ['part', integer],
  ['parts', integer],
  ['parentChunk', text],
  ['text', text],
  ['doc', text],
  ['defines', (value) => Array.isArray(value) && value.every(isDefinition)],
  ['references', (value) => Array.isArray(value) && value.every(isReference)],
];

function isDefinition(value: unknown): boolean {
  if (!isObject(value)) return false;
  return text(value['name']) && kind(value['kind']) && integer(value['startLine']) && integer(value['endLine']);
}

function isReference(value: unknown): boolean {
  if (!isObject(value)) return false;
  return text(value['name']) && referenceKind(value['kind']) && (value['from'] === undefined || text(value['from']));
}

/** A whole chunk where text is wanted. */
export type BlockRow = (Chunk | Outline) & { contentHash: string };

/** Returns all that a pack tells of a chunk, as one text: equal for equal chunks. */
export function toldOf(chunk: Chunk): string {
  return JSON.stringify(chunk, TOLD);
}

const TOLD = [...TEXT_COLUMNS.map(([name]) => name), 'name', 'from'];

/** Checks rows that somebody else made; adds ids and hashes. @throws CoraError BAD_ARTIFACT */
export function checkedBlob(
  { blob, language, rows }: PackedBlob<BlockRow & { vector: Float32Array }>,
  withText: boolean,
): ArtifactBlob {
  if (!isHex(blob, 40, 64) || !isText(language, 40) || !LANGUAGE.test(language) || rows.length === 0)
    throw badMember('rows of no blob');
  const columns = withText ? TEXT_COLUMNS : OUTLINE_COLUMNS;
  const checked = rows.map((row) => {
    const bad = columns.find(([name, check]) => !check((row as Chunk)[name]))?.[0];
    if (bad !== undefined) throw badMember(`an impossible ${bad} in a row of blob ${blob}`);
    if (!withText && !isHex(row.contentHash, 32, 32)) throw badMember('an impossible contentHash');
    const { kind, symbol, startLine, endLine, startByte, endByte, contentHash, vector } = row;
    const outline = { kind, symbol, startLine, endLine, startByte, endByte };
    const chunkId = chunkIdOf(blob, language, startByte, endByte);
    if (!withText) return { outline, chunk: null, chunkId, contentHash, vector };
    const chunk = chunkOf(outline, row as Chunk);
    return { outline: chunk, chunk, chunkId, contentHash: contentHashOf(embedTextOf(chunk)), vector };
  });
  return { blob, language, rows: inOrder(blob, checked) };
}

function chunkOf(outline: Outline, row: Chunk): Chunk {
  const { scope, signature, nodeType, redacted, frame, part, parts, parentChunk, text, doc, defines, references } = row;
  const names = { scope, signature, nodeType, redacted, frame, part, parts, parentChunk };
  return { ...outline, ...names, text, doc, defines, references };
}

/** Two chunks with the same range would have one id. */
function inOrder<R extends Pick<PackedRow, 'outline'>>(blob: string, rows: R[]): R[] {
  let before = { startByte: -1, endByte: -1 };
  for (const { outline } of rows) {
    const { startByte, endByte, startLine, endLine } = outline;
    const comesAfter = startByte > before.startByte || (startByte === before.startByte && endByte > before.endByte);
    if (!comesAfter || endByte <= startByte || endLine < startLine || startLine < 1)
      throw badMember(`an impossible range in a row of blob ${blob}`);
    before = outline;
  }
  return rows;
}

export type ArtifactBlob = PackedBlob<PackedRow & { vector: Float32Array }>;

export interface BlockForm {
  text: boolean;
  dimensions: number;
}

/** Returns each blob once, in the order of their first path. Their rows come in this order. */
export function blobsInOrder(files: readonly ViewPath[]): BlobKey[] {
  return [...new Set(files.map(blobKeyOf))];
}
