/**
 * Finds the place that a caller names, a chunk id or a line of a file in its present state, and
 * what is meant there: a definition, a test, or the whole chunk.
 */

import { CoraError } from '../base/errors.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { getOrMake } from '../base/lists.ts';
import { fileNameOf } from '../base/patterns.ts';
import type { ChunkKind, ChunkRow } from '../base/types.ts';
import { toUnit } from '../embed/batches.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import { componentName } from '../languages/javascript.ts';
import { languageNamed, languageRules } from '../languages/languages.ts';
import type { CallerView } from '../view/callerView.ts';
import { findPublicId, rowsById } from '../view/chunkIds.ts';
import { fileAt, notIndexed } from '../view/viewFiles.ts';
import { spansOf } from './brackets.ts';
import {
  definitionsAround,
  type FileDefinition,
  readFiles,
  rowsOfBlobs,
  type SourceFile,
  type SymbolContext,
} from './readFiles.ts';
import { GRAPH_COLUMNS, type Seed } from './referenceGraph.ts';

/**
 * A chunk id, or a line (1-based) of a file, whose path is relative to the repository; without a
 * line, the whole file.
 */
export type NamedPlace = { chunkId: string } | { path: string; line: number | null };

type PlaceRow = Pick<ChunkRow, (typeof PLACE_COLUMNS)[number]>;
const PLACE_COLUMNS = [...GRAPH_COLUMNS, 'vector'] as const;

/** The most definitions of a whole file that are looked at. Each is looked up in other files. */
const MOST_DEFINITIONS = 1000;

/**
 * @returns the chunks, and what is meant in them: for a line, the innermost definition around it
 * @throws CoraError USAGE that says what is there instead
 */
export async function findPlace(
  store: SearchReader,
  view: CallerView,
  place: NamedPlace,
): Promise<{ seeds: Seed[]; focus: Focus; vector: Float32Array }> {
  const found = 'chunkId' in place ? await byId(store, view, place.chunkId) : await byLine(store, view, place);
  const { path, rows, line } = found;
  let { row } = found;
  const [file] = (await readFiles({ store, view }, [rowKeyOf(row)])).values();
  const { startLine, endLine, defines: definitions } = row;
  if (file !== undefined && line === null) {
    const named = { name: fileNameOf(path), kind: 'text' } as const;
    const component = componentName(path);
    const own = component === null ? [] : [{ name: component, startLine: 1 }];
    const definitions = [...own, ...file.definitions.slice(0, MOST_DEFINITIONS)];
    const next = file.definitions[MOST_DEFINITIONS];
    const endLine = next === undefined ? file.lines.length : next.startLine - 1;
    const focus = { path, startLine: 1, endLine, definitions, named, ofAll: file.definitions.length };
    return { seeds: rows.map((one) => ({ path, row: one, score: 1 })), focus, vector: meanOf(rows) };
  }
  const focus =
    file === undefined
      ? { path, startLine, endLine, definitions, named: null }
      : focusOf(file, path, row, line ?? null);
  // A comment may be in the chunk before that of the definition that it documents.
  if (focus.startLine > row.endLine) row = rowAt(rows, focus.startLine) ?? row;
  return { seeds: [{ path, row, score: 1 }], focus, vector: row.vector };
}

/** @returns the mean of the vectors, made as long as each of them */
function meanOf(rows: readonly PlaceRow[]): Float32Array {
  const sums = new Float64Array(rows[0]!.vector.length);
  for (const { vector } of rows) for (const [at, value] of vector.entries()) sums[at]! += value;
  return toUnit(sums);
}

interface Found {
  row: PlaceRow;
  path: string;
  /** The rows of the file, by line; empty if the caller gave a chunk id. */
  rows: readonly PlaceRow[];
  /** Null for a whole file; left out for a chunk id. */
  line?: number | null;
}

async function byId(store: SearchReader, view: CallerView, chunkId: string): Promise<Found> {
  const found = await findPublicId(store, view, chunkId);
  const ids = found === null ? [] : [found.chunkId];
  const [row] = (await rowsById(store, view.overlay, ids, PLACE_COLUMNS)).values();
  if (found !== null && row !== undefined) return { row, path: found.path, rows: [] };
  const hint = 'Ids change with the text: take one from a new answer, or name a place as PATH:LINE.';
  throw new CoraError('USAGE', `No chunk of this view has the id ${chunkId}.`, { hint });
}

type PlaceInFile = Extract<NamedPlace, { path: string }>;

async function byLine(store: SearchReader, view: CallerView, { path, line }: PlaceInFile): Promise<Found> {
  const file = fileAt(view, path);
  if (file === undefined) throw notIndexed('USAGE', path, view.files);
  const rows: PlaceRow[] = await rowsOfBlobs({ store, view }, [blobKeyOf(file)], PLACE_COLUMNS);
  rows.sort((a, b) => a.startLine - b.startLine || a.part - b.part);
  const row = rowAt(rows, line ?? 1);
  const last = rows.reduce((most, { endLine }) => Math.max(most, endLine), 0);
  if (row !== undefined && (line ?? 1) <= last) return { row, path, rows, line };
  const why = rows.length === 0 ? `${path} holds no text.` : `${path} ends at line ${last}.`;
  throw new CoraError('USAGE', why, { hint: 'cora files   lists what is indexed' });
}

/** A blank line between two definitions belongs to the one above. */
function rowAt(rows: readonly PlaceRow[], line: number): PlaceRow | undefined {
  return rows.findLast(({ startLine }) => startLine <= line) ?? rows[0];
}

/** Lines of a file, and the definitions in them whose users are wanted. */
export interface Focus {
  path: string;
  startLine: number;
  endLine: number;
  definitions: readonly { name: string; startLine: number }[];
  /** The definition or the file that is meant; null for a chunk. */
  named: Pick<FileDefinition, 'name' | 'kind'> | null;
  /** For a whole file, the number of its definitions. `definitions` has the first of them. */
  ofAll?: number;
}

/**
 * @param line means the definition that holds it or that it documents, or the test block around it,
 * with everything inside; null means the whole chunk and the definition that it is a part of
 */
function focusOf(file: SourceFile, path: string, row: ChunkLines, line: number | null): Focus {
  const whole =
    line === null
      ? definitionsAround(file, row.startLine).findLast(({ name }) => row.parts > 1 && name === row.symbol)
      : meantAt(file, line);
  const { startLine, endLine } = whole ?? row;
  const isWithin = (one: FileDefinition): boolean => startLine <= one.startLine && one.startLine <= endLine;
  return { path, startLine, endLine, definitions: file.definitions.filter(isWithin), named: whole ?? null };
}

/**
 * Returns the definition that a comment at this line documents, or the test block around, or the
 * innermost definition around.
 */
function meantAt(file: SourceFile, line: number): Meant | undefined {
  const inner = documentedAt(file, line) ?? definitionsAround(file, line).at(-1);
  const holder = holderAt(file, line);
  if (holder.isTitle !== true || (inner !== undefined && inner.startLine >= holder.startLine)) return inner;
  const { symbol: name, kind, startLine, endLine } = holder;
  return { name, kind, startLine, endLine };
}

type Meant = Pick<FileDefinition, 'name' | 'kind' | 'startLine' | 'endLine'>;

/** The most lines of a comment that are read. */
const MOST_COMMENT = 200;

/** A comment documents the definition that follows without a blank line. */
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

/** @returns the focuses of chunks; a file is read only if a definition is larger than its chunk */
export async function focusesOf(
  context: SymbolContext,
  seeds: readonly { path: string; row: ChunkLines & Pick<ChunkRow, 'blobSha' | 'language' | 'defines'> }[],
): Promise<Focus[]> {
  const inParts = new Set(seeds.filter(({ row }) => row.parts > 1).map(({ row }) => rowKeyOf(row)));
  const files = inParts.size === 0 ? new Map() : await readFiles(context, inParts);
  return seeds.map(({ path, row }) => {
    const file: SourceFile | undefined = files.get(rowKeyOf(row));
    const { startLine, endLine, defines: definitions } = row;
    return file === undefined || row.parts === 1
      ? { path, startLine, endLine, definitions, named: null }
      : focusOf(file, path, row, null);
  });
}

export interface Holder {
  kind: ChunkKind;
  /** Empty if it is only a line. */
  symbol: string;
  scope: readonly string[];
  startLine: number;
  endLine: number;
  /** True if `symbol` is the title of a block. */
  isTitle?: boolean;
}

/**
 * Returns the class whose head is at the line; for `impl Read for Socket` it is Socket, at this
 * line.
 */
export function heirAt(file: SourceFile, line: number): Holder {
  const holder = holderAt(file, line);
  if (!languageRules(file.language).implBlocks || CLASSES.has(holder.kind)) return holder;
  const symbol = /\bfor\s+(?:&\s*)?(?:\w+::)*(\w+)/.exec(file.code[line - 1]!.slice(0, 500))?.[1] ?? '';
  return { kind: 'class', symbol, scope: [], startLine: line, endLine: line };
}

const CLASSES: ReadonlySet<ChunkKind> = new Set(['class', 'interface', 'enum', 'type']);

/**
 * Returns the function around a line, or the test block with a title, or the class, or the line
 * itself.
 */
export function holderAt({ definitions, lines, rows }: SourceFile, line: number): Holder {
  const inner = spansOf(definitions).last(line);
  const block =
    inner === undefined || CLASSES.has(inner.kind) || inner.kind === 'module' ? testBlockAround(lines, line) : null;
  if (block !== null && (inner === undefined || inner.startLine < block.startLine)) {
    const { title: symbol, startLine, endLine } = block;
    const scope = inner === undefined ? [] : [...inner.scope, inner.name];
    return { kind: 'function', symbol, scope, startLine, endLine, isTitle: true };
  }
  if (inner !== undefined) {
    const { kind, name: symbol, scope, startLine, endLine } = inner;
    return { kind, symbol, scope, startLine, endLine };
  }
  // In prose it is the section, by its heading.
  const row = spansOf(rows).first(line);
  if (row?.kind === 'section') return row;
  return { kind: row?.kind ?? 'text', symbol: '', scope: [], startLine: line, endLine: line };
}

/** False for helpers in a file of tests. */
export function isTestBlock({ symbol, scope, isTitle = false }: Holder): boolean {
  return (
    isTitle || [...scope, symbol].some((name) => /^(?:test|bench|fuzz|example|spec)|(?:tests?|spec|it)$/i.test(name))
  );
}

/** True inside of a test in a file of other code, such as the unit tests of Rust. */
export function isInTest(file: SourceFile, line: number): boolean {
  const { testAttribute } = languageNamed(file.language);
  if (testAttribute === undefined) return false;
  return definitionsAround(file, line).some(({ startLine }) => {
    let above = startLine - 1;
    while (above > 0 && /^\s*#/.test(file.code[above - 1]!)) above--;
    return file.code.slice(above, startLine - 1).some((text) => testAttribute.test(text));
  });
}

/** Matches the beginning of a test block up to its title. */
const OPENS =
  /^(\s*)(?:test|it|describe|context|should|specify|suite|scenario|feature|bench)\b[^'"`\s]{0,60}[\s(]{1,3}(?:(['"])((?:(?!\2).){1,300})\2|`([^`]{1,300})`)/;

interface TestBlock {
  title: string;
  startLine: number;
  endLine: number;
}

/** @returns the innermost test block around a line, null if there is none */
function testBlockAround(lines: readonly string[], line: number): TestBlock | null {
  const outer = outerLines(lines);
  let at = line;
  while (at >= 1 && lines[at - 1]!.trim() === '') at--;
  for (; at >= 1; at = outer[at - 1]!) {
    const block = testBlockAt(lines, at);
    // A block that ends above the line does not hold it.
    if (block !== null && block.endLine >= line) return block;
  }
  return null;
}

const outerOf = new WeakMap<readonly string[], readonly number[]>();

/**
 * Returns for each line the nearest one above that has less indentation and is not blank, 0 if
 * there is none.
 */
function outerLines(lines: readonly string[]): readonly number[] {
  return getOrMake(outerOf, lines, () => {
    const indents: number[] = [];
    const outer: number[] = [];
    let last = 0;
    lines.forEach((text, at) => {
      const indent = indentOf(text);
      let above = last;
      while (above !== 0 && indents[above - 1]! >= indent) above = outer[above - 1]!;
      indents.push(indent);
      outer.push(above);
      if (text.trim() !== '') last = at + 1;
    });
    return outer;
  });
}

const blocksOf = new WeakMap<readonly string[], Map<number, TestBlock | null>>();

/** @returns the block that begins at the line */
export function testBlockAt(lines: readonly string[], line: number): TestBlock | null {
  const known = getOrMake(blocksOf, lines, () => new Map<number, TestBlock | null>());
  return getOrMake(known, line, () => readBlock(lines, line));
}

function readBlock(lines: readonly string[], line: number): TestBlock | null {
  const [, indent, , quoted, template] = OPENS.exec(lines[line - 1]!.slice(0, 500)) ?? [];
  const title = quoted ?? template;
  if (indent === undefined || title === undefined) return null;
  for (let at = line; at < lines.length; at++) {
    const text = lines[at]!;
    if (text.trim() !== '' && indentOf(text) <= indent.length) {
      const closes = /^\s*(?:[})\]]|end\b)/.test(text) && indentOf(text) === indent.length;
      return { title, startLine: line, endLine: closes ? at + 1 : at };
    }
  }
  return { title, startLine: line, endLine: lines.length };
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
