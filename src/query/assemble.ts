/** Selected chunks to what a caller sees: text with its lines, in the order and with the ranks of select. Pure. */

import type { Explanation, SearchHit } from '../searchTypes.ts';
import { sliceLines } from '../text.ts';
import type { ChunkRow } from '../types.ts';
import type { Selected } from './select.ts';
import { FEATURES, type Weights } from './weights.ts';

/** The text of a whole file, as the caller has it; null where only the stored text is known. */
export type FileText = (path: string) => string | null;

/** What is shown of a chunk, beside its text. */
export const SHOWN_COLUMNS = ['chunkId', 'symbol', 'scope', 'signature', 'endLine', 'parts', 'text'] as const;
export type ShownRow = Pick<ChunkRow, (typeof SHOWN_COLUMNS)[number]>;

export interface AssembleOptions {
  repository: string;
  commit: string | null;
  /** Lines shown before and after each chunk. */
  context: number;
  /** To say what each feature added to a score; null to leave that out. */
  weights: Weights | null;
}

/** @param shown by chunk id; its text serves those who have the index without the blobs, and pieces of overlong lines */
export function assemble(
  selected: readonly Selected[],
  textOf: FileText,
  shown: ReadonlyMap<string, ShownRow>,
  options: AssembleOptions,
): SearchHit[] {
  return selected.map((one, at) => {
    const { chunk, score } = one;
    const { row, path, status } = chunk;
    const { symbol, scope, signature, ...own } = shown.get(row.chunkId)!;
    const file = textOf(path);
    const isPiece = own.parts > 1 && own.endLine === row.startLine;
    const startLine = file === null ? row.startLine : Math.max(1, row.startLine - options.context);
    const slice = file === null || isPiece ? null : sliceLines(file, startLine, own.endLine + options.context);
    const { text, lastLine: endLine } = slice ?? { text: own.text, lastLine: own.endLine };
    return {
      rank: at + 1,
      score: rounded(score),
      repository: options.repository,
      commit: options.commit,
      path,
      startLine,
      endLine,
      language: row.language,
      kind: row.kind,
      symbol,
      scope,
      signature,
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
      ...(options.weights === null ? {} : { explain: explain(one, options.weights) }),
      text,
    };
  });
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
