/** Reads files up to a size that the caller names: nothing larger is ever held. */

import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Something is larger than whoever reads it can use. */
export class TooLarge extends Error {
  readonly code = 'ERR_TOO_LARGE';
  /** Named as in the system's errors. */
  readonly path: string;

  /** @param what a file, or `an answer` */
  constructor(what: string, most: number) {
    super(`${what} is larger than ${most} bytes`);
    this.name = 'TooLarge';
    this.path = what;
  }
}

/** The most bytes of a file that Cora writes itself: a string can be no longer. */
export const MOST_STATE = 2 ** 29 - 1024;

/** Not blocking: a FIFO may never have a byte. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Files of /proc say that they are empty. */
const LEAST = 4096;

/** @throws the system's errors, EISDIR for all that is no regular file, TooLarge */
export async function readBounded(file: string, most: number): Promise<Buffer> {
  const handle = await open(file, FLAGS);
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

/** Reads a file for the few callers that cannot wait. @throws as readBounded */
export function readBoundedSync(file: string, most: number): Buffer {
  const descriptor = openSync(file, FLAGS);
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

/** True if there is no such file. It costs a tenth of what failing to read it does. */
export function isAbsent(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** One piece for a file that does not grow meanwhile. */
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
    // One byte more says that nothing follows.
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
