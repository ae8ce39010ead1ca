/**
 * Which definition a reference means, by the rules a reader uses: what is visible where it stands, what the file imports,
 * the class that the receiver has, the same package, the only one there is. Pure; modules and imports come resolved.
 * What stays ambiguous stays unresolved: a wrong edge costs more than none.
 */

import { groupBy } from '../groupBy.ts';
import type { ChunkKind, Reference } from '../types.ts';
import { behindBarrel, fromModule, isMember, isTopLevel, nearest, only } from './chooseTarget.ts';
import type { Certainty, Imported, Resolution, Resolved, Site, Target, TypeName } from './referenceModel.ts';
import { languageRules, sameFamily } from './referenceRules.ts';

export type { Certainty, Imported, Resolution, Site, Target, TypeName } from './referenceModel.ts';

/** Receivers that mean the class around. */
const OWN = new Set(['this', 'self', 'cls', 'Self', '@', 'static', '__MODULE__', '$this', '@self']);
const PARENT = new Set(['super', 'parent', 'base']);

/** @param alias what the module calls it, where the file imports the name under another one */
export function resolveReference<T extends Target>(
  reference: Reference,
  site: Site,
  targets: readonly T[],
  alias: string | null = null,
): Resolution<T> {
  if (languageRules(site.language).isKeyword(reference.name)) return 'elsewhere';
  const known = targets.filter((target) => sameFamily(target.language, site.language) && fitsKind(reference, target));
  const fitting = openedOnce(
    reference,
    known.filter(({ name }) => name === reference.name),
    site,
  );
  const receiver = reference.from ?? '';
  if (receiver === '') {
    return resolveBare(reference, site, fitting, alias === null ? [] : known.filter(({ name }) => name === alias));
  }
  if (OWN.has(receiver)) return ofOwner(site, fitting) ?? ofBases(site, fitting);
  if (PARENT.has(receiver)) return ofBases(site, fitting);
  return resolveMember(reference, receiver, site, fitting);
}

/** @returns the definition that an import of the file brings in */
export function resolveImported<T extends Target>(entry: Imported, targets: readonly T[]): Resolution<T> {
  if (entry.paths.size === 0) return 'elsewhere';
  if (entry.name === null) return null;
  return found(
    fromModule(
      entry,
      targets.filter(({ name }) => name === entry.name),
    ),
    'import',
  );
}

const TYPES: ReadonlySet<ChunkKind> = new Set(['class', 'interface', 'type', 'enum', 'module', 'object']);
const NEVER_CALLED: ReadonlySet<ChunkKind> = new Set(['section', 'text', 'module']);

function fitsKind({ kind }: Reference, target: Target): boolean {
  // `Id = int` names a type; a property that is called like its type does not.
  if (kind === 'type' || kind === 'inherit')
    return TYPES.has(target.kind) || (target.kind === 'constant' && target.scope.length === 0);
  return kind !== 'call' || !NEVER_CALLED.has(target.kind);
}

/** Without classes and modules that several files open. */
function openedOnce<T extends Target>({ kind }: Reference, fitting: readonly T[], { language }: Site): readonly T[] {
  if (kind === 'call' || !languageRules(language).lexicalConstants) return fitting;
  const opened = groupBy(fitting, nameOf);
  return fitting.filter((target) => opened.get(nameOf(target))!.every(({ path }) => path === target.path));
}

function nameOf({ scope, name }: Target): string {
  return [...scope, name].join('\0');
}

/** A name without a receiver: lexical scope, imports, package. */
function resolveBare<T extends Target>(
  { name, kind }: Reference,
  site: Site,
  fitting: readonly T[],
  aliased: readonly T[],
): Resolution<T> {
  const rules = languageRules(site.language);
  const bound = fitting.length === 0 ? null : site.bindingOf(name);
  if (fitting.length > 0 && kind !== 'call' && site.isTypeParameter(name)) return 'elsewhere';
  if (bound === 'variable' && kind === 'call' && rules.variablesAreCalled) return 'elsewhere';
  if (bound === 'import') return imported(name, site, fitting, aliased) ?? null;
  const here = fitting.filter((target) => target.path === site.path);
  const inner = bound === null || bound === 'variable' ? null : here.filter(({ startLine }) => bound.has(startLine));
  if (inner?.length === 0 && kind === 'call') return null;
  const visible =
    inner !== null && inner.length > 0
      ? inner
      : here.filter((target) => isVisible(target, site) && site.reaches(target));
  const nested = deepest(visible);
  // A macro may be defined anew; the last one above counts.
  const above = rules.redefines ? nested.findLast(({ startLine }) => startLine <= site.line) : undefined;
  const lexical = above ?? only(nested);
  if (lexical !== null && (lexical.scope.length > 0 || lexical === inner?.[0])) return { target: lexical, by: 'scope' };
  if (kind === 'call' && site.isLocal(name)) return 'elsewhere';
  if (lexical !== null) return { target: lexical, by: 'file' };
  if (rules.implicitReceiver) {
    const inherited = ofOwner(site, fitting) ?? ofBases(site, fitting);
    if (inherited !== null) return inherited;
  }
  const named = imported(name, site, fitting, aliased);
  if (named !== undefined) return named;
  const top = fitting.filter((target) => isTopLevel(target) && !isHidden(target, site) && isReached(target, site));
  const stars = site.imports.filter(({ local, paths }) => local === '*' && paths.size > 0);
  const star = only(stars.flatMap((entry) => fromModule({ ...entry, name }, top)));
  if (star !== null) return { target: star, by: 'import' };
  if (rules.packageOf !== null) {
    const own = rules.packageOf(site.path);
    const near = top.filter(({ path }) => rules.packageOf!(path) === own);
    if (near.length > 0) return found(only(near), 'folder');
  }
  if (!rules.globalNames || rules.isSystem(name)) return null;
  // It may be inherited from where no file says.
  if (rules.functionsAreMembers && kind === 'call' && fitting.some(isMember)) return null;
  // A macro that only renames what it stands for is seen where it is included.
  const linked = kind === 'call' ? top.filter((target) => target.kind !== 'constant') : top;
  return found(nearest(rules.lexicalConstants ? deepest(linked) : linked, site.path), 'only');
}

/** @returns undefined where no import of the file binds the name */
function imported<T extends Target>(
  name: string,
  site: Site,
  fitting: readonly T[],
  aliased: readonly T[],
): Resolution<T> | undefined {
  const named = site.imports.filter(({ local }) => local === name);
  return named.length === 0
    ? undefined
    : firstOf(named.map((entry) => resolveImported(entry, [...fitting, ...aliased])));
}

/** Of the modules around, the innermost. */
function deepest<T extends Target>(targets: readonly T[]): T[] {
  const most = Math.max(...targets.map(({ scope }) => scope.length));
  return targets.filter(({ scope }) => scope.length === most);
}

/** `receiver.name`: the receiver is a module, a class, a variable of a known type, or unknown. */
function resolveMember<T extends Target>(
  reference: Reference,
  receiver: string,
  site: Site,
  fitting: readonly T[],
): Resolution<T> {
  const parts = receiver.split(/::|->|[.\\?!]+/).filter((part) => part !== '');
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  const type = site.typeOf(receiver);
  if (type !== null) return ofType(type, site, fitting);
  if (parts.length === 1 && fitting.length > 0 && site.isLocal(first)) return onlyDistinct(reference, site, fitting);
  const whole = site.imports.filter(({ local }) => local === receiver);
  const named = whole.length > 0 ? whole : site.imports.filter(({ local }) => local === first);
  if (named.length > 0) {
    if (named.every(({ paths }) => paths.size === 0)) return 'elsewhere';
    const answers = named.map((entry) => memberOfImport(entry, whole.length > 0 ? [] : parts.slice(1), fitting));
    return firstOf(answers);
  }
  const module = languageRules(site.language).paths.test(receiver) ? site.modulePaths(receiver) : new Set<string>();
  if (module.size > 0) {
    const inModule = only(fitting.filter((target) => module.has(target.path) && isTopLevel(target)));
    if (inModule !== null) return { target: inModule, by: 'import' };
  }
  const classes = fitting.filter(({ scope }) => scope.at(-1) === last);
  if (classes.length > 0 && (parts.length === 1 || languageRules(site.language).paths.test(receiver)))
    return ofType({ name: last, from: null }, site, fitting);
  return /^\p{Lu}/u.test(first) && parts.length === 1 ? null : onlyDistinct(reference, site, fitting);
}

function memberOfImport<T extends Target>(
  { name, paths }: Imported,
  rest: readonly string[],
  fitting: readonly T[],
): Resolution<T> {
  if (paths.size === 0) return 'elsewhere';
  const owner = rest.at(-1) ?? name;
  if (owner === null) return found(fromModule({ local: '', name: fitting[0]?.name ?? null, paths }, fitting), 'import');
  const members = fitting.filter(({ scope }) => scope.at(-1) === owner);
  return found(only(members.filter(({ path }) => paths.has(path))) ?? only(behindBarrel(paths, members)), 'import');
}

/** A member of the class that a variable has or that is named itself. */
function ofType<T extends Target>(type: TypeName, site: Site, fitting: readonly T[]): Resolution<T> {
  const members = fitting.filter(({ scope }) => scope.at(-1) === type.name);
  if (members.length === 0) return null;
  const rules = languageRules(site.language);
  const named = site.imports.filter(({ local }) => local === (type.from ?? type.name));
  if (named.length > 0) return firstOf(named.map((entry) => memberOfImport(entry, [type.name], fitting)));
  if (type.from !== null) return null;
  const here = only(members.filter(({ path }) => path === site.path));
  if (here !== null) return { target: here, by: 'receiver' };
  if (rules.packageOf !== null) {
    const own = rules.packageOf(site.path);
    const near = members.filter(({ path }) => rules.packageOf!(path) === own);
    if (near.length > 0) return found(only(near), 'receiver');
  }
  const stars = site.imports.filter(({ local }) => local === '*');
  const star = only(members.filter(({ path }) => stars.some(({ paths }) => paths.has(path))));
  if (star !== null) return { target: star, by: 'receiver' };
  return rules.globalNames || rules.globalTypes ? found(nearest(members, site.path), 'receiver') : null;
}

function ofOwner<T extends Target>(site: Site, fitting: readonly T[]): Resolved<T> | null {
  if (site.owner === null) return null;
  const members = fitting.filter(({ scope }) => scope.at(-1) === site.owner);
  const here = only(members.filter(({ path }) => path === site.path));
  if (here !== null) return { target: here, by: 'scope' };
  const { packageOf, splitClasses } = languageRules(site.language);
  if (!splitClasses) return null;
  return found(
    only(members.filter(({ path }) => packageOf === null || packageOf(path) === packageOf(site.path))),
    'scope',
  );
}

function ofBases<T extends Target>(site: Site, fitting: readonly T[]): Resolved<T> | null {
  for (const base of site.bases) {
    if (base.name === site.owner && base.from === null) continue;
    const answer = ofType(base, site, fitting);
    if (answer !== null && answer !== 'elsewhere') return { target: answer.target, by: 'inherited' };
  }
  return null;
}

/** On a receiver of unknown type: only where the name can hardly be a library's and there is one definition. */
function onlyDistinct<T extends Target>(
  { kind, name }: Reference,
  { language }: Site,
  fitting: readonly T[],
): Resolution<T> {
  const { distinctName, isSystem } = languageRules(language);
  if (kind !== 'call' || distinctName?.test(name) !== true || isSystem(name)) return null;
  const target = only(fitting.filter((one) => one.kind === 'method'));
  return target === null || fitting.length > 1 ? null : { target, by: 'only' };
}

/** Visible by nesting: its scope encloses the place. A member needs a receiver, unless the language adds one. */
function isVisible(target: Target, site: Site): boolean {
  if (!target.scope.every((name, at) => site.scope[at] === name)) return false;
  if (!isMember(target)) return true;
  const { implicitReceiver, outerMembers } = languageRules(site.language);
  return implicitReceiver && (outerMembers || target.scope.at(-1) === site.owner);
}

/** A constant without its module is one of a module around, or of one that is included. */
function isReached({ kind, language, scope }: Target, site: Site): boolean {
  if (!languageRules(language).lexicalConstants || kind === 'function' || kind === 'method') return true;
  return scope.every((name, at) => site.scope[at] === name) || site.bases.some(({ name }) => name === scope.at(-1));
}

function isHidden(target: Target, site: Site): boolean {
  if (target.path === site.path) return !site.reaches(target);
  const rules = languageRules(target.language);
  return rules.isPrivate(target) || (rules.needsInclude(target) && !site.sees(target.path));
}

function firstOf<T extends Target>(answers: readonly Resolution<T>[]): Resolution<T> {
  return answers.find((answer) => answer !== null && answer !== 'elsewhere') ?? answers[0] ?? null;
}

function found<T extends Target>(target: T | null, by: Certainty): Resolved<T> | null {
  return target === null ? null : { target, by };
}
