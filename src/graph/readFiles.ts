/**
 * Files as the index holds them: all rows of a blob put together to lines, definitions with their true scopes, and what
 * the file mentions. Works alike for rows of the table and for uncommitted files chunked in memory.
 */

import { groupBy } from '../base/groupBy.ts';
import { rowKeyOf } from '../base/identity.ts';
import type { BlobKey, ChunkKind, ChunkRow, Reference } from '../base/types.ts';
import { spansOf } from './lineSpans.ts';
import { maskCode } from './maskCode.ts';
import type { SymbolContext } from './rowsOfName.ts';
import { scopeOfDefinition } from './scopeOfDefinition.ts';

export const COLUMNS = [
  'chunkId',
  'blobSha',
  'language',
  'kind',
  'symbol',
  'scope',
  'signature',
  'startLine',
  'endLine',
  'defines',
  'references',
  'text',
] as const;
export type Row = Pick<ChunkRow, (typeof COLUMNS)[number]>;

export interface FileDefinition {
  name: string;
  kind: ChunkKind;
  scope: string[];
  startLine: number;
  endLine: number;
  signature: string;
}

export interface SourceFile {
  language: string;
  /** By line number minus one; '' where no row holds the line. */
  lines: readonly string[];
  /** The same with comments and strings blanked. */
  code: readonly string[];
  rows: readonly Row[];
  /** By start, outer before inner. */
  definitions: readonly FileDefinition[];
  imports: readonly { reference: Reference; row: Row }[];
}

/** @returns the files that have rows in the table or in memory */
export async function readFiles(
  { store, view }: SymbolContext,
  keys: Iterable<BlobKey>,
): Promise<Map<BlobKey, SourceFile>> {
  const wanted = new Set(keys);
  const fresh = view.overlay.filter((row) => wanted.has(rowKeyOf(row)));
  const inMemory = new Set(fresh.map(rowKeyOf));
  const blobs = [...wanted].filter((key) => !inMemory.has(key));
  const stored: Row[] = blobs.length === 0 ? [] : await store.rows({ blobs }, COLUMNS);
  const byKey = groupBy([...stored, ...fresh], rowKeyOf);
  return new Map([...byKey].map(([key, rows]) => [key, fileOf(rows)]));
}

/** @param rows all of one blob; never empty */
export function fileOf(rows: readonly Row[]): SourceFile {
  const sorted = [...rows].sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
  const language = sorted[0]!.language;
  const lines: string[] = [];
  for (const row of sorted) {
    row.text.split('\n').forEach((line, at) => {
      const index = row.startLine - 1 + at;
      if (index < row.endLine) lines[index] ??= line.replace(/\r$/, '');
    });
  }
  for (let at = 0; at < lines.length; at++) lines[at] ??= '';
  const code = maskCode(lines.join('\n'), language).split('\n');
  return {
    language,
    lines,
    code,
    rows: sorted,
    definitions: definitionsOf(sorted, code, language),
    imports: sorted.flatMap((row) =>
      row.references.filter(({ kind }) => kind === 'import').map((reference) => ({ reference, row })),
    ),
  };
}

function definitionsOf(rows: readonly Row[], code: readonly string[], language: string): FileDefinition[] {
  const found = new Map<string, { definition: Row['defines'][number]; row: Row }>();
  for (const row of rows) {
    for (const definition of row.defines) {
      const key = `${definition.name}\0${definition.startLine}\0${definition.endLine}`;
      const known = found.get(key);
      if (known === undefined || (known.row.symbol !== definition.name && row.symbol === definition.name))
        found.set(key, { definition, row });
    }
  }
  const sorted = [...found.values()].sort(
    (a, b) => a.definition.startLine - b.definition.startLine || b.definition.endLine - a.definition.endLine,
  );
  const open: FileDefinition[] = [];
  return sorted.map(({ definition, row }) => {
    while (open.length > 0 && !encloses(open.at(-1)!, definition)) open.pop();
    const main = row.symbol === definition.name;
    const around = open.at(-1);
    const scope = scopeOfDefinition({
      definition,
      row,
      chain: around === undefined ? [] : [...around.scope, around.name],
      code,
      language,
    });
    const signature =
      main && row.signature !== '' ? row.signature : (code[declarationLine(definition, code) - 1] ?? '').trim();
    const out: FileDefinition = { ...definition, scope, signature };
    open.push(out);
    return out;
  });
}

function encloses(outer: FileDefinition, inner: { name: string; startLine: number; endLine: number }): boolean {
  return (
    outer.startLine <= inner.startLine &&
    outer.endLine >= inner.endLine &&
    (outer.startLine < inner.startLine || outer.endLine > inner.endLine)
  );
}

/** The line that shows the name: decorators and annotations stand above it. */
function declarationLine(
  definition: { name: string; startLine: number; endLine: number },
  code: readonly string[],
): number {
  const last = Math.min(definition.endLine, definition.startLine + 20);
  for (let line = definition.startLine; line <= last; line++) {
    const text = code[line - 1] ?? '';
    if (!/^\s*@/.test(text) && text.includes(definition.name)) return line;
  }
  return definition.startLine;
}

/** The definitions around a line, outermost first. */
export function definitionsAround(file: SourceFile, line: number): readonly FileDefinition[] {
  return spansOf(file.definitions).around(line);
}
