/** What people see of `cora refs --callers` and `--callees`: the call chains as a tree below the name. */

import { createPaint, type Paint } from '../../base/color.ts';
import { groupBy } from '../../base/groupBy.ts';
import { namePartsOf } from '../../base/qualifiedName.ts';
import { visible } from '../../base/renderText.ts';
import type { CallEdge } from '../../graph/findCalls.ts';
import { renderPlace } from './renderPlace.ts';
import type { ListOptions } from './renderSymbols.ts';

export type CallDirection = 'callers' | 'callees';

/**
 *     enqueue_request  scrapy/core/scheduler.py:374  (by name only)
 *       _schedule_request  scrapy/core/engine.py:464, 471
 *
 * A name that was met before is not followed again.
 * @param edges breadth first, as findCallers and findCallees have them
 * @returns '' or text that ends with a newline
 */
export function renderCalls(edges: readonly CallEdge[], direction: CallDirection, options: ListOptions = {}): string {
  const paint = createPaint(options.color === true);
  const below = childrenOf(edges, direction);
  const lines: string[] = [];
  const printed = new Set<string>();
  const print = (children: readonly CallEdge[], indent: string) => {
    for (const group of groupsOf(children, direction)) {
      const { symbol } = far(group[0]!, direction);
      lines.push(indent + lineOf(group, direction, options, paint));
      const next = below.get(keyOf(group[0]!.depth, symbol));
      if (next === undefined || printed.has(symbol)) continue;
      printed.add(symbol);
      print(next, `${indent}  `);
    }
  };
  print(
    edges.filter(({ depth }) => depth === 1),
    '',
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** The end of an edge that is nearer to the name asked for. */
function near(edge: CallEdge, direction: CallDirection): { symbol: string } {
  return direction === 'callers' ? edge.callee : edge.caller;
}

function far(edge: CallEdge, direction: CallDirection): { symbol: string } {
  return direction === 'callers' ? edge.caller : edge.callee;
}

/** The edges of the next step, by the depth and the name that they go on from. */
function childrenOf(edges: readonly CallEdge[], direction: CallDirection): Map<string, CallEdge[]> {
  return groupBy(edges, (edge) => keyOf(edge.depth - 1, near(edge, direction).symbol));
}

/** A call may say `Outer.name` where the definition is called `name`. */
function keyOf(depth: number, symbol: string): string {
  return `${depth} ${(namePartsOf(symbol).at(-1) ?? symbol).toLowerCase()}`;
}

/** Calls of one function by another, which may be on several lines. */
function groupsOf(edges: readonly CallEdge[], direction: CallDirection): CallEdge[][] {
  const keyOfPair = (edge: CallEdge): string =>
    [far(edge, direction).symbol, edge.caller.path, edge.callee.path, edge.callee.line].join('\0');
  return [...groupBy(edges, keyOfPair).values()];
}

function lineOf(group: readonly CallEdge[], direction: CallDirection, options: ListOptions, paint: Paint): string {
  const { caller, callee, by } = group[0]!;
  const lines = [...new Set(group.map((edge) => edge.caller.line))];
  const calls = renderPlace(caller.path, lines[0]!, `:${lines.join(', ')}`, options);
  const unsure = by === null ? paint.dim('  (by name only)') : '';
  const name = paint.cyan(visible(far(group[0]!, direction).symbol));
  if (direction === 'callers' || callee.path === null) return `${name}  ${calls}${unsure}`;
  const definition = renderPlace(callee.path, callee.line ?? 1, callee.line === null ? '' : `:${callee.line}`, options);
  const called = renderPlace(caller.path, lines[0]!, `:${lines.join(', ')}`, { ...options, color: false });
  return `${name}  ${definition}  ${paint.dim('called at')} ${called}${unsure}`;
}
