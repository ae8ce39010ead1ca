/**
 * What stands next to the hits in the graph of references: personalised PageRank from the hits (Page, Brin, Motwani and
 * Winograd 1999, section 6; Haveliwala 2002), walking along uses in both directions. Pure; sums run in one order, so the same rows give the same digits.
 */

import type { GraphChunk, GraphEdge, GraphNode, GraphRow, ReferenceGraph } from './referenceGraph.ts';

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
  /** What may connect it with a hit. */
  links: readonly Link[];
}

/** By a name that the neighbour uses and a hit may define, or the other way round. */
interface Link {
  name: string;
  isUser: boolean;
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
    ...partOf(node, graph, ranks, start),
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

/** The part of the definition that the edge over which most comes in leaves or reaches, and its edges with the hits. */
function partOf(
  node: number,
  { nodes, edges }: ReferenceGraph,
  ranks: readonly number[],
  start: readonly number[],
): Pick<Neighbour, 'chunk' | 'links'> {
  let strongest: GraphEdge | null = null;
  let most = 0;
  const links: Link[] = [];
  for (const edge of edges) {
    if (edge.from !== node && edge.to !== node) continue;
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
