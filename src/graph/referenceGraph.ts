/**
 * A small typed graph of definitions that may use each other, built for one query from a few
 * hundred rows: who imports, calls, inherits from, mentions as a type or links to what. A name
 * leads to the definitions that fit it best; several that fit equally share its weight. The graph
 * ranks what may be near and claims nothing, so a wrong edge costs little. Claims in an answer come
 * from findRelations.ts, which resolves them. Pure.
 */

import { addTo, getOrMake } from '../base/lists.ts';
import { comparePaths, folderOf } from '../base/patterns.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import type { ChunkRow, Reference, ReferenceKind } from '../base/types.ts';
import { NO_LETTERS_OR_DIGITS } from '../base/words.ts';
import { sameFamily } from '../languages/languages.ts';

/** The columns that the graph needs of a row. */
export const GRAPH_COLUMNS = [
  'chunkId',
  'blobSha',
  'language',
  'kind',
  'symbol',
  'scope',
  'startLine',
  'endLine',
  'part',
  'parts',
  'defines',
  'references',
] as const;
export type GraphRow = Pick<ChunkRow, (typeof GRAPH_COLUMNS)[number]>;

export interface GraphChunk {
  path: string;
  status: FileStatus;
  row: GraphRow;
}

/** A definition: one chunk, or all parts of one that is too large for a chunk. */
export interface GraphNode {
  path: string;
  /** Sorted by line. */
  chunks: GraphChunk[];
}

/** A hit to start from. */
export interface Seed {
  row: GraphRow;
  path: string;
  /** Above 0. Only the proportions count. */
  score: number;
}

type EdgeKind = ReferenceKind | 'member';

/** `from` uses `to`, or is a member of it. Both are indexes in the list of nodes. */
export interface ReferenceEdge {
  from: number;
  to: number;
  kind: EdgeKind;
  /** The name by which `from` refers to it. */
  name: string;
  /** The chunk of `from` that holds the reference. */
  said: GraphChunk;
  weight: number;
}

export interface ReferenceGraph {
  nodes: readonly GraphNode[];
  edges: readonly ReferenceEdge[];
}

/** The value of one use of each kind to a reader. */
export const KIND_WEIGHTS: Readonly<Record<ReferenceKind, number>> = {
  call: 1,
  inherit: 1,
  type: 0.7,
  link: 0.5,
  import: 0.5,
};

const EDGE_WEIGHTS: Readonly<Record<EdgeKind, number>> = { ...KIND_WEIGHTS, member: 0.5 };

/** A name that more definitions fit equally well says nothing. */
const MOST_TARGETS = 4;

/**
 * @param chunks in any order; the graph does not depend on it
 * @param mentions tells in how many rows of the view a name is mentioned: what everything uses
 * connects nothing
 */
export function buildReferenceGraph(chunks: readonly GraphChunk[], mentions: (name: string) => number): ReferenceGraph {
  const nodes = nodesOf(chunks);
  const byName = definersOf(nodes);
  const importsOf = importsByPath(nodes);
  const edges: ReferenceEdge[] = [];
  nodes.forEach((node, from) => {
    for (const { reference, said, definers } of usesOf(node, byName)) {
      const { name, kind } = reference;
      const { targets, fit } = targetsOf(reference, from, nodes, definers, importsOf);
      if (targets.length === 0) continue;
      const weight = (EDGE_WEIGHTS[kind] * CONFIDENCE[fit]) / targets.length / Math.log2(2 + mentions(name));
      if (weight > 0) for (const to of targets) edges.push({ from, to, kind, name, said, weight });
    }
    const [said] = node.chunks as [GraphChunk];
    const name = ownerOf(said.row);
    if (name === null) return;
    const to = ownerNode(name, from, nodes, byName);
    const weight = EDGE_WEIGHTS.member / Math.log2(2 + mentions(name));
    if (to !== undefined) edges.push({ from, to, kind: 'member', name, said, weight });
  });
  return { nodes, edges };
}

function nodesOf(chunks: readonly GraphChunk[]): GraphNode[] {
  const groups = new Map<string, Map<string, GraphChunk>>();
  for (const chunk of chunks) {
    const { row, path } = chunk;
    const key = `${path}\0${row.parts > 1 ? [...row.scope, row.symbol].join('.') : row.chunkId}`;
    getOrMake(groups, key, () => new Map<string, GraphChunk>()).set(row.chunkId, chunk);
  }
  const nodes = [...groups.values()].map((group): GraphNode => {
    const own = [...group.values()].sort(byPlace);
    return { path: own[0]!.path, chunks: own };
  });
  return nodes.sort((a, b) => byPlace(a.chunks[0]!, b.chunks[0]!));
}

function byPlace(a: GraphChunk, b: GraphChunk): number {
  return comparePaths(a, b) || a.row.startLine - b.row.startLine || (a.row.chunkId < b.row.chunkId ? -1 : 1);
}

/**
 * Returns the names that a node defines. A later part of a definition names only the definition
 * that it belongs to.
 */
function namesOf({ chunks }: Pick<GraphNode, 'chunks'>): Set<string> {
  const names = new Set<string>();
  for (const { row } of chunks) {
    for (const { name } of row.defines) names.add(name);
    if (row.part > 1 && row.symbol !== '') names.add(row.symbol);
  }
  return names;
}

function definersOf(nodes: readonly GraphNode[]): Map<string, number[]> {
  const byName = new Map<string, number[]>();
  nodes.forEach((node, at) => {
    for (const name of namesOf(node)) addTo(byName, name, at);
  });
  return byName;
}

/** Returns the definition of which this is a member, null at the top level. */
export function ownerOf({ scope, kind }: GraphRow): string | null {
  return kind === 'section' || kind === 'text' ? null : (scope.at(-1) ?? null);
}

/** Finds the owner, first in the same file, then in the same folder. */
function ownerNode(
  name: string,
  from: number,
  nodes: readonly GraphNode[],
  byName: ReadonlyMap<string, readonly number[]>,
): number | undefined {
  const { path } = nodes[from]!;
  const near = (byName.get(name) ?? []).filter((at) => at !== from && folderOf(nodes[at]!.path) === folderOf(path));
  return near.find((at) => nodes[at]!.path === path) ?? near[0];
}

function importsByPath(nodes: readonly GraphNode[]): ImportsOf {
  const byPath = new Map<string, Reference[]>();
  for (const { path, chunks } of nodes) {
    for (const { row } of chunks)
      for (const reference of row.references) if (reference.kind === 'import') addTo(byPath, path, reference);
  }
  return (path) => byPath.get(path) ?? [];
}

interface Use {
  reference: Reference;
  said: GraphChunk;
  definers: readonly number[];
}

/**
 * Returns each used name that a node defines once for each kind, with the first chunk that mentions
 * it.
 */
function usesOf({ chunks }: GraphNode, byName: ReadonlyMap<string, readonly number[]>): Use[] {
  const uses = new Map<string, Use>();
  for (const said of chunks) {
    for (const reference of said.row.references) {
      const definers = byName.get(reference.name);
      if (definers !== undefined)
        getOrMake(uses, `${reference.kind}\0${reference.name}`, () => ({ reference, said, definers }));
    }
  }
  return [...uses.values()];
}

/**
 * Returns the definitions that fit best. It is empty if too many fit, or if the file shows that
 * something else is meant.
 */
function targetsOf(
  reference: Reference,
  from: number,
  nodes: readonly GraphNode[],
  definers: readonly number[],
  importsOf: ImportsOf,
): { targets: number[]; fit: Fit } {
  const { path, chunks } = nodes[from]!;
  const { language } = chunks[0]!.row;
  if (definers.includes(from)) return { targets: [], fit: 0 };
  let best: Fit = 0;
  let targets: number[] = [];
  for (const to of definers) {
    const target = nodes[to]!.chunks[0]!;
    if (reference.kind !== 'link' && !sameFamily(language, target.row.language)) continue;
    const fit = fitReference(reference, path, target, importsOf);
    if (fit < best || fit === 0) continue;
    if (fit > best) targets = [];
    best = fit;
    targets.push(to);
  }
  return { targets: targets.length > MOST_TARGETS ? [] : targets, fit: best };
}

// Chooses among definitions of one name. A module's path is compared with paths of files, not
// looked up. Pure.

/** Tells where a definition of the name stands. */
interface Definer {
  path: string;
  row: { scope: readonly string[] };
}

/** Returns the known imports of a file. */
type ImportsOf = (path: string) => readonly Reference[];

/** The grades of a definition's fit; 0 means that it does not fit. */
const ELSEWHERE = 0;
/** `x.get()` with an unknown x. */
const BY_MEMBER_NAME = 1;
const BY_NAME = 2;
const SAME_FOLDER = 3;
const BY_IMPORT = 4;
const BY_RECEIVER = 5;
const SAME_FILE = 6;

type Fit = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The share of an edge's weight for each grade. */
const CONFIDENCE: Readonly<Record<Fit, number>> = { 0: 0, 1: 0.15, 2: 0.4, 3: 0.7, 4: 1, 5: 1, 6: 1 };

/** @returns 0 if the file shows that something else is meant; a larger number is a better fit */
export function fitReference(reference: Reference, path: string, target: Definer, importsOf: ImportsOf): Fit {
  const { name, kind, from } = reference;
  if (kind === 'import') return from === undefined || fitsModule(from, name, path, target.path) ? BY_IMPORT : ELSEWHERE;
  const isOwn = from === undefined || /^(self|this|cls|super|@?\$?this|Self)$/.test(from);
  if (isOwn && target.path === path) return SAME_FILE;
  if (!isOwn && fitsReceiver(from, target)) return BY_RECEIVER;
  const imports = importsOf(path).filter((one) => one.name === name || one.name === from);
  if (imports.length > 0) {
    if (imports.some((one) => fitsModule(one.from ?? one.name, one.name, path, target.path))) return BY_IMPORT;
    if (target.path !== path) return ELSEWHERE;
  }
  if (!isOwn) return BY_MEMBER_NAME;
  return target.path === path || folderOf(target.path) === folderOf(path) ? SAME_FOLDER : BY_NAME;
}

/**
 * True if `client.get()` fits the definition: Client.get, or one in client.ts or client/…, whatever
 * the case.
 */
function fitsReceiver(receiver: string, { path, row }: Definer): boolean {
  const last = lettersOf(receiver.split(/::|->|[.\\]/).at(-1) ?? '');
  if (last === '') return false;
  return row.scope.some((outer) => lettersOf(outer) === last) || segmentsOf(path).slice(-2).includes(last);
}

/**
 * True if the last part of the module's path is in the file's path. `a.b.Name` may also be a Name
 * in b.
 */
function fitsModule(module: string, name: string, path: string, target: string): boolean {
  const parts = module
    .replace(/\.(?:[cm]?[jt]sx?|hh?|hpp|py|rb|php|lua|vue)$/, '')
    .split(/::|[./\\]/)
    .map(lettersOf)
    .filter((part) => part !== '' && !SELF_PARTS.has(part));
  const last = parts.at(-1);
  if (last === undefined) {
    const folder = /^\.\.(?!\w)/.test(module) ? folderOf(folderOf(path)) : folderOf(path);
    return folder === '' || target.startsWith(`${folder}/`);
  }
  const segments = segmentsOf(target);
  if (segments.includes(last)) return true;
  const outer = parts.at(-2);
  return last === lettersOf(name) && (outer === undefined || segments.includes(outer));
}

/** Parts of a path that say where to begin, not what is meant. */
const SELF_PARTS = new Set(['crate', 'self', 'super', 'index', 'mod', 'init', '@', '~']);

function segmentsOf(path: string): string[] {
  const dot = path.indexOf('.', path.lastIndexOf('/') + 1);
  const stem = dot === -1 ? path : path.slice(0, dot);
  return stem.split('/').map(lettersOf);
}

function lettersOf(text: string): string {
  const lower = text.toLowerCase();
  return lower.replace(NO_LETTERS_OR_DIGITS(lower), '');
}
