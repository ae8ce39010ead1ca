/** Where the places of a neighbourhood stand: none on another, all of them in the room that there is. */

import { describe, expect, it } from 'vitest';
import { layoutGraph, type PlacedNode } from '../../../src/web/file/layoutGraph.ts';

const ids = ['m', 'a', 'b', 'c', 'd', 'e'];
const nodes = [...ids, 'far'].map((id) => ({ id }));
const edges = [
  { from: 'a', to: 'm', reason: 'calls m' },
  { from: 'b', to: 'm', reason: 'calls m' },
  { from: 'm', to: 'c', reason: 'called by m' },
  { from: 'm', to: 'd', reason: 'type of m' },
  { from: 'm', to: 'e', reason: 'imports e' },
  { from: 'a', to: 'far', reason: 'calls far' },
  { from: 'm', to: 'm', reason: 'itself' },
  { from: 'x', to: 'm', reason: 'nobody knows x' },
];

function overlap(a: PlacedNode, b: PlacedNode): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe.each([320, 380, 700, 1200])('in %i pixels', (width) => {
  const layout = layoutGraph('m', nodes, edges, width);

  it('each node has a place of its own in the room', () => {
    expect(layout.nodes.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const node of layout.nodes) {
      expect(node.x).toBeGreaterThanOrEqual(0);
      expect(node.y).toBeGreaterThanOrEqual(0);
      expect(node.x + node.width).toBeLessThanOrEqual(width);
      expect(node.y + node.height).toBeLessThanOrEqual(layout.height);
      for (const other of layout.nodes) if (other !== node) expect(overlap(node, other)).toBe(false);
    }
  });

  it('what refers to the middle is told from what it refers to', () => {
    const sides = Object.fromEntries(layout.nodes.map(({ id, side }) => [id, side]));
    expect(sides).toEqual({ m: 'middle', a: 'in', b: 'in', c: 'out', d: 'out', e: 'out' });
  });

  it('edges to places that are not there are left out', () => {
    expect(layout.edges).toHaveLength(5);
    for (const { d } of layout.edges) expect(d).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('is the same each time', () => {
    expect(layoutGraph('m', nodes, edges, width)).toEqual(layout);
  });
});
