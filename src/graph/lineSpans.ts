/** Finds the ranges of lines around a line among many ranges, without looking at each. Pure. */

import { countWhile, getOrMake, groupBy } from '../base/lists.ts';
import type { LineRange } from '../base/searchTypes.ts';

export class LineSpans<T extends LineRange> {
  readonly #spans: readonly T[];
  /** A binary tree of last lines. Each node has the larger one of its two children. */
  readonly #ends: Int32Array;
  readonly #known = new Map<number, readonly T[]>();

  /** @param spans sorted by first line */
  constructor(spans: readonly T[]) {
    this.#spans = spans;
    const width = 2 ** Math.ceil(Math.log2(Math.max(1, spans.length)));
    this.#ends = new Int32Array(2 * width).fill(-1);
    for (const [at, { endLine }] of spans.entries()) this.#ends[width + at] = endLine;
    for (let knot = width - 1; knot > 0; knot--)
      this.#ends[knot] = Math.max(this.#ends[2 * knot]!, this.#ends[2 * knot + 1]!);
  }

  /** Returns the spans that hold the line, in their order. */
  around(line: number): readonly T[] {
    return getOrMake(this.#known, line, () => {
      const found: T[] = [];
      for (let at = this.#next(0, line); at !== -1; at = this.#next(at + 1, line)) found.push(this.#spans[at]!);
      return found;
    });
  }

  first(line: number): T | undefined {
    return this.#spans[this.#next(0, line)];
  }

  last(line: number): T | undefined {
    const started = countWhile(this.#spans.length, (at) => this.#spans[at]!.startLine <= line);
    let knot = (this.#ends.length >> 1) + started - 1;
    if (knot < this.#ends.length >> 1) return undefined;
    // Goes up until a tree to the left ends late enough, then down in it as far to the right as
    // possible.
    while (this.#ends[knot]! < line) {
      while (knot > 1 && knot % 2 === 0) knot >>= 1;
      if (knot === 1) return undefined;
      knot -= 1;
    }
    while (2 * knot < this.#ends.length) knot = this.#ends[2 * knot + 1]! >= line ? 2 * knot + 1 : 2 * knot;
    return this.#spans[knot - (this.#ends.length >> 1)];
  }

  /**
   * Returns the index of the first span, from a place on, that holds the line; -1 if there is none.
   */
  #next(from: number, line: number): number {
    const width = this.#ends.length >> 1;
    if (from >= this.#spans.length) return -1;
    let knot = width + from;
    while (this.#ends[knot]! < line) {
      while (knot % 2 === 1) {
        if (knot === 1) return -1;
        knot >>= 1;
      }
      knot += 1;
    }
    while (knot < width) knot = this.#ends[2 * knot]! >= line ? 2 * knot : 2 * knot + 1;
    const at = knot - width;
    return this.#spans[at]!.startLine <= line ? at : -1;
  }
}

/** Returns the spans of each key. */
export function spansBy<T extends LineRange, K>(list: readonly T[], keyOf: (span: T) => K): Map<K, LineSpans<T>> {
  const spans = (own: T[]): LineSpans<T> => new LineSpans(own.sort((a, b) => a.startLine - b.startLine));
  return new Map([...groupBy(list, keyOf)].map(([key, own]) => [key, spans(own)]));
}

const known = new WeakMap<readonly LineRange[], LineSpans<LineRange>>();

/** The spans of a list that nobody changes, computed once. */
export function spansOf<T extends LineRange>(list: readonly T[]): LineSpans<T> {
  return getOrMake(known, list, () => new LineSpans<LineRange>(list)) as LineSpans<T>;
}
