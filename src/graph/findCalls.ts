/** Call chains: who calls a name and what it calls, step by step, from definition to definition. */

import { spansBy } from './lineSpans.ts';
import type { FileDefinition, SymbolContext } from './readFiles.ts';
import type { SymbolHit } from './referenceModel.ts';
import type { ReferenceCertainty } from './resolveReference.ts';
import {
  definitionKey,
  findDefinitions,
  findMentions,
  findMentionsIn,
  findSymbols,
  holderOf,
  type LinkedMention,
} from './symbols.ts';

/** One step of a call chain. */
export interface CallEdge {
  depth: number;
  /**
   * The definition that holds the call, or the file where it stands outside of all; the line is
   * that of the call.
   */
  caller: { symbol: string; path: string; line: number };
  callee: { symbol: string; path: string | null; line: number | null };
  /** Null where only the name speaks for the edge. */
  by: ReferenceCertainty | null;
}

/** A definition on the way: enough to go on from. */
type Step = Pick<SymbolHit, 'name' | 'path' | 'startLine' | 'endLine' | 'kind'>;

/**
 * Finds who calls the name, and who calls those, up to `depth` steps. Breadth first, one edge for
 * each caller and callee. Calls that may mean another definition are listed last and only for the
 * first step.
 */
export async function findCallers(context: SymbolContext, name: string, depth: number): Promise<CallEdge[]> {
  const start = await findSymbols(context, name);
  return walk(start, depth, async (frontier, level) => {
    const wanted = new Map(frontier.map((step) => [definitionKey(step), step]));
    const names = new Set(frontier.map((step) => step.name));
    const mentions = (await findMentions(context, names)).filter(({ reference }) => reference.kind === 'call');
    const sure = mentions.filter(({ target }) => target !== null && wanted.has(definitionKey(target)));
    const byName = level > 1 ? [] : mentions.filter(({ target, elsewhere }) => target === null && !elsewhere);
    return [...sure, ...byName].map((mention) => ({
      next: mention.target === null ? null : callerStep(mention),
      edge: edgeOf(mention, callerName(mention)),
    }));
  });
}

/**
 * Finds what the name's definitions call, and what those call, up to `depth` steps. Only calls
 * whose target is in the view.
 */
export async function findCallees(context: SymbolContext, name: string, depth: number): Promise<CallEdge[]> {
  const start = await findSymbols(context, name);
  return walk(start, depth, async (frontier, level) => {
    const holders = level === 1 ? frontier : await constructorsOf(context, frontier);
    const calls = await findMentionsIn(context, holders, ({ kind }) => kind === 'call');
    const lastAround = lastHolder(holders);
    return calls.flatMap((call) => {
      if (call.target === null) return [];
      const holder = lastAround(call.path, call.line);
      return [{ next: call.target, edge: edgeOf(call, holder?.name ?? callerName(call)) }];
    });
  });
}

/** @returns what finds the last of the steps in the list that holds a line */
function lastHolder(steps: readonly Step[]): (path: string, line: number) => Step | undefined {
  const places = new Map(steps.map((step, at) => [step, at]));
  const spans = spansBy(steps, ({ path }) => path);
  return (path, line) =>
    (spans.get(path)?.around(line) ?? []).reduce<Step | undefined>(
      (last, step) => (last === undefined || places.get(step)! > places.get(last)! ? step : last),
      undefined,
    );
}

/** Calling a class runs its constructor, not all of its methods. */
async function constructorsOf(context: SymbolContext, steps: readonly Step[]): Promise<Step[]> {
  const classes = steps.filter(({ kind }) => kind === 'class');
  const others = steps.filter(({ kind }) => kind !== 'class');
  if (classes.length === 0) return others;
  const made = await findDefinitions(context, [...CONSTRUCTORS, ...classes.map(({ name }) => name)]);
  const spans = spansBy(classes, ({ path, name }) => `${path}\0${name}`);
  const within = made.filter(({ kind, path, scope, startLine, endLine }) => {
    if (kind !== 'method') return false;
    const around = spans.get(`${path}\0${scope.at(-1) ?? ''}`)?.around(startLine) ?? [];
    return around.some((one) => endLine <= one.endLine);
  });
  return [...others, ...within];
}

const CONSTRUCTORS = ['__init__', 'constructor', 'initialize', '__construct', 'init'];

type Found = { next: Step | null; edge: Omit<CallEdge, 'depth'> };

async function walk(
  start: readonly Step[],
  depth: number,
  step: (frontier: Step[], level: number) => Promise<Found[]>,
): Promise<CallEdge[]> {
  const edges = new Map<string, CallEdge>();
  const seen = new Set(start.map(definitionKey));
  let frontier = [...start];
  for (let level = 1; level <= depth && frontier.length > 0; level++) {
    const next: Step[] = [];
    for (const found of await step(frontier, level)) {
      const { caller, callee } = found.edge;
      const key = [caller.path, caller.symbol, callee.path, callee.line, callee.symbol].join('\0');
      if (!edges.has(key)) edges.set(key, { depth: level, ...found.edge });
      if (found.next === null || seen.has(definitionKey(found.next))) continue;
      seen.add(definitionKey(found.next));
      next.push(found.next);
    }
    frontier = next;
  }
  return [...edges.values()];
}

function edgeOf({ reference, path, line, target, by }: LinkedMention, symbol: string): Omit<CallEdge, 'depth'> {
  return {
    caller: { symbol, path, line },
    callee: { symbol: target?.name ?? reference.name, path: target?.path ?? null, line: target?.startLine ?? null },
    by,
  };
}

function callerName(mention: LinkedMention): string {
  return holderOf(mention).name || mention.path;
}

const CALLABLE: ReadonlySet<string> = new Set(['function', 'method', 'constant']);

function callerStep({ around, path }: LinkedMention): Step | null {
  const holder: FileDefinition | undefined = around.findLast(({ kind }) => CALLABLE.has(kind));
  return holder === undefined ? null : { ...holder, path };
}
