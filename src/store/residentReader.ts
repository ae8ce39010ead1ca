/** Keeps the table in memory as new as LanceDB's: reads it in the background, while look-ups still go to LanceDB. */

import type { Table } from '@lancedb/lancedb';
import { type ResidentTable, readResidentTable } from './residentTable.ts';

/** A writer commits many versions in a row: one reading after the other would do nothing but read. Milliseconds. */
const PAUSE_MS = 5_000;

export class ResidentReader {
  readonly #dimensions: number;
  #known: ResidentTable | null = null;
  #reading: Promise<void> | null = null;
  #version: Promise<number> | null = null;
  /** When the next reading may begin, by performance.now(). */
  #next = 0;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
  }

  /** @returns null until the table's present version is there, and for a table that is too large */
  async newest(table: Table): Promise<ResidentTable | null> {
    // Look-ups that begin together ask once.
    this.#version ??= table.version().finally(() => {
      this.#version = null;
    });
    if (this.#known?.version === (await this.#version)) return this.#known;
    if (this.#reading === null && performance.now() >= this.#next) void this.read(table);
    return null;
  }

  /** Settles when the table was read, or was found too large or changing. */
  read(table: Table): Promise<void> {
    this.#reading ??= this.#read(table).finally(() => {
      this.#reading = null;
      this.#next = performance.now() + PAUSE_MS;
    });
    return this.#reading;
  }

  async #read(table: Table): Promise<void> {
    // The old one goes first: two would be in memory together.
    this.#known = null;
    try {
      this.#known = await readResidentTable(table, this.#dimensions);
    } catch {
      // The table was closed, or a writer cleaned up under it: LanceDB goes on answering, and says what is wrong.
      this.#known = null;
    }
  }
}
