/**
 * Finds definitions and mentions of names in the caller's view. A mention has the definition that
 * it means, if that can be resolved.
 */

import { blobKeyOf } from '../base/identity.ts';
import { getOrMake, groupBy, RecentValues } from '../base/lists.ts';
import { comparePaths } from '../base/patterns.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import type { BlobKey, MentionKind, Reference, ReferenceKind } from '../base/types.ts';
import { joinedName, namePartsOf } from '../base/words.ts';
import { componentName } from '../languages/javascript.ts';
import { familyOf, LANGUAGES, languageNamed, languageRules } from '../languages/languages.ts';
import type { CallerView } from '../view/callerView.ts';
import { pathsCalled } from '../view/viewFiles.ts';
import { AskedFiles, type AskedMention, isAskedType } from './askedFiles.ts';
import { spansBy, spansOf } from './brackets.ts';
import { lineAt } from './codeText.ts';
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
import {
  definitionsAround,
  type FileDefinition,
  readDefinitions,
  readFiles,
  type SourceFile,
  type SymbolContext,
} from './readFiles.ts';
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
import { isQualified } from './rustText.ts';
import { RustTypes } from './rustTypes.ts';
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
export async function findDefinitions(context: SymbolContext, names: Iterable<string>): Promise<SymbolHit[]> {
  const { view } = context;
  const known = getOrMake(knownDefinitions, view, () => new RecentValues<string, readonly SymbolHit[]>(MOST_KEPT));
  const byName = new Map([...names].map((name) => [joinedName(name), known.get(joinedName(name))]));
  const unknown = new Set([...byName].flatMap(([name, hits]) => (hits === undefined ? [name] : [])));
  const read = unknown.size === 0 ? [] : await readDefinitions(context, unknown);
  const found = read.flatMap(({ key, definition }) => {
    const own = { ...definition, signature: apartFromText(definition.signature) };
    return (view.byBlob.get(key) ?? []).map(({ path, language, status }) => ({ ...own, path, language, status }));
  });
  const components = unknown.size === 0 ? [] : await componentsNamed(context, unknown, found);
  const fresh = groupBy([...found, ...components], ({ name }) => joinedName(name));
  for (const name of unknown) {
    const hits = fresh.get(name) ?? [];
    byName.set(name, hits);
    const size = hits.reduce((sum, { signature }) => sum + BESIDE_SIGNATURE + signature.length, BESIDE_SIGNATURE);
    known.add(name, hits, size);
  }
  return [...byName.values()].flatMap((hits) => hits ?? []).sort(byPlace);
}

/** Returns a copy: a part of a string keeps the whole string in memory. */
function apartFromText(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string;
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
    imports.some(({ reference: { name, from = '' } }) => names.has(name) || names.has(componentName(from) ?? ''));
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
    const makers = new Map<string, ReturnType<typeof siteMaker>>();
    for (const [key, file] of files) {
      for (const { path, status } of context.view.byBlob.get(key) ?? []) {
        asked.add(path, file);
        const maker = siteMaker(file, path, index, includes, asked);
        makers.set(path, maker);
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
    const siteIn = (file: SourceFile, path: string, offset: number): Site => {
      const line = lineAt(file, offset);
      const { siteOf } = getOrMake(makers, path, () => siteMaker(file, path, index, includes, asked));
      return siteOf(definitionsAround(file, line), line, offset - file.starts[line - 1]!);
    };
    const typed: TypesOf = {
      ...{ python: new PythonTypes(asked, index), go: new GoTypes(asked, index), rust: new RustTypes(asked, siteIn) },
      ...Object.fromEntries(MEMBERS.map((language) => [language, new MemberTypes(asked, index, language, isQuick)])),
    };
    /** Names whose answers used other names too. Mentions of one name share what is remembered. */
    const ofOthers = new Set<string>();
    const answers = await asked.answers(open, (one) => {
      const before = kept?.get(one.mention);
      if (before?.path === one.path) return before.answer;
      const { name, kind } = one.mention.reference;
      const meant = [name, ...(one.alias === null ? [] : [one.alias])];
      const named = kind === 'call' ? withTypes : own;
      const answer = resolve(one, typed, (other) => {
        if (!meant.includes(other)) for (const each of meant) ofOthers.add(each);
        return named(other);
      });
      const isOfOthers = meant.some((each) => ofOthers.has(each));
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
const MEMBERS = LANGUAGES.filter(({ rules }) => rules?.chains).map(({ name }) => name);

/** Types that declarations in other files say, by language. */
type TypesOf = Readonly<Record<string, Pick<RustTypes, 'targetOf'> & Partial<Pick<MemberTypes, 'overloadOf'>>>>;

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
  const asked = { reference, file, path, line, column, site };
  const types = typed[file.language];
  const byType = () => types?.targetOf(asked, named) ?? null;
  const isImport = reference.kind === 'import';
  // `import Card from './StatusCard.vue'` has only the other name.
  const underAlias = () => (alias === null ? null : resolveImport({ ...reference, name: alias }, site, named));
  const byName = () =>
    isImport
      ? (resolveImport(reference, site, named) ?? underAlias())
      : resolveReference(reference, site, named, alias);
  const { chains, implBlocks } = languageRules(file.language);
  const isOfRust = implBlocks && (!site.isPath || isQualified(reference.from));
  const isTyped = isOfRust || (reference.from !== undefined && chains?.namespaces !== undefined);
  const answer = isTyped ? (byType() ?? byName()) : (byName() ?? byType());
  const elsewhere = answer === 'elsewhere';
  const meant = elsewhere || answer === 'open' ? null : answer;
  const found = meant !== null && types?.overloadOf !== undefined ? types.overloadOf(asked, meant, named) : meant;
  return { ...(found ?? { target: null, by: null }), elsewhere };
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
  return [...new Map(found.map((hit) => [definitionKey(hit), hit])).values()];
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
export function holderOf({ around, file, line }: Pick<LinkedMention, 'around' | 'file' | 'line'>): NamedHolder {
  const inner = around.at(-1);
  if (inner !== undefined) return inner;
  const row = spansOf(file.rows).first(line);
  const isContainer = row !== undefined && !row.defines.some(({ name }) => name === row.symbol);
  return isContainer ? { name: row.symbol, scope: row.scope } : { name: '', scope: [] };
}
