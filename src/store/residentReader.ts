/** Keeps the table in memory as new as LanceDB's: reads it in the background, while look-ups still go to LanceDB. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { growResidentTable, type ResidentLimits, readResidentTable } from './readResident.ts';
import type { ResidentTable } from './residentTable.ts';
import type { ReadHandle } from './tableHandle.ts';

/** A writer commits many versions in a row: one reading after the other would do nothing but read. A rest of so many times its length. */
const REST = 10;
const MOST_REST_MS = 5_000;
/** Every version is a new file in one folder. Its time tells that there is none since, once it is older than any clock is coarse. */
const VERSIONS = '_versions';
const COARSE_MS = 2_000;

export class ResidentReader {
  readonly #handle: ReadHandle;
  readonly #dimensions: number;
  readonly #limits: ResidentLimits;
  #known: ResidentTable | null = null;
  /** The folder's time when the table in memory was last seen to be the newest. */
  #seen: number | null = null;
  #reading: Promise<void> | null = null;
  #version: Promise<number> | null = null;
  /** When the next reading may begin, by performance.now(). */
  #next = 0;

  constructor(handle: ReadHandle, dimensions: number, limits: ResidentLimits) {
    this.#handle = handle;
    this.#dimensions = dimensions;
    // Columns are far away where the table is.
    this.#limits = handle.directory === null ? { ...limits, found: limits.whole } : limits;
  }

  /** @returns null until the table's present version is there, and for a table that is too large */
  async newest(): Promise<ResidentTable | null> {
    const time = this.#versionsTime();
    if (this.#known !== null && time !== null && time === this.#seen) return this.#known;
    // Look-ups that begin together ask once.
    this.#version ??= this.#handle.reader.version().finally(() => {
      this.#version = null;
    });
    if (this.#known?.version === (await this.#version)) {
      this.#seen = time;
      return this.#known;
    }
    if (this.#reading === null && performance.now() >= this.#next) void this.read();
    return null;
  }

  /** @returns null while it says nothing: LanceDB's own look costs 0.5 ms, this one a hundredth of it */
  #versionsTime(): number | null {
    if (this.#handle.directory === null) return null;
    const stat = statSync(join(this.#handle.directory, VERSIONS), { throwIfNoEntry: false });
    return stat === undefined || Date.now() - stat.mtimeMs < COARSE_MS ? null : stat.mtimeMs;
  }

  /** @throws CoraError for a table of a service, which is searched in memory or not at all */
  async begin(): Promise<void> {
    await this.read();
    if (this.#handle.isServed && this.#known === null) throw await notWhole(this.#handle, this.#limits.found);
  }

  /** Settles when the table was read, or was found too large or changing. */
  read(): Promise<void> {
    const began = performance.now();
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
      const now = performance.now();
      this.#next = now + Math.min(MOST_REST_MS, REST * (now - began));
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { reader, directory } = this.#handle;
    try {
      const isLocal = directory !== null;
      const grown =
        this.#known === null || !isLocal
          ? null
          : await growResidentTable(this.#known, reader, this.#dimensions, this.#limits);
      // The old one goes first: two would be in memory together.
      this.#known = grown;
      this.#known ??= await readResidentTable(reader, this.#dimensions, this.#limits, isLocal);
    } catch {
      // The table was closed, or a writer cleaned up under it: LanceDB goes on answering, and says what is wrong.
      this.#known = null;
    }
  }
}

/** Throws what stands in the way, where that is there still. */
async function notWhole({ reader, failure }: ReadHandle, most: number): Promise<CoraError> {
  const rows = await reader.countRows().catch((error: unknown) => {
    throw failure?.(error, 'read') ?? error;
  });
  const message = `The index cannot be searched where it lies: its table of ${rows} rows `;
  return rows > most
    ? new CoraError('STORE', `${message}is too large (${most} at most).`, {
        hint: 'cora pull ADDRESS   brings the index into a clone',
      })
    : new CoraError('STORE', `${message}could not be read whole.`, { hint: 'try again' });
}
