/**
 * Declares what resolving a reference takes and gives: definitions, imports, the place where the
 * reference stands, and the sets of definitions that it chooses from.
 */

import { countWhile, getOrMake, groupBy } from '../base/lists.ts';
import { comparePaths, fileNameOf, folderOf } from '../base/patterns.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import type { ChunkKind, ReferenceKind } from '../base/types.ts';
import { beginsWithCapital } from '../base/words.ts';
import { familyOf, languageRules } from '../languages/languages.ts';

/** A definition that a reference may mean. */
export interface Target {
  name: string;
  kind: ChunkKind;
  path: string;
  language: string;
  /** Names of the enclosing definitions, outermost first. */
  scope: readonly string[];
  /** The first line of the declaration, '' if unknown. */
  signature: string;
  startLine: number;
}

/** A name that an import binds in a file. */
export interface Imported {
  /** The name in the file; '*' for all top-level names of the module. */
  local: string;
  /** The name in the module; null for the module itself. */
  name: string | null;
  /** The files of the module; empty where it is not in the view. */
  paths: ReadonlySet<string>;
  /** The lines for which it holds, where not for all of the file. */
  lines?: { startLine: number; endLine: number };
  /** The inline module of the file that is meant. */
  within?: string;
}

/** A type as written at a variable's declaration. */
export interface TypeName {
  name: string;
  from: string | null;
}

/** Class → what its own head says that it inherits from. */
export type Heads = ReadonlyMap<string, readonly TypeName[]>;

/** Tells where a reference stands and what its file says about names. */
export interface Site {
  path: string;
  language: string;
  line: number;
  /** Enclosing definitions, outermost first, with the one that holds the reference. */
  scope: readonly string[];
  /** The class around, null outside of classes. */
  owner: string | null;
  /** The base classes of the file's classes. */
  heads: Heads;
  imports: readonly Imported[];
  /**
   * True for the file itself and for what it includes, directly or not. Only languages with textual
   * inclusion ask.
   */
  sees(path: string): boolean;
  /**
   * Returns what the innermost block around the place that binds the name binds it to; null where
   * none but the file does.
   */
  bindingOf(name: string): Binding | null;
  /** The blocks of statements of the file that hold definitions of the name; the same object. */
  blocksOf(name: string): Blocks;
  /** The innermost of them around the place; null outside of all. */
  blockAt(name: string): LocalBlock | null;
  /** True where a definition around calls one of its type parameters so. */
  isTypeParameter(name: string): boolean;
  /** True where a parameter or a local variable has the name. */
  isLocal(name: string): boolean;
  /** The declared type of a variable that is the receiver, null if none is written. */
  typeOf(receiver: string): TypeName | null;
  /** Files of a module path as the language writes it; empty where it is not in the view. */
  modulePaths(module: string): ReadonlySet<string>;
  /** A path leads to the name, in a language whose paths may begin where they stand: `util::f`. */
  isPath: boolean;
  /** The module that such a path means if it does begin here: `super`, `self::util`. */
  moduleFromHere(path: string): { module: string; scope: readonly string[] } | null;
}

/** A variable, an import, or the definitions that begin on the lines. */
export type Binding = 'variable' | 'import' | ReadonlySet<number>;

/** A block of statements that holds definitions of a name, and the next such one around it. */
export interface LocalBlock {
  from: number;
  to: number;
  outer: LocalBlock | null;
}

export interface Blocks {
  /** An outer one before those in it. */
  all: readonly LocalBlock[];
  /** By the first line of a definition: the innermost block around it. */
  byLine: ReadonlyMap<number, LocalBlock>;
}

export type ReferenceCertainty = 'scope' | 'file' | 'import' | 'receiver' | 'inherited' | 'folder' | 'only';

export interface Resolved<T extends Target> {
  target: T;
  by: ReferenceCertainty;
}

/**
 * `elsewhere`: it certainly means something that is not in the view. Null: nothing fits, or several
 * fit equally well.
 */
export type Resolution<T extends Target> = Resolved<T> | 'elsewhere' | null;

/** Tells where a name is defined. Lines are those of the whole definition. */
export interface SymbolHit extends Target {
  startLine: number;
  endLine: number;
  status: FileStatus;
  scope: string[];
}

/** Tells where a name is mentioned. */
export interface ReferenceHit {
  name: string;
  kind: ReferenceKind;
  path: string;
  line: number;
  /** The definition that holds the mention, '' at the top of a file. */
  symbol: string;
  scope: string[];
  language: string;
  preview: string;
  /** The definition that is mentioned, where it could be told. */
  target: SymbolHit | null;
  by: ReferenceCertainty | null;
}

// Definitions of one name, grouped as the rules of resolution ask for them. A group, and what a
// rule says of it, is worked out once: a thousand references to a name must not each look at its
// thousand definitions. Pure; lives as long as one question.

export class TargetSet<T extends Target> {
  readonly #own: readonly T[];
  /** More definitions, of which many sets hold the same. */
  readonly #outer: TargetSet<T> | null;
  #all: readonly T[] | undefined;
  #grouped: Map<unknown, Map<unknown, T[]>> | undefined;
  #parts: Map<unknown, Map<unknown, TargetSet<T>>> | undefined;
  #remembered: Map<object, Map<string, unknown>> | undefined;
  #choice: Choice<T> | undefined;
  #lowest: readonly number[] | undefined;

  /** @param outer by path and line, as `own` is, which must not be empty beside it */
  constructor(own: readonly T[], outer: TargetSet<T> | null = null) {
    this.#own = own;
    this.#outer = outer?.isEmpty === true ? null : outer;
  }

  get all(): readonly T[] {
    if (this.#outer === null) return this.#own;
    this.#all ??= [...this.#outer.all, ...this.#own].sort(byPlace);
    return this.#all;
  }

  get isEmpty(): boolean {
    return this.#own.length === 0;
  }

  /**
   * Returns those with the key, in their order. `keyOf` is known by its identity: pass the same
   * function each time.
   */
  part<K>(keyOf: (target: T) => K, key: K): TargetSet<T> {
    // A loop, since a set may be in thousands of others.
    const inner: TargetSet<T>[] = [];
    let found: TargetSet<T> | undefined;
    for (let set: TargetSet<T> | null = this; set !== null && found === undefined; set = set.#outer) {
      found = set.#parts?.get(keyOf)?.get(key);
      if (found === undefined) inner.push(set);
    }
    for (const set of inner.reverse()) {
      set.#grouped ??= new Map();
      const own = getOrMake(set.#grouped, keyOf, () => groupBy(set.#own, keyOf)).get(key) ?? [];
      if (found === undefined || own.length > 0) found = new TargetSet<T>(own, found);
      set.#parts ??= new Map();
      getOrMake(set.#parts, keyOf, () => new Map()).set(key, found);
    }
    return found!;
  }

  where(test: (target: T) => boolean): TargetSet<T> {
    return this.part(test, true);
  }

  /** Returns what `pick` leaves; known by the identity of `pick`. */
  picked(pick: (targets: readonly T[]) => T[]): TargetSet<T> {
    return this.remember(pick, '', () => new TargetSet(pick(this.all)));
  }

  only(): T | null {
    return chosenFrom(this.#chosen());
  }

  #chosen(): Choice<T> {
    const inner: TargetSet<T>[] = [];
    let choice: Choice<T> | undefined;
    for (let set: TargetSet<T> | null = this; set !== null && choice === undefined; set = set.#outer) {
      choice = set.#choice;
      if (choice === undefined) inner.push(set);
    }
    for (const set of inner.reverse()) {
      const own = choiceAmong(set.#own);
      choice = choice === undefined ? own : joinedChoices(choice, own);
      set.#choice = choice;
    }
    return choice!;
  }

  /** Returns the last one that starts at the line or above. */
  lastBefore(line: number): T | undefined {
    let last: T | undefined;
    for (let set: TargetSet<T> | null = this; set !== null; set = set.#outer) {
      set.#lowest ??= lowestFrom(set.#own);
      const lowest = set.#lowest;
      const own = set.#own[countWhile(lowest.length, (at) => lowest[at]! <= line) - 1];
      if (last === undefined || (own !== undefined && byPlace(own, last) > 0)) last = own;
    }
    return last;
  }

  /** Works out what depends on these definitions, `about` and the key alone; once. */
  remember<R>(about: object, key: string, work: () => R): R {
    this.#remembered ??= new Map();
    const answers = getOrMake(this.#remembered, about, () => new Map<string, unknown>());
    return getOrMake(answers, key, work) as R;
  }
}

function byPlace(a: Target, b: Target): number {
  return comparePaths(a, b) || a.startLine - b.startLine;
}

/** The first line of all from each place on: grows, so that it can be searched. */
function lowestFrom(targets: readonly Target[]): number[] {
  const lowest = targets.map(({ startLine }) => startLine);
  for (let at = lowest.length - 2; at >= 0; at--) lowest[at] = Math.min(lowest[at]!, lowest[at + 1]!);
  return lowest;
}

/** Definitions by name; empty for a name without any. */
export type TargetSets<T extends Target> = (name: string) => TargetSet<T>;

export function targetSets<T extends Target>(targets: readonly T[]): TargetSets<T> {
  const all = new TargetSet(targets);
  return (name) => all.part(nameOf, name);
}

function nameOf({ name }: Target): string {
  return name;
}

export function familyKey({ language }: Target): string {
  return familyOf(language);
}

/** Its owner: the definition it is a member of or stands in. */
export function holderKey({ scope }: Target): string | undefined {
  return scope.at(-1);
}

export function scopeKey({ scope }: Target): string {
  return keyOfScope(scope);
}

export function keyOfScope(scope: readonly string[]): string {
  return `${scope.length}\0${scope.join('\0')}`;
}

const packageKeys = new Map<(path: string) => string, (target: Target) => string>();

/** One function for each rule: a set of targets knows its parts by it. */
export function packageKey(packageOf: (path: string) => string): (target: Target) => string {
  return getOrMake(
    packageKeys,
    packageOf,
    () =>
      ({ path }) =>
        packageOf(path),
  );
}

/**
 * The one element, or null for none or several different ones. Overloads of one name in one file
 * are one.
 */
export function only<T extends Target>(targets: readonly (T | null)[]): T | null {
  return chosenFrom(choiceAmong(targets.filter((target) => target !== null)));
}

/** The first of some definitions, `several` if others are not its overloads; null for none. */
interface First<T extends Target> {
  first: T;
  several: boolean;
}

interface Choice<T extends Target> {
  any: First<T> | null;
  /** Without those of headers. */
  body: First<T> | null;
}

function choiceAmong<T extends Target>(targets: readonly T[]): Choice<T> {
  let any: First<T> | null = null;
  let body: First<T> | null = null;
  for (const first of targets) {
    const one = { first, several: false };
    any = joined(any, one);
    if (!/\.(h|hh|hpp|hxx|d\.ts)$/.test(first.path)) body = joined(body, one);
    if (any.several && body?.several === true) break;
  }
  return { any, body };
}

function joinedChoices<T extends Target>(a: Choice<T>, b: Choice<T>): Choice<T> {
  const inOrder = (one: First<T> | null, other: First<T> | null): First<T> | null =>
    one !== null && other !== null && byPlace(one.first, other.first) > 0 ? joined(other, one) : joined(one, other);
  return { any: inOrder(a.any, b.any), body: inOrder(a.body, b.body) };
}

function joined<T extends Target>(a: First<T> | null, b: First<T>): First<T>;
function joined<T extends Target>(a: First<T> | null, b: First<T> | null): First<T> | null;
function joined<T extends Target>(a: First<T> | null, b: First<T> | null): First<T> | null {
  if (a === null || b === null) return a ?? b;
  const isSame =
    a.first.path === b.first.path &&
    (a.first.scope === b.first.scope || a.first.scope.join('\0') === b.first.scope.join('\0'));
  return { first: a.first, several: a.several || b.several || !isSame };
}

function chosenFrom<T extends Target>({ any, body }: Choice<T>): T | null {
  const left = body ?? any;
  return left === null || left.several ? null : left.first;
}

/** The only one; or the only one in the smallest folder around the place that holds any. */
export function onlyNearest<T extends Target>(targets: readonly T[], path: string): T | null {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const inside = targets.filter((target) => folder === '' || target.path.startsWith(`${folder}/`));
    if (inside.length > 0 || folder === '') return only(inside);
  }
}

export function lineKey({ startLine }: Target): number {
  return startLine;
}

export function pathKey({ path }: Target): string {
  return path;
}

export function isTopLevel(target: Target): boolean {
  const { namespaces, classFiles } = languageRules(target.language);
  if (isMember(target) || target.scope.length > namespaces) return false;
  return !classFiles || target.scope.at(-1) !== /[^.]+/.exec(fileNameOf(target.path))?.[0];
}

export function isMember({ kind, language, scope }: Target): boolean {
  if (kind === 'method') return true;
  // Types and constants of an impl or a trait, whose name a module's is not like.
  const { implBlocks, functionsAreMembers } = languageRules(language);
  if (implBlocks && (kind === 'type' || kind === 'constant')) return beginsWithCapital(scope.at(-1) ?? '');
  return kind === 'function' && scope.length > 0 && functionsAreMembers;
}
