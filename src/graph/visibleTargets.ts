/**
 * Finds the definitions that a bare name may mean at its place: by nesting, by what files hide, by
 * modules of Ruby, and through the bases of a class. Pure.
 */

import { getOrMake, groupBy } from '../base/lists.ts';
import type { MentionKind, Reference } from '../base/types.ts';
import { familyOf, languageNamed, languageRules } from '../languages/languages.ts';
import type { LanguageRules } from '../languages/referenceRules.ts';
import type { SourceFile } from './readFiles.ts';
import {
  type Bases,
  type Blocks,
  holderKey,
  type Imported,
  innerTypes,
  isComponent,
  isMember,
  isTopLevel,
  keyOfScope,
  type LocalBlock,
  lineKey,
  only,
  pathKey,
  type ReferenceCertainty,
  type Resolution,
  type Resolved,
  type Site,
  type SymbolHit,
  scopeKey,
  type Target,
  TargetSet,
  type TargetSets,
  type TypeName,
} from './referenceModel.ts';
import { HOLDERS } from './variables.ts';

/**
 * The innermost that are visible by nesting: their scope encloses the place. A member needs a
 * receiver, unless the language adds one.
 */
export function visibleFrom<T extends Target>(
  { path, scope, owner, language, isTag }: Site,
  fitting: TargetSet<T>,
  { implicitReceiver, outerMembers }: LanguageRules,
): TargetSet<T> | null {
  const all = fitting.part(pathKey, path);
  // A component of the name Error hides no `new Error()` in its own script.
  const here = isTag || languageNamed(language).isComponent !== true ? all : all.where(isNoComponent);
  if (here.isEmpty) return null;
  for (let depth = scope.length; depth >= 0; depth--) {
    const inScope = here.part(scopeKey, keyOfScope(scope.slice(0, depth)));
    const asMembers = implicitReceiver && (outerMembers || (depth > 0 && scope[depth - 1] === owner));
    const visible = asMembers || inScope.isEmpty ? inScope : inScope.where(isNoMember);
    if (!visible.isEmpty) return visible;
  }
  return null;
}

function isNoComponent(target: Target): boolean {
  return !isComponent(target);
}

/** Returns the targets that their files do not hide. */
export function visibleToFile<T extends Target>({ path, sees, tags }: Site, targets: TargetSet<T>): TargetSet<T> {
  const open = targets.where(isNeverHidden);
  if (open.all.length === targets.all.length) return open;
  return targets.remember(visibleToFile, path, () => {
    const isSeen = (target: T): boolean => {
      if (target.path === path) return true;
      const rules = languageRules(target.language);
      return !rules.isPrivate(target) && (!rules.needsInclude(target) || sees(target.path));
    };
    const seen = targets.all.filter(isSeen);
    // Without its header, `struct name` may mean one that the file does not include.
    if (seen.some(isTagged)) return new TargetSet(seen);
    return new TargetSet(targets.all.filter((one) => isSeen(one) || (isTagged(one) && tags(one.name))));
  });
}

/** A constant without its module belongs to a module around, or to one that is included. */
export function reachedFrom<T extends Target>(
  site: Site,
  targets: TargetSet<T>,
  { lexicalConstants }: LanguageRules,
): TargetSet<T> {
  if (!lexicalConstants) return targets;
  const { path, scope, owner } = site;
  const constants = targets.where(isBoundToModule);
  if (constants.isEmpty) return targets;
  return targets.remember(site.heads, [path, owner ?? '', keyOfScope(scope)].join('\0'), () => {
    const around = scope.map((_, at) => keyOfScope(scope.slice(0, at + 1)));
    const reached = new Set(['0\0', ...around].flatMap((key) => constants.part(scopeKey, key).all));
    for (const { name } of owner === null ? [] : basesOf(site.heads, owner))
      for (const target of constants.part(holderKey, name).all) reached.add(target);
    return new TargetSet(targets.all.filter((target) => !isBoundToModule(target) || reached.has(target)));
  });
}

function isNeverHidden(target: Target): boolean {
  const rules = languageRules(target.language);
  return !rules.isPrivate(target) && !rules.needsInclude(target);
}

function isBoundToModule({ kind }: Target): boolean {
  return kind !== 'function' && kind !== 'method';
}

function isTagged({ kind }: Target): boolean {
  return kind === 'class' || kind === 'enum';
}

function isNoMember(target: Target): boolean {
  return !isMember(target);
}

/** Leaves out targets of this file in a block of statements that is not around the place. */
export function standing<T extends Target>(name: string, site: Site, all: TargetSet<T>): TargetSet<T> {
  const { path } = site;
  const blocks = site.blocksOf(name);
  if (blocks.all.length === 0) return all;
  return all.remember(blocks, path, () => byBlock(all, path, blocks)).get(site.blockAt(name))!;
}

/**
 * Returns for each block the definitions that can be reached from it: its own, and those that can
 * be reached around it.
 */
function byBlock<T extends Target>(
  targets: TargetSet<T>,
  path: string,
  { all, byLine }: Blocks,
): ReadonlyMap<LocalBlock | null, TargetSet<T>> {
  const own = groupBy(targets.all, (target) => (target.path === path ? byLine.get(target.startLine) : undefined));
  const reached = new Map<LocalBlock | null, TargetSet<T>>([[null, new TargetSet(own.get(undefined) ?? [])]]);
  for (const block of all) {
    const outer = reached.get(block.outer)!;
    const inner = own.get(block);
    reached.set(block, inner === undefined ? outer : new TargetSet(inner, outer));
  }
  return reached;
}

/**
 * Returns the definitions that begin on these lines of the file; all can be reached from the place.
 */
export function beginningAt<T extends Target>(
  lines: ReadonlySet<number>,
  { path }: Site,
  fitting: TargetSet<T>,
): TargetSet<T> {
  const here = fitting.part(pathKey, path);
  if (lines.size === 1) for (const line of lines) return here.part(lineKey, line);
  return here.remember(lines, path, () => new TargetSet([...lines].flatMap((line) => here.part(lineKey, line).all)));
}

/** Yields everything that a class inherits from, each once; bases in its own head come first. */
export function* basesOf(heads: Bases, owner: string): Generator<TypeName> {
  const seen = new Set<string>();
  const open = [owner];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const base of heads.get(name) ?? []) {
      const key = baseKey(base);
      if (seen.has(key)) continue;
      seen.add(key);
      yield base;
      if (base.from === null) open.push(base.name);
    }
  }
}

/** The most classes of other files that one walk through bases looks at. */
const MOST_ELSEWHERE = 64;

/** Returns the bases for one walk. */
export function nearBases(heads: Bases): Bases {
  const { isElsewhere } = heads;
  if (isElsewhere === undefined) return heads;
  const seen = new Set<string>();
  const get = (name: string): readonly TypeName[] | undefined => {
    if (isElsewhere(name) && seen.add(name).size > MOST_ELSEWHERE) return undefined;
    return heads.get(name);
  };
  return { get, has: (name) => get(name) !== undefined };
}

export interface BaseAnswer<R> {
  base: TypeName;
  answer: R;
}

/**
 * Returns the first answer of the bases, in the order of basesOf; the class itself is not asked. In
 * a long chain of classes, each uses what was found for the next one.
 *
 * @param known earlier results with the same `ask` and heads
 */
export function firstOfBases<R>(
  heads: Bases,
  owner: string,
  ask: (base: TypeName) => R | null,
  known: Map<string, BaseAnswer<R> | null>,
): R | null {
  const first = firstFromBases(heads, owner, ask, known);
  if (first === null || !isClass(first.base, owner)) return first?.answer ?? null;
  // The class inherits from itself.
  for (const base of basesOf(heads, owner)) {
    const answer = isClass(base, owner) ? null : ask(base);
    if (answer !== null) return answer;
  }
  return null;
}

function firstFromBases<R>(
  heads: Bases,
  owner: string,
  ask: (base: TypeName) => R | null,
  known: Map<string, BaseAnswer<R> | null>,
): BaseAnswer<R> | null {
  const walked = new Set<string>();
  let first: BaseAnswer<R> | null = null;
  // If the walk comes back to a class, all have been asked.
  for (let name: string | null = owner; name !== null && !walked.has(name); ) {
    const found = known.get(name);
    if (found !== undefined) {
      first = found;
      break;
    }
    walked.add(name);
    const step: BaseAnswer<R> | string | null = stepFromBases(heads, name, ask);
    name = typeof step === 'string' ? step : null;
    if (typeof step !== 'string') first = step;
  }
  for (const name of walked) known.set(name, first);
  return first;
}

/** Returns the first answer, or the class whose bases are all that is left to ask. */
function stepFromBases<R>(
  heads: Bases,
  owner: string,
  ask: (base: TypeName) => R | null,
): BaseAnswer<R> | string | null {
  const seen = new Set([baseKey({ name: owner, from: null })]);
  const open: string[] = [];
  for (let name: string | undefined = owner; name !== undefined; name = open.pop()) {
    if (name !== owner && open.length === 0) return name;
    for (const base of heads.get(name) ?? []) {
      const key = baseKey(base);
      if (seen.has(key)) continue;
      seen.add(key);
      const answer = ask(base);
      if (answer !== null) return { base, answer };
      if (base.from === null && heads.has(base.name)) open.push(base.name);
    }
  }
  return null;
}

function isClass({ name, from }: TypeName, owner: string): boolean {
  return name === owner && from === null;
}

function baseKey({ name, from }: TypeName): string {
  return `${from ?? ''}.${name}`;
}

/** @returns the definition that an import of the file names */
export function resolveImport<T extends Target>(
  { name, from }: Reference<MentionKind>,
  site: Site,
  named: TargetSets<T>,
): Resolution<T> {
  const targets = named(name);
  return targets.remember(site.imports, `import\0${from ?? ''}`, () => {
    const all = site.imports.filter((entry) => entry.name === name);
    const own = all.filter(({ module }) => module === from);
    for (const entry of own.length > 0 ? own : all) {
      const answer = resolveImported(entry, site, targets);
      if (answer !== null) return answer;
    }
    return null;
  });
}

/** @param targets definitions with the entry's name */
function resolveImported<T extends Target>(
  { paths, name, within }: Imported,
  site: Site,
  targets: TargetSet<T> | null,
): Resolution<T> {
  if (paths.size === 0) return 'elsewhere';
  if (name === null || targets === null) return null;
  const target =
    within === undefined ? fromModule(site, paths, targets) : onlyWithin(paths, targets.part(holderKey, within));
  return resolvedBy(target, 'import');
}

/** Returns what an import of all names brings: a module's top level, or a class's members. */
export function fromStar<T extends Target>(
  { paths, within }: Imported,
  site: Site,
  top: TargetSet<T>,
  fitting: TargetSet<T>,
): T | null {
  if (paths.size === 0) return null;
  return within === undefined ? fromModule(site, paths, top) : onlyWithin(paths, fitting.part(holderKey, within));
}

const byLocal = new WeakMap<readonly Imported[], Map<string, Imported[]>>();

/** Returns the imports of a file that bind a name. */
export function importsOf({ imports }: Pick<Site, 'imports'>, local: string): readonly Imported[] {
  return getOrMake(byLocal, imports, () => groupBy(imports, (entry) => entry.local)).get(local) ?? [];
}

/** True if blocks of the file import the name from several modules. */
export function isFromSeveral(entries: readonly Imported[]): boolean {
  const modules = new Set(entries.map(({ module }) => module));
  modules.delete(undefined);
  return modules.size > 1;
}

/** @returns undefined if no import of the file binds the name */
export function imported<T extends Target>(
  name: string,
  site: Site,
  fitting: TargetSet<T>,
  aliased: { name: string; targets: TargetSet<T> } | null,
): Resolution<T> | undefined {
  const named = importsOf(site, name);
  if (named.length === 0) return undefined;
  return fitting.remember(site.imports, `bound\0${name}`, () =>
    firstOf(
      named.map((entry) => {
        const isAlias = aliased !== null && entry.name === aliased.name;
        return resolveImported(entry, site, entry.name === name ? fitting : isAlias ? aliased.targets : null);
      }),
    ),
  );
}

export function memberOfImport<T extends Target>(
  { name, paths }: Imported,
  rest: readonly string[],
  site: Site,
  fitting: TargetSet<T>,
): Resolution<T> {
  if (paths.size === 0) return 'elsewhere';
  const owner = rest.at(-1) ?? name;
  if (owner === null) return resolvedBy(fromModule(site, paths, fitting), 'import');
  const member = memberOfModule(site, paths, owner, fitting);
  if (member !== null || fitting.isEmpty || rest.length > 0) return resolvedBy(member, 'import');
  const constant = site.constantOf(paths, owner);
  if (constant === null) return null;
  return resolvedBy(memberOfModule(site, new Set([constant.path]), constant.type.name, fitting), 'receiver');
}

export function firstOf<T extends Target>(answers: readonly Resolution<T>[]): Resolution<T> {
  return answers.find((answer) => answer !== null && answer !== 'elsewhere') ?? answers[0] ?? null;
}

export function resolvedBy<T extends Target>(target: T | null, by: ReferenceCertainty): Resolved<T> | null {
  return target === null ? null : { target, by };
}

type Paths = ReadonlySet<string>;

/** @param paths the module's files; results are remembered for this set object */
export function fromModule<T extends Target>(site: Site, paths: Paths, targets: TargetSet<T>): T | null {
  const named = targets.where(isNoMethod);
  const top = named.where(isTopLevel);
  return named.remember(
    paths,
    'module',
    () =>
      onlyWithin(paths, top) ??
      onlyWithin(paths, named) ??
      passedOn(site, paths, top.all[0]?.name ?? '', top) ??
      behind(paths, top),
  );
}

/** Returns a member of any kind of something in the module. */
export function memberOfModule<T extends Target>(
  site: Site,
  paths: Paths,
  owner: string,
  fitting: TargetSet<T>,
): T | null {
  const members = fitting.part(holderKey, owner);
  return members.remember(
    paths,
    'member',
    () => onlyWithin(paths, members) ?? passedOn(site, paths, owner, members) ?? behind(paths, members),
  );
}

/** Follows what the module imports and exports again. */
function passedOn<T extends Target>(site: Site, paths: Paths, name: string, targets: TargetSet<T>): T | null {
  if (targets.isEmpty) return null;
  return onlyWithin(
    site.sourcesOf(paths, name, (path) => !targets.part(pathKey, path).isEmpty),
    targets,
  );
}

export function onlyWithin<T extends Target>(paths: Paths, targets: TargetSet<T>): T | null {
  const { all } = targets;
  return only(
    paths.size < all.length
      ? [...paths].flatMap((path) => targets.part(pathKey, path).all)
      : all.filter(({ path }) => paths.has(path)),
  );
}

const BARREL = /^(.*?)(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.pyi?|mod\.rs|lib\.rs)$/;

/** An index file passes on only definitions below its folder. */
function behind<T extends Target>(paths: Paths, { all }: TargetSet<T>): T | null {
  const folders = [...paths].flatMap((path) => BARREL.exec(path)?.[1] ?? []);
  if (folders.length === 0) return null;
  return only(all.filter(({ path }) => folders.some((folder) => path.startsWith(folder === '' ? '' : `${folder}/`))));
}

function isNoMethod({ kind }: Target): boolean {
  return kind !== 'method';
}

/** Notes which types of C++ are in a class, for names with several types. */
export async function noteInnerTypes(
  targets: readonly SymbolHit[],
  find: (names: Iterable<string>) => Promise<SymbolHit[]>,
): Promise<void> {
  const types = targets.filter(({ kind, language }) => HOLDERS.has(kind) && familyOf(language) === 'c');
  const several = [...groupBy(types, ({ name }) => name).values()]
    .filter((all) => all.length > 1)
    .flat()
    .filter(({ scope }) => scope.length > 0);
  if (several.length === 0) return;
  const around = await find(new Set(several.map(({ scope }) => scope.at(-1)!)));
  const holders = new Set(around.flatMap(({ kind, path, name }) => (HOLDERS.has(kind) ? [`${path}\0${name}`] : [])));
  for (const type of several) if (holders.has(`${type.path}\0${type.scope.at(-1)!}`)) innerTypes.add(type);
}

/** Returns the namespace of a file of C#, or the package of one of Kotlin; '' for none. */
export function namespaceOf(file: SourceFile): string {
  const own = languageRules(file.language).chains?.namespaces?.own;
  return own?.exec(file.codeText)?.[1] ?? '';
}
