/**
 * Reads files out of the index. All rows of a blob are put together to lines, definitions with
 * their full scopes, and mentions. It works in the same way for rows of the table and for
 * uncommitted files that were chunked in memory.
 */

import { rowKeyOf } from '../base/identity.ts';
import { addTo, getOrMake, groupBy, RecentValues } from '../base/lists.ts';
import type { BlobKey, ChunkKind, ChunkRow, Definition, Reference } from '../base/types.ts';
import { DEFINES, joinedName } from '../base/words.ts';
import type { FoundRow, IsWanted, RowColumn, SearchReader } from '../engine/rowReader.ts';
import { SLASH_MASK } from '../languages/language.ts';
import { languageNamed, languageRules } from '../languages/languages.ts';
import type { CallerView } from '../view/callerView.ts';
import { isInView } from '../view/searchedView.ts';
import { spansOf, withMacroCalls } from './brackets.ts';

export interface SymbolContext {
  store: SearchReader;
  view: CallerView;
}

const FILE_COLUMNS = [
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
export type FileRow = Pick<ChunkRow, (typeof FILE_COLUMNS)[number]>;

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
  /** By line number minus one; '' if no row holds the line. */
  lines: readonly string[];
  /** The file's lines with comments and strings blanked. */
  code: readonly string[];
  /** `code` as one text, and the offset of each line in it. */
  codeText: string;
  starts: readonly number[];
  rows: readonly FileRow[];
  /** Sorted by start; an outer definition comes before its members. */
  definitions: readonly FileDefinition[];
  imports: readonly { reference: Reference; row: FileRow }[];
}

/** @returns the files that have rows in the table or in memory, in the order of the keys */
export async function readFiles(context: SymbolContext, keys: Iterable<BlobKey>): Promise<Map<BlobKey, SourceFile>> {
  const wanted = new Set(keys);
  const files = new Map<BlobKey, SourceFile>();
  const inMemory = new Set(context.view.overlay.map(rowKeyOf));
  const known = getOrMake(knownFiles, context.store, () => new RecentValues<BlobKey, SourceFile>(MOST_KEPT));
  const unknown: BlobKey[] = [];
  for (const key of wanted) {
    const file = inMemory.has(key) ? undefined : known.get(key);
    if (file === undefined) unknown.push(key);
    else files.set(key, file);
  }
  const rows = unknown.length === 0 ? [] : await rowsOfBlobs(context, unknown, FILE_COLUMNS);
  for (const [key, own] of groupBy(rows, rowKeyOf)) {
    const file = fileOf(own);
    files.set(key, file);
    if (!inMemory.has(key)) known.add(key, file, file.codeText.length);
  }
  return new Map([...wanted].flatMap((key) => (files.has(key) ? [[key, files.get(key)!]] : [])));
}

/**
 * Files that were read before, with everything that was computed about them: successive questions
 * use the same files.
 */
const knownFiles = new WeakMap<SearchReader, RecentValues<BlobKey, SourceFile>>();

/**
 * The most characters of kept files. Each takes some 10 bytes with all that is computed about the
 * file. A server of redis with two threads takes 60 MB more than with half of this, and a seventh
 * less processor time for each question.
 */
const MOST_KEPT = 12_000_000;

/**
 * Returns rows of blobs: those in memory if the blob has any there, otherwise those of the table,
 * which come first.
 */
export async function rowsOfBlobs<C extends RowColumn>(
  { store, view }: SymbolContext,
  keys: Iterable<BlobKey>,
  columns: readonly C[],
): Promise<Pick<ChunkRow, C | 'blobSha' | 'language'>[]> {
  const wanted = new Set(keys);
  const fresh = view.overlay.filter((row) => wanted.has(rowKeyOf(row)));
  for (const row of fresh) wanted.delete(rowKeyOf(row));
  if (wanted.size === 0) return fresh;
  const asked = [...new Set<C | 'blobSha' | 'language'>([...columns, 'blobSha', 'language'])];
  return [...(await store.rows({ blobs: [...wanted] }, asked)), ...fresh];
}

/** @param rows all rows of one blob, at least one */
function fileOf(rows: readonly FileRow[]): SourceFile {
  const { sorted, language, lines, codeText, code } = readRows(rows, 0);
  const starts = startsOf(code);
  return {
    ...{ language, lines, code, codeText, starts },
    rows: withMacroCalls(sorted, codeText, starts, language),
    definitions: definitionsOf(sorted, { lines, code, language, above: 0, isWhole: true }),
    imports: sorted.flatMap((row) =>
      row.references.filter(({ kind }) => kind === 'import').map((reference) => ({ reference, row })),
    ),
  };
}

/**
 * @param names as joinedName gives them
 * @returns their definitions in the table and in memory. What a name has does not depend on the
 * other ones
 */
export async function readDefinitions(
  context: SymbolContext,
  names: ReadonlySet<string>,
): Promise<{ key: BlobKey; definition: FileDefinition }[]> {
  const { stored, keys } = await rowsOfName(context, DEFINES, names);
  const fresh = context.view.overlay.filter((row) => keys.has(rowKeyOf(row)));
  const rows: FileRow[] =
    stored.size === 0 ? [] : await context.store.rows({ chunkIds: [...stored.keys()] }, FILE_COLUMNS);
  return [...groupBy([...rows, ...fresh], rowKeyOf)].flatMap(([key, own]) => {
    const byName = new Map<string, FileRow[]>();
    for (const row of own)
      for (const name of new Set(row.defines.map((one) => joinedName(one.name))))
        if (names.has(name)) addTo(byName, name, row);
    const byRows = new Map<string, FileDefinition[]>();
    return [...byName].flatMap(([name, defining]) => {
      const all = getOrMake(byRows, defining.map(({ chunkId }) => chunkId).join(' '), () => definitionsIn(defining));
      return all.flatMap((definition) => (joinedName(definition.name) === name ? [{ key, definition }] : []));
    });
  });
}

/** @param rows some rows of one blob; @returns the definitions in them */
export function definitionsIn(rows: readonly FileRow[]): FileDefinition[] {
  const firstLines = rows.flatMap((row) => [row, ...row.defines].map(({ startLine }) => startLine));
  const above = Math.min(...firstLines) - 1;
  const { sorted, language, lines, code } = readRows(rows, above);
  return definitionsOf(sorted, { lines, code, language, above, isWhole: false });
}

/**
 * @param above the number of lines of the file that are left out: thousands may stand above the
 * first row
 */
function readRows(rows: readonly FileRow[], above: number) {
  const sorted = [...rows].sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
  const language = sorted[0]!.language;
  const lines: string[] = [];
  for (const row of sorted) {
    const own = row.text.replaceAll('\r\n', '\n').split('\n');
    if (own.at(-1)!.endsWith('\r')) own.push(own.pop()!.slice(0, -1));
    const start = row.startLine - 1 - above;
    while (lines.length < start) lines.push('');
    const end = Math.min(row.endLine - above, start + own.length);
    for (let at = lines.length; at < end; at++) lines.push(own[at - start]!);
  }
  const codeText = maskCode(lines.join('\n'), language);
  return { sorted, language, lines, codeText, code: codeText.split('\n') };
}

/** Returns the offset of each line in the joined text, and where the next one would begin. */
export function startsOf(lines: readonly string[]): number[] {
  const starts = [0];
  let start = 0;
  for (const { length } of lines) {
    start += length + 1;
    starts.push(start);
  }
  return starts;
}

interface Extent {
  /** The number of lines of the file that are left out. */
  above: number;
  /** False if lines between the rows may be missing, too. */
  isWhole: boolean;
}

function definitionsOf(
  rows: readonly FileRow[],
  { lines, code, language, above, isWhole }: Pick<SourceFile, 'lines' | 'code' | 'language'> & Extent,
): FileDefinition[] {
  const found = new Map<string, { definition: FileRow['defines'][number]; row: FileRow }>();
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
    const around = open.at(-1);
    const chain = around === undefined ? [] : [...around.scope, around.name];
    const outer = isWhole ? [] : scopeAround(definition, row, code[firstLineOf(row) - 1 - above] ?? '');
    const scope = scopeOfDefinition({
      definition,
      row,
      isMain: isSymbolOf(row, definition),
      chain: outer.length > chain.length ? outer : chain,
      code,
      language,
      at: definition.startLine - 1 - above,
      first: isWhole ? 0 : row.startLine - 1 - above,
    });
    const at = declaredAt(definition, code, above);
    const isSigned = isSignatureOf(row, definition, lines.slice(at, at + MOST_SIGNED));
    const signature = isSigned ? row.signature : withoutComments(lines[at] ?? '', language).trim();
    const out: FileDefinition = { ...definition, scope, signature };
    open.push(out);
    return out;
  });
}

/** Returns the first line of the definition that a row is called after. */
function firstLineOf({ defines, symbol }: FileRow): number {
  return defines.find(({ name }) => name === symbol)?.startLine ?? 0;
}

/**
 * Returns the scope of a definition as its row has it, for a file of which not all rows are read:
 * without the receiver of the row's own definition, and without the definition itself. A later
 * part of a class has the class around, which begins in another row.
 * @param line the first line of the row's own definition, which may name a receiver
 */
function scopeAround({ name }: { name: string }, row: FileRow, line: string): string[] {
  const { scope, symbol, language, kind, defines } = row;
  const { areOutside, receiverOf } = languageNamed(language).members ?? {};
  // `Eq Int` is an instance of Haskell that others follow, and holds none of them.
  const isPart = HOLDERS.has(kind) && !symbol.includes(' ') && !defines.some((own) => own.name === symbol);
  const isCase = isPart && kind === 'enum' && languageRules(language).implBlocks;
  if (areOutside === true && !isCase) return [];
  if (isPart) return [...scope, symbol];
  const receiver = receiverOf?.(line, symbol) ?? [];
  const outer = scope.slice(0, Math.max(0, scope.length - receiver.length));
  return outer.slice(0, outer.includes(name) ? outer.indexOf(name) : outer.length);
}

const HOLDERS: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'object']);

/** True for the definition that a row is called after: the first of this name. */
function isSymbolOf(row: FileRow, { name, startLine }: FileRow['defines'][number]): boolean {
  return row.symbol === name && row.defines.every((other) => other.name !== name || other.startLine >= startLine);
}

/** The most lines of a declaration that are compared with a signature. */
const MOST_SIGNED = 12;

/** True if the signature of a row is of this definition. Others in the row may have its name. */
function isSignatureOf({ symbol, signature, defines }: FileRow, { name }: Definition, written: string[]): boolean {
  const fromName = (text: string): string => text.slice(text.indexOf(name)).replace(/\s+|,(?=\s*[)\]])/g, '');
  if (symbol !== name || signature === '') return false;
  const isOnly = defines.filter((other) => other.name === name).length === 1;
  return isOnly || fromName(written.join(' ')).startsWith(fromName(signature));
}

function encloses(outer: FileDefinition, inner: { name: string; startLine: number; endLine: number }): boolean {
  return (
    outer.startLine <= inner.startLine &&
    outer.endLine >= inner.endLine &&
    (outer.startLine < inner.startLine || outer.endLine > inner.endLine)
  );
}

/**
 * Finds the name of a definition in `code`. Decorators and annotations may stand above its line.
 */
function declaredAt(
  { name, startLine, endLine }: { name: string; startLine: number; endLine: number },
  code: readonly string[],
  above: number,
): number {
  const first = startLine - 1 - above;
  const last = Math.min(endLine - 1 - above, first + 20);
  for (let at = first; at <= last; at++) {
    const text = code[at] ?? '';
    if (!/^\s*@/.test(text) && text.includes(name)) return at;
  }
  return first;
}

const definitionsByName = new WeakMap<SourceFile, Map<string, FileDefinition[]>>();

export function definitionsNamed(file: SourceFile, name: string): readonly FileDefinition[] {
  return getOrMake(definitionsByName, file, () => groupBy(file.definitions, (one) => one.name)).get(name) ?? [];
}

/** The definitions around a line, outermost first. */
export function definitionsAround(file: SourceFile, line: number): readonly FileDefinition[] {
  return spansOf(file.definitions).around(line);
}

// Finds the scope of a definition. A row has the scope of its first definition only. If a member is
// written outside of its type, its own line or the block around it names the type:
// `func (s *Server) Start()`, `void Server::start()`, `impl Server {`.

interface UnscopedDefinition {
  definition: Definition;
  row: { scope: readonly string[] };
  /** The row has its scope from this definition. */
  isMain: boolean;
  /** Names of the definitions around it in the same file. */
  chain: readonly string[];
  /** Lines of the file, with comments and strings blanked. */
  code: readonly string[];
  language: string;
  /** The line in `code` at which the definition begins. */
  at: number;
  /** A block above this line may be any other one: its end, and what follows, may be missing. */
  first: number;
}

function scopeOfDefinition(unscoped: UnscopedDefinition): string[] {
  const { definition, row, isMain, chain, code, language, at, first } = unscoped;
  const inBlock =
    languageRules(language).implBlocks && IN_BLOCKS.has(definition.kind)
      ? blockAround(at, code, language, first)
      : null;
  if (inBlock !== null) return [...chain.filter((name) => name !== inBlock), inBlock];
  if (isMain && row.scope.length >= chain.length) return [...row.scope];
  const { areOutside, receiverOf } = languageNamed(language).members ?? {};
  const receiver = receiverOf?.(code[at] ?? '', definition.name) ?? null;
  if (receiver !== null) return areOutside === true ? receiver : [...chain, ...receiver];
  if (chain.length > 0) return [...chain];
  if (definition.kind === 'method') {
    const block = blockAround(at, code, language, first);
    if (block !== null) return [block];
  }
  if (areOutside === true && definition.kind !== 'method') return [];
  // The chunk's symbol is its first definition, which is inside of this one.
  const own = row.scope.indexOf(definition.name);
  return row.scope.slice(0, own === -1 ? row.scope.length : own);
}

const IN_BLOCKS: ReadonlySet<string> = new Set(['type', 'constant', 'method']);

/** The patterns take quadratic time at worst, so they get only this many characters of a line. */
const MOST_OF_LINE = 500;

/** Returns the type of the nearest block above that has less indentation and holds members. */
function blockAround(line: number, code: readonly string[], language: string, first: number): string | null {
  const { block: pattern, isFlat } = languageNamed(language).members ?? {};
  if (pattern === undefined) return null;
  const indent = isFlat === true ? Number.POSITIVE_INFINITY : /^\s*/.exec(code[line] ?? '')![0].length;
  const blocks = blocksOf(code, pattern);
  let at = blocks.above[Math.min(line, code.length)]!;
  while (at !== -1 && blocks.all[at]!.indent >= indent) at = blocks.all[at]!.outer;
  return at <= blocks.above[first]! ? null : blocks.all[at]!.name;
}

interface Blocks {
  /**
   * All blocks by line. `outer` is the nearest one above with less indentation, -1 if there is
   * none.
   */
  all: { indent: number; name: string; outer: number }[];
  /** For each line (from 0) the index of the last block above it. */
  above: number[];
}

const blocksOfCode = new WeakMap<readonly string[], Blocks>();

function blocksOf(code: readonly string[], pattern: RegExp): Blocks {
  return getOrMake(blocksOfCode, code, () => {
    const blocks: Blocks = { all: [], above: [-1] };
    for (const line of code) {
      const found = pattern.exec(line.slice(0, MOST_OF_LINE));
      if (found !== null) {
        const indent = found[1]!.length;
        let outer = blocks.all.length - 1;
        while (outer !== -1 && blocks.all[outer]!.indent >= indent) outer = blocks.all[outer]!.outer;
        blocks.all.push({ indent, name: found[2]!, outer });
      }
      blocks.above.push(blocks.all.length - 1);
    }
    return blocks;
  });
}

/** A name that more chunks mention says nothing. */
const MOST_ROWS = 20_000;
/** The number of names that are looked up at once. */
const NAMES_AT_ONCE = 100;

/**
 * @param prefix DEFINES or REFERS of words.ts
 * @returns blobs of rows in the table, by the id of the row, and the keys of all blobs that have
 * such rows, in the table or in memory
 */
export async function rowsOfName(
  { store, view }: SymbolContext,
  prefix: string,
  names: Iterable<string>,
  isWanted: IsWanted = isInView(view),
): Promise<{ stored: Map<string, BlobKey>; keys: Set<BlobKey> }> {
  const tokens = new Set([...names].map((name) => prefix + joinedName(name)).filter((token) => token !== prefix));
  const stored = new Map<string, BlobKey>();
  const rowsOf = async (some: readonly string[]): Promise<readonly FoundRow<never>[]> => {
    const rows = await store.rowsWithTerms(some, MOST_ROWS, [], isWanted);
    // Definitions are kept by name, so what a name has must not depend on the other ones.
    if (prefix !== DEFINES || rows.length < MOST_ROWS || some.length === 1) return rows;
    const half = Math.ceil(some.length / 2);
    return [...(await rowsOf(some.slice(0, half))), ...(await rowsOf(some.slice(half)))];
  };
  const all = [...tokens];
  for (let at = 0; at < all.length; at += NAMES_AT_ONCE) {
    const some = all.slice(at, at + NAMES_AT_ONCE);
    for (const row of await rowsOf(some)) stored.set(row.chunkId, rowKeyOf(row));
  }
  const keys = new Set(stored.values());
  for (const row of view.overlay) {
    if (isWanted(row) && row.searchText.split(' ').some((word) => tokens.has(word))) keys.add(rowKeyOf(row));
  }
  return { stored, keys };
}

// Blanks comments and the content of strings in source text, so that a name which is found is code.
// Offsets and lines stay. It is a scanner with a few rules for each language, not a parser: a
// string that is misread ends with its line.

const patterns = new Map<string, RegExp | null>();

export function maskCode(text: string, language: string): string {
  const pattern = patternOf(language);
  if (pattern === null) return text;
  const { rawBackquotes, interpolates, isComponent } = languageNamed(language);
  return text.replace(pattern, (found, offset: number) => {
    if (found.startsWith('`') && rawBackquotes !== true) return maskTemplate(found, /\$\{[^}]*\}/g);
    if (isComponent === true && /^[:@#v]/.test(found))
      return found.replace(/(?<=")[^"]+/, (code) => maskCode(code, 'javascript'));
    const masked = maskOne(found);
    if (interpolates?.test(text.slice(Math.max(0, offset - 3), offset)) !== true) return masked;
    return masked[0]! + maskTemplate(found.slice(1, -1), /\{\{|\}\}|\{[^{}]*\}/g) + masked.slice(found.length - 1);
  });
}

/** Blanks comments and keeps strings. */
function withoutComments(line: string, language: string): string {
  const pattern = patternOf(language);
  return pattern === null ? line : line.replace(pattern, (found) => (/^["'`]/.test(found) ? found : ''));
}

function patternOf(language: string): RegExp | null {
  return getOrMake(patterns, language, () => {
    const { mask = SLASH_MASK } = languageNamed(language);
    return mask === null ? null : new RegExp(mask.join('|'), 'g');
  });
}

/** Quotes stay, so that a call with one string still looks like one. */
function maskOne(found: string): string {
  const quote = found[0]!;
  return /^(?:["'`]|\/(?![*/]))/.test(found) && found.length > 1
    ? `${quote}${blank(found.slice(1, -1))}${found.at(-1)!}`
    : blank(found);
}

/** Blanks a template, but keeps the code in it without its strings. */
function maskTemplate(found: string, kept: RegExp): string {
  let out = '';
  let from = 0;
  for (const { 0: code, index } of found.slice(0, found.lastIndexOf('}') + 1).matchAll(kept)) {
    out += blank(found.slice(from, index)) + code.replace(/"[^"\n]*"|'[^'\n]*'/g, blank);
    from = index + code.length;
  }
  return out + blank(found.slice(from));
}

/** Blanks everything but line ends. */
function blank(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return ' '.repeat(text.length);
  return text.replace(/[^\n\r]+/g, (run) => ' '.repeat(run.length));
}
