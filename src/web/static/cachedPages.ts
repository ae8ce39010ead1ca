/**
 * Pages of a file in memory, of which large pieces are kept in the browser's cache for the next
 * visit: tables and vectors are read once. Where the browser offers none (an address without TLS, a
 * private window) it is memory alone.
 */

import { type KeptPages, PAGE, PagesInMemory } from '../../engine/pagedRanges.ts';
import { addressOf } from './fetchFile.ts';

/** The smallest piece worth an entry: each takes as long to find as some megabytes to read. */
const LEAST = 2 ** 18;
const CACHE = 'cora-pages';

/** Opens the cache of this page; null where there is none. */
async function openCache(): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open(`${CACHE} ${addressOf('').pathname}`).catch(() => null) : null;
}

/** An address that is never asked for: `FILE?from=OFFSET`. */
function entryOf(file: string, offset: number): string {
  return `${addressOf(file).href}?from=${offset}`;
}

export class CachedPages implements KeptPages {
  readonly #memory = new PagesInMemory();
  readonly #file: string;
  readonly #cache: Cache | null;

  private constructor(file: string, cache: Cache | null) {
    this.#file = file;
    this.#cache = cache;
  }

  /** @param file its name, from the page: another content has another name */
  static async open(file: string): Promise<CachedPages> {
    const cache = await openCache();
    const pages = new CachedPages(file, cache);
    if (cache === null) return pages;
    const begin = entryOf(file, 0).slice(0, -1);
    const entries = (await cache.keys().catch(() => [])).filter(({ url }) => url.startsWith(begin));
    await Promise.all(
      entries.map(async (entry) => {
        const offset = Number(entry.url.slice(begin.length));
        const bytes = await readEntry(cache, entry);
        if (bytes !== null && offset % PAGE === 0) await pages.#memory.keep(offset, bytes);
      }),
    );
    return pages;
  }

  has(page: number): boolean {
    return this.#memory.has(page);
  }

  read(from: number, to: number): Promise<Uint8Array> {
    return this.#memory.read(from, to);
  }

  async keep(offset: number, bytes: Uint8Array): Promise<void> {
    await this.#memory.keep(offset, bytes);
    // Nobody waits for the disk.
    if (this.#cache !== null && bytes.length >= LEAST) void writeEntry(this.#cache, entryOf(this.#file, offset), bytes);
  }

  close(): void {
    this.#memory.close();
  }
}

/** Reads a file whole, from the cache where it was read before. */
export async function cachedWhole(file: string, fetchIt: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const cache = await openCache();
  const entry = entryOf(file, 0);
  const known = cache === null ? null : await readEntry(cache, entry);
  if (known !== null) return known;
  const bytes = await fetchIt();
  if (cache !== null) void writeEntry(cache, entry, bytes);
  return bytes;
}

/** Returns null for what is not there, or cannot be read. */
async function readEntry(cache: Cache, entry: RequestInfo): Promise<Uint8Array | null> {
  try {
    const found = await cache.match(entry);
    return found === undefined ? null : new Uint8Array(await found.arrayBuffer());
  } catch {
    return null;
  }
}

/** A full disk is no trouble: it is asked for again. */
async function writeEntry(cache: Cache, entry: string, bytes: Uint8Array): Promise<void> {
  await cache.put(entry, new Response(bytes as Uint8Array<ArrayBuffer>)).catch(() => undefined);
}

/** Removes what was kept of files that the page has no more. */
export async function forgetOthers(files: readonly string[]): Promise<void> {
  const cache = await openCache();
  if (cache === null) return;
  const begins = files.map((file) => entryOf(file, 0).slice(0, -1));
  for (const entry of await cache.keys().catch(() => []))
    if (!begins.some((begin) => entry.url.startsWith(begin))) await cache.delete(entry).catch(() => false);
}
