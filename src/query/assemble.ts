/** Selected chunks to what a caller sees: text with its lines, in the order and with the ranks of select. Pure. */

import type { SearchHit } from '../types.ts';
import type { Selected } from './select.ts';

/** The text of a whole file by line, as the caller has it; null where only the stored text is known. */
export type FileText = (path: string) => string[] | null;

export interface AssembleOptions {
  repository: string;
  commit: string | null;
  /** Lines shown before and after each chunk. */
  context: number;
}

/** @param storedText the table's text by chunk id, for those who have the index without the blobs */
export function assemble(
  selected: readonly Selected[],
  textOf: FileText,
  storedText: ReadonlyMap<string, string>,
  options: AssembleOptions,
): SearchHit[] {
  return selected.map(({ chunk, score }, at) => {
    const { row, path, status } = chunk;
    const lines = textOf(path);
    const whole = row.parts === 1 || row.endLine > row.startLine;
    const startLine = lines === null ? row.startLine : Math.max(1, row.startLine - options.context);
    const endLine = lines === null ? row.endLine : Math.min(lines.length, row.endLine + options.context);
    const text =
      lines !== null && whole ? lines.slice(startLine - 1, endLine).join('\n') : (storedText.get(row.chunkId) ?? '');
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
      symbol: row.symbol,
      scope: row.scope,
      signature: row.signature,
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
      },
      text,
    };
  });
}

/** Four digits: what is shown is what two machines agree on. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
