/**
 * A table of LanceDB Cloud as readers see it. It is asked by name and version like any other; what differs: the service prunes versions
 * by its own rules, and how many rows it gives to one question is its own affair, so that they are counted.
 */

import { CoraError } from '../base/errors.ts';
import type { NativeLance, NativeTable } from './nativeLance.ts';
import { type ReadTable, readTable } from './readTable.ts';

/** @param version of a table that stays there; null for the newest one at each question */
export function readCloudTable(lance: NativeLance, table: NativeTable, uri: string, version: number | null): ReadTable {
  const reader = readTable(lance, table);
  return {
    ...reader,
    // A request each time, and each look-up asks.
    version: version === null ? reader.version : () => Promise.resolve(version),
    select: async function* (selection) {
      const { offsets, near, words, limit, where } = selection;
      const isWhole = offsets === undefined && near === undefined && words === undefined && limit === undefined;
      // First: rows that come in between are more and not fewer.
      const rows = isWhole ? await table.countRows(where) : 0;
      let came = 0;
      for await (const batch of reader.select(selection)) {
        came += batch.numRows;
        yield batch;
      }
      if (came < rows) throw cutShort(uri, came, rows);
    },
  };
}

/**
 * Stays at this version, or at the newest one where the service has pruned it: that one still has all rows of every index that is
 * listed, and rows of others, which nobody asks for.
 */
export async function stayAt(table: NativeTable, version: number): Promise<number> {
  try {
    await table.checkout(version);
    return version;
  } catch (error) {
    if (!(error instanceof Error && /was not found/.test(error.message))) throw error;
    const newest = await table.version();
    await table.checkout(newest);
    return newest;
  }
}

function cutShort(uri: string, came: number, rows: number): CoraError {
  return new CoraError('NETWORK', `The service of ${uri} gave ${came} of ${rows} rows that it was asked for.`, {
    hint: 'try again; where it always does so, use an address of object storage',
  });
}
