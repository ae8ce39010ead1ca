/**
 * What stands next to the hits in the graph of references: personalised PageRank from the hits (Page, Brin, Motwani and
 * Winograd 1999, section 6; Haveliwala 2002), walking along uses in both directions, and the reason for each neighbour.
 * Pure; sums run in one order, so the same rows give the same digits.
 */

import {
  type EdgeKind,
  type GraphChunk,
  type GraphEdge,
  type GraphNode,
  type GraphRow,
  namesOf,
  type ReferenceGraph,
} from './referenceGraph.ts';

/** A hit to start from. */
export interface Seed {
  row: GraphRow;
  path: string;
  /** Above 0; only the proportions count. */
  score: number;
}

export interface Neighbour {
  chunk: GraphChunk;
  /** PageRank without the seed's own share, of the best one's: above 0, at most 1. */
  score: number;
  isSeed: boolean;
  /** The strongest edge in words: `called by Store.open`. */
  reason: string;
}

/** The chance to walk on; the rest returns to the hits. */
const DAMPING = 0.85;
/** What is left of the first guess by then is 0.85^30, below one in a hundred: enough for an order, and always the same. */
const ITERATIONS = 30;

/** @returns definitions that the walk reaches, best first, ties by path, then line */
export function expand(graph: ReferenceGraph, seeds: readonly Seed[]): Neighbour[] {
  const { nodes, edges } = graph;
  const start = startOf(nodes, seeds);
  if (start.every((share) => share === 0)) return [];
  const ranks = pageRank(start, edges);
  const reached = nodes.map((_, node) => ({ node, came: ranks[node]! - (1 - DAMPING) * start[node]! }));
  const found = reached.filter(({ came }) => came > 1e-9);
  // Nodes stand in the order of their places, and sorting is stable.
  found.sort((a, b) => b.came - a.came);
  const best = found[0]?.came ?? 1;
  return found.map(({ node, came }) => ({
    ...relationOf(node, graph, ranks),
    score: came / best,
    isSeed: start[node]! > 0,
  }));
}

/** Each seed's share of the restarts. */
function startOf(nodes: readonly GraphNode[], seeds: readonly Seed[]): number[] {
  const wanted = new Map(seeds.map(({ path, row, score }) => [`${path}\0${row.chunkId}`, score]));
  const scores = nodes.map(({ path, chunks }) =>
    chunks.reduce((most, { row }) => Math.max(most, wanted.get(`${path}\0${row.chunkId}`) ?? 0), 0),
  );
  const total = scores.reduce((sum, score) => sum + score, 0) || 1;
  return scores.map((score) => score / total);
}

function pageRank(start: readonly number[], edges: readonly GraphEdge[]): number[] {
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

/** The edge over which most comes in, and the part of the definition that it leaves or reaches. */
function relationOf(
  node: number,
  { nodes, edges }: ReferenceGraph,
  ranks: readonly number[],
): Omit<Neighbour, 'score' | 'isSeed'> {
  const { chunks, isTest } = nodes[node]!;
  let strongest: GraphEdge | null = null;
  let most = 0;
  for (const edge of edges) {
    if (edge.from !== node && edge.to !== node) continue;
    const strength = edge.weight * ranks[edge.from === node ? edge.to : edge.from]!;
    if (strength > most) [strongest, most] = [edge, strength];
  }
  const { from, name, said, kind } = strongest!;
  if (from === node) return { chunk: said, reason: isTest && kind !== 'member' ? `test of ${name}` : USES[kind](name) };
  const user = nodes[from]!;
  const chunk = chunks.find((one) => one.row.defines.some((definition) => definition.name === name)) ?? chunks[0]!;
  const isSeenAs = kind === 'import' || titleOf(user) === '' ? user.path : titleOf(user);
  return { chunk, reason: USED_BY[kind](isSeenAs) };
}

/** What `from` does, in words: `calls open`. */
export function useOf({ kind, name }: Pick<GraphEdge, 'kind' | 'name'>): string {
  return USES[kind](name);
}

/** What the neighbour does with a hit. */
const USES: Readonly<Record<EdgeKind, (name: string) => string>> = {
  call: (name) => `calls ${name}`,
  inherit: (name) => `inherits from ${name}`,
  type: (name) => `uses the type ${name}`,
  import: (name) => `imports ${name}`,
  link: (name) => `links to ${name}`,
  member: (name) => `member of ${name}`,
};

/** What a hit does with the neighbour. */
const USED_BY: Readonly<Record<EdgeKind, (user: string) => string>> = {
  call: (user) => `called by ${user}`,
  inherit: (user) => `base of ${user}`,
  type: (user) => `used as a type by ${user}`,
  import: (user) => `imported by ${user}`,
  link: (user) => `linked from ${user}`,
  member: (user) => `holds ${user}`,
};

/** `Store.open`; '' for text without a name. */
function titleOf({ chunks }: GraphNode): string {
  const { row } = chunks[0]!;
  const name = row.symbol === '' ? ([...namesOf({ chunks })][0] ?? '') : row.symbol;
  return name === '' ? '' : [...row.scope.slice(-1), name].join('.');
}
