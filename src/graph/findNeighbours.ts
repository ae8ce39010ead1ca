/**
 * Finds rows around the hits, those that define what the hits use and those that use what the hits
 * define. One look-up in the full-text index finds them, and a walk over their graph
 * (referenceGraph.ts) ranks them. Nothing is stored, so edits, branches and a new index need no
 * update. And it finds tests of the hits by the names of their files.
 */

import { blobKeyOf } from '../base/identity.ts';
import { getOrMake } from '../base/lists.ts';
import { fileNameOf, folderOf } from '../base/patterns.ts';
import type { LineRange } from '../base/searchTypes.ts';
import type { ChunkRow } from '../base/types.ts';
import { DEFINES, joinedName, REFERS, splitIdentifier } from '../base/words.ts';
import type { Candidate, SearchReader } from '../engine/rowReader.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import { familyMembers, sameFamily } from '../languages/languages.ts';
import { isInView, type SearchedFile, type SearchedView } from '../view/searchedView.ts';
import { testBlockAt } from './findPlace.ts';
import type { RelatedPlace } from './findRelations.ts';
import { filesLike, NAMELESS } from './pathWords.ts';
import { readFiles, type SourceFile, type SymbolContext } from './readFiles.ts';
import {
  buildReferenceGraph,
  GRAPH_COLUMNS,
  type GraphChunk,
  type GraphNode,
  type GraphRow,
  ownerOf,
  type ReferenceEdge,
  type ReferenceGraph,
  type Seed,
} from './referenceGraph.ts';

type NeighbourView = Pick<SearchedView, 'byBlob' | 'statistics' | 'overlay' | 'wantedKind'>;

/**
 * A name that more chunks define is ambiguous, and one that more chunks mention is common. Neither
 * says what is near.
 */
const MOST_DEFINERS = 8;
const MOST_MENTIONS = 100;
/** The most names of the look-up, and the most rows that it returns. */
const MOST_NAMES = 40;
const MOST_ROWS = 100;

/**
 * @param seeds best first; @returns the chunks near them in the graph, the seeds included, best
 * first
 */
export async function findNeighbours(
  store: SearchReader,
  view: NeighbourView,
  seeds: readonly Seed[],
): Promise<Neighbour[]> {
  const mentions = (name: string): number => view.statistics.frequency(REFERS + joinedName(name));
  const graph = buildReferenceGraph(await readNeighbourhood(store, view, seeds), mentions);
  return expand(graph, seeds).filter(({ chunk }) => view.wantedKind(chunk.row.kind));
}

/** Reads the hits' own rows and those that the look-up finds. */
async function readNeighbourhood(
  store: SearchReader,
  view: NeighbourView,
  seeds: readonly Seed[],
): Promise<GraphChunk[]> {
  const own = seeds.map(({ row }) => row);
  const tokens = chooseTokens(own, view);
  if (tokens.size === 0) return placed(own, view);
  const found = await exhaust(
    (limit) => store.rowsWithTerms([...tokens], limit, GRAPH_COLUMNS, isInView(view)),
    4 * MOST_ROWS,
  );
  const isNear = ({ searchText }: ChunkRow): boolean => searchText.split(' ').some((word) => tokens.has(word));
  const rows = new Map<string, GraphRow>();
  for (const row of [...found, ...view.overlay.filter(isNear), ...own]) rows.set(row.chunkId, row);
  return placed(rows.values(), view);
}

/**
 * Chooses the tokens to look up: definitions of names that the rows use, and mentions of names that
 * they define. Rare names of good hits come first.
 */
function chooseTokens(own: readonly GraphRow[], { statistics }: NeighbourView): Set<string> {
  const wanted = new Map<string, number>();
  const add = (token: string, most: number, rank: number): void => {
    const frequency = statistics.frequency(token);
    if (frequency === 0 || frequency > most) return;
    wanted.set(token, Math.min(wanted.get(token) ?? Number.POSITIVE_INFINITY, frequency * (rank + 1)));
  };
  own.forEach((row, rank) => {
    for (const { name } of row.references) add(DEFINES + joinedName(name), MOST_DEFINERS, rank);
    for (const { name } of row.defines) add(REFERS + joinedName(name), MOST_MENTIONS, rank);
    if (row.symbol !== '') add(REFERS + joinedName(row.symbol), MOST_MENTIONS, rank);
    const owner = ownerOf(row);
    if (owner === null) return;
    add(DEFINES + joinedName(owner), MOST_DEFINERS, rank);
    add(REFERS + joinedName(owner), MOST_MENTIONS, rank);
  });
  const sorted = [...wanted].sort(([a, costA], [b, costB]) => costA - costB || (a < b ? -1 : 1));
  const tokens = new Set<string>();
  let rows = 0;
  for (const [token] of sorted.slice(0, MOST_NAMES)) {
    rows += statistics.frequency(token);
    if (rows > MOST_ROWS) break;
    tokens.add(token);
  }
  return tokens;
}

/** Reads all rows that hold a token: which ones a cut list has says nothing. */
async function exhaust<T extends Candidate>(fetch: (limit: number) => Promise<T[]>, first: number): Promise<T[]> {
  for (let limit = first; ; limit *= 4) {
    const found = await fetch(limit);
    if (found.length < limit) return found;
  }
}

/** Places each row at every path that its blob has in the view. */
function placed(rows: Iterable<GraphRow>, { byBlob }: NeighbourView): GraphChunk[] {
  return [...rows].flatMap((row) => byBlob.ofRow(row).map(({ path, status }) => ({ path, status, row })));
}

// Finds what is near the hits in the graph of references, by personalised PageRank from the hits
// (Page, Brin, Motwani and Winograd 1999, section 6; Haveliwala 2002). It walks along uses in both
// directions. Pure; sums are added in a fixed order, so equal rows give equal digits.

export interface Neighbour {
  chunk: GraphChunk;
  /**
   * PageRank without the share that a seed starts with, divided by the best one: above 0, at most
   * 1.
   */
  score: number;
  isSeed: boolean;
  /** The links that may connect it with a hit. */
  links: readonly Link[];
}

/** A name that the neighbour uses and a hit may define, or the other way round. */
interface Link {
  name: string;
  isUser: boolean;
}

/** The chance of walking on. Otherwise the walk returns to the hits. */
const DAMPING = 0.85;
/**
 * The number of iterations. It is fixed; afterwards 0.85^30 of the first guess, less than a
 * hundredth, is left, which does not change the order.
 */
const ITERATIONS = 30;

/**
 * @returns the definitions that the walk reaches, best first; ties are ordered by path, then line
 */
export function expand(graph: ReferenceGraph, seeds: readonly Seed[]): Neighbour[] {
  const { nodes, edges } = graph;
  const start = startOf(nodes, seeds);
  if (start.every((share) => share === 0)) return [];
  const ranks = pageRank(start, edges);
  const reached = nodes.map((_, node) => ({ node, came: ranks[node]! - (1 - DAMPING) * start[node]! }));
  const found = reached.filter(({ came }) => came > 1e-9);
  // Nodes are in the order of their places, and sorting is stable.
  found.sort((a, b) => b.came - a.came);
  const best = found[0]?.came ?? 1;
  const edgesOf = nodes.map((): ReferenceEdge[] => []);
  for (const edge of edges) for (const end of new Set([edge.from, edge.to])) edgesOf[end]!.push(edge);
  return found.map(({ node, came }) => ({
    ...partOf(node, nodes, edgesOf[node]!, ranks, start),
    score: came / best,
    isSeed: start[node]! > 0,
  }));
}

/** The share of the restarts at each seed. */
function startOf(nodes: readonly GraphNode[], seeds: readonly Seed[]): number[] {
  const wanted = new Map(seeds.map(({ path, row, score }) => [`${path}\0${row.chunkId}`, score]));
  const scores = nodes.map(({ path, chunks }) =>
    chunks.reduce((most, { row }) => Math.max(most, wanted.get(`${path}\0${row.chunkId}`) ?? 0), 0),
  );
  const total = scores.reduce((sum, score) => sum + score, 0) || 1;
  return scores.map((score) => score / total);
}

function pageRank(start: readonly number[], edges: readonly ReferenceEdge[]): number[] {
  const degree = start.map(() => 0);
  for (const { from, to, weight } of edges) {
    degree[from]! += weight;
    degree[to]! += weight;
  }
  let ranks = [...start];
  for (let step = 0; step < ITERATIONS; step++) {
    const next = start.map((share) => (1 - DAMPING) * share);
    for (const { from, to, weight } of edges) {
      next[to]! += (DAMPING * ranks[from]! * weight) / degree[from]!;
      next[from]! += (DAMPING * ranks[to]! * weight) / degree[to]!;
    }
    ranks = next;
  }
  return ranks;
}

/**
 * Chooses the part of a large definition at which its strongest edge begins or ends, and lists its
 * edges with the hits.
 * @param edges those that begin or end at the node
 */
function partOf(
  node: number,
  nodes: readonly GraphNode[],
  edges: readonly ReferenceEdge[],
  ranks: readonly number[],
  start: readonly number[],
): Pick<Neighbour, 'chunk' | 'links'> {
  let strongest: ReferenceEdge | null = null;
  let most = 0;
  const links: Link[] = [];
  for (const edge of edges) {
    const other = edge.from === node ? edge.to : edge.from;
    const strength = edge.weight * ranks[other]!;
    if (strength > most) [strongest, most] = [edge, strength];
    if (start[other]! > 0 && edge.kind !== 'member') links.push({ name: edge.name, isUser: edge.from === node });
  }
  const { from, name, said } = strongest!;
  const { chunks } = nodes[node]!;
  const defining = chunks.find(({ row }) => row.defines.some((definition) => definition.name === name));
  return { chunk: from === node ? said : (defining ?? chunks[0]!), links };
}

// Tests of hits by the names of their files. They say where to look for references, and are shown
// if no reference resolves. A name alone is not enough, because many folders have an `admin.go`:
// the test must also be where tests of the file would be.

const MOST_OF_A_FILE = 2;

interface NamedTest {
  file: SearchedFile;
  /** The hit whose file it tests. */
  of: Seed;
}

/** @returns each test once, those of better hits first; files of hits are left out */
export function namedTests(seeds: readonly Seed[], files: readonly SearchedFile[]): NamedTest[] {
  const sources = seeds.map(({ path, row }) => ({ path, language: row.language }));
  const found = testsByName(sources, files);
  const taken = new Set(seeds.map(({ path }) => path));
  return seeds.flatMap((of, at) =>
    found[at]!.slice(0, MOST_OF_A_FILE).flatMap((file) => {
      if (taken.has(file.path)) return [];
      taken.add(file.path);
      return [{ file, of }];
    }),
  );
}

/**
 * @param resolved places that refer to a hit, best first; those outside of tests are left out
 * @returns the places of `resolved`, those named like a hit first, and then tests found only by
 * name
 */
export async function pairTests(
  context: SymbolContext,
  resolved: readonly RelatedPlace[],
  named: readonly NamedTest[],
): Promise<RelatedPlace[]> {
  const order = new Map(named.map(({ file }, at) => [file.path, at]));
  const orderOf = ({ place }: RelatedPlace): number => order.get(place.path) ?? named.length;
  const tests = resolved.filter(({ isTest }) => isTest).sort((a, b) => orderOf(a) - orderOf(b));
  const known = new Set(tests.map(({ place }) => place.path));
  const others = named.filter(({ file }) => !known.has(file.path));
  return [...tests, ...(await placesByName(context, others))];
}

async function placesByName(context: SymbolContext, tests: readonly NamedTest[]): Promise<RelatedPlace[]> {
  if (tests.length === 0) return [];
  const files = await readFiles(context, new Set(tests.map(({ file }) => blobKeyOf(file))));
  return tests.flatMap(({ file, of }) => {
    const read = files.get(blobKeyOf(file));
    if (read === undefined) return [];
    const { path, status, language } = file;
    const place = { path, status, language, ...testIn(read, new Set(of.row.defines.map(({ name }) => name))) };
    return [{ place, reason: `named as the test of ${fileNameOf(of.path)}`, score: 1, isTest: true }];
  });
}

/**
 * Returns the first test with one of the names, or else the first test, a definition, or a line.
 */
function testIn(
  file: SourceFile,
  names: ReadonlySet<string>,
): Omit<RelatedPlace['place'], 'path' | 'status' | 'language'> {
  const { lines, rows } = file;
  const { tests, named } = getOrMake(testsOfFiles, file, () => testsOf(file));
  const words = (text: string): string[] => text.match(/[\w$]+/g) ?? [];
  const says = ({ startLine, endLine }: LineRange): boolean =>
    lines.slice(startLine - 1, endLine).some((line) => words(line).some((word) => names.has(word)));
  const { kind, symbol, scope, startLine, endLine } = tests.find(says) ??
    tests[0] ??
    named[0] ?? { kind: rows[0]!.kind, symbol: '', scope: [], startLine: 1, endLine: 1 };
  return { kind, symbol, scope, startLine, endLine };
}

const testsOfFiles = new WeakMap<SourceFile, ReturnType<typeof testsOf>>();

function testsOf({ lines, definitions }: SourceFile) {
  const blocks = lines.flatMap((_, at) => {
    const block = testBlockAt(lines, at + 1);
    return block === null ? [] : [{ kind: 'function' as const, symbol: block.title, scope: [], ...block }];
  });
  const named = definitions.map(({ name: symbol, ...definition }) => ({ symbol, ...definition }));
  return { tests: [...blocks, ...named.filter(({ kind }) => TESTS.has(kind))], named };
}

const TESTS: ReadonlySet<string> = new Set(['function', 'method', 'class']);

// Pairs `openTable.test.ts` with `openTable.ts`, in its folder or in a tree that mirrors its own.
// Pure.

/** Words in names of tests that say nothing about the tested file. */
const TEST_WORDS = new Set(['test', 'tests', 'spec', 'specs', 'it']);
/** Matches the folder at which a tree of tests begins. */
const TEST_FOLDER = /^_*(?:tests?|specs?|testing|e2e)_*$/i;
/** Folders that only one of two mirrored trees has. */
const GENERIC_FOLDER = new RegExp(
  `^(?:_*(?:tests?|specs?)_*|unit|integration|e2e|functional|src|lib|app|main|${familyMembers('java').join('|')})$`,
  'i',
);

interface NamedFile {
  path: string;
  language: string;
}

/** 0: in the file's folder. 1: at its place in the mirrored tree. 2: at the end of that place. */
type Nearness = 0 | 1 | 2;

/** @returns the tests of each source, nearest first; empty for a test and for an `index` */
export function testsByName<T extends NamedFile>(sources: readonly NamedFile[], files: readonly T[]): T[][] {
  return sources.map((source) => {
    const { stem, longest } = stemOf(source);
    if (longest === '') return [];
    const folder = folderOf(source.path);
    const folders = new Set(splitIdentifier(folder));
    const tests: { file: T; near: Nearness; place: TestPlace; isTold: boolean }[] = [];
    /** Folders with another file of the same name. */
    const namesakes: string[] = [];
    for (const file of filesLike(files, [longest])) {
      if (file.path === source.path) continue;
      const { test, prose } = fileFeaturesOf(file.path, file.language);
      if (prose) continue;
      const rest = restOf(wordsOf(fileNameOf(file.path)), stem);
      if (rest === null) continue;
      if (!test) {
        if (rest.length === 0 && sameFamily(file.language, source.language)) namesakes.push(folderOf(file.path));
        continue;
      }
      const said = rest.filter((word) => !TEST_WORDS.has(word));
      if (!said.every((word) => folders.has(word))) continue;
      const place = placeOfTest(folderOf(file.path));
      const near = nearnessOf(place, folder);
      if (near !== null) tests.push({ file, near, place, isTold: said.length > 0 });
    }
    const own = tests.filter(
      ({ near, place, isTold }) => near < 2 || isTold || !namesakes.some((other) => nearnessOf(place, other) !== null),
    );
    return own.sort((a, b) => a.near - b.near).map(({ file }) => file);
  });
}

/**
 * Returns the words of the file's name, and the longest of them, which is '' if the file cannot
 * have tests.
 */
function stemOf({ path, language }: NamedFile): { stem: readonly string[]; longest: string } {
  const isNameless = NAMELESS.has(fileNameOf(path).split('.', 1)[0]!);
  const hasNone = isNameless || fileFeaturesOf(path, language).test;
  const stem = hasNone ? [] : wordsOf(fileNameOf(path));
  return { stem, longest: stem.reduce((best, word) => (word.length > best.length ? word : best), '') };
}

/** Returns the words that a name has beside the file's own; null if it lacks one of these. */
function restOf(words: readonly string[], stem: readonly string[]): string[] | null {
  const rest = [...words];
  for (const word of stem) {
    const at = rest.indexOf(word);
    if (at === -1) return null;
    rest.splice(at, 1);
  }
  return rest;
}

interface TestPlace {
  folder: string;
  /** The folder that the tree of tests mirrors; null outside of such a tree. */
  root: string | null;
  /** The test's folders in that tree. */
  inner: readonly string[];
}

function placeOfTest(folder: string): TestPlace {
  const parts = folder.split('/');
  const at = parts.findIndex((part) => TEST_FOLDER.test(part));
  if (at === -1) return { folder, root: null, inner: [] };
  return { folder, root: parts.slice(0, at).join('/'), inner: ownFolders(parts.slice(at + 1)) };
}

/** @returns null if tests of files in `folder` would not be here */
function nearnessOf({ folder: own, root, inner }: TestPlace, folder: string): Nearness | null {
  if (own === folder) return 0;
  if (root === null || (root !== '' && folder !== root && !folder.startsWith(`${root}/`))) return null;
  const below = ownFolders(folder.slice(root.length).split('/'));
  const end = below.slice(below.length - inner.length);
  if (inner.length > below.length || inner.join('/') !== end.join('/')) return null;
  return inner.length === below.length ? 1 : 2;
}

function ownFolders(parts: readonly string[]): string[] {
  return parts.filter((part) => part !== '' && !GENERIC_FOLDER.test(part)).map((part) => part.toLowerCase());
}

/** Returns the words without the last ending: the mark of a test may be an ending itself. */
function wordsOf(path: string): string[] {
  return splitIdentifier(path.replace(/\.[^./]*$/, ''));
}
