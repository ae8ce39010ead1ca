/**
 * Rows that somebody else made, held against the blob that the caller has. The text, the words, the
 * ids and the hashes are made anew from the blob; names, signatures and documentation must consist
 * of words of the blob; the ranges must be lines of it, and all of them. A text that shows a secret
 * is not its own: the blob is read as the chunker reads it. A row that differs is refused, and is
 * computed here as if nobody had offered it. A parser decides about a name with other words.
 */

import type { Chunk, ChunkedBlob, ChunkRow } from '../../base/types.ts';
import { identifiersIn } from '../../base/words.ts';
import { prepareChunk } from '../../chunk/chunksFrom.ts';
import { isNamed } from '../../git/repository.ts';
import { type DecodedText, decodeText, placeSecrets } from '../../secrets/text.ts';
import { rowOf } from '../../view/computeRows.ts';
import { type ArtifactBlob, toldOf } from '../artifact/blocks.ts';

/** The rows, or the reason why they are refused. A parser may prove doubtful ones right. */
export type Verified = { rows: ChunkRow[] } | { refused: string; isDoubtful?: true };

const FOREIGN_WORDS = 'a name, a signature or a comment is not its own';

/**
 * The most words that are looked for one by one: those that are cut short, as in a long comment.
 */
const MOST_CUT_WORDS = 1000;
/** Parts of a split definition may overlap by some lines. */
export const MOST_OVERLAP = 3;
/**
 * The most characters of a row's names, signature and comment, which may repeat pieces of the blob.
 */
export function mostSaid(blobBytes: number): number {
  return 4 * blobBytes + 2 ** 16;
}
const NO_UNIT = 'a vector is not of length one';
/** The bounds of a vector's length: what rounding can do to it. */
const LENGTHS = { least: 0.9, most: 1.1 };

/**
 * Verifies a blob, and has a parser decide where a name holds other words than the text: that
 * parser decodes an escape or a percent sign, or drops a mark in the middle of a word, so an honest
 * row can look like that. Few do.
 */
export async function verifyWhole(blob: ArtifactBlob, bytes: Uint8Array, chunk: ChunkContent): Promise<Verified> {
  const result = verifyBlob(blob, bytes);
  if (!('refused' in result) || result.isDoubtful !== true) return result;
  // What its parser cannot read stays refused: the build that follows says why.
  const parsed = await joinVectors(blob, bytes, chunk).catch(() => result);
  return 'rows' in parsed ? parsed : result;
}

/**
 * Compares offered rows with the caller's own blob.
 * @param blob with text.
 * @param bytes what the caller's repository holds under that name
 */
export function verifyBlob(blob: ArtifactBlob, bytes: Uint8Array): Verified {
  if (!isNamed(bytes, blob.blob)) return { refused: 'the object has another content than its name says' };
  const decoded = decodeText(bytes);
  if (decoded === null) return { refused: 'it is not text' };
  const chunks = blob.rows.map(({ chunk }) => chunk!);
  const misplaced = rangeProblem(chunks, decoded);
  if (misplaced !== null) return { refused: misplaced };
  // The texts are the blob's own now, and all of it but blank lines.
  const identifiers = chunks.map(({ text }) => identifiersIn(text));
  if (!blob.rows.every(({ vector }) => isUnit(vector))) return { refused: NO_UNIT };
  if (chunks.some((chunk) => saidLength(chunk) > mostSaid(bytes.length))) return { refused: 'a row says more than it' };
  if (!areWordsOwn(chunks, identifiers, decoded.text)) return { refused: FOREIGN_WORDS, isDoubtful: true };
  const redacted = placeSecrets(decoded.secrets, chunks, decoded.lineStarts);
  const rows = completeRows(blob, identifiers);
  for (const [at, row] of rows.entries()) row.redacted = redacted[at]!;
  return { rows };
}

function rangeProblem(chunks: readonly Chunk[], { text, bytes, encoding, lineStarts }: DecodedText): string | null {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  // Where each byte is a character, as in most sources, nothing has to be decoded again.
  const textAt = (start: number, end: number): string =>
    text.length === bytes.length ? text.slice(start, end) : decoder.decode(bytes.subarray(start, end));
  const lineOf = lineFinder(lineStarts);
  let end = 0;
  let total = 0;
  for (const chunk of chunks) {
    const { startByte, endByte, startLine, endLine } = chunk;
    if (endByte > bytes.length) return 'a range ends outside of it';
    if (startByte > end && textAt(end, startByte).trim() !== '') return 'lines of it are in no chunk';
    if (lineOf(startByte) !== startLine || lineOf(endByte - 1) !== endLine) return 'a range has other lines';
    if (textAt(startByte, endByte) !== chunk.text) return 'a text is not its own';
    if (
      chunk.defines.some((one) => one.startLine < 1 || one.endLine < one.startLine || one.endLine > lineStarts.length)
    )
      return 'a definition is outside of it';
    end = Math.max(end, endByte);
    total += endByte - startByte;
  }
  if (textAt(end, bytes.length).trim() !== '') return 'lines of it are in no chunk';
  return total > MOST_OVERLAP * bytes.length ? 'its chunks overlap' : null;
}

/** Returns the 1-based line of a byte, quickly for bytes that mostly come in order. */
export function lineFinder(lineStarts: readonly number[]): (byte: number) => number {
  let line = 0;
  return (byte) => {
    while (line > 0 && lineStarts[line]! > byte) line -= 1;
    while (line + 1 < lineStarts.length && lineStarts[line + 1]! <= byte) line += 1;
    return line + 1;
  };
}

/** Marks that are in no word, and say something to people or models. Cora itself adds `…`, `›`. */
export const ODD = /[^\x20-\x7e\t\n\r\p{L}\p{N}\p{M}…›]/gu;

function areWordsOwn(chunks: readonly Chunk[], identifiers: readonly (readonly string[])[], text: string): boolean {
  const known = new Set<string>();
  for (const words of identifiers) for (const word of words) known.add(word);
  let cut = 0;
  const isKnown = (word: string): boolean => {
    if (known.has(word)) return true;
    if (++cut > MOST_CUT_WORDS || !text.includes(word)) return false;
    known.add(word);
    return true;
  };
  // Scopes and parents repeat themselves, and most names are words of the blob as they stand.
  const seen = new Set<string>(['']);
  const isOwn = (field: string): boolean => {
    if (known.has(field) || seen.has(field)) return true;
    seen.add(field);
    return (field.match(ODD) ?? []).every((mark) => text.includes(mark)) && identifiersIn(field).every(isKnown);
  };
  return chunks.every((chunk) => areOwn(chunk, isOwn));
}

function saidLength({ symbol, scope, signature, parentChunk, doc, defines, references }: Chunk): number {
  const names = [...defines.map(({ name }) => name), ...references.map(({ name, from = '' }) => name + from)];
  return [symbol, signature, parentChunk, doc, ...scope, ...names].reduce((sum, { length }) => sum + length, 0);
}

function areOwn(chunk: Chunk, isOwn: (field: string) => boolean): boolean {
  const { symbol, scope, signature, parentChunk, doc, defines, references } = chunk;
  return (
    [symbol, signature, parentChunk, doc].every(isOwn) &&
    scope.every(isOwn) &&
    defines.every(({ name }) => isOwn(name)) &&
    references.every(({ name, from }) => isOwn(name) && (from === undefined || isOwn(from)))
  );
}

/** True for a vector of length one, and for zero, which a text without any word has. */
export function isUnit(vector: Float32Array): boolean {
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += vector[at]! * vector[at]!;
  const length = Math.sqrt(squares);
  return length === 0 || (length >= LENGTHS.least && length <= LENGTHS.most);
}

export type ChunkContent = (bytes: Uint8Array, language: string) => Promise<ChunkedBlob | null>;

/**
 * Chunks the caller's own bytes, and takes the offered vectors for the chunks.
 * @param blob whose text, where it has one, must be the caller's own to the last letter
 */
export async function joinVectors(blob: ArtifactBlob, bytes: Uint8Array, chunk: ChunkContent): Promise<Verified> {
  if (!isNamed(bytes, blob.blob)) return { refused: 'the object has another content than its name says' };
  if (!blob.rows.every(({ vector }) => isUnit(vector))) return { refused: NO_UNIT };
  const offered = new Map(blob.rows.map((row) => [`${row.chunkId} ${row.contentHash}`, row]));
  const rows: ChunkRow[] = [];
  for (const one of (await chunk(bytes, blob.language))?.chunks ?? []) {
    const row = rowOf(one, blob);
    const same = offered.get(`${row.chunkId} ${row.contentHash}`);
    if (same === undefined) return { refused: 'it has other chunks here' };
    if (same.chunk !== null && toldOf(same.chunk) !== toldOf(row)) return { refused: FOREIGN_WORDS };
    row.vector = same.vector;
    rows.push(row);
  }
  return rows.length === blob.rows.length ? { rows } : { refused: 'it has other chunks here' };
}

// Rows of an artifact with text, and the words that it left out. Ids and hashes were computed when
// it was read.

/** @param identifiers those in each row's text, where they are known already */
export function completeRows(
  { blob, language, rows }: ArtifactBlob,
  identifiers?: readonly (readonly string[])[],
): ChunkRow[] {
  return rows.map(({ chunk, chunkId, contentHash, vector }, at) => {
    const row = prepareChunk(chunk!, identifiers?.[at]);
    return Object.assign(row, { chunkId, blobSha: blob, language, contentHash, vector });
  });
}
