/**
 * Commentary as a search needs it: read whole, like commit messages, and read again when a writer
 * changed it. Where nobody asked for commentary, this is one look at a file that is not there.
 */

import type { CommentaryRow } from '../base/answerTypes.ts';
import { ifRefused } from '../base/errors.ts';
import { COMMENTARY_TABLE, type CommentaryTable } from '../store/sideTables.ts';

export type Prose = Pick<CommentaryRow, 'contentHash' | 'words' | 'vector'>;

export interface ProseSource {
  /** @returns none where there is none, or none that can be read */
  read(): Promise<readonly Prose[]>;
  /** By content hash, of those that have it. */
  texts(contentHashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** @param dir the store's folder of this embedder */
export function createProseSource(dir: string, dimensions: number): ProseSource {
  let known: { version: string; rows: Promise<readonly Prose[]> } | null = null;
  return {
    async read() {
      const version = await COMMENTARY_TABLE.stamp(dir);
      if (version === '') return [];
      if (known?.version !== version) {
        const reading = { version, rows: readRows(dir, dimensions) };
        known = reading;
        // What could not be read is read again for the next search.
        reading.rows.catch(() => {
          if (known === reading) known = null;
        });
      }
      return known.rows;
    },
    async texts(contentHashes) {
      const rows = await withTable(dir, dimensions, (table) => table.rows(contentHashes, ['contentHash', 'text']));
      return new Map(rows.flatMap(({ contentHash, text }) => (text === '' ? [] : [[contentHash, text] as const])));
    },
  };
}

async function readRows(dir: string, dimensions: number): Promise<Prose[]> {
  const rows = await withTable(dir, dimensions, (table) => table.scan(['contentHash', 'words', 'vector']));
  return rows.filter(({ words }) => words !== '');
}

/** Prose is an addition: where it is broken, a search answers without it, and doctor says so. */
async function withTable<T>(dir: string, dimensions: number, read: (table: CommentaryTable) => T[]): Promise<T[]> {
  const opening = COMMENTARY_TABLE.open(dir, 'read', dimensions);
  return opening.then((table) => (table === null ? [] : read(table))).catch(ifRefused<T[]>([]));
}
