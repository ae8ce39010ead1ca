/** Reads files up to a size that the caller gives. Larger files are never in memory. */

import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';

/** Something is larger than its reader allows. */
export class TooLarge extends Error {
  readonly code = 'ERR_TOO_LARGE';
  /** The field has the name that it has in the system's errors. */
  readonly path: string;

  /** @param what a file, or words such as `an answer` */
  constructor(what: string, most: number) {
    super(`${what} is larger than ${most} bytes`);
    this.name = 'TooLarge';
    this.path = what;
  }
}

/** The most bytes of a file that Cora writes itself: no string can be longer. */
export const MOST_STATE = 2 ** 29 - 1024;

/** For opening files to read. It does not block: a FIFO may never have a byte. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** The system says of files in /proc that they are empty. */
const LEAST = 4096;

/** @throws the system's errors, EISDIR if it is no regular file, TooLarge */
export async function readBounded(file: string, most: number): Promise<Buffer> {
  const handle = await open(file, READ_FLAGS);
  try {
    const gathered = new Gathered(file, await handle.stat(), most);
    for (;;) {
      const piece = gathered.room();
      const { bytesRead } = await handle.read(piece, 0, piece.length, null);
      if (bytesRead === 0) return gathered.all();
      gathered.take(bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Reads a file synchronously, for the few callers that cannot wait. @throws as readBounded */
export function readBoundedSync(file: string, most: number): Buffer {
  const descriptor = openSync(file, READ_FLAGS);
  try {
    const gathered = new Gathered(file, fstatSync(descriptor), most);
    for (;;) {
      const count = readSync(descriptor, gathered.room());
      if (count === 0) return gathered.all();
      gathered.take(count);
    }
  } finally {
    closeSync(descriptor);
  }
}

export async function readTextBounded(file: string, most: number): Promise<string> {
  return (await readBounded(file, most)).toString('utf8');
}

/** True if there is no such file. It takes a tenth of the time of a failed read. */
export function isAbsent(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Collects the bytes of a file: one piece if the file does not grow meanwhile. */
class Gathered {
  readonly #file: string;
  readonly #most: number;
  #held: Buffer;
  #size = 0;

  constructor(file: string, stats: Stats, most: number) {
    if (!stats.isFile()) throw refused(file);
    if (stats.size > most) throw new TooLarge(file, most);
    this.#file = file;
    this.#most = most;
    // One byte more shows that nothing follows.
    this.#held = Buffer.allocUnsafe(Math.max(LEAST, stats.size + 1));
  }

  room(): Buffer {
    if (this.#size === this.#held.length) this.#held = Buffer.concat([this.#held, Buffer.allocUnsafe(this.#size)]);
    return this.#held.subarray(this.#size);
  }

  take(count: number): void {
    this.#size += count;
    if (this.#size > this.#most) throw new TooLarge(this.#file, this.#most);
  }

  all(): Buffer {
    return this.#held.subarray(0, this.#size);
  }
}

function refused(file: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`EISDIR: ${file} is no regular file`), { code: 'EISDIR', path: file });
}

/** Fills the target from a place of an open file. @returns the bytes that are there */
export function readAt(descriptor: number, target: Uint8Array, offset: number): number {
  let done = 0;
  while (done < target.length) {
    const read = readSync(descriptor, target, done, target.length - done, offset + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

/** Writes all bytes to a place of an open file. */
export function writeAt(descriptor: number, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(descriptor, bytes, done, bytes.length - done, offset + done);
}

// SHA-256 of a file, read as a stream: an artifact may be larger than memory.

const HASHED_AT_ONCE = 2 ** 20;

/** @param file a path, or an open descriptor, which stays open @returns 64 hex digits */
export async function sha256OfFile(file: string | number): Promise<string> {
  const hash = createHash('sha256');
  const open = typeof file === 'string' ? {} : { fd: file, start: 0, autoClose: false };
  const stream = createReadStream(`${file}`, { ...open, highWaterMark: HASHED_AT_ONCE });
  for await (const piece of stream) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Returns a stamp that every write to the file changes. */
export function stampOf(descriptor: number): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
