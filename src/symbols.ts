/** Definitions and references of a name in the caller's view, and the call chains that start at it. */

import { blobKeyOf } from './identity.ts';
import { resolveReference, type Certainty, type Site, type Target } from './query/resolveReference.ts';
import type { CallerView, ViewedFile } from './search/callerView.ts';
import type { ChunkStore } from './store-port.ts';
import type { BlobKey, ChunkKind, ChunkRow, FileStatus, Reference, ReferenceKind } from './types.ts';
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

/** One step of a call chain. */
export interface CallEdge {
  depth: number;
  caller: { symbol: string; path: string; line: number };
  callee: { symbol: string; path: string | null; line: number | null };
  by: Certainty | null;
}

export interface SymbolContext {
  store: ChunkStore;
  view: CallerView;
}

const COLUMNS = ['chunkId', 'blobSha', 'language', 'kind', 'symbol', 'scope', 'signature', 'startLine', 'endLine', 'defines', 'references', 'text'] as const;
type Row = Pick<ChunkRow, (typeof COLUMNS)[number]>;
/** A name that more chunks than this mention says nothing. */
const MOST_ROWS = 20_000;

/**
 * @param name `Outer.inner` asks for an inner of Outer; letters match in either case if nothing matches exactly
 * @returns by path, then line
 */
export async function findSymbols(context: SymbolContext, name: string): Promise<SymbolHit[]> {
  const parts = name.split(/::|[.#]/).filter((part) => part !== '');
  const last = parts.at(-1) ?? name;
  const rows = await rowsWith(context, DEFINES + joinedName(last));
  const hits = rows.flatMap(({ row, files }) =>
    row.defines.filter((definition) => joinedName(definition.name) === joinedName(last)).flatMap((definition) => files.map((file) => symbolHit(row, definition, file))),
  );
  const exact = hits.filter((hit) => hit.name === last);
  const found = (exact.length > 0 ? exact : hits).filter((hit) => parts.slice(0, -1).every((part) => hit.scope.includes(part)));
  const unique = new Map(found.map((hit) => [`${hit.path}\0${hit.startLine}\0${hit.name}`, hit]));
  return [...unique.values()].sort(byPlace);
}

/** @returns mentions by path, then line; a mention whose meaning could be told carries its target */
export async function findReferences(context: SymbolContext, name: string): Promise<ReferenceHit[]> {
  const last = name.split(/::|[.#]/).filter((part) => part !== '').at(-1) ?? name;
  const [rows, targets] = await Promise.all([rowsWith(context, REFERS + joinedName(last)), findSymbols(context, last)]);
  const named = rows.map(({ row, files }) => ({ row, files, mentions: row.references.filter((reference) => reference.name === last) })).filter(({ mentions }) => mentions.length > 0);
  const imports = await importsOf(context, named.map(({ row }) => row));
  const hits: ReferenceHit[] = [];
  for (const { row, files, mentions } of named) {
    for (const file of files) {
      for (const mention of mentions) {
        const resolved = resolveReference(mention, siteOf(row, file.path, imports), targets);
        for (const { line, preview } of linesWith(row, last, mentions.length === 1)) {
          hits.push({ name: last, kind: mention.kind, path: file.path, line, symbol: row.symbol, scope: row.scope, language: row.language, preview, target: resolved?.target ?? null, by: resolved?.by ?? null });
        }
      }
    }
  }
  const unique = new Map(hits.map((hit) => [`${hit.path}\0${hit.line}\0${hit.kind}`, hit]));
  return [...unique.values()].sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

/** Who calls the name, and who calls those, up to `depth` steps. Breadth first; each caller once. */
export async function findCallers(context: SymbolContext, name: string, depth: number): Promise<CallEdge[]> {
  return walk(name, depth, async (symbol) => {
    const hits = (await findReferences(context, symbol)).filter(({ kind }) => kind === 'call');
    return hits
      .filter((hit) => hit.symbol !== '')
      .map((hit) => ({
        next: hit.symbol,
        edge: { caller: { symbol: hit.symbol, path: hit.path, line: hit.line }, callee: { symbol, path: hit.target?.path ?? null, line: hit.target?.startLine ?? null }, by: hit.by },
      }));
  });
}

/** What the name's definitions call, and what those call, up to `depth` steps. Only calls whose target is in the view. */
export async function findCallees(context: SymbolContext, name: string, depth: number): Promise<CallEdge[]> {
  return walk(name, depth, async (symbol) => {
    const definitions = await findSymbols(context, symbol);
    const out: { next: string; edge: Omit<CallEdge, 'depth'> }[] = [];
    for (const definition of definitions) {
      for (const { row, call, file, imports } of await callsIn(context, definition)) {
        const resolved = resolveReference(call, siteOf(row, file.path, imports), await findSymbols(context, call.name));
        if (resolved === null) continue;
        const line = linesWith(row, call.name, true)[0]?.line ?? row.startLine;
        out.push({
          next: call.name,
          edge: { caller: { symbol: definition.name, path: file.path, line }, callee: { symbol: call.name, path: resolved.target.path, line: resolved.target.startLine }, by: resolved.by },
        });
      }
    }
    return out;
  });
}

async function walk(start: string, depth: number, step: (symbol: string) => Promise<{ next: string; edge: Omit<CallEdge, 'depth'> }[]>): Promise<CallEdge[]> {
  const edges: CallEdge[] = [];
  const seen = new Set([start]);
  let frontier = [start];
  for (let level = 1; level <= depth && frontier.length > 0; level++) {
    const next: string[] = [];
    for (const symbol of frontier) {
      for (const found of await step(symbol)) {
        edges.push({ depth: level, ...found.edge });
        if (!seen.has(found.next)) {
          seen.add(found.next);
          next.push(found.next);
        }
      }
    }
    frontier = next;
  }
  return edges;
}

/** The calls inside a definition's lines: its chunk, its parts and its members. */
async function callsIn({ store, view }: SymbolContext, definition: SymbolHit): Promise<{ row: Row; call: Reference; file: ViewedFile; imports: ReadonlyMap<BlobKey, Reference[]> }[]> {
  const file = view.files.find(({ path }) => path === definition.path);
  if (file === undefined) return [];
  const key = blobKeyOf(file);
  const rows: Row[] = [...(await store.rows({ blobs: [key] }, COLUMNS)), ...view.overlay.filter((row) => blobKeyOf({ blob: row.blobSha, language: row.language }) === key)];
  const imports = new Map([[key, rows.flatMap(({ references }) => references.filter(({ kind }) => kind === 'import'))]]);
  const inside = rows.filter(({ startLine, endLine }) => startLine <= definition.endLine && endLine >= definition.startLine);
  inside.sort((a, b) => a.startLine - b.startLine);
  const calls = new Map<string, { row: Row; call: Reference; file: ViewedFile; imports: ReadonlyMap<BlobKey, Reference[]> }>();
  for (const row of inside) {
    for (const call of row.references.filter(({ kind }) => kind === 'call')) {
      const lines = linesWith(row, call.name, true);
      if (lines.some(({ line }) => line >= definition.startLine && line <= definition.endLine)) calls.set(`${call.name}\0${call.from ?? ''}`, { row, call, file, imports });
    }
  }
  return [...calls.values()];
}

function symbolHit(row: Row, definition: { name: string; kind: ChunkKind; startLine: number; endLine: number }, file: ViewedFile): SymbolHit {
  const scope = definition.name === row.symbol ? row.scope : [...row.scope, ...(row.symbol !== '' && row.startLine < definition.startLine && row.defines[0]?.endLine! >= definition.endLine ? [row.symbol] : [])];
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

/** Rows of the view whose full-text index holds the token, with the files they stand in. */
async function rowsWith({ store, view }: SymbolContext, token: string): Promise<{ row: Row; files: ViewedFile[] }[]> {
  const byKey = new Map<BlobKey, ViewedFile[]>();
  for (const file of view.files) byKey.set(blobKeyOf(file), [...(byKey.get(blobKeyOf(file)) ?? []), file]);
  const found = (await store.searchWords([token], MOST_ROWS)).filter(({ blobSha, language }) => byKey.has(blobKeyOf({ blob: blobSha, language })));
  const stored: Row[] = found.length === 0 ? [] : await store.rows({ chunkIds: found.map(({ chunkId }) => chunkId) }, COLUMNS);
  const fresh: Row[] = view.overlay.filter(({ searchText }) => ` ${searchText} `.includes(` ${token} `));
  return [...stored, ...fresh].map((row) => ({ row, files: byKey.get(blobKeyOf({ blob: row.blobSha, language: row.language })) ?? [] }));
}

async function importsOf({ store, view }: SymbolContext, rows: readonly Row[]): Promise<ReadonlyMap<BlobKey, Reference[]>> {
  const keys = new Set(rows.map((row) => blobKeyOf({ blob: row.blobSha, language: row.language })));
  const out = new Map<BlobKey, Reference[]>();
  const all = [...(keys.size === 0 ? [] : await store.rows({ blobs: [...keys] }, ['blobSha', 'language', 'references'])), ...view.overlay];
  for (const { blobSha, language, references } of all) {
    const key = blobKeyOf({ blob: blobSha, language });
    if (keys.has(key)) out.set(key, [...(out.get(key) ?? []), ...references.filter(({ kind }) => kind === 'import')]);
  }
  return out;
}

function siteOf(row: Row, path: string, imports: ReadonlyMap<BlobKey, Reference[]>): Site {
  return { path, language: row.language, scope: [...row.scope, row.symbol], imports: imports.get(blobKeyOf({ blob: row.blobSha, language: row.language })) ?? [] };
}

/** The lines of the chunk that hold the name as a whole word; the chunk's first line if none does (a generated name). */
function linesWith(row: Row, name: string, all: boolean): { line: number; preview: string }[] {
  const lines = row.text.split('\n');
  const out: { line: number; preview: string }[] = [];
  lines.forEach((text, at) => {
    if (hasWord(text, name)) out.push({ line: row.startLine + at, preview: text.trim() });
  });
  if (out.length === 0) return [{ line: row.startLine, preview: lines[0]?.trim() ?? '' }];
  return all ? out : out.slice(0, 1);
}

function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!/[\p{L}\p{N}_$]/u.test(text[at - 1] ?? ' ') && !/[\p{L}\p{N}_$]/u.test(text[at + name.length] ?? ' ')) return true;
  }
  return false;
}

function lineOf(row: Row, line: number): string | undefined {
  return row.text.split('\n')[line - row.startLine];
}

function byPlace(a: SymbolHit, b: SymbolHit): number {
  return a.path === b.path ? a.startLine - b.startLine : a.path < b.path ? -1 : 1;
}
