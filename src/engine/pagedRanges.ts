/**
 * Reads bytes that are far away, where each request takes time. Bytes come in pages, near pages in
 * one request, and pages are kept. All reads of one moment share a round of requests. This file
 * knows neither where bytes come from nor where they are kept, so it runs in Node and in browsers.
 */

import { createGate } from '../base/concurrency.ts';
import { damaged } from './bytes.ts';
import type { ByteRanges, FarRanges } from './segmentFile.ts';

/** The bytes of a page. Each page begins at a multiple of it; the last one ends with the file. */
export const PAGE = 8192;

/**
 * Fetches exactly the bytes from `from` to `to` (not included), or throws.
 * @param signal is aborted when nobody waits for them any more
 */
export type FetchRange = (from: number, to: number, signal: AbortSignal) => Promise<Uint8Array>;

/** Keeps pages: in memory, on disk or in a browser's cache. */
export interface KeptPages {
  has(page: number): boolean;
  /** Returns bytes of kept pages; null if one of them is damaged. */
  read(from: number, to: number): Promise<Uint8Array | null>;
  /** @param offset the beginning of whole pages; only the file's last page may be shorter */
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
   * Two wanted pages with at most this many bytes between them share a request. It grows if there
   * would be more requests than may run at once.
   */
  gap?: number;
  /** The most requests at the same time. */
  parallel?: number;
}

/** At 5 MB/s these bytes take a third of the time of a request, which is 40 ms. */
const GAP = 65_536;
/**
 * With eight, a pasted issue, whose words are far apart in the file, fetched a sixth more bytes.
 */
const PARALLEL = 12;
const MOST_GAP = 4;
/** A longer range is fetched in several requests, so that a broken one does not lose everything. */
const MOST_REQUEST = 4 * 2 ** 20;
/** The number of times that pages are fetched when the kept ones are damaged. */
const ATTEMPTS = 3;

/** The pages from `from` to `to` (not included). */
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
  /** Pages that are being fetched. */
  readonly #coming = new Map<number, Promise<void>>();
  /** Pages for the next round. */
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

  /**
   * @throws CoraError BROKEN_INDEX for a range outside of the file, and the errors of the source
   */
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

  /** Waits until all reads of this moment have named their pages, then fetches them together. */
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

/** Waits for all, so that no failure stays unhandled. @throws the first failure */
async function allSettled(all: Iterable<Promise<void>>): Promise<void> {
  const failed = (await Promise.allSettled(all)).find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
