/** What stands around a place in the graph of references, as nodes and edges to draw. As a list: related.ts. */

import { rowKeyOf } from './identity.ts';
import { expand, useOf } from './query/expand.ts';
import type { GraphChunk, GraphEdge, ReferenceGraph } from './query/referenceGraph.ts';
import { findPlace, type Place } from './related/findPlace.ts';
import { readGraph } from './search/findNeighbours.ts';
import { placeOf } from './search/placeOf.ts';
import { withPublicIds } from './search/publicIds.ts';
import { searchedView } from './search/searchedView.ts';
import type { SymbolContext } from './symbols/rowsOfName.ts';
import type { ChunkKind } from './types.ts';

export interface NeighbourhoodNode {
  /** Its chunk's, and where two files hold the same chunk the path behind it. */
  id: string;
  chunkId: string;
  path: string;
  startLine: number;
  endLine: number;
  symbol: string;
  kind: ChunkKind;
}

export interface Neighbourhood {
  /** NeighbourhoodNode.id */
  center: string;
  /** The centre first, then best first. */
  nodes: NeighbourhoodNode[];
  /** By id; `reason` is what `from` does: `calls Store.open`. One for each pair and direction, strongest first. */
  edges: { from: string; to: string; reason: string }[];
  /** There are more neighbours than were asked for. */
  truncated: boolean;
}

/**
 * @param limit neighbours at most
 * @throws CoraError USAGE for a place that is not in the caller's view
 */
export async function neighbourhood(
  { store, view }: SymbolContext,
  place: Place,
  limit: number,
): Promise<Neighbourhood> {
  const { seed } = await findPlace(store, view, place);
  const searched = searchedView(view, { paths: [], languages: [], kinds: [] });
  const graph = await readGraph(store, searched, [seed]);
  const others = expand(graph, [seed]).filter(({ isSeed }) => !isSeed);
  const { status = 'committed' } = view.byBlob.get(rowKeyOf(seed.row))?.find(({ path }) => path === seed.path) ?? {};
  const center: GraphChunk = { path: seed.path, row: seed.row, status };
  const chunks = [center, ...others.slice(0, limit).map(({ chunk }) => chunk)];
  const shown = await withPublicIds(
    store,
    view,
    chunks.map(({ path, row: { chunkId } }) => ({ path, chunkId })),
  );
  const nodes = nodesOf(
    chunks,
    shown.map(({ chunkId }) => chunkId),
    graph,
  );
  return {
    center: nodes[0]!.node.id,
    nodes: nodes.map(({ node }) => node),
    edges: edgesOf(graph.edges, new Map(nodes.map(({ at, node }) => [at, node.id]))),
    truncated: others.length > limit,
  };
}

interface Placed {
  /** In the list of the graph's nodes; -1 where the graph knows nothing of it. */
  at: number;
  node: NeighbourhoodNode;
}

function nodesOf(chunks: readonly GraphChunk[], chunkIds: readonly string[], graph: ReferenceGraph): Placed[] {
  const places = new Map(graph.nodes.flatMap((node, at) => node.chunks.map((chunk) => [placeOf(chunk), at] as const)));
  const ids = new Set<string>();
  return chunks.map((chunk, place) => {
    const { path, row } = chunk;
    const chunkId = chunkIds[place]!;
    const { startLine, endLine, symbol, kind } = row;
    const id = ids.has(chunkId) ? `${chunkId}:${path}` : chunkId;
    ids.add(id);
    return { at: places.get(placeOf(chunk)) ?? -1, node: { id, chunkId, path, startLine, endLine, symbol, kind } };
  });
}

/** Between nodes that are shown. */
function edgesOf(edges: readonly GraphEdge[], ids: ReadonlyMap<number, string>): Neighbourhood['edges'] {
  const pairs = new Map<string, Neighbourhood['edges'][number]>();
  const strongest = [...edges].sort((a, b) => b.weight - a.weight || a.from - b.from || a.to - b.to);
  for (const edge of strongest) {
    const from = ids.get(edge.from);
    const to = ids.get(edge.to);
    const key = `${edge.from} ${edge.to}`;
    if (from === undefined || to === undefined || from === to || pairs.has(key)) continue;
    pairs.set(key, { from, to, reason: useOf(edge) });
  }
  return [...pairs.values()];
}
