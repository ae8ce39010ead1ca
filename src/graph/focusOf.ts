/** Where one comes from: what of a file is meant by a chunk or a line. */

import { rowKeyOf } from '../base/identity.ts';
import type { ChunkRow } from '../base/types.ts';
import { holderAt } from './holderAt.ts';
import { definitionsAround, type FileDefinition, readFiles, type SourceFile } from './readFiles.ts';
import type { SymbolContext } from './rowsOfName.ts';

/** Lines of a file, and the definitions there whose users are wanted. */
export interface Focus {
  path: string;
  startLine: number;
  endLine: number;
  definitions: readonly { name: string; startLine: number }[];
  /** The definition that is meant; null for a chunk. */
  named: Pick<FileDefinition, 'name' | 'kind'> | null;
}

/** @param line the definition that holds it or that it documents is meant, or the block of a test, with all inside of it; null for the whole chunk, and what it is a part of */
export function focusOf(file: SourceFile, path: string, row: ChunkLines, line: number | null): Focus {
  const whole =
    line === null
      ? definitionsAround(file, row.startLine).findLast(({ name }) => row.parts > 1 && name === row.symbol)
      : meantAt(file, line);
  const { startLine, endLine } = whole ?? row;
  const isWithin = (one: FileDefinition): boolean => startLine <= one.startLine && one.startLine <= endLine;
  return { path, startLine, endLine, definitions: file.definitions.filter(isWithin), named: whole ?? null };
}

/** The definition that a comment above it documents, the block of a test, else the innermost definition around. */
function meantAt(file: SourceFile, line: number): Meant | undefined {
  const inner = documentedAt(file, line) ?? definitionsAround(file, line).at(-1);
  const holder = holderAt(file, line);
  if (holder.isTitle !== true || (inner !== undefined && inner.startLine >= holder.startLine)) return inner;
  const { symbol: name, kind, startLine, endLine } = holder;
  return { name, kind, startLine, endLine };
}

type Meant = Pick<FileDefinition, 'name' | 'kind' | 'startLine' | 'endLine'>;

/** How many lines of a comment are read. */
const MOST_COMMENT = 200;

/** A comment documents what follows it without a blank line. */
function documentedAt({ lines, code, definitions }: SourceFile, line: number): FileDefinition | undefined {
  for (let at = line; at < line + MOST_COMMENT && at <= lines.length; at++) {
    const begun = at > line ? definitions.find(({ startLine }) => startLine === at) : undefined;
    if (begun !== undefined) return begun;
    const isComment = code[at - 1]!.trim() === '' && lines[at - 1]!.trim() !== '';
    if (!isComment && (at === line || !/^\s*[@#[]/.test(code[at - 1]!))) return undefined;
  }
  return undefined;
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
