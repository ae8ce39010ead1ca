/**
 * Rows around the hits: those that define what the hits use and those that use what the hits define, by one look-up in the
 * full-text index, and the graph over them (query/referenceGraph.ts, query/expand.ts). Nothing is stored, so an uncommitted
 * edit, another branch or a rebuilt index change nothing but what they say.
 */

import { rowKeyOf } from '../base/identity.ts';
import type { ChunkRow } from '../base/types.ts';
import { DEFINES, joinedName, REFERS } from '../base/words.ts';
import type { Candidate, ChunkStore } from '../store/storePort.ts';
import type { SearchedView } from '../view/searchedView.ts';
import { expand, type Neighbour, type Seed } from './expand.ts';
import { buildReferenceGraph, GRAPH_COLUMNS, type GraphChunk, type GraphRow, ownerOf } from './referenceGraph.ts';

export type NeighbourView = Pick<SearchedView, 'byBlob' | 'statistics' | 'overlay' | 'wantedKind'>;

/** A name that more chunks of the view define is ambiguous; one that more mention is everywhere. Neither says what is near. */
const MOST_DEFINERS = 8;
const MOST_MENTIONS = 100;
/** Bounds of the look-up: names, and rows that hold them. */
const MOST_NAMES = 40;
const MOST_ROWS = 100;

/** @param seeds best first; @returns what is near them in the graph, themselves too, best first */
export async function findNeighbours(
  store: ChunkStore,
  view: NeighbourView,
  seeds: readonly Seed[],
): Promise<Neighbour[]> {
  const mentions = (name: string): number => view.statistics.frequency(REFERS + joinedName(name));
  const graph = buildReferenceGraph(await readNeighbourhood(store, view, seeds), mentions);
  return expand(graph, seeds).filter(({ chunk }) => view.wantedKind(chunk.row.kind));
}

/** The hits' own rows and what the look-up finds. */
async function readNeighbourhood(
  store: ChunkStore,
  view: NeighbourView,
  seeds: readonly Seed[],
): Promise<GraphChunk[]> {
  const own = seeds.map(({ row }) => row);
  const tokens = chooseTokens(own, view);
  if (tokens.size === 0) return placed(own, view);
  const found = await exhaust((limit) => store.searchWords([...tokens], limit, GRAPH_COLUMNS), 4 * MOST_ROWS);
  const isNear = ({ searchText }: ChunkRow): boolean => searchText.split(' ').some((word) => tokens.has(word));
  const rows = new Map<string, GraphRow>();
  for (const row of [...found, ...view.overlay.filter(isNear), ...own]) rows.set(row.chunkId, row);
  return placed(rows.values(), view);
}

/** What to look up: definitions of what the rows use, mentions of what they define; rare names of good hits first. */
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

/** All rows that hold a token, of whatever view: a cut list would depend on what else the store holds. */
async function exhaust<T extends Candidate>(fetch: (limit: number) => Promise<T[]>, first: number): Promise<T[]> {
  for (let limit = first; ; limit *= 4) {
    const found = await fetch(limit);
    if (found.length < limit) return found;
  }
}

/** Once for each path that the view has the blob at. */
function placed(rows: Iterable<GraphRow>, { byBlob }: NeighbourView): GraphChunk[] {
  return [...rows].flatMap((row) =>
    (byBlob.get(rowKeyOf(row)) ?? []).map(({ path, status }) => ({ path, status, row })),
  );
}
