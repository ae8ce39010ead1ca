/**
 * Renders places in files, one on a line, as editors make them clickable: symbols, references, call
 * chains, related places.
 */

import { isAbsolute, join, posix } from 'node:path';
import { addTo, groupBy } from '../../base/lists.ts';
import { createPaint, cutEnd, cutStart, type Paint, visible, widthOf } from '../../base/renderText.ts';
import type { LineRange, RelatedHit } from '../../base/searchTypes.ts';
import { namePartsOf } from '../../base/words.ts';
import type { CallEdge } from '../../graph/findRelations.ts';
import type { ReferenceHit, SymbolHit } from '../../graph/referenceModel.ts';
import type { ManyReference } from '../../search/findReferencesMany.ts';
import type { CallerPlace } from '../findCallerPlace.ts';
import { linkTo } from '../terminal.ts';

export interface PlaceOptions extends CallerPlace {
  color?: boolean;
  /** OSC 8 hyperlinks; they need `root`. */
  links?: boolean;
}

/**
 * Renders a place, as a link where the terminal has links.
 * @param lines what stands behind the path: `:12`, `:12-48`
 * @param room columns for the path, which loses its beginning where it is longer
 */
export function renderPlace(
  path: string,
  line: number,
  lines: string,
  options: PlaceOptions,
  room = Number.POSITIVE_INFINITY,
): string {
  const paint = createPaint(options.color === true);
  const shown = cutStart(visible(pathSeenFrom(options.cwdPrefix, path)), room);
  return linked(paint.bold(shown) + paint.dim(lines), path, line, options);
}

/**
 * Returns the label, as a link where the terminal has links and the place of the working tree is
 * known.
 */
export function linked(label: string, path: string, line: number, { links, root }: PlaceOptions): string {
  return links === true && root !== undefined && isAbsolute(root) ? linkTo(join(root, path), line, label) : label;
}

/** `:12`, `:12-48` */
export function renderLineRange({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? `:${startLine}` : `:${startLine}-${endLine}`;
}

/** Returns a path of the repository as seen from a directory in it. */
export function pathSeenFrom(cwdPrefix: string | undefined, path: string): string {
  return cwdPrefix === undefined || cwdPrefix === '' ? path : posix.relative(cwdPrefix, path);
}

export interface ListOptions extends PlaceOptions {
  /** Columns, default 80. A place is never cut. */
  width?: number;
}

const INDENT = '    ';

/**
 * `src/git/runGit.ts:44-57  function runGit`, the signature below.
 * @returns '' or text that ends with a newline
 */
export function renderSymbols(hits: readonly SymbolHit[], options: ListOptions = {}): string {
  const paint = createPaint(options.color === true);
  const blocks = hits.map((hit) => {
    const status = hit.status === 'committed' ? '' : paint.yellow(`  ${hit.status}`);
    const name = paint.dim(scopeOf(hit.scope, hit.kind === 'section')) + paint.cyan(visible(hit.name));
    const place = renderPlace(hit.path, hit.startLine, renderLineRange(hit), options);
    return [`${place}  ${paint.dim(hit.kind)} ${name}${status}`, ...codeBelow(hit.signature, options)].join('\n');
  });
  return textOfBlocks(blocks);
}

/**
 * `src/build.ts:71  call in buildIndex → src/plan.ts:32`, the line itself below.
 * @param isQualified true if one definition of a name was asked for, and others may be meant
 * @returns '' or text that ends with a newline
 */
export function renderReferences(
  hits: readonly (ReferenceHit & Partial<ManyReference>)[],
  options: ListOptions = {},
  isQualified = false,
): string {
  const paint = createPaint(options.color === true);
  const open = isQualified ? `  ${paint.dim(BY_NAME)}` : '';
  const blocks = hits.map((hit) => {
    const place = ofRepository(hit.repository) + renderPlace(hit.path, hit.line, `:${hit.line}`, options);
    const within = hit.symbol === '' ? '' : ` in ${scopeOf(hit.scope, hit.kind === 'link')}${visible(hit.symbol)}`;
    const { path, startLine } = hit.target ?? { path: '', startLine: 0 };
    const target = renderPlace(path, startLine, `:${startLine}`, { ...options, color: false });
    const meant = hit.target === null ? open : ` ${paint.dim('→')} ${ofRepository(hit.targetRepository)}${target}`;
    return [`${place}  ${paint.dim(hit.kind + within)}${meant}`, ...codeBelow(hit.preview, options)].join('\n');
  });
  return textOfBlocks(blocks);
}

const BY_NAME = '(by name only)';

export function ofRepository(name: string | undefined): string {
  return name === undefined ? '' : `${visible(name)}  `;
}

/** Columns for the names around one: a file may have ninety of 500 letters, for each place. */
const MOST_AROUND = 500;

function scopeOf(scope: readonly string[], isDocument: boolean): string {
  return cutStart(visible(scope.map((name) => name + (isDocument ? ' › ' : '.')).join('')), MOST_AROUND);
}

function codeBelow(code: string, { width = 80 }: ListOptions): string[] {
  return code === '' ? [] : [INDENT + cutEnd(visible(code.trim()), Math.max(20, width - INDENT.length))];
}

function textOfBlocks(blocks: readonly string[]): string {
  return blocks.map((block) => `${block}\n`).join('');
}

type CallDirection = 'callers' | 'callees';

/**
 *     enqueue_request  scrapy/core/scheduler.py:374  (by name only)
 *       _schedule_request  scrapy/core/engine.py:464, 471
 *
 * The calls that go on from a definition stand below the first call that led to it.
 * @param edges breadth first, as findCallers and findCallees have them
 * @returns '' or text that ends with a newline
 */
export function renderCalls(edges: readonly CallEdge[], direction: CallDirection, options: ListOptions = {}): string {
  const paint = createPaint(options.color === true);
  const below = childrenOf(edges, direction);
  const lines: string[] = [];
  const print = (indent: string, children: readonly CallEdge[]) => {
    for (const group of groupsOf(children, direction)) {
      lines.push(indent + callLine(group, direction, options, paint));
      print(
        `${indent}  `,
        group.flatMap((edge) => below.get(edge) ?? []),
      );
    }
  };
  print(
    '',
    edges.filter(({ depth }) => depth === 1),
  );
  return lines.map((line) => `${line}\n`).join('');
}

type CallEnd = CallEdge['caller' | 'callee'];

/** The end of an edge that is nearer to the name asked for. */
function near(edge: CallEdge, direction: CallDirection): CallEnd {
  return direction === 'callers' ? edge.callee : edge.caller;
}

function far(edge: CallEdge, direction: CallDirection): CallEnd {
  return direction === 'callers' ? edge.caller : edge.callee;
}

/** The edges of the next step, by the edge that they go on from. */
function childrenOf(edges: readonly CallEdge[], direction: CallDirection): Map<CallEdge, CallEdge[]> {
  const ends = groupBy(edges, (edge) => keyOf(edge.depth, far(edge, direction)));
  const children = new Map<CallEdge, CallEdge[]>();
  for (const edge of edges) {
    const distance = distanceTo(edge, direction);
    const there = ends.get(keyOf(edge.depth - 1, near(edge, direction))) ?? [];
    const [parent] = [...there].sort((a, b) => distance(a) - distance(b));
    if (parent !== undefined) addTo(children, parent, edge);
  }
  return children;
}

/** A call may say `Outer.name` where the definition is called `name`. */
function keyOf(depth: number, { path, symbol }: CallEnd): string {
  return `${depth} ${(namePartsOf(symbol).at(-1) ?? symbol).toLowerCase()} ${path}`;
}

/**
 * A callee's line is where its definition begins, a caller's is that of the call. So of definitions
 * of one name in one file, the one that a call stands in begins nearest above it.
 */
function distanceTo(edge: CallEdge, direction: CallDirection): (before: CallEdge) => number {
  return (before) => {
    const [call, definition] = direction === 'callers' ? [before, edge] : [edge, before];
    const lines = call.caller.line - definition.callee.line!;
    return lines < 0 ? Number.MAX_SAFE_INTEGER : lines;
  };
}

/** Calls of one function by another, which may be on several lines. */
function groupsOf(edges: readonly CallEdge[], direction: CallDirection): CallEdge[][] {
  const keyOfPair = (edge: CallEdge): string =>
    [far(edge, direction).symbol, edge.caller.path, edge.callee.path, edge.callee.line].join('\0');
  return [...groupBy(edges, keyOfPair).values()];
}

function callLine(group: readonly CallEdge[], direction: CallDirection, options: ListOptions, paint: Paint): string {
  const { caller, callee, by } = group[0]!;
  const lines = [...new Set(group.map((edge) => edge.caller.line))];
  const calls = renderPlace(caller.path, lines[0]!, `:${lines.join(', ')}`, options);
  const unsure = by === null ? paint.dim(`  ${BY_NAME}`) : '';
  const name = paint.cyan(visible(far(group[0]!, direction).symbol));
  if (direction === 'callers' || callee.path === null) return `${name}  ${calls}${unsure}`;
  const definition = renderPlace(callee.path, callee.line ?? 1, callee.line === null ? '' : `:${callee.line}`, options);
  const called = renderPlace(caller.path, lines[0]!, `:${lines.join(', ')}`, { ...options, color: false });
  return `${name}  ${definition}  ${paint.dim('called at')} ${called}${unsure}`;
}

/** The fewest columns that are left for what stands behind a path. */
const LEAST_TAIL = 24;

/**
 * `src/git/runGit.ts:44-57 called by openRepository — function runGit`
 * @returns '' or text that ends with a newline
 */
export function renderRelated(hits: readonly RelatedHit[], options: PlaceOptions & { width: number }): string {
  const { color = false, width } = options;
  const paint = createPaint(color);
  const lines = hits.map(({ repository, path, startLine, endLine, kind, symbol, status, reason }) => {
    const of = ofRepository(repository);
    const range = renderLineRange({ startLine, endLine });
    const changed = status === 'committed' ? '' : `${status}, `;
    const room = Math.max(20, width - widthOf(of) - range.length - LEAST_TAIL - 2);
    const place = renderPlace(path, startLine, range, options, room);
    const plain = renderPlace(path, startLine, range, { ...options, color: false, links: false }, room);
    const name = symbol === '' ? '' : ` — ${kind} ${symbol}`;
    const tail = cutEnd(visible(changed + reason + name), Math.max(10, width - widthOf(of + plain) - 2));
    return `${of}${place}  ${paint.dim(tail)}\n`;
  });
  return lines.join('');
}
