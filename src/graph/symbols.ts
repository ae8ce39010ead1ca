/**
 * Finds definitions and mentions of names in the caller's view. A mention has the definition that
 * it means, if that can be resolved.
 */

import { blobKeyOf } from '../base/identity.ts';
import { getOrMake, RecentValues } from '../base/lists.ts';
import { comparePaths } from '../base/patterns.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import type { BlobKey, MentionKind, Reference, ReferenceKind } from '../base/types.ts';
import { joinedName, namePartsOf } from '../base/words.ts';
import { familyOf, languageNamed, languageRules } from '../languages/languages.ts';
import type { CallerView } from '../view/callerView.ts';
import { pathsCalled } from '../view/viewFiles.ts';
import { AskedFiles, type AskedMention, isAskedType } from './askedFiles.ts';
import { spansBy, spansOf } from './brackets.ts';
import { GoTypes } from './goTypes.ts';
import { locateMentions, type Mention } from './locateMentions.ts';
import { locateUses } from './locateUses.ts';
import { MemberTypes } from './memberTypes.ts';
import {
  directIncludes,
  filesNaming,
  filesSeeing,
  growIncludes,
  includeGraphOf,
  includesToFollow,
  pathIndexOf,
} from './pathIndex.ts';
import { componentsNamed, isInModule, isWithin, partsOfName } from './pathWords.ts';
import { PythonTypes } from './pythonTypes.ts';
import { type FileDefinition, readDefinitions, readFiles, type SourceFile, type SymbolContext } from './readFiles.ts';
import {
  type Imported,
  type ReferenceCertainty,
  type ReferenceHit,
  type Site,
  type SymbolHit,
  TargetSet,
  type TargetSets,
  targetSets,
} from './referenceModel.ts';
import { resolveReference } from './resolveReference.ts';
import { siteMaker } from './siteOf.ts';
import { noteInnerTypes, resolveImport } from './visibleTargets.ts';

/** Definitions by joined name: successive questions about a view ask for the same names. */
const knownDefinitions = new WeakMap<CallerView, RecentValues<string, readonly SymbolHit[]>>();
/** The most characters of kept definitions: some 20,000 definitions. */
const MOST_KEPT = 3_000_000;
/** Characters that a definition takes beside its signature. */
const BESIDE_SIGNATURE = 100;

/**
 * @returns definitions with the wanted names, where case and separators may differ, sorted by path
 * and line
 */
async function findDefinitions(context: SymbolContext, names: Iterable<string>): Promise<SymbolHit[]> {
  const { view } = context;
  const known = getOrMake(knownDefinitions, view, () => new RecentValues<string, readonly SymbolHit[]>(MOST_KEPT));
  const hits: SymbolHit[] = [];
  const unknown = new Map<string, SymbolHit[]>();
  for (const name of new Set([...names].map(joinedName))) {
    const found = known.get(name);
    if (found === undefined) unknown.set(name, []);
    else for (const hit of found) hits.push(hit);
  }
  const read = unknown.size === 0 ? [] : await readDefinitions(context, new Set(unknown.keys()));
  for (const { name, key, definitions } of read)
    for (const definition of definitions) {
      const signature = apartFromText(definition.signature);
      for (const { path, language, status } of view.byBlob.get(key) ?? [])
        unknown.get(name)!.push({ ...definition, signature, path, language, status });
    }
  for (const [name, own] of unknown) {
    for (const hit of own) hits.push(hit);
    known.add(
      name,
      own,
      own.reduce((sum, { signature }) => sum + BESIDE_SIGNATURE + signature.length, BESIDE_SIGNATURE),
    );
  }
  return hits.sort(byPlace);
}

/** Returns a copy: a part of a string keeps the whole string in memory. */
function apartFromText(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

export interface LinkedMention<K extends MentionKind = ReferenceKind> extends AskedMention<K> {
  language: string;
  status: FileStatus;
  around: readonly FileDefinition[];
  target: SymbolHit | null;
  by: ReferenceCertainty | null;
  /** True if it certainly means something outside of the view. */
  elsewhere: boolean;
}

/** Returns a key that identifies a definition in the view. */
export function definitionKey({ path, startLine, name }: { path: string; startLine: number; name: string }): string {
  return `${path}\0${startLine}\0${name}`;
}

/** Files read at once. */
const BATCH = 300;

/**
 * Returns all mentions of the names, also under an alias, by path, then line.
 * @param within reads mentions only in these files, and no others for types of Java, PHP, C# and
 * Kotlin; by default in all that mention a name
 * @param inside chooses the mentions to resolve; by default all
 */
export async function findMentions(
  context: SymbolContext,
  names: ReadonlySet<string>,
  within?: ReadonlySet<BlobKey>,
  inside: (mention: Mention, path: string) => boolean = () => true,
): Promise<LinkedMention[]> {
  const hasMacros = (language: string): boolean => languageNamed(language).macroArguments !== undefined;
  const targets = await findDefinitions(context, names);
  const keys = within ?? (await filesNaming(context, names, targets, hasMacros));
  const locate = (file: SourceFile, path: string, aliases: Aliases): Mention[] =>
    locateMentions(file, namesIn(names, aliases)).filter((mention) => inside(mention, path));
  return linkFiles(context, keys, locate, async () => targets, importing(names), within !== undefined);
}

/** Returns what findMentions does, and the uses of the names that have a definition. */
async function findMentionsAndUses(
  context: SymbolContext,
  names: ReadonlySet<string>,
): Promise<LinkedMention<MentionKind>[]> {
  const targets = await findDefinitions(context, names);
  const families = new Set(targets.map(({ language }) => familyOf(language)));
  const isAlike = (language: string): boolean => families.has(familyOf(language));
  const keys = await filesNaming(context, names, targets, isAlike);
  for (const key of await filesSeeing(context, names, targets)) keys.add(key);
  const locate = (file: SourceFile, _: string, aliases: Aliases): Mention<MentionKind>[] => {
    const local = namesIn(names, aliases);
    const mentions = locateMentions(file, local);
    return isAlike(file.language) ? [...mentions, ...locateUses(file, local, mentions)] : mentions;
  };
  const found = await linkFiles(context, keys, locate, async () => targets, importing(names));
  return found.filter(({ reference, target }) => reference.kind !== 'use' || target !== null);
}

/** Maps names in a file to the names that they have in the modules they are imported from. */
type Aliases = ReadonlyMap<string, string>;

function renamed({ local, name }: Imported): [string, string][] {
  return local !== '' && name !== null && name !== local ? [[local, name]] : [];
}

/** Returns a test for files that may import one of the names. */
function importing(names: ReadonlySet<string>): (file: SourceFile) => boolean {
  return ({ language, imports }) =>
    languageNamed(language).modules?.bindInComments !== undefined ||
    imports.some(({ reference }) => names.has(reference.name));
}

/** Returns the names, and those that they have in the file. */
function namesIn(names: ReadonlySet<string>, aliases: Aliases): Set<string> {
  return new Set([...names, ...[...aliases].flatMap(([alias, name]) => (names.has(name) ? [alias] : []))]);
}

/** Returns all wanted mentions inside of the lines. Their definitions are looked up together. */
export async function findMentionsIn(
  context: SymbolContext,
  holders: readonly Span[],
  wanted: (reference: Reference) => boolean,
): Promise<LinkedMention[]> {
  // By path, because a copy of the file is the same blob but is not meant.
  const spans = spansBy(holders, ({ path }) => path);
  const keys = new Set(context.view.files.filter(({ path }) => spans.has(path)).map(blobKeyOf));
  const inside = ({ line }: Mention, path: string): boolean => spans.get(path)?.first(line) !== undefined;
  const targetsOf = (names: ReadonlySet<string>) => findDefinitions(context, names);
  const locate = (file: SourceFile, path: string): Mention[] =>
    locateMentions(file, wanted).filter((mention) => inside(mention, path));
  return linkFiles(context, keys, locate, targetsOf);
}

type Span = Pick<SymbolHit, 'path' | 'startLine' | 'endLine'>;

/** Reads the files, locates mentions, looks up their definitions and resolves them. */
async function linkFiles<K extends MentionKind>(
  context: SymbolContext,
  keys: Iterable<BlobKey>,
  locate: (file: SourceFile, path: string, aliases: Aliases) => Mention<K>[],
  targetsOf: (names: ReadonlySet<string>) => Promise<SymbolHit[]>,
  mayRename: (file: SourceFile) => boolean = () => true,
  isQuick = false,
): Promise<LinkedMention<K>[]> {
  const index = await pathIndexOf(context);
  const includes = includeGraphOf(context);
  const find = (names: Iterable<string>) => findDefinitions(context, names);
  const kept = isQuick ? getOrMake(quickAnswers, context.view, () => new WeakMap()) : null;
  const out: LinkedMention<K>[] = [];
  const all = [...keys];
  for (let at = 0; at < all.length; at += BATCH) {
    const open: OpenMention<K>[] = [];
    const findTypes = async (names: Iterable<string>): Promise<SymbolHit[]> => {
      const types = (await find(names)).filter(isAskedType);
      const included = types.length === 0 ? [] : open.flatMap(({ file, path }) => directIncludes(file, path, index));
      await growIncludes(context, index, included);
      await noteInnerTypes(types, find);
      return types;
    };
    const files = await readFiles(context, all.slice(at, at + BATCH));
    const asked = new AskedFiles(context, findTypes);
    for (const [key, file] of files) {
      for (const { path, status } of context.view.byBlob.get(key) ?? []) {
        asked.add(path, file);
        const maker = siteMaker(file, path, index, includes, asked);
        const aliases = new Map(mayRename(file) ? maker.imports.flatMap(renamed) : []);
        for (const mention of locate(file, path, aliases)) {
          const alias = aliases.get(mention.reference.name) ?? null;
          const site = maker.siteOf(mention.around, mention.line, mention.column);
          open.push({ mention, file, path, status, site, alias });
        }
      }
    }
    const names = new Set(
      open.flatMap(({ mention, alias }) => [mention.reference.name, ...(alias === null ? [] : [alias])]),
    );
    const targets = await targetsOf(names);
    await growIncludes(context, index, includesToFollow(open, targets, index));
    await noteInnerTypes(targets, find);
    const own = targetSets(targets);
    const types = new Map<string, TargetSet<SymbolHit>>();
    const withTypes = (name: string): TargetSet<SymbolHit> =>
      names.has(name) ? own(name) : getOrMake(types, name, () => new TargetSet(asked.typesNamed(name)));
    const typed: TypesOf = {
      ...{ python: new PythonTypes(asked, index), go: new GoTypes(asked, index) },
      ...(isQuick
        ? {}
        : Object.fromEntries(MEMBERS.map((language) => [language, new MemberTypes(asked, index, language)]))),
    };
    const answers = await asked.answers(open, (one) => {
      const before = kept?.get(one.mention);
      if (before?.path === one.path) return before.answer;
      const { name, kind } = one.mention.reference;
      const named = kind === 'call' ? withTypes : own;
      let isOfOthers = false;
      const answer = resolve(one, typed, (other) => {
        isOfOthers ||= other !== name && other !== one.alias;
        return named(other);
      });
      if (!isOfOthers && !asked.isSpent) kept?.set(one.mention, { path: one.path, answer });
      return answer;
    });
    for (const [at, one] of open.entries()) out.push(linked(one, answers[at]!));
  }
  return out.sort((a, b) => comparePaths(a, b) || a.line - b.line);
}

interface OpenMention<K extends MentionKind> {
  mention: Mention<K>;
  file: SourceFile;
  path: string;
  status: FileStatus;
  site: Site;
  /** The name in the module, if the file imports it under another name. */
  alias: string | null;
}

/** Languages whose members are found by the types of their receivers in all files. */
const MEMBERS = ['csharp', 'java', 'kotlin', 'php'];

/** Types that declarations in other files say, by language. */
type TypesOf = Readonly<Record<string, Pick<PythonTypes, 'targetOf'>>>;

type Answer = Pick<LinkedMention<MentionKind>, 'target' | 'by' | 'elsewhere'>;

/**
 * Answers about mentions in a view, without the types of members. One that depends on what else was
 * asked is not kept.
 */
const quickAnswers = new WeakMap<CallerView, WeakMap<Mention<MentionKind>, { path: string; answer: Answer }>>();

function resolve<K extends MentionKind>(
  { mention, file, path, site, alias }: OpenMention<K>,
  typed: TypesOf,
  named: TargetSets<SymbolHit>,
): Answer {
  const { reference, line, column } = mention;
  const byType = () => typed[file.language]?.targetOf({ reference, file, path, line, column, site }, named) ?? null;
  const isImport = reference.kind === 'import';
  const byName = isImport ? resolveImport(reference, site, named) : resolveReference(reference, site, named, alias);
  const isTyped = reference.from !== undefined && languageRules(file.language).chains?.namespaces !== undefined;
  const answer = isTyped ? (byType() ?? byName) : (byName ?? byType());
  const elsewhere = answer === 'elsewhere';
  return { ...(elsewhere || answer === null ? { target: null, by: null } : answer), elsewhere };
}

function linked<K extends MentionKind>(
  { mention, file, path, status, site }: OpenMention<K>,
  { target, by, elsewhere }: Answer,
): LinkedMention<K> {
  const { reference, line, column, around } = mention;
  return { reference, file, path, line, column, site, target, by, elsewhere, language: file.language, status, around };
}

/**
 * @param name `Outer.inner` asks for an `inner` of Outer. If nothing matches exactly, case is
 * ignored. If there is no such scope, Outer may be a module, a package or a namespace, as
 * paths and manifests tell: `models.User`, `org.x.User.name`
 * @returns definitions by path, then line
 */
export async function findSymbols(context: SymbolContext, name: string): Promise<SymbolHit[]> {
  const { outer, last } = partsOfName(name);
  const hits = await findDefinitions(context, [last]);
  const exact = hits.filter((hit) => hit.name === last);
  const named = exact.length > 0 ? exact : hits;
  const scoped = named.filter(({ scope }) => isWithin(scope, outer));
  const packages = scoped.length > 0 || named.length === 0 ? null : (await pathIndexOf(context)).packages;
  const found = packages === null ? scoped : named.filter(isInModule(outer, packages));
  const all = outer.length > 0 ? found : [...found, ...(await componentsNamed(context, last, found))].sort(byPlace);
  return [...new Map(all.map((hit) => [definitionKey(hit), hit])).values()];
}

function byPlace(a: SymbolHit, b: SymbolHit): number {
  return comparePaths(a, b) || a.startLine - b.startLine;
}

/**
 * @param name as in findSymbols; for `Outer.inner`, mentions that mean another `inner` are left out
 * @returns mentions by path, then line, each with its target if it could be resolved; for
 * `Outer.inner`, those without a target come last
 */
export async function findReferences(context: SymbolContext, name: string): Promise<ReferenceHit[]> {
  const { outer, last } = partsOfName(name);
  const symbols = await findSymbols(context, name);
  // `list.vue` is a file: its ending is no name.
  if (outer.length > 0 && symbols.length === 0 && pathsCalled(context.view.files, name).length > 0) return [];
  const names = new Set([last, ...symbols.map((symbol) => symbol.name)]);
  const places = new Set(symbols.map(definitionKey));
  const found = await findMentionsAndUses(context, names);
  const isOther = outer.length === 0 ? () => false : await ofOtherModules(context, found, outer);
  const mentions = found.filter(
    (mention) =>
      outer.length === 0 ||
      (mention.target === null ? !mention.elsewhere && !isOther(mention) : places.has(definitionKey(mention.target))),
  );
  const hits = [...new Map(mentions.map(referenceHit).map((hit) => [keyOf(hit), hit])).values()];
  if (outer.length === 0) return hits;
  return [...hits.filter(({ target }) => target !== null), ...hits.filter(({ target }) => target === null)];
}

/**
 * Tells which unresolved mentions are qualified by another module of the view, where a language has
 * modules that inherit nothing, or by another space of names.
 * @param outer what stands before the name that is asked for
 */
async function ofOtherModules(
  context: SymbolContext,
  mentions: readonly LinkedMention<MentionKind>[],
  outer: readonly string[],
): Promise<(mention: LinkedMention<MentionKind>) => boolean> {
  const isOfOtherSpace = ({ reference: { from = '' }, language }: LinkedMention<MentionKind>): boolean => {
    const spaces = languageRules(language).ownSpaces;
    return [from, ...outer].some((name) => spaces.includes(name)) && !outer.includes(from);
  };
  const moduleOf = ({ reference, language, target }: LinkedMention<MentionKind>): string | null => {
    const last = namePartsOf(reference.from ?? '').at(-1) ?? '';
    const isModule = languageRules(language).qualifiersAreModules && /^[A-Z]/.test(last);
    return target === null && isModule && last !== outer.at(-1) ? last : null;
  };
  const modules = new Set(mentions.flatMap((mention) => moduleOf(mention) ?? []));
  const defined = (await findDefinitions(context, modules)).filter(({ kind }) => kind === 'module');
  const known = new Set(defined.map(({ name }) => name));
  return (mention) => isOfOtherSpace(mention) || known.has(moduleOf(mention) ?? '');
}

/**
 * Two mentions on one line count as one, unless they mean different definitions:
 * `App::new().wrap(Logger::new())`.
 */
function keyOf({ path, line, kind, name, target }: ReferenceHit): string {
  return [path, line, kind, name, target === null ? '' : definitionKey(target)].join('\0');
}

function referenceHit({
  reference,
  path,
  language,
  line,
  around,
  file,
  target,
  by,
}: LinkedMention<MentionKind>): ReferenceHit {
  const { name, kind } = reference;
  const { name: symbol, scope } = holderOf({ around, file, line });
  const preview = (file.lines[line - 1] ?? '').trim();
  return { name, kind, path, line, symbol, scope: [...scope], language, preview, target, by };
}

interface NamedHolder {
  name: string;
  scope: readonly string[];
}

/** Returns the innermost definition around; without one, a heading or the title of a test. */
function holderOf({ around, file, line }: Pick<LinkedMention, 'around' | 'file' | 'line'>): NamedHolder {
  const inner = around.at(-1);
  if (inner !== undefined) return inner;
  const row = spansOf(file.rows).first(line);
  const isContainer = row !== undefined && !row.defines.some(({ name }) => name === row.symbol);
  return isContainer ? { name: row.symbol, scope: row.scope } : { name: '', scope: [] };
}

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
