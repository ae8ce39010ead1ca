/**
 * Definitions of one name, grouped as the rules of resolution ask for them. A group, and what a rule says of it, is worked out
 * once: a thousand references to a name must not each look at its thousand definitions. Pure; lives as long as one question.
 */

import { groupBy } from '../base/groupBy.ts';
import { only } from './chooseTarget.ts';
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

  /** Returns those with the key, in their order. `keyOf` is known by its identity: pass the same function each time. */
  part<K>(keyOf: (target: T) => K, key: K): TargetSet<T> {
    this.#parts ??= new Map();
    let parts = this.#parts.get(keyOf);
    if (parts === undefined) {
      parts = new Map();
      for (const [at, targets] of groupBy(this.all, keyOf)) parts.set(at, new TargetSet(targets));
      this.#parts.set(keyOf, parts);
    }
    return kept(parts, key, () => new TargetSet<T>([]));
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
    let [low, high] = [0, this.all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#lowest[middle]! <= line) low = middle + 1;
      else high = middle;
    }
    return this.all[low - 1];
  }

  /** Works out what depends on these definitions, `about` and the key alone; once. */
  remember<R>(about: object, key: string, work: () => R): R {
    this.#remembered ??= new Map();
    const answers = kept(this.#remembered, about, () => new Map<string, unknown>());
    return kept(answers, key, work) as R;
  }
}

/** The first line of all from each place on: grows, so that it can be searched. */
function lowestFrom(targets: readonly Target[]): number[] {
  const lowest = targets.map(({ startLine }) => startLine);
  for (let at = lowest.length - 2; at >= 0; at--) lowest[at] = Math.min(lowest[at]!, lowest[at + 1]!);
  return lowest;
}

function kept<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const value = known.get(key);
  if (value !== undefined || known.has(key)) return value as V;
  const made = make();
  known.set(key, made);
  return made;
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
