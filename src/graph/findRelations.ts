/**
 * Finds what uses some places and what they use, by the rules of `cora refs`. Every "called by",
 * "uses the type" or "test of" in an answer comes from here. A mention that does not resolve to
 * exactly this definition is no relation.
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { getOrMake, groupBy } from '../base/lists.ts';
import { comparePaths, escapeRegExp } from '../base/patterns.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import type { BlobKey, ChunkKind, ChunkRow, ReferenceKind } from '../base/types.ts';
import { joinedName, REFERS } from '../base/words.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import type { CallerView } from '../view/callerView.ts';
import { fileAt } from '../view/viewFiles.ts';
import { spansBy, spansOf } from './brackets.ts';
import { type Focus, heirAt, holderAt, isInTest, isTestBlock } from './findPlace.ts';
import { locateMentions } from './locateMentions.ts';
import { type FileDefinition, rowsOfBlobs, type SourceFile, type SymbolContext } from './readFiles.ts';
import { KIND_WEIGHTS } from './referenceGraph.ts';
import type { ReferenceCertainty, SymbolHit } from './referenceModel.ts';
import {
  definitionKey,
  findDefinitions,
  findMentions,
  findMentionsIn,
  findSymbols,
  holderOf,
  type LinkedMention,
} from './symbols.ts';

export interface Relation {
  /** The index of the focus in the given list. */
  focus: number;
  /** True if the other end refers to the focus, false if the focus refers to it. */
  isUser: boolean;
  kind: ReferenceKind;
  /** The name of the definition that is referred to, without its scope. */
  name: string;
  /** Says how the other end is related to the focus: `calls Store.open`, `called by Store.open`. */
  reason: string;
  /** Says what the referring end does: `calls Store.open`. */
  use: string;
  isTest: boolean;
  /** The line of the first reference, in the file of the referring end. */
  line: number;
  /** The other end. */
  place: RelationPlace;
}

/** A definition, or the line of a reference outside of any definition. */
export interface RelationPlace {
  path: string;
  status: FileStatus;
  language: string;
  kind: ChunkKind;
  symbol: string;
  scope: readonly string[];
  startLine: number;
  endLine: number;
}

export interface RelatedPlace {
  place: RelationPlace;
  reason: string;
  score: number;
  isTest: boolean;
}

/** Limits what is read. */
export interface RelationBounds {
  /** Files that may use the focuses. */
  files: ReadonlySet<BlobKey>;
  /** Names of the focuses' definitions. */
  names: ReadonlySet<string>;
  /** Names of the definitions that the focuses use; null for all of them. */
  used: ReadonlySet<string> | null;
}

/** @returns for each focus and place the relation that says most, sorted by focus, then by place */
export async function findRelations(
  context: SymbolContext,
  focuses: readonly Focus[],
  bounds?: RelationBounds,
): Promise<Relation[]> {
  const defined = new Map<string, number>();
  focuses.forEach(({ path, definitions }, at) => {
    for (const one of definitions) {
      const place = definitionKey({ path, ...one });
      if (!defined.has(place)) defined.set(place, at);
    }
  });
  const names = new Set(focuses.flatMap(({ definitions }) => definitions.map(({ name }) => name)));
  const used = bounds?.used ?? null;
  const [users, uses] =
    bounds === undefined || used === null
      ? await Promise.all([
          findMentions(context, bounds?.names ?? names, bounds?.files),
          findMentionsIn(context, focuses, () => true),
        ])
      : await findWithin(context, focuses, { ...bounds, used });
  const found = new Map<string, Relation>();
  const add = (relation: Relation): void => {
    const { path, startLine, symbol } = relation.place;
    const key = [relation.focus, path, startLine, symbol].join('\0');
    const known = found.get(key);
    if (known === undefined || saysMore(relation, known)) found.set(key, relation);
  };
  for (const mention of users) {
    const focus = mention.target === null ? undefined : defined.get(definitionKey(mention.target));
    if (focus !== undefined && !isInside(mention, focuses[focus]!)) add(asUser(mention, mention.target!, focus));
  }
  for (const mention of uses) {
    const { target } = mention;
    if (target === null) continue;
    focuses.forEach((one, focus) => {
      if (isInside(mention, one) && !isAround(target, one) && defined.get(definitionKey(target)) !== focus)
        add(asUsed(mention, target, focus));
    });
  }
  return withoutIdleImports([...found.values()]).sort((a, b) => a.focus - b.focus || byPlace(a.place, b.place));
}

async function findWithin(
  context: SymbolContext,
  focuses: readonly Focus[],
  { files, names, used }: RelationBounds & { used: ReadonlySet<string> },
): Promise<[LinkedMention[], LinkedMention[]]> {
  const own = used.size === 0 ? [] : focuses.map(({ path }) => blobKeyOf(fileAt(context.view, path)!));
  // Only the files of the focuses show what the focuses use.
  const all = await findMentions(
    context,
    new Set([...names, ...used]),
    new Set([...files, ...own]),
    ({ reference: { name }, line }, path) =>
      names.has(name) || !used.has(name) || focuses.some((one) => isInside({ path, line }, one)),
  );
  return [all, all];
}

/**
 * @returns the relations with their worth, best first; the best one has 1. What everything uses is
 * worth little. Ties are ordered by place
 */
export function strongestFirst(
  { statistics }: CallerView,
  relations: readonly Relation[],
): (Relation & { share: number })[] {
  const weights = relations.map(
    ({ kind, name }) => KIND_WEIGHTS[kind] / Math.log2(2 + statistics.frequency(REFERS + joinedName(name))),
  );
  const most = weights.reduce((greatest, weight) => Math.max(greatest, weight), 0);
  const weighed = relations.map((relation, at) => ({ ...relation, share: weights[at]! / most }));
  return weighed.sort((a, b) => b.share - a.share || byPlace(a.place, b.place));
}

type Target = NonNullable<LinkedMention['target']>;

function isInside({ path, line }: { path: string; line: number }, focus: Focus): boolean {
  return path === focus.path && focus.startLine <= line && line <= focus.endLine;
}

/** A class is not related to its own methods. */
function isAround({ path, startLine, endLine }: Target, focus: Focus): boolean {
  return path === focus.path && startLine <= focus.startLine && focus.endLine <= endLine;
}

/**
 * A use says more than an import, a call more than a type; then the first one in the file counts.
 */
function saysMore(a: Relation, b: Relation): boolean {
  const difference = KIND_WEIGHTS[a.kind] - KIND_WEIGHTS[b.kind];
  return difference === 0 ? a.line < b.line : difference > 0;
}

function byPlace(a: RelationPlace, b: RelationPlace): number {
  return comparePaths(a, b) || a.startLine - b.startLine || a.endLine - b.endLine;
}

/** Leaves out imports of definitions that the importing file also uses. */
function withoutIdleImports(relations: readonly Relation[]): Relation[] {
  const keyOf = ({ focus, isUser, name, place }: Relation): string => [focus, isUser, name, place.path].join('\0');
  const used = new Set(relations.filter(({ kind, isUser }) => isUser && kind !== 'import').map(keyOf));
  return relations.filter((one) => one.kind !== 'import' || !used.has(keyOf(one)));
}

function asUser(mention: LinkedMention, target: Target, focus: number): Relation {
  const { reference, path, language, status, file } = mention;
  const isInTests = isInTest(file, mention.line);
  const isOfTests = isTestFile(target) || (target.path === path && isInTest(file, target.startLine));
  const isTest = (isInTests || isTestFile({ path, language })) && !isOfTests;
  // An imported name may be used without a call. In a test that use is the place to show.
  const line = (isTest && reference.kind === 'import' ? useAfterImport(mention) : null) ?? mention.line;
  const holder = reference.kind === 'inherit' ? heirAt(file, line) : holderAt(file, line);
  const { kind, symbol, scope, startLine, endLine } = holder;
  const isUsed = reference.kind === 'call' || line !== mention.line;
  const title = titleOf(target);
  const use = line === mention.line ? useOf(reference.kind, title, target.kind) : `uses ${title}`;
  return {
    ...{ focus, isUser: true, kind: reference.kind, name: target.name, line, use },
    isTest: isTest && isUsed,
    reason: isTest && isUsed && (isInTests || isTestBlock(holder)) ? `test of ${title}` : use,
    place: { path, language, status, kind, symbol, scope, startLine, endLine },
  };
}

function isTestFile({ path, language }: { path: string; language: string }): boolean {
  return fileFeaturesOf(path, language).test;
}

function asUsed(mention: LinkedMention, target: Target, focus: number): Relation {
  const { reference, path, line, file } = mention;
  const { startLine, endLine, status, language, kind, scope } = target;
  const holder = reference.kind === 'inherit' ? heirAt(file, line) : holderAt(file, line);
  const user = holder.symbol === '' || reference.kind === 'import' ? path : titleOf({ ...holder, name: holder.symbol });
  return {
    ...{ focus, isUser: false, kind: reference.kind, name: target.name, line, isTest: false },
    reason: `${reference.kind === 'type' && kind === 'constant' ? 'used by' : USED_BY[reference.kind]} ${user}`,
    use: useOf(reference.kind, titleOf(target), kind),
    place: { path: target.path, status, language, kind, symbol: target.name, scope, startLine, endLine },
  };
}

/**
 * Returns the first line below an import with the name that it binds, unless a local variable has
 * the same name.
 */
function useAfterImport({ reference, file, site, line }: LinkedMention): number | null {
  const local = site.imports.find(({ name }) => name === reference.name)?.local;
  if (local === undefined || !/^[\w$]+$/.test(local)) return null;
  return usesBelowImports(file, local).find((use) => use > line) ?? null;
}

const uses = new WeakMap<SourceFile, { imports: ReadonlySet<number>; byName: Map<string, readonly number[]> }>();

/** Returns the lines that hold the name and are no imports. */
function usesBelowImports(file: SourceFile, name: string): readonly number[] {
  const { imports, byName } = getOrMake(uses, file, () => ({
    imports: new Set(locateMentions(file, ({ kind }) => kind === 'import').map(({ line }) => line)),
    byName: new Map<string, readonly number[]>(),
  }));
  return getOrMake(byName, name, () => {
    const word = new RegExp(`(?<![\\w$.])${escapeRegExp(name)}(?![\\w$])`);
    return file.code.flatMap((text, at) => (!imports.has(at + 1) && word.test(text) ? [at + 1] : []));
  });
}

/**
 * Adds to each place the chunk that holds it. Places whose rows a writer has removed are left out.
 */
export async function withChunks<T extends { place: { path: string; startLine: number } }, C extends keyof ChunkRow>(
  context: SymbolContext,
  found: readonly T[],
  columns: readonly C[],
): Promise<{ one: T; row: Held<C> }[]> {
  const { view } = context;
  const keys = found.map(({ place }) => blobKeyOf(fileAt(view, place.path)!));
  const rowsThere: Held<C>[] = await rowsOfBlobs(context, keys, [...LINES, ...columns]);
  rowsThere.sort((a, b) => a.startLine - b.startLine || a.part - b.part);
  const byBlob = groupBy(rowsThere, rowKeyOf);
  return found.flatMap((one) => {
    const { path, startLine } = one.place;
    const rows = byBlob.get(blobKeyOf(fileAt(view, path)!));
    const row = rows === undefined ? undefined : spansOf(rows).first(startLine);
    return row === undefined ? [] : [{ one, row }];
  });
}

const LINES = ['chunkId', 'blobSha', 'language', 'startLine', 'endLine', 'part'] as const;
type Held<C extends keyof ChunkRow> = Pick<ChunkRow, C | (typeof LINES)[number]>;

/**
 * Says what the referring end does: `calls Store.open`.
 * @param target the definition that is referred to: a constant may be used in the place of a type
 */
function useOf(kind: ReferenceKind, name: string, target: ChunkKind): string {
  return `${kind === 'type' && target === 'constant' ? 'uses' : USES[kind]} ${name}`;
}

const USES: Readonly<Record<ReferenceKind, string>> = {
  call: 'calls',
  inherit: 'inherits from',
  type: 'uses the type',
  import: 'imports',
  link: 'links to',
};

/** Says it from the other end: `called by Store.open`. */
const USED_BY: Readonly<Record<ReferenceKind, string>> = {
  call: 'called by',
  inherit: 'base of',
  type: 'used as a type by',
  import: 'imported by',
  link: 'linked from',
};

/** `Store.open` */
function titleOf({ name, scope }: { name: string; scope: readonly string[] }): string {
  return [...scope.slice(-1), name].join('.');
}

// Chains of calls.

/** One step of a call chain. */
export interface CallEdge {
  depth: number;
  /**
   * The definition with the call, or the file if it is outside of all. The line is that of the
   * call.
   */
  caller: { symbol: string; path: string; line: number };
  callee: { symbol: string; path: string | null; line: number | null };
  /** Null if only the name connects caller and callee. */
  by: ReferenceCertainty | null;
}

/** A definition in the chain: what is needed to go on from it. */
type Step = Pick<SymbolHit, 'name' | 'path' | 'startLine' | 'endLine' | 'kind'>;

/**
 * Finds the callers of a name, and their callers, up to `depth` steps, breadth first, with one edge
 * for each caller and callee. Calls that may mean another definition come last, and only in the
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
      from: mention.around.at(-1)?.startLine ?? 0,
    }));
  });
}

/**
 * Finds what the name's definitions call, and what those call, up to `depth` steps. Only calls
 * whose target is in the view count.
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
      const from = holder?.startLine ?? 0;
      return [{ next: call.target, edge: edgeOf(call, holder?.name ?? callerName(call)), from }];
    });
  });
}

/** @returns a function that finds the last of the steps that holds a line */
function lastHolder(steps: readonly Step[]): (path: string, line: number) => Step | undefined {
  const places = new Map(steps.map((step, at) => [step, at]));
  const spans = spansBy(steps, ({ path }) => path);
  return (path, line) =>
    (spans.get(path)?.around(line) ?? []).reduce<Step | undefined>(
      (last, step) => (last === undefined || places.get(step)! > places.get(last)! ? step : last),
      undefined,
    );
}

/** A call of a class runs its constructor, not all of its methods. */
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

/**
 * A call. `from` is the first line of its caller, which distinguishes it from others of the same
 * name in the file.
 */
type Found = { next: Step | null; edge: Omit<CallEdge, 'depth'>; from: number };

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
      const key = [caller.path, caller.symbol, found.from, callee.path, callee.line, callee.symbol].join('\0');
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
