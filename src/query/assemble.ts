/**
 * Ranked chunks to what a caller sees: text with its lines, in the order of select. Chunks whose lines a better one shows
 * are left out, and the tail is cut. Pure.
 */

import type { Explanation, IdenticalChunk, LineRange, SearchHit } from '../searchTypes.ts';
import type { ChunkRow } from '../types.ts';
import { type FileLines, fileLinesOf } from './fileLines.ts';
import { growRange, withoutTaken } from './growRange.ts';
import type { RetrievedChunk } from './retrieve.ts';
import type { Selected, Selection } from './select.ts';
import { FEATURES, type Weights } from './weights.ts';

/** The text of a whole file, as the caller has it; null where only the stored text is known. */
export type FileText = (path: string) => string | null;

/** What is shown of a chunk, beside its text. */
export const SHOWN_COLUMNS = ['chunkId', 'symbol', 'scope', 'signature', 'endLine', 'parts', 'text'] as const;
export type ShownRow = Pick<ChunkRow, (typeof SHOWN_COLUMNS)[number]>;

export interface AssembleOptions {
  repository: string;
  commit: string | null;
  /** Results at most. */
  limit: number;
  /** Lines shown of a result, at least, as far as the file has them; 0 for the chunk alone. */
  lines: number;
  /** Lines shown before and after each chunk. */
  context: number;
  /** To say what each feature added to a score; null to leave that out. */
  weights: Weights | null;
}

/** @param shown by chunk id; its text serves those who have the index without the blobs, and pieces of overlong lines */
export function assemble(
  { ranked, more }: Selection,
  textOf: FileText,
  shown: ReadonlyMap<string, ShownRow>,
  options: AssembleOptions,
): { results: SearchHit[]; truncated: boolean } {
  const place = createPlacer(textOf, options);
  const results: SearchHit[] = [];
  for (const one of ranked) {
    const row = shown.get(one.chunk.row.chunkId)!;
    const placed = place(one, row, results.length < options.limit);
    if (placed === null) continue;
    if (results.length === options.limit) return { results, truncated: true };
    results.push(hitOf(one, row, placed, results.length + 1, options));
  }
  return { results, truncated: more };
}

interface Placed extends LineRange {
  chunk: LineRange;
  text: string;
}

/** Gives each chunk its lines, of those that no chunk before it has; null for none. */
function createPlacer(
  textOf: FileText,
  options: AssembleOptions,
): (one: Selected, row: ShownRow, take: boolean) => Placed | null {
  const files = new Map<string, { lines: FileLines | null; taken: LineRange[] }>();
  const fileOf = (path: string) => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const text = textOf(path);
    const file = { lines: text === null ? null : fileLinesOf(text), taken: [] };
    files.set(path, file);
    return file;
  };
  return ({ chunk: { path, row } }, own, take) => {
    const file = fileOf(path);
    const chunk = { startLine: row.startLine, endLine: own.endLine };
    const isPiece = own.parts > 1 && chunk.startLine === chunk.endLine;
    const range =
      file.lines === null || isPiece
        ? withoutTaken(chunk, file.taken)
        : growRange(chunk, file.taken, file.lines, options);
    if (range === null) return null;
    if (take) file.taken.push(range);
    if (isPiece) return { ...range, chunk, text: own.text };
    const before = file.lines === null ? chunk.startLine - 1 : 0;
    const text = (file.lines ?? fileLinesOf(own.text)).slice(range.startLine - before, range.endLine - before);
    return { ...range, chunk, text };
  };
}

function hitOf(one: Selected, shown: ShownRow, placed: Placed, rank: number, options: AssembleOptions): SearchHit {
  const { chunk, score } = one;
  const { row, path, status } = chunk;
  return {
    rank,
    score: rounded(score),
    repository: options.repository,
    commit: options.commit,
    path,
    startLine: placed.startLine,
    endLine: placed.endLine,
    chunk: placed.chunk,
    language: row.language,
    kind: row.kind,
    symbol: shown.symbol,
    scope: shown.scope,
    signature: shown.signature,
    chunkId: row.chunkId,
    blobSha: row.blobSha,
    status,
    why: {
      words: rounded(chunk.words),
      vectors: rounded(chunk.cosine),
      symbol: chunk.symbol,
      path: rounded(chunk.name),
      references: 0,
      include: false,
      ...(one.fused === undefined ? {} : { fused: rounded(one.fused) }),
    },
    ...(one.alike === undefined ? {} : { identical: one.alike.map((other) => identicalTo(chunk, other)) }),
    ...(options.weights === null ? {} : { explain: explain(one, options.weights) }),
    text: placed.text,
  };
}

function identicalTo({ row: own }: RetrievedChunk, { path, row }: RetrievedChunk): IdenticalChunk {
  const { startLine, endLine } = row;
  return { path, startLine, endLine, nearly: row.searchText !== own.searchText };
}

/** Every feature that said something, then what the chunk lost behind better ones of its file. */
function explain({ features, score, fused = score }: Selected, weights: Weights): Explanation {
  const said = FEATURES.filter((name) => features[name] !== 0);
  const explanation: Explanation = Object.fromEntries(
    said.map((name) => [
      name,
      { value: rounded(features[name]), weight: weights[name], score: rounded(weights[name] * features[name]) },
    ]),
  );
  const rest = fused - said.reduce((sum, name) => sum + weights[name] * features[name], 0);
  if (Math.abs(rest) > 1e-9) explanation['further'] = { value: rounded(rest), weight: 1, score: rounded(rest) };
  return explanation;
}

/** Four digits: what is shown is what two machines agree on. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
