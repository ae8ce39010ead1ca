/** Helpers for lists, maps and vectors. Pure. */

export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

export function addTo<K, T>(groups: Map<K, T[]>, key: K, item: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

/** Returns a function that makes the value at its first call and keeps it. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Counts how often each item occurs, in the order of first occurrence. */
export function countEach<K>(items: Iterable<K>): Map<K, number> {
  const counts = new Map<K, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Counts how often each name occurs. The most frequent comes first; ties are ordered by name. */
export function mostFrequent(names: Iterable<string>): [name: string, count: number][] {
  return [...countEach(names)].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

interface Known<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  set(key: K, value: V): unknown;
}

/** Returns the value of a key. A missing one is made and kept. */
export function getOrMake<K, V>(known: Known<K, V>, key: K, make: () => V): V {
  const value = known.get(key);
  if (value !== undefined || known.has(key)) return value as V;
  const made = make();
  known.set(key, made);
  return made;
}

/**
 * Returns how many of the first `length` places pass a test, by binary search. Behind a place that
 * fails, all must fail.
 */
export function countWhile(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Compares two lists of files that are sorted by path, in one pass.
 * @returns the files that only one of them has
 */
export function filesBetween<F extends { path: string; blob: string; language: string }>(
  from: readonly F[],
  to: readonly F[],
): { gone: F[]; came: F[] } {
  const isSame = (before: F, after: F): boolean => before.blob === after.blob && before.language === after.language;
  const gone: F[] = [];
  const came: F[] = [];
  let at = 0;
  for (const after of to) {
    while (at < from.length && from[at]!.path < after.path) gone.push(from[at++]!);
    const before = from[at]?.path === after.path ? from[at++] : undefined;
    // Lists mostly share the items that did not change.
    if (before === after || (before !== undefined && isSame(before, after))) continue;
    if (before !== undefined) gone.push(before);
    came.push(after);
  }
  while (at < from.length) gone.push(from[at++]!);
  return { gone, came };
}

/**
 * Puts other items in the place of some of a list that is sorted by path.
 * @param paths sorted, whose items go
 * @param items that come, each at one of these paths
 */
export function replacedAt<T extends { path: string }>(
  list: readonly T[],
  paths: readonly string[],
  items: readonly T[],
): T[] {
  const now = new Map(items.map((item) => [item.path, item]));
  const replaced: T[] = [];
  let from = 0;
  const copyTo = (to: number): void => {
    // Few of thousands change. V8 copies slices faster than a loop does, but limits their length.
    for (; from + SLICE < to; from += SLICE) replaced.push(...list.slice(from, from + SLICE));
    while (from < to) replaced.push(list[from++]!);
  };
  for (const path of paths) {
    const start = from;
    copyTo(start + countWhile(list.length - start, (at) => list[start + at]!.path < path));
    if (list[from]?.path === path) from += 1;
    const item = now.get(path);
    if (item !== undefined) replaced.push(item);
  }
  copyTo(list.length);
  return replaced;
}

const SLICE = 256;

/** Returns a list. A single value may stand for a list of one: models and people write it so. */
export function listOf(value: string | readonly string[] | undefined): string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : [...value];
}

/** Returns the fields that are not undefined. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as typeof fields;
}

/**
 * Returns the dot product in float64, added in a fixed order, so that every machine gets the same
 * last digit. Pure.
 */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

type Listed<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Listed<Rest> : T;

/** Splits texts at their spaces into names that the compiler knows as literal types. */
export function listed<const T extends string>(...texts: T[]): Listed<T>[] {
  return texts.flatMap((text) => text.split(' ')) as Listed<T>[];
}

/**
 * Splits a text at the first separator, which is one character. The second part is undefined if
 * there is none.
 */
export function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Keeps values up to a total size. The least recently used are dropped first. */
export class RecentValues<K, V> {
  readonly #values = new Map<K, { value: V; size: number }>();
  readonly #most: number;
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    const found = this.#values.get(key);
    if (found === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, found);
    return found.value;
  }

  add(key: K, value: V, size: number): void {
    this.#size += size - (this.#values.get(key)?.size ?? 0);
    this.#values.delete(key);
    this.#values.set(key, { value, size });
    for (const [oldest, { size: gone }] of this.#values) {
      if (this.#size <= this.#most) return;
      this.#values.delete(oldest);
      this.#size -= gone;
    }
  }
}

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S;

/** Spells the fields of an object as the HTTP API has them: `startLine` as `start_line`. */
export function snakeKeys<T extends object>(value: T): { [K in keyof T as Snake<K & string>]: T[K] } {
  const spelt = Object.entries(value).map(([key, one]) => [
    key.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`),
    one,
  ]);
  return Object.fromEntries(spelt) as ReturnType<typeof snakeKeys<T>>;
}

const MOST_LISTED = 5;

/** Names the first few, for a message. */
export function shortList(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  return `${names.slice(0, MOST_LISTED).join(', ')}${names.length > MOST_LISTED ? ', …' : ''}`;
}
