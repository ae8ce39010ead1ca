/**
 * Bytes that lie far away, where a request costs a wait: they are read by pages, near pages
 * together, and what was read once is kept. Reads of the same moment become one round of requests.
 * Where the bytes come from and where they are kept is for others to say: this file computes, in
 * Node as in a browser.
 */

import { createGate } from '../base/concurrency.ts';
import { damaged } from './bytes.ts';
import type { ByteRanges, FarRanges } from './segmentFile.ts';

/** Bytes of a page. Pages begin at its multiples, and the last one ends with the file. */
export const PAGE = 8192;

/**
 * Brings the bytes from `from` up to, without, `to`: exactly these, or it throws.
 * @param signal fires when nobody waits for them any more
 */
export type FetchRange = (from: number, to: number, signal: AbortSignal) => Promise<Uint8Array>;

/** Keeps pages: in memory, on a disk, in a browser's cache. */
export interface KeptPages {
  has(page: number): boolean;
  /** Returns bytes of pages that it has; null where one of them has turned out to be damaged. */
  read(from: number, to: number): Promise<Uint8Array | null>;
  /** @param offset where whole pages begin, of which the file's last may be shorter */
  keep(offset: number, bytes: Uint8Array): Promise<void>;
  close(): void;
}

export class PagesInMemory implements KeptPages {
  readonly #pages = new Map<number, Uint8Array>();

  has(page: number): boolean {
    return this.#pages.has(page);
  }

  async read(from: number, to: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(to - from);
    for (let page = Math.floor(from / PAGE); page * PAGE < to; page++) {
      const start = page * PAGE;
      const kept = this.#pages.get(page)!.subarray(Math.max(0, from - start), to - start);
      bytes.set(kept, Math.max(start, from) - from);
    }
    return bytes;
  }

  async keep(offset: number, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += PAGE)
      this.#pages.set((offset + at) / PAGE, bytes.subarray(at, at + PAGE));
  }

  close(): void {
    this.#pages.clear();
  }
}

interface PagedOptions {
  kept?: KeptPages;
  /**
   * Bytes that are read though nobody asks for them, rather than beginning another request; some
   * times as many where there would be more requests than run at the same time.
   */
  gap?: number;
  /** Requests that run at the same time. */
  parallel?: number;
}

/** At 5 MB/s they take as long as a third of the wait for a request of 40 ms. */
const GAP = 65_536;
/**
 * With eight, the words of a pasted issue, which lie far apart, took a sixth more bytes between
 * them.
 */
const PARALLEL = 12;
const MOST_GAP = 4;
/** Longer ranges are asked for in pieces: one that breaks off is no loss of all. */
const MOST_REQUEST = 4 * 2 ** 20;
/** Kept pages that turn out to be damaged are brought again, and once more if need be. */
const ATTEMPTS = 3;

/** The pages from `from` up to, without, `to`. */
interface Run {
  from: number;
  to: number;
}

export class PagedRanges implements ByteRanges {
  readonly size: number;
  readonly #fetch: FetchRange;
  readonly #kept: KeptPages;
  readonly #gap: number;
  readonly #parallel: number;
  readonly #gate: ReturnType<typeof createGate>;
  readonly #aborter = new AbortController();
  /** Pages that are on their way. */
  readonly #coming = new Map<number, Promise<void>>();
  /** Pages that the next round asks for. */
  #wanted = new Set<number>();
  #round: Promise<void> | null = null;

  constructor(size: number, fetch: FetchRange, options: PagedOptions = {}) {
    const { kept = new PagesInMemory(), gap = GAP, parallel = PARALLEL } = options;
    this.size = size;
    this.#fetch = fetch;
    this.#kept = kept;
    this.#gap = Math.floor(gap / PAGE);
    this.#parallel = parallel;
    this.#gate = createGate(parallel);
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const [bytes] = await this.readMany([[offset, length]]);
    return bytes!;
  }

  async readInto(offset: number, target: Uint8Array): Promise<void> {
    target.set(await this.read(offset, target.length));
  }

  /** @throws CoraError BROKEN_INDEX for a range outside of the file, and what the source throws */
  async readMany(ranges: readonly (readonly [offset: number, length: number])[]): Promise<Uint8Array[]> {
    for (const [offset, length] of ranges) this.#mustHave(offset, length);
    for (let attempt = 1; ; attempt++) {
      await this.#bring(ranges);
      const found = await Promise.all(ranges.map(([offset, length]) => this.#kept.read(offset, offset + length)));
      if (found.every((bytes) => bytes !== null)) return found;
      if (attempt >= ATTEMPTS) throw damaged();
    }
  }

  readonly far: FarRanges = {
    missing: (offset, length) => {
      let missing = 0;
      for (const page of pagesOf(offset, length)) if (!this.#kept.has(page)) missing += PAGE;
      return missing;
    },
    bring: (offset, length) => {
      this.#mustHave(offset, length);
      return this.#bring([[offset, length]]);
    },
  };

  #mustHave(offset: number, length: number): void {
    if (!(offset >= 0 && length >= 0 && offset + length <= this.size)) throw damaged();
  }

  close(): void {
    this.#aborter.abort();
    this.#kept.close();
  }

  async #bring(ranges: readonly (readonly [offset: number, length: number])[]): Promise<void> {
    const coming = new Set<Promise<void>>();
    let isWanting = false;
    for (const [offset, length] of ranges) {
      for (const page of pagesOf(offset, length)) {
        const known = this.#coming.get(page);
        if (known !== undefined) coming.add(known);
        else if (!this.#kept.has(page)) {
          this.#wanted.add(page);
          isWanting = true;
        }
      }
    }
    if (isWanting) {
      this.#round ??= this.#ask();
      coming.add(this.#round);
    }
    await allSettled(coming);
  }

  /** Waits for all who ask at this moment, and asks for what they want together. */
  async #ask(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const runs = this.#fewRunsOf([...this.#wanted].sort((a, b) => a - b));
    this.#wanted = new Set();
    this.#round = null;
    const fetching = runs.map((run) => {
      const coming = this.#gate(() => this.#fetchRun(run)).finally(() => {
        for (let page = run.from; page < run.to; page++) this.#coming.delete(page);
      });
      for (let page = run.from; page < run.to; page++) this.#coming.set(page, coming);
      return coming;
    });
    await allSettled(fetching);
  }

  #fewRunsOf(pages: readonly number[]): Run[] {
    for (let times = 1; ; times *= 2) {
      const runs = this.#runsOf(pages, times * this.#gap);
      if (runs.length <= this.#parallel || times >= MOST_GAP) return runs;
    }
  }

  /** @param pages ascending */
  #runsOf(pages: readonly number[], gap: number): Run[] {
    const runs: Run[] = [];
    for (const page of pages) {
      const last = runs.at(-1);
      const isNear = last !== undefined && page - last.to <= gap && (page + 1 - last.from) * PAGE <= MOST_REQUEST;
      if (isNear && !this.#isOnItsWay(last.to, page)) last.to = page + 1;
      else runs.push({ from: page, to: page + 1 });
    }
    return runs;
  }

  #isOnItsWay(from: number, to: number): boolean {
    for (let page = from; page < to; page++) if (this.#coming.has(page)) return true;
    return false;
  }

  async #fetchRun(run: Run): Promise<void> {
    const { signal } = this.#aborter;
    signal.throwIfAborted();
    const from = run.from * PAGE;
    const to = Math.min(this.size, run.to * PAGE);
    const bytes = await this.#fetch(from, to, signal);
    if (bytes.length !== to - from) throw damaged();
    await this.#kept.keep(from, bytes);
  }
}

function* pagesOf(offset: number, length: number): Generator<number> {
  if (length === 0) return;
  const last = Math.floor((offset + length - 1) / PAGE);
  for (let page = Math.floor(offset / PAGE); page <= last; page++) yield page;
}

/** Waits until all have ended, so that no failure is left alone. @throws the first failure */
async function allSettled(all: Iterable<Promise<void>>): Promise<void> {
  const failed = (await Promise.allSettled(all)).find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
