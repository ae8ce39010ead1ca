/**
 * Pages of a far file, kept on this disk: the file itself with holes, and beside it a checksum for
 * each page that is there. Several processes may write at the same time, as they write the same; a
 * page that a crash has torn does not fit its checksum and is brought again.
 */

import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import type { Log } from '../../base/types.ts';
import { makePrivate, PRIVATE_FILE } from '../../disk/makePrivate.ts';
import { type KeptPages, PAGE, PagesInMemory } from '../../engine/pagedRanges.ts';

const BYTES = 'bytes';
const SUMS = 'pages';
/** Bytes of a checksum; all of them zero where the page is not there. */
const SUM = 8;
/** A link that somebody has put there is not followed, and a pipe is not waited for. */
const FLAGS = constants.O_RDWR | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

export class PagesOnDisk implements KeptPages {
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
    fill(sums, this.#known, 0);
  }

  /**
   * @param size of the whole file
   * @returns pages in memory where the folder cannot be written
   */
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
    const there = this.#isOpen ? fill(this.#bytes, bytes, start) : 0;
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
        writeAll(this.#bytes, bytes, offset);
        writeAll(this.#sums, sums, at);
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
export const USED_AT = SUMS;

function piecesOf(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / PAGE) }, (_, at) => bytes.subarray(at * PAGE, (at + 1) * PAGE));
}

/** Never all zeros, which stand for none. */
function sumOf(page: Uint8Array): Buffer {
  const sum = createHash('sha256').update(page).digest().subarray(0, SUM);
  sum[0] = sum[0]! | 1;
  return sum;
}

/** @returns the number of bytes that are there */
function fill(descriptor: number, target: Uint8Array, offset: number): number {
  let done = 0;
  while (done < target.length) {
    const read = readSync(descriptor, target, done, target.length - done, offset + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

function writeAll(descriptor: number, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(descriptor, bytes, done, bytes.length - done, offset + done);
}
