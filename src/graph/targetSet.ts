/**
 * Definitions of one name, grouped as the rules of resolution ask for them. A group, and what a
 * rule says of it, is worked out once: a thousand references to a name must not each look at its
 * thousand definitions. Pure; lives as long as one question.
 */

import { countWhile, getOrMake, groupBy } from '../base/lists.ts';
import { fileNameOf, folderOf } from '../base/paths.ts';
import { familyOf, languageRules } from '../languages/languages.ts';
import type { Target } from './referenceModel.ts';

export class TargetSet<T extends Target> {
  readonly all: readonly T[];
  #parts: Map<unknown, Map<unknown, TargetSet<T>>> | undefined;
  #remembered: Map<object, Map<string, unknown>> | undefined;
  #only: T | null | undefined;
  #lowest: readonly number[] | undefined;

  constructor(all: readonly T[]) {
    this.all = all;
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /**
   * Returns those with the key, in their order. `keyOf` is known by its identity: pass the same
   * function each time.
   */
  part<K>(keyOf: (target: T) => K, key: K): TargetSet<T> {
    this.#parts ??= new Map();
    const parts = getOrMake(this.#parts, keyOf, () => {
      const groups = [...groupBy(this.all, keyOf)];
      return new Map<unknown, TargetSet<T>>(groups.map(([at, targets]) => [at, new TargetSet(targets)]));
    });
    return getOrMake(parts, key, () => new TargetSet<T>([]));
  }

  where(test: (target: T) => boolean): TargetSet<T> {
    return this.part(test, true);
  }

  /** Returns what `pick` leaves; known by the identity of `pick`. */
  picked(pick: (targets: readonly T[]) => T[]): TargetSet<T> {
    return this.remember(pick, '', () => new TargetSet(pick(this.all)));
  }

  only(): T | null {
    if (this.#only === undefined) this.#only = only(this.all);
    return this.#only;
  }

  /** Returns the last one that starts at the line or above. */
  lastBefore(line: number): T | undefined {
    this.#lowest ??= lowestFrom(this.all);
    const lowest = this.#lowest;
    return this.all[countWhile(this.all.length, (at) => lowest[at]! <= line) - 1];
  }

  /** Works out what depends on these definitions, `about` and the key alone; once. */
  remember<R>(about: object, key: string, work: () => R): R {
    this.#remembered ??= new Map();
    const answers = getOrMake(this.#remembered, about, () => new Map<string, unknown>());
    return getOrMake(answers, key, work) as R;
  }
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

// By what definitions are grouped: functions that a TargetSet knows by their identity. Pure.

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

// The choice among definitions that fit a reference: one, or none where several fit equally well.
// Pure.

/**
 * The one element, or null for none or several different ones. Overloads of one name in one file
 * are one.
 */
export function only<T extends Target>(targets: readonly (T | null)[]): T | null {
  const all = targets.filter((target) => target !== null);
  const bodies = all.length > 1 ? all.filter(({ path }) => !/\.(h|hh|hpp|hxx|d\.ts)$/.test(path)) : all;
  const left = bodies.length > 0 ? bodies : all;
  const [first] = left;
  if (first === undefined) return null;
  return left.every(({ path, scope }) => path === first.path && scope.join('\0') === first.scope.join('\0'))
    ? first
    : null;
}

/** The only one; or the only one in the smallest folder around the place that holds any. */
export function onlyNearest<T extends Target>(targets: readonly T[], path: string): T | null {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const inside = targets.filter((target) => folder === '' || target.path.startsWith(`${folder}/`));
    if (inside.length > 0 || folder === '') return only(inside);
  }
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
  if (implBlocks && (kind === 'type' || kind === 'constant')) return /^\p{Lu}/u.test(scope.at(-1) ?? '');
  return kind === 'function' && scope.length > 0 && functionsAreMembers;
}
