/** What uses a place and what it uses, as nodes and edges to draw. As a list: related.ts. */

import type { ChunkKind } from '../base/types.ts';
import { withPublicIds } from '../view/chunkIds.ts';
import { findPlace, type Place } from './findPlace.ts';
import { findRelations, strongestFirst, withChunks } from './findRelations.ts';
import type { SymbolContext } from './rowsOfName.ts';

export interface NeighbourhoodNode {
  /** Its chunk's, and for the next definitions of a chunk their places behind it. */
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
  /** The centre first, then what refers to it or is referred to most. */
  nodes: NeighbourhoodNode[];
  /** By id, in the order of the nodes; `reason` is what `from` does: `calls Store.open`. */
  edges: { from: string; to: string; reason: string }[];
  /** There are more neighbours than were asked for. */
  truncated: boolean;
}

/**
 * @param limit neighbours at most
 * @throws CoraError USAGE for a place that is not in the caller's view
 */
export async function neighbourhood(context: SymbolContext, place: Place, limit: number): Promise<Neighbourhood> {
  const { store, view } = context;
  const { seed, focus } = await findPlace(store, view, place);
  const relations = strongestFirst(view, await findRelations(context, [focus]));
  const held = await withChunks(context, relations.slice(0, limit), []);
  const found = held.map(({ one: { place: there, use, isUser }, row: { chunkId } }) => ({
    ...{ ...there, chunkId, use, isUser },
  }));
  const { path, startLine, endLine, named } = focus;
  const { chunkId } = seed.row;
  const { name: symbol, kind } = named ?? { name: seed.row.symbol, kind: seed.row.kind };
  const middle = { path, startLine, endLine, symbol, kind, chunkId, use: '', isUser: false };
  const shown = await withPublicIds(store, view, [middle, ...found]);
  const ids = new Set<string>();
  const nodes = shown.map((node) => {
    const id = ids.has(node.chunkId) ? [node.chunkId, node.path, node.startLine, node.symbol].join(':') : node.chunkId;
    ids.add(id);
    return { ...node, id };
  });
  const center = nodes[0]!.id;
  return {
    center,
    nodes: nodes.map(nodeOf),
    edges: nodes.slice(1).map(({ id, use, isUser }) => ({
      ...(isUser ? { from: id, to: center } : { from: center, to: id }),
      reason: use,
    })),
    truncated: relations.length > limit,
  };
}

function nodeOf({ id, chunkId, path, startLine, endLine, symbol, kind }: NeighbourhoodNode): NeighbourhoodNode {
  return { id, chunkId, path, startLine, endLine, symbol, kind };
}
