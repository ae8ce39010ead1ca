/** The best of many by score, ties by id: a function of the set, in whatever order its members come. Pure. */

interface Scored {
  score: number;
  chunkId: string;
}

/** @returns negative when `a` comes first */
export function compareScored(a: Scored, b: Scored): number {
  return b.score - a.score || (a.chunkId < b.chunkId ? -1 : a.chunkId > b.chunkId ? 1 : 0);
}

/** Keeps the best `limit` of what is offered, in a heap whose root is the worst of them. */
export class BestOf<T extends Scored> {
  readonly #limit: number;
  readonly #heap: T[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What scores below this is not kept: no need to make it. */
  get floor(): number {
    return this.#heap.length < this.#limit ? Number.NEGATIVE_INFINITY : this.#heap[0]!.score;
  }

  offer(one: T): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push(one);
      this.#rise(heap.length - 1);
    } else if (heap.length > 0 && compareScored(one, heap[0]!) < 0) {
      heap[0] = one;
      this.#sink();
    }
  }

  /** Best first. */
  sorted(): T[] {
    return [...this.#heap].sort(compareScored);
  }

  #rise(from: number): void {
    const heap = this.#heap;
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (compareScored(heap[at]!, heap[parent]!) <= 0) return;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && compareScored(heap[child]!, heap[worst]!) > 0) worst = child;
      }
      if (worst === at) return;
      [heap[at], heap[worst]] = [heap[worst]!, heap[at]!];
      at = worst;
    }
  }
}
