/**
 * Finds rows around the hits, those that define what the hits use and those that use what the hits
 * define. One look-up in the full-text index finds them, and a walk over their graph
 * (referenceGraph.ts) ranks them. Nothing is stored, so edits, branches and a new index need no
 * update.
 */

import type { ChunkRow } from '../base/types.ts';
import { DEFINES, joinedName, REFERS } from '../base/words.ts';
import type { Candidate, SearchReader } from '../engine/rowReader.ts';
import { isInView, type SearchedView } from '../view/searchedView.ts';
import {
  buildReferenceGraph,
  GRAPH_COLUMNS,
  type GraphChunk,
  type GraphNode,
  type GraphRow,
  ownerOf,
  type ReferenceEdge,
  type ReferenceGraph,
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

/** A hit to start from. */
export interface Seed {
  row: GraphRow;
  path: string;
  /** Above 0. Only the proportions count. */
  score: number;
}

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
