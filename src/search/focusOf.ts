/** Where one comes from: what of a file is meant by a chunk or a line. */

import { rowKeyOf } from '../identity.ts';
import { definitionsAround, type FileDefinition, readFiles, type SourceFile } from '../symbols/readFiles.ts';
import type { SymbolContext } from '../symbols/rowsOfName.ts';
import type { ChunkRow } from '../types.ts';

/** Lines of a file, and the definitions there whose users are wanted. */
export interface Focus {
  path: string;
  startLine: number;
  endLine: number;
  definitions: readonly { name: string; startLine: number }[];
  /** The definition that is meant; null for a chunk. */
  named: Pick<FileDefinition, 'name' | 'kind'> | null;
}

/** @param line the definition that holds it is meant, with all inside of it; null for the whole chunk, and what it is a part of */
export function focusOf(file: SourceFile, path: string, row: ChunkLines, line: number | null): Focus {
  const whole =
    line === null
      ? definitionsAround(file, row.startLine).findLast(({ name }) => row.parts > 1 && name === row.symbol)
      : definitionsAround(file, line).at(-1);
  const { startLine, endLine } = whole ?? row;
  const isWithin = (one: FileDefinition): boolean => startLine <= one.startLine && one.startLine <= endLine;
  return { path, startLine, endLine, definitions: file.definitions.filter(isWithin), named: whole ?? null };
}

type ChunkLines = Pick<ChunkRow, 'startLine' | 'endLine' | 'symbol' | 'parts'>;

/** @returns those of chunks, in their order; files are read only where a definition is larger than its chunk */
export async function focusesOf(
  context: SymbolContext,
  seeds: readonly { path: string; row: ChunkLines & Pick<ChunkRow, 'blobSha' | 'language' | 'defines'> }[],
): Promise<Focus[]> {
  const inParts = seeds.filter(({ row }) => row.parts > 1);
  const files =
    inParts.length === 0 ? new Map() : await readFiles(context, new Set(inParts.map(({ row }) => rowKeyOf(row))));
  return seeds.map(({ path, row }) => {
    const file: SourceFile | undefined = files.get(rowKeyOf(row));
    const { startLine, endLine, defines: definitions } = row;
    return file === undefined || row.parts === 1
      ? { path, startLine, endLine, definitions, named: null }
      : focusOf(file, path, row, null);
  });
}
