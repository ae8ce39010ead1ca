/**
 * Computes where the places of a reference neighbourhood stand: what refers to the middle one on
 * its left, what it refers to on its right; on a narrow screen all below it. Pure; the same for the
 * same graph.
 */

export interface GraphEdge {
  from: string;
  to: string;
  /** `calls Store.open` */
  reason: string;
}

export interface PlacedNode {
  id: string;
  side: 'middle' | 'in' | 'out';
  /** Top left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedEdge extends GraphEdge {
  /** The data of an SVG path. */
  d: string;
}

export interface GraphLayout {
  width: number;
  height: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
}

const NODE_HEIGHT = 40;
const GAP = 8;
const COLUMN_GAP = 48;
/** The indentation of a list below the middle node, beside its two lines. */
const INDENT = 32;
const RAIL_IN = 8;
const RAIL_OUT = 18;
/** The size of an arrow's head. */
const HEAD = 6;
/** Three columns need more. */
const NARROW = 560;

/** @param width of the room, in CSS pixels */
export function layoutGraph(
  middle: string,
  nodes: readonly { id: string }[],
  edges: readonly GraphEdge[],
  width: number,
): GraphLayout {
  const own = edges.filter(({ from, to }) => from !== to && (from === middle || to === middle));
  const incoming = new Set(own.filter(({ to }) => to === middle).map(({ from }) => from));
  const outgoing = new Set(own.filter(({ from }) => from === middle).map(({ to }) => to));
  // The neighbours of neighbours have a neighbourhood of their own.
  const left = nodes.filter(({ id }) => incoming.has(id)).map(({ id }) => id);
  const right = nodes.filter(({ id }) => outgoing.has(id) && !incoming.has(id)).map(({ id }) => id);
  const placed = width < NARROW ? stack(middle, left, right, width) : spread(middle, left, right, width);
  const byId = new Map(placed.nodes.map((node) => [node.id, node]));
  const lines = own.flatMap((edge) => {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)];
    return from === undefined || to === undefined ? [] : [{ ...edge, d: pathBetween(from, to, width < NARROW) }];
  });
  return { ...placed, edges: lines };
}

type Placed = Omit<GraphLayout, 'edges'>;

function spread(middle: string, left: readonly string[], right: readonly string[], width: number): Placed {
  const columns = 1 + (left.length > 0 ? 1 : 0) + (right.length > 0 ? 1 : 0);
  const nodeWidth = Math.min(260, Math.floor((width - (columns - 1) * COLUMN_GAP) / columns));
  const tallest = Math.max(1, left.length, right.length);
  const height = tallest * (NODE_HEIGHT + GAP) - GAP;
  const column = (ids: readonly string[], side: PlacedNode['side'], at: number): PlacedNode[] => {
    const top = (height - (ids.length * (NODE_HEIGHT + GAP) - GAP)) / 2;
    return ids.map((id, index) => ({
      ...{ id, side, width: nodeWidth, height: NODE_HEIGHT },
      x: at * (nodeWidth + COLUMN_GAP),
      y: top + index * (NODE_HEIGHT + GAP),
    }));
  };
  const first = left.length > 0 ? 1 : 0;
  return {
    width: columns * nodeWidth + (columns - 1) * COLUMN_GAP,
    height,
    nodes: [...column(left, 'in', 0), ...column([middle], 'middle', first), ...column(right, 'out', first + 1)],
  };
}

function stack(middle: string, left: readonly string[], right: readonly string[], width: number): Placed {
  const nodes: PlacedNode[] = [{ id: middle, side: 'middle', x: 0, y: 0, width, height: NODE_HEIGHT }];
  let y = NODE_HEIGHT + GAP;
  const add = (ids: readonly string[], side: PlacedNode['side']): void => {
    if (ids.length > 0) y += GAP;
    for (const id of ids) {
      nodes.push({ id, side, x: INDENT, y, width: width - INDENT, height: NODE_HEIGHT });
      y += NODE_HEIGHT + GAP;
    }
  };
  add(left, 'in');
  add(right, 'out');
  return { width, height: y - GAP, nodes };
}

/** Draws a path that ends a little before the node, where the arrow's head is. */
function pathBetween(from: PlacedNode, to: PlacedNode, isNarrow: boolean): string {
  if (isNarrow) return from.side === 'middle' ? pathDown(to) : pathUp(from);
  const forward = from.x < to.x;
  const startX = forward ? from.x + from.width : from.x;
  const endX = forward ? to.x - HEAD : to.x + to.width + HEAD;
  const startY = from.y + from.height / 2;
  const endY = to.y + to.height / 2;
  const bend = (startX + endX) / 2;
  return `M${startX} ${startY}C${bend} ${startY} ${bend} ${endY} ${endX} ${endY}`;
}

/** Draws a path out of the node, along the edge, up into the middle one. */
function pathUp({ x, y, height }: PlacedNode): string {
  return `M${x} ${y + height / 2}H${RAIL_IN}V${NODE_HEIGHT + HEAD}`;
}

/** Draws a path out of the middle node, along the edge, down into the other. */
function pathDown({ x, y, height }: PlacedNode): string {
  return `M${RAIL_OUT} ${NODE_HEIGHT}V${y + height / 2}H${x - HEAD}`;
}
