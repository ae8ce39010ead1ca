/**
 * Decides which definition a reference means, by the rules of a reader: what is visible at its
 * place, what the file imports, the class of the receiver, the same package, the only definition
 * there is. Pure; modules and imports are resolved before. An ambiguous reference stays unresolved,
 * because a wrong edge costs more than a missing one. No step may look at all definitions of a name
 * for each reference: see TargetSet in referenceModel.ts.
 */

import { folderOf } from '../base/patterns.ts';
import type { ChunkKind, MentionKind, Reference } from '../base/types.ts';
import { beginsWithCapital } from '../base/words.ts';
import type { InnerModule } from '../languages/language.ts';
import { familyOf, languageRules } from '../languages/languages.ts';
import type { LanguageRules } from '../languages/referenceRules.ts';
import {
  familyKey,
  holderKey,
  isComponent,
  isMember,
  isTopLevel,
  keyOfScope,
  only,
  onlyNearest,
  packageKey,
  pathKey,
  type Resolution,
  type Resolved,
  type Site,
  scopeKey,
  type Target,
  TargetSet,
  type TargetSets,
  type TypeName,
} from './referenceModel.ts';
import {
  type BaseAnswer,
  beginningAt,
  firstOf,
  firstOfBases,
  fromModule,
  fromStar,
  imported,
  importsOf,
  isFromSeveral,
  memberOfImport,
  memberOfModule,
  nearBases,
  onlyWithin,
  reachedFrom,
  resolvedBy,
  standing,
  visibleFrom,
  visibleToFile,
} from './visibleTargets.ts';

/** Receivers that mean the class around. */
export const OWN: ReadonlySet<string> = new Set('this self cls Self @ static __MODULE__ $this @self'.split(' '));
export const PARENT: ReadonlySet<string> = new Set(['super', 'parent', 'base']);

/**
 * @param named returns the definitions of a name, the same object for all references of a question
 * @param alias the name in the module, if the file imports it under another one
 */
export function resolveReference<T extends Target>(
  reference: Reference<MentionKind>,
  site: Site,
  named: TargetSets<T>,
  alias: string | null = null,
): Resolution<T> {
  if (languageRules(site.language).isKeyword(reference.name)) return 'elsewhere';
  const fitting = openedOnce(reference, fittingOf(reference, named(reference.name), site), site);
  const receiver = reference.from ?? '';
  if (receiver === '') {
    return resolveBare(
      reference,
      site,
      fitting,
      named,
      alias === null ? null : { name: alias, targets: fittingOf(reference, named(alias), site) },
    );
  }
  const module = site.isPath && !fitting.isEmpty ? site.moduleFromHere(receiver) : null;
  const inner = module === null ? null : ofInnerModule(module, site, fitting);
  if (inner !== null) return inner;
  if (OWN.has(receiver)) return module === null ? (ofOwner(site, fitting) ?? ofBases(site, fitting, named)) : null;
  if (PARENT.has(receiver) && importsOf(site, receiver).length === 0) return ofBases(site, fitting, named);
  return resolveMember(reference, receiver, site, fitting, named);
}

const TYPES: ReadonlySet<ChunkKind> = new Set(['class', 'interface', 'type', 'enum', 'module', 'object']);
const NEVER_CALLED: ReadonlySet<ChunkKind> = new Set(['section', 'text', 'module']);

export function fittingOf<T extends Target>(
  { kind, from = '' }: Reference<MentionKind>,
  named: TargetSet<T>,
  { language, isMacro, isTag }: Pick<Site, 'language' | 'isMacro' | 'isTag'>,
): TargetSet<T> {
  const rules = languageRules(language);
  const targets = named.part(familyKey, familyOf(language));
  if (kind === 'type' || kind === 'inherit') return targets.where(isType);
  // `self.name` is a field in Rust, also if a method has its name.
  if (kind === 'use')
    return targets.where(rules.implBlocks && /(?:^|\W)[a-z_]\w*$/.test(from) ? isUsedWithoutMethods : isUsed);
  if (kind !== 'call') return targets;
  if (rules.implBlocks) return targets.where(isMacro ? isMacroRule : isFunctionOfRust);
  if (isTag) return targets.where(isTagged);
  return targets.where(rules.constantsAreCalled ? isCallable : isFunction);
}

/** True for a type, such as `Id = int`; false for a property with the name of its type. */
function isType({ kind, scope }: Target): boolean {
  return TYPES.has(kind) || (kind === 'constant' && scope.length === 0);
}

/** A constructor has the name of its class, but only a call means it. */
function isUsed({ kind, name, scope }: Target): boolean {
  return kind !== 'section' && kind !== 'text' && (kind !== 'method' || name !== scope.at(-1));
}

function isUsedWithoutMethods(target: Target): boolean {
  return isUsed(target) && !isMethod(target);
}

function isCallable({ kind }: Target): boolean {
  return !NEVER_CALLED.has(kind);
}

function isTagged(target: Target): boolean {
  return isCallable(target) || isComponent(target);
}

function isFunction(target: Target): boolean {
  return isCallable(target) && isNoConstant(target);
}

function isMacroRule({ signature }: Target): boolean {
  return signature.startsWith('macro_rules!');
}

function isFunctionOfRust(target: Target): boolean {
  return isCallable(target) && !isMacroRule(target);
}

/** Leaves out classes and modules that are opened in several files. */
function openedOnce<T extends Target>(
  { kind }: Reference<MentionKind>,
  fitting: TargetSet<T>,
  { language }: Site,
): TargetSet<T> {
  return kind === 'call' || !languageRules(language).lexicalConstants ? fitting : fitting.picked(withoutReopened);
}

function withoutReopened<T extends Target>(fitting: readonly T[]): T[] {
  const opened = new Map<string, Set<string>>();
  for (const target of fitting) {
    const name = nameOf(target);
    opened.set(name, (opened.get(name) ?? new Set()).add(target.path));
  }
  return fitting.filter((target) => opened.get(nameOf(target))!.size === 1);
}

function nameOf({ scope, name }: Target): string {
  return [...scope, name].join('\0');
}

/** Resolves a name without a receiver: by scope, imports and package. */
function resolveBare<T extends Target>(
  { name, kind }: Reference<MentionKind>,
  site: Site,
  all: TargetSet<T>,
  named: TargetSets<T>,
  aliased: { name: string; targets: TargetSet<T> } | null,
): Resolution<T> {
  const rules = languageRules(site.language);
  if (kind === 'use' && !isReachable(name, site, all, rules)) return null;
  if (!all.isEmpty && kind !== 'call' && site.isTypeParameter(name)) return 'elsewhere';
  const bound = all.isEmpty ? null : site.bindingOf(name);
  const isValue = kind === 'call' || kind === 'use';
  const isHidden = kind === 'call' ? rules.variablesAreCalled : kind === 'use' || rules.typesAreExact;
  if (bound === 'variable' && isHidden) return 'elsewhere';
  if (bound === 'import')
    return isFromSeveral(importsOf(site, name)) ? null : (imported(name, site, all, aliased) ?? null);
  const fitting = all.isEmpty ? all : standing(name, site, all);
  const inner = bound === null || bound === 'variable' ? null : beginningAt(bound, site, all);
  if (inner?.isEmpty === true && kind === 'call') return null;
  const isInner = inner?.isEmpty === false;
  const nested = isInner ? inner.picked(deepest) : visibleFrom(site, fitting, rules);
  // A macro may be redefined; the last definition above the place counts.
  const above = rules.redefines ? nested?.lastBefore(site.line) : undefined;
  const lexical = above ?? nested?.only() ?? null;
  if (kind === 'use' && lexical !== null && isUnsure(lexical, site, isInner)) return null;
  if (lexical !== null && (lexical.scope.length > 0 || isInner)) return { target: lexical, by: 'scope' };
  if (isValue && site.isLocal(name)) return 'elsewhere';
  if (lexical !== null) return { target: lexical, by: 'file' };
  if (rules.implicitReceiver) {
    const inherited = ofOwner(site, fitting) ?? ofBases(site, fitting, named);
    if (inherited !== null) return inherited;
  }
  const ofImport = imported(name, site, fitting, aliased);
  if (ofImport !== undefined) return ofImport;
  const top = reachedFrom(site, visibleToFile(site, fitting.where(isTopLevel)), rules);
  const star = top.remember(site.imports, 'stars', () =>
    only(importsOf(site, '*').map((entry) => fromStar(entry, site, top, fitting))),
  );
  if (star !== null) return { target: star, by: 'import' };
  if (rules.packageOf !== null) {
    const near = top.part(packageKey(rules.packageOf), rules.packageOf(site.path));
    if (!near.isEmpty) return resolvedBy(near.only(), 'folder');
  }
  if (site.isTag) return resolvedBy(nearestTo(site, top.where(isRegistered)), 'only');
  if (site.isMacro) return resolvedBy(ofCrate(site, fitting), 'folder');
  if (!rules.globalNames || rules.isSystem(name)) return null;
  // In Ruby it may be a variable of a block.
  if (kind === 'use' && rules.lexicalConstants && !beginsWithCapital(name)) return null;
  // The name may be inherited, and no file says from where.
  if (rules.functionsAreMembers && isValue && !fitting.where(isMember).isEmpty) return null;
  // A macro that renames something counts only where its file is included.
  const linked = kind === 'call' ? top.where(isNoConstant) : top;
  return resolvedBy(nearestTo(site, rules.lexicalConstants ? linked.picked(deepest) : linked), 'only');
}

/** False where only a definition or an import in the file could tell, and it has none. */
function isReachable<T extends Target>(
  name: string,
  site: Site,
  all: TargetSet<T>,
  { globalNames, implicitReceiver, packageOf }: LanguageRules,
): boolean {
  if (globalNames || implicitReceiver || packageOf !== null) return true;
  return !all.part(pathKey, site.path).isEmpty || [name, '*'].some((local) => importsOf(site, local).length > 0);
}

/**
 * True for a name that the file also imports, such as a type beside a value, and for a member of
 * the class around, if it needs a receiver or a variable has its name.
 */
function isUnsure({ name, scope }: Target, site: Site, isInner: boolean): boolean {
  if (scope.length === 0) return !isInner && importsOf(site, name).length > 0;
  if (scope.length >= site.scope.length || scope.at(-1) !== site.owner) return false;
  return languageRules(site.language).implicitReceiver ? site.isLocal(name) : !isInner;
}

/** True for a component whose tag needs no import where the folder's components are registered. */
function isRegistered(target: Target): boolean {
  return isComponent(target) && /(?:^|\/)components\//i.test(target.path);
}

/** Returns the definitions in the innermost of the modules around. */
function deepest<T extends Target>(targets: readonly T[]): T[] {
  const most = targets.reduce((length, { scope }) => Math.max(length, scope.length), 0);
  return targets.filter(({ scope }) => scope.length === most);
}

function nearestTo<T extends Target>({ path }: Site, targets: TargetSet<T>): T | null {
  return targets.remember(onlyNearest, folderOf(path), () => onlyNearest(targets.all, path));
}

/** Returns a macro of the crate, which needs no import. */
function ofCrate<T extends Target>(site: Site, fitting: TargetSet<T>): T | null {
  const [root] = site.modulePaths('crate');
  if (root === undefined) return null;
  const folder = folderOf(root);
  return fitting.remember(site.imports, 'crate', () =>
    only(fitting.all.filter(({ path }) => folder === '' || path.startsWith(`${folder}/`))),
  );
}

/**
 * Returns a member of a module, or of a type there, that is reached by a path from the current
 * module.
 */
function ofInnerModule<T extends Target>(
  { module, scope }: InnerModule,
  site: Site,
  fitting: TargetSet<T>,
): Resolved<T> | null {
  const target = fitting.remember(site.imports, ['inner', site.path, module, ...scope].join('\0'), () => {
    const paths = site.modulePaths(module);
    if (scope.length === 0) return fromModule(site, paths, fitting);
    const type = scope.at(-1)!;
    const named = beginsWithCapital(type) ? fitting.part(holderKey, type) : fitting.where(isTopLevel);
    return (
      onlyWithin(paths, fitting.part(scopeKey, keyOfScope(scope))) ??
      onlyWithin(site.modulePaths([module, ...scope].join('::')), named)
    );
  });
  return resolvedBy(target, target?.path === site.path ? 'file' : 'import');
}

/**
 * Resolves `receiver.name`. The receiver may be a module, a class, or a variable of known or
 * unknown type.
 */
function resolveMember<T extends Target>(
  reference: Reference<MentionKind>,
  receiver: string,
  site: Site,
  fitting: TargetSet<T>,
  named: TargetSets<T>,
): Resolution<T> {
  const parts = receiver.split(/::|->|[.\\?!]+/).filter((part) => part !== '');
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  // In `pkg.Type` the first name is a package, even if a parameter has that name. No path of Rust
  // begins with a variable.
  const isOfValue = !site.isPath && (reference.kind === 'call' || !languageRules(site.language).typesAreExact);
  const type = isOfValue ? site.typeOf(receiver) : null;
  if (type !== null) {
    const own = ofType(type, site, fitting, named);
    return own === undefined ? ofBases(site, fitting, named, type.name) : own;
  }
  if (isOfValue && parts.length === 1 && !fitting.isEmpty && site.isLocal(first))
    return onlyDistinct(reference, site, fitting);
  const whole = importsOf(site, receiver);
  const entries = whole.length > 0 ? whole : importsOf(site, first);
  if (!fitting.isEmpty && isFromSeveral(entries) && site.bindingOf(first) === 'import') return null;
  if (entries.length > 0)
    return fitting.remember(site.imports, `receiver\0${receiver}`, () => {
      if (entries.every(({ paths }) => paths.size === 0)) return 'elsewhere';
      return firstOf(
        entries.map((entry) => memberOfImport(entry, whole.length > 0 ? [] : parts.slice(1), site, fitting)),
      );
    });
  const isPath = site.isPath || languageRules(site.language).paths.test(receiver);
  const inModule = !isPath
    ? null
    : fitting.remember(
        site.imports,
        `path\0${site.path}\0${receiver}`,
        () => onlyWithin(site.modulePaths(receiver), fitting.where(isTopLevel)) ?? ofTypeInModule(parts, site, fitting),
      );
  if (inModule !== null) return { target: inModule, by: 'import' };
  // In Ruby only a constant can mean a class. Any other receiver is a variable or the result of a
  // method. In Go goTypes.ts tells what a receiver is.
  const { lexicalConstants, typesAreExact } = languageRules(site.language);
  const isValue = (lexicalConstants && !beginsWithCapital(last)) || typesAreExact;
  if (!isValue && !fitting.part(holderKey, last).isEmpty && (parts.length === 1 || isPath))
    return ofType({ name: last, from: null }, site, fitting, named) ?? null;
  return beginsWithCapital(first) && parts.length === 1 ? null : onlyDistinct(reference, site, fitting);
}

/** Returns a member of a type of Rust that is written with its module: `csv::Reader::new`. */
function ofTypeInModule<T extends Target>(parts: readonly string[], site: Site, fitting: TargetSet<T>): T | null {
  const type = parts.at(-1)!;
  if (!site.isPath || parts.length === 1 || !beginsWithCapital(type)) return null;
  return memberOfModule(site, site.modulePaths(parts.slice(0, -1).join('::')), type, fitting);
}

/**
 * Returns a member of the class that a variable has, or that the receiver names.
 * @returns undefined if the class has no such member itself
 */
function ofType<T extends Target>(
  type: TypeName,
  site: Site,
  fitting: TargetSet<T>,
  named: TargetSets<T>,
): Resolution<T> | undefined {
  const all = fitting.part(holderKey, type.name);
  if (all.isEmpty) return undefined;
  const rules = languageRules(site.language);
  const meant = familyOf(site.language) === 'c' ? classMeant(type, site, named) : undefined;
  if (meant === null) return null;
  const members = meant === undefined ? all : membersOf(meant, named(type.name).where(isType), all);
  if (members.isEmpty) return undefined;
  const local = type.from ?? type.name;
  const entries = importsOf(site, local);
  if (entries.length > 0)
    return members.remember(site.imports, `type\0${local}`, () =>
      firstOf(entries.map((entry) => memberOfImport(entry, [type.name], site, fitting))),
    );
  if (type.from !== null && meant === undefined) return null;
  const here = members.part(pathKey, site.path).only();
  if (here !== null) return { target: here, by: 'receiver' };
  if (rules.packageOf !== null) {
    const near = members.part(packageKey(rules.packageOf), rules.packageOf(site.path));
    if (!near.isEmpty) return resolvedBy(near.only(), 'receiver');
  }
  const star = members.remember(site.imports, 'stars', () =>
    onlyWithin(new Set(importsOf(site, '*').flatMap(({ paths }) => [...paths])), members),
  );
  if (star !== null) return { target: star, by: 'receiver' };
  if (!rules.globalNames && !rules.globalTypes) return null;
  const seen = visibleToFile(site, members);
  return resolvedBy(nearestTo(site, seen.isEmpty ? members : seen), 'receiver');
}

/**
 * Returns the class of C++ that a name means at the place.
 * @returns undefined if the view does not define it, null if it may mean several
 */
function classMeant<T extends Target>(
  { name, from }: TypeName,
  site: Site,
  named: TargetSets<T>,
): T | null | undefined {
  const reference: Reference = { name, kind: 'type', ...(from === null ? {} : { from }) };
  if (fittingOf(reference, named(name), site).isEmpty) return undefined;
  const answer = resolveReference(reference, site, named);
  return answer === null || answer === 'elsewhere' ? null : answer.target;
}

/**
 * Leaves out members of another class with this name. Those outside of its body are told by their
 * scope, which may lack namespaces.
 */
function membersOf<T extends Target>(meant: T, classes: TargetSet<T>, members: TargetSet<T>): TargetSet<T> {
  const own = ['', ...meant.scope, meant.name].join('\0');
  return members.remember(membersOf, `${meant.path}\0${meant.startLine}`, () => {
    const isOwn = (target: T): boolean => {
      const holder = classes.all.findLast((one) => isInside(target, one));
      if (holder !== undefined) return holder === meant;
      const other = ['', ...target.scope].join('\0');
      return own.endsWith(other) || other.endsWith(own);
    };
    return new TargetSet(members.all.filter(isOwn));
  });
}

function isInside({ path, startLine }: Target, outer: Target): boolean {
  return path === outer.path && startLine >= outer.startLine && startLine <= (outer.endLine ?? outer.startLine);
}

function ofOwner<T extends Target>(site: Site, fitting: TargetSet<T>): Resolved<T> | null {
  if (site.owner === null) return null;
  const members = fitting.part(holderKey, site.owner);
  const here = members.part(pathKey, site.path).only();
  if (here !== null) return { target: here, by: 'scope' };
  const { packageOf, splitClasses } = languageRules(site.language);
  if (!splitClasses) return null;
  const near = packageOf === null ? members : members.part(packageKey(packageOf), packageOf(site.path));
  return resolvedBy(near.only(), 'scope');
}

function ofBases<T extends Target>(
  site: Site,
  fitting: TargetSet<T>,
  named: TargetSets<T>,
  owner: string | null = site.owner,
): Resolved<T> | null {
  if (owner === null || fitting.isEmpty) return null;
  const known = fitting.remember(site.heads, site.path, () => new Map<string, BaseAnswer<Resolved<T>> | null>());
  return firstOfBases(
    nearBases(site.heads),
    owner,
    (base) => {
      const answer = ofType(base, site, fitting, named);
      return !answer || answer === 'elsewhere' ? null : { target: answer.target, by: 'inherited' };
    },
    known,
  );
}

/**
 * For a receiver of unknown type: resolves only if there is one definition, and its name is too
 * special for a library.
 */
function onlyDistinct<T extends Target>(
  { kind, name }: Reference<MentionKind>,
  { language }: Site,
  fitting: TargetSet<T>,
): Resolution<T> {
  const { distinctName, isSystem } = languageRules(language);
  if (kind !== 'call' || distinctName?.test(name) !== true || isSystem(name)) return null;
  if (fitting.all.length > 1) return null;
  return resolvedBy(fitting.where(isMethod).only(), 'only');
}

function isNoConstant({ kind }: Target): boolean {
  return kind !== 'constant';
}

function isMethod({ kind }: Target): boolean {
  return kind === 'method';
}
