/**
 * A packed index of a web server for `--index ADDRESS`, read where it lies: the ranges that a
 * question needs, which are kept here. A server without ranges is asked for the whole file, once.
 * A minute later at the earliest the server is asked whether it has another one. Whoever names an
 * address trusts its server, as with a packed file that somebody sent.
 */

import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, utimesSync } from 'node:fs';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { asSentence, CoraError, codeOf, HasChanged, isCoraError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { readAt, readTextBounded, writeAt } from '../disk/boundedRead.ts';
import { makePrivate, PRIVATE_FILE } from '../disk/makePrivate.ts';
import { readSealedJson, replaceFile, sealJson } from '../disk/replaceFile.ts';
import { type KeptPages, PAGE, PagedRanges, PagesInMemory } from '../engine/pagedRanges.ts';
import { createFetch } from '../net/createFetch.ts';
import { authorizationFor } from '../net/credentials.ts';
import { DEFAULT_FETCH, type FetchPolicy, shownUrl } from '../net/fetchSafely.ts';
import { type FileRequest, type FileVersion, MOST_MARK, RangedFile } from '../net/rangedFile.ts';
import type { Reach, Surroundings } from '../settings/requests.ts';
import { readTarHeader, TAR_BLOCK } from './artifact/archive.ts';
import { download, MOST_BYTES } from './artifact/download.ts';
import { MANIFEST } from './artifact/members.ts';
import { readSource } from './readSource.ts';

/** The time for which an index is used without asking whether there is another one. */
const AGAIN_MS = 60_000;
/** For requests on whose answer somebody waits. */
const PATIENT: FetchPolicy = { ...DEFAULT_FETCH, attempts: 3, stallMs: 20_000 };
/**
 * The most time for the first bytes, and for each range: a slow server would hold a question for
 * hours.
 */
const MOST_FOR_RANGE_MS = 10 * 60_000;
/** For asking whether there is another index: the one that is kept answers as well. */
const HASTY: FetchPolicy = { ...DEFAULT_FETCH, attempts: 1, stallMs: 5_000 };
/** The first bytes of an index: its manifest, its view, and the head of its segment. */
const FIRST = 32 * PAGE;

export interface WebIndex {
  /** The bytes of the archive; null where it is a file here. */
  ranges: PagedRanges | null;
  /** The archive, whole; null where it is read by ranges. */
  file: string | null;
  /** The address as it may be shown. */
  shown: string;
  /** Forgets what is kept, where it is no index: the server is asked next time. */
  forget(): Promise<void>;
}

export interface WebIndexOptions {
  /** True to have all of it in a file: it cannot be read by ranges, or they have failed. */
  whole?: boolean;
  policy?: FetchPolicy | undefined;
}

/** @throws CoraError USAGE, NETWORK, …; where one is kept, a server out of reach is a warning */
export async function openWebIndex(
  named: string,
  surroundings: Reach,
  { whole = false, policy }: WebIndexOptions = {},
): Promise<WebIndex> {
  const { env, cacheDir, log } = surroundings;
  const source = await readSource(named, { dir: cacheDir, origin: '', env });
  if (source.kind !== 'address')
    throw new CoraError('USAGE', `${named} is no address of a web server.`, {
      hint: 'https://HOST/PATH/index.tar is one',
    });
  const { url, credential } = source;
  const place = new Place(url, cacheDir);
  const kept = await place.kept(whole);
  const request: FileRequest = {
    ...{ url, log, fetch: createFetch(env), policy: policy ?? PATIENT },
    authorization: authorizationFor(url, credential),
  };
  const shown = shownUrl(url);
  const forget = (): Promise<void> => place.forget();
  const reopened = (one: Kept): WebIndex => {
    const ranges = one.key === null ? null : place.rangesOf(request, one.key, one.version);
    return { ranges, file: one.key === null ? place.file : null, shown, forget };
  };
  if (kept?.isRecent === true) return reopened(kept);
  try {
    const patience = kept === null || policy !== undefined ? request.policy : HASTY;
    const asking = { ...request, policy: { wholeMs: MOST_FOR_RANGE_MS, ...patience } };
    // Without a mark there is nothing to ask a server for.
    const known = kept === null || kept.version.mark === '' ? null : kept.version;
    const answer = whole && known === null ? null : await new RangedFile(asking).begin(FIRST, known);
    if (answer?.kind === 'same') {
      await place.touch(kept!);
      return reopened(kept!);
    }
    const first = answer?.kind === 'ranges' && !whole ? answer : null;
    if (first !== null && first.version.size > MOST_BYTES)
      throw new CoraError('BAD_ARTIFACT', `${shown} is too large.`);
    const key = first === null ? null : place.keyOf(first.first, first.version);
    if (first !== null && key !== null) return reopened(await place.begin(key, first.version, first.first, log));
    return reopened(await place.download(request));
  } catch (error) {
    if (kept === null || !isCoraError(error) || error.code !== 'NETWORK') throw error;
    log.warn(`${asSentence(error.message)} The index that came from ${shown} before is used.`);
    await place.touch(kept);
    return reopened(kept);
  }
}

/** Tells what is here of an address. */
interface Kept {
  /** The name of the folder with its pages; null for a file that is whole. */
  key: string | null;
  version: FileVersion;
  isRecent: boolean;
}

/** Where an address is kept: a note of what is here, and a whole file or a folder of pages. */
class Place {
  readonly #url: URL;
  readonly #web: string;
  readonly #pages: string;
  readonly #name: string;
  readonly file: string;
  readonly #note: string;

  constructor(url: URL, cacheDir: string) {
    this.#url = url;
    this.#web = join(cacheDir, 'web');
    this.#pages = join(cacheDir, 'ranges');
    this.#name = createHash('sha256').update(url.href).digest('hex').slice(0, NAME_DIGITS);
    this.file = join(this.#web, `${this.#name}.tar`);
    this.#note = join(this.#pages, `${this.#name}.json`);
  }

  /** @param whole true to look for a whole file only */
  async kept(whole: boolean): Promise<Kept | null> {
    const [noted, read] = await Promise.all([stat(this.#note).catch(() => null), readSealedJson(this.#note)]);
    const { key, mark, size } = read;
    const isNoted = typeof key === 'string' && KEY.test(key) && typeof mark === 'string' && Number.isSafeInteger(size);
    if (noted !== null && isNoted && !whole)
      return { key, version: { mark, size: size as number }, isRecent: isRecent(noted.mtimeMs) };
    const found = await stat(this.file).catch(() => null);
    if (found === null) return null;
    const known = await readTextBounded(`${this.file}.mark`, MOST_MARK).catch(() => '');
    return { key: null, version: { mark: known, size: found.size }, isRecent: isRecent(found.mtimeMs) };
  }

  /**
   * Names an index by its manifest, which has the digests of all that follows it: a file that is
   * put there again is the same. Two addresses share nothing, as one may be lied to by the other.
   * @returns null for what has no parts that can be read by themselves
   */
  keyOf(first: Uint8Array, { size }: FileVersion): string | null {
    const manifest = manifestIn(first);
    if (manifest === null) return null;
    return createHash('sha256')
      .update(`${this.#url.href} ${size} `)
      .update(manifest)
      .digest('hex')
      .slice(0, NAME_DIGITS);
  }

  /** Begins with an index whose first bytes have come. */
  async begin(key: string, version: FileVersion, first: Uint8Array, log: Surroundings['log']): Promise<Kept> {
    makePrivate(this.#pages, true);
    await prune(this.#pages, key);
    const pages = PagesOnDisk.open(join(this.#pages, key), version.size, log);
    await pages.keep(0, first);
    pages.close();
    await replaceFile(this.#note, sealJson({ key, ...version }));
    await rm(this.file, { force: true });
    return { key, version, isRecent: true };
  }

  rangesOf(request: FileRequest, key: string, version: FileVersion): PagedRanges {
    const kept = PagesOnDisk.open(join(this.#pages, key), version.size, request.log);
    const file = new RangedFile({ ...request, policy: { wholeMs: MOST_FOR_RANGE_MS, ...request.policy } });
    const fetch = async (from: number, to: number, signal: AbortSignal): Promise<Uint8Array> => {
      try {
        return await file.read(version, from, to, signal);
      } catch (error) {
        // The server is asked next time, however soon.
        if (error instanceof HasChanged) await this.forget();
        throw error;
      }
    };
    return new PagedRanges(version.size, fetch, { kept });
  }

  async download(request: FileRequest): Promise<Kept> {
    makePrivate(this.#web, true);
    const loaded = await download({ ...request, headers: {}, cacheDir: this.#web, onProgress: () => undefined });
    await rename(loaded.file, this.file);
    await replaceFile(`${this.file}.mark`, loaded.mark);
    await loaded.remove();
    await rm(this.#note, { force: true });
    return { key: null, version: { mark: loaded.mark, size: 0 }, isRecent: true };
  }

  async touch({ key }: Kept): Promise<void> {
    const now = new Date();
    await utimes(key === null ? this.file : this.#note, now, now);
  }

  async forget(): Promise<void> {
    const files = [this.file, `${this.file}.mark`, this.#note];
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }
}

const NAME_DIGITS = 32;
const KEY = /^[0-9a-f]{32}$/;

function isRecent(mtimeMs: number): boolean {
  return Date.now() - mtimeMs < AGAIN_MS && mtimeMs <= Date.now();
}

/** @returns null for anything but a packed index, or where it has more bytes than these */
function manifestIn(first: Uint8Array): Buffer | null {
  try {
    const bytes = Buffer.from(first.buffer, first.byteOffset, first.byteLength);
    const header = bytes.length < TAR_BLOCK ? null : readTarHeader(bytes.subarray(0, TAR_BLOCK));
    if (header === null || header.name !== MANIFEST || TAR_BLOCK + header.size > bytes.length) return null;
    return bytes.subarray(TAR_BLOCK, TAR_BLOCK + header.size);
  } catch (error) {
    if (isCoraError(error)) return null;
    throw error;
  }
}

/** The most indexes that are kept, each at most as large as its artifact. */
const MOST_KEPT = 16;
const UNUSED_MS = 14 * 24 * 60 * 60 * 1000;
/**
 * The time since its last use in which an index is not removed: another process may be reading it.
 */
const IN_USE_MS = 60 * 60 * 1000;

/** Forgets what was not used for long, and the oldest of too many, but not the coming one. */
async function prune(dir: string, coming: string): Promise<void> {
  const names = (await readdir(dir)).filter((name) => KEY.test(name) && name !== coming);
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(dir, name, USED_AT)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  found.sort((a, b) => b.at - a.at);
  const now = Date.now();
  const gone = found.filter(
    ({ at }, place) => now - at > UNUSED_MS || (place >= MOST_KEPT - 1 && now - at > IN_USE_MS),
  );
  for (const { name } of gone) await rm(join(dir, name), { recursive: true, force: true });
}

// Pages of a far file, kept on this disk: the file itself with holes, and beside it a checksum for
// each page that is there. Several processes may write at the same time, as they write the same; a
// page that a crash has torn does not fit its checksum and is brought again.

const BYTES = 'bytes';
const SUMS = 'pages';
/** Bytes of a checksum; all of them zero where the page is not there. */
const SUM = 8;
/** A link that somebody has put there is not followed, and a pipe is not waited for. */
const FLAGS = constants.O_RDWR | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

class PagesOnDisk implements KeptPages {
  readonly #bytes: number;
  readonly #sums: number;
  readonly #known: Buffer;
  readonly #log: Log;
  /** Holds what the disk does not take. */
  readonly #memory = new PagesInMemory();
  #isOpen = true;
  #isFull = false;

  private constructor(bytes: number, sums: number, size: number, log: Log) {
    this.#bytes = bytes;
    this.#sums = sums;
    this.#log = log;
    this.#known = Buffer.alloc(SUM * Math.ceil(size / PAGE));
    readAt(sums, this.#known, 0);
  }

  /** @param size of the whole file. @returns pages in memory where the folder is read-only */
  static open(dir: string, size: number, log: Log): KeptPages {
    const opened: number[] = [];
    try {
      makePrivate(dir, true);
      if (lstatSync(dir).isSymbolicLink()) throw Object.assign(new Error(`${dir} is a link`), { code: 'ELOOP' });
      for (const name of [BYTES, SUMS]) {
        const descriptor = openSync(join(dir, name), FLAGS, PRIVATE_FILE);
        opened.push(descriptor);
        if (!fstatSync(descriptor).isFile()) throw Object.assign(new Error(`${name} is no file`), { code: 'EINVAL' });
      }
      const now = new Date();
      utimesSync(join(dir, SUMS), now, now);
      return new PagesOnDisk(opened[0]!, opened[1]!, size, log);
    } catch (error) {
      for (const descriptor of opened) closeSync(descriptor);
      log.debug(`what is read from afar is not kept in ${dir}: ${codeOf(error) || String(error)}`);
      return new PagesInMemory();
    }
  }

  has(page: number): boolean {
    return this.#isKept(page) || this.#memory.has(page);
  }

  async read(from: number, to: number): Promise<Uint8Array | null> {
    const first = Math.floor(from / PAGE);
    const start = first * PAGE;
    const bytes = new Uint8Array(Math.ceil((to - start) / PAGE) * PAGE);
    const there = this.#isOpen ? readAt(this.#bytes, bytes, start) : 0;
    let isWhole = true;
    for (let at = 0; start + at < to; at += PAGE) {
      const page = first + at / PAGE;
      if (this.#memory.has(page)) {
        const [begin, end] = [Math.max(from, start + at), Math.min(to, start + at + PAGE)];
        bytes.set(await this.#memory.read(begin, end), begin - start);
        continue;
      }
      const kept = bytes.subarray(at, Math.min(at + PAGE, there));
      if (this.#isKept(page) && sumOf(kept).equals(this.#sumAt(page))) continue;
      this.#sumAt(page).fill(0);
      isWhole = false;
    }
    return isWhole ? bytes.subarray(from - start, to - start) : null;
  }

  async keep(offset: number, bytes: Uint8Array): Promise<void> {
    if (!this.#isOpen) return;
    if (!this.#isFull) {
      const sums = Buffer.concat(piecesOf(bytes).map(sumOf));
      const at = SUM * (offset / PAGE);
      try {
        writeAt(this.#bytes, bytes, offset);
        writeAt(this.#sums, sums, at);
        this.#known.set(sums, at);
        return;
      } catch (error) {
        this.#isFull = true;
        this.#log.debug(`what is read from afar is not kept any more: ${codeOf(error)}`);
      }
    }
    await this.#memory.keep(offset, bytes);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#bytes);
    closeSync(this.#sums);
    this.#memory.close();
  }

  #sumAt(page: number): Buffer {
    return this.#known.subarray(SUM * page, SUM * (page + 1));
  }

  #isKept(page: number): boolean {
    return this.#sumAt(page).some((byte) => byte !== 0);
  }
}

/** The file in a folder of pages whose time says when they were used last. */
const USED_AT = SUMS;

function piecesOf(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / PAGE) }, (_, at) => bytes.subarray(at * PAGE, (at + 1) * PAGE));
}

/** Never all zeros, which stand for none. */
function sumOf(page: Uint8Array): Buffer {
  const sum = createHash('sha256').update(page).digest().subarray(0, SUM);
  sum[0] = sum[0]! | 1;
  return sum;
}
