/** Definitions and references of a name in the caller's view. Call chains are findCalls.ts. */

import { type Certainty, resolveReference, type Target } from './query/resolveReference.ts';
import type { ViewedFile } from './search/callerView.ts';
import { importsOf, lineOf, linesWith, type Row, rowsWith, type SymbolContext, siteOf } from './symbols/rowsOfName.ts';
import type { ChunkKind, FileStatus, ReferenceKind } from './types.ts';
import { DEFINES, joinedName, REFERS } from './words.ts';

/** Where a name is defined. Lines are those of the whole definition. */
export interface SymbolHit extends Target {
  startLine: number;
  endLine: number;
  signature: string;
  status: FileStatus;
  scope: string[];
}

/** Where a name is mentioned. */
export interface ReferenceHit {
  name: string;
  kind: ReferenceKind;
  path: string;
  line: number;
  /** The definition that holds the mention, '' at the top of a file. */
  symbol: string;
  scope: string[];
  language: string;
  preview: string;
  /** What is mentioned, where it could be told. */
  target: SymbolHit | null;
  by: Certainty | null;
}

/**
 * @param name `Outer.inner` asks for an inner of Outer; letters match in either case if nothing matches exactly
 * @returns by path, then line
 */
export async function findSymbols(context: SymbolContext, name: string): Promise<SymbolHit[]> {
  const parts = name.split(/::|[.#]/).filter((part) => part !== '');
  const last = parts.at(-1) ?? name;
  const rows = await rowsWith(context, DEFINES + joinedName(last));
  const hits = rows.flatMap(({ row, files }) =>
    row.defines
      .filter((definition) => joinedName(definition.name) === joinedName(last))
      .flatMap((definition) => files.map((file) => symbolHit(row, definition, file))),
  );
  const exact = hits.filter((hit) => hit.name === last);
  const found = (exact.length > 0 ? exact : hits).filter((hit) =>
    parts.slice(0, -1).every((part) => hit.scope.includes(part)),
  );
  const unique = new Map(found.map((hit) => [`${hit.path}\0${hit.startLine}\0${hit.name}`, hit]));
  return [...unique.values()].sort(byPlace);
}

/** @returns mentions by path, then line; a mention whose meaning could be told carries its target */
export async function findReferences(context: SymbolContext, name: string): Promise<ReferenceHit[]> {
  const last =
    name
      .split(/::|[.#]/)
      .filter((part) => part !== '')
      .at(-1) ?? name;
  const [rows, targets] = await Promise.all([rowsWith(context, REFERS + joinedName(last)), findSymbols(context, last)]);
  const named = rows
    .map(({ row, files }) => ({ row, files, mentions: row.references.filter((reference) => reference.name === last) }))
    .filter(({ mentions }) => mentions.length > 0);
  const imports = await importsOf(
    context,
    named.map(({ row }) => row),
  );
  const hits: ReferenceHit[] = [];
  for (const { row, files, mentions } of named) {
    for (const file of files) {
      for (const mention of mentions) {
        const resolved = resolveReference(mention, siteOf(row, file.path, imports), targets);
        for (const { line, preview } of linesWith(row, last, mentions.length === 1)) {
          hits.push({
            name: last,
            kind: mention.kind,
            path: file.path,
            line,
            symbol: row.symbol,
            scope: row.scope,
            language: row.language,
            preview,
            target: resolved?.target ?? null,
            by: resolved?.by ?? null,
          });
        }
      }
    }
  }
  const unique = new Map(hits.map((hit) => [`${hit.path}\0${hit.line}\0${hit.kind}`, hit]));
  return [...unique.values()].sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

function symbolHit(
  row: Row,
  definition: { name: string; kind: ChunkKind; startLine: number; endLine: number },
  file: ViewedFile,
): SymbolHit {
  const outer = row.defines[0];
  const inside =
    outer !== undefined &&
    outer.name !== definition.name &&
    outer.endLine >= definition.endLine &&
    outer.startLine < definition.startLine;
  const scope = inside ? [...row.scope, outer.name] : row.scope;
  return {
    name: definition.name,
    kind: definition.kind,
    path: file.path,
    language: file.language,
    status: file.status,
    scope,
    startLine: definition.startLine,
    endLine: definition.endLine,
    signature: definition.name === row.symbol ? row.signature : (lineOf(row, definition.startLine)?.trim() ?? ''),
  };
}

function byPlace(a: SymbolHit, b: SymbolHit): number {
  return a.path === b.path ? a.startLine - b.startLine : a.path < b.path ? -1 : 1;
}
