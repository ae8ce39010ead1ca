/**
 * Reads a whole table with its indexes, in a process of its own, because LanceDB may crash on it:
 * soundTable.ts.
 */

import { basename, dirname } from 'node:path';
import { checkTable } from './checkTable.ts';
import { loadLance } from './loadLance.ts';
import { batchesOf, CONNECTION, isIn, type ReadTable, readTable } from './openTable.ts';
import { WORD_INDEX } from './optimizeTable.ts';
import { dataOf, textsOf } from './schema.ts';
import { firstLine } from './storeFailure.ts';

/** The most keys and words that the indexes are asked for; above, an even sample is taken. */
const MOST_ASKED = 50_000;
const WORDS_AT_ONCE = 200;

/** @param table its folder @throws Error of one line */
export async function readWhole(table: string): Promise<void> {
  try {
    checkTable(table);
    await readAll(table);
  } catch (error) {
    throw new Error(firstLine(error), { cause: error });
  }
}

async function readAll(table: string): Promise<void> {
  const lance = await loadLance();
  const connection = await lance.connect(dirname(table), CONNECTION);
  const reader = readTable(lance, await connection.openTable(basename(table, '.lance')));
  const columns = (await reader.schema()).fields.map(({ name }) => name);
  const values = new Map(['chunkId', 'blobSha', 'searchText'].map((name) => [name, new Set<string>()]));
  for await (const batch of reader.select({ columns })) {
    for (const [name, found] of values) {
      if (!columns.includes(name)) continue;
      const text = textsOf(dataOf(batch, name));
      for (let at = 0; at < batch.numRows; at++) {
        for (const word of name === 'searchText' ? text(at).split(/\s+/) : [text(at)]) found.add(word);
      }
    }
  }
  for (const column of ['chunkId', 'blobSha']) {
    if (!(await reader.hasIndex(`${column}_idx`))) continue;
    for (const keys of batchesOf(chosen(values.get(column)!))) await drain(reader, { where: isIn(column, keys) });
  }
  if (await reader.hasIndex(WORD_INDEX)) {
    const words = chosen(values.get('searchText')!);
    for (let at = 0; at < words.length; at += WORDS_AT_ONCE) {
      const text = words.slice(at, at + WORDS_AT_ONCE).join(' ');
      await drain(reader, { words: { column: 'searchText', text }, limit: 10 });
    }
  }
}

function chosen(values: ReadonlySet<string>): string[] {
  const step = Math.ceil(values.size / MOST_ASKED);
  return [...values].filter((value, at) => value !== '' && at % step === 0);
}

async function drain(reader: ReadTable, selection: object): Promise<void> {
  for await (const batch of reader.select({ columns: ['chunkId'], ...selection })) batch.numRows;
}
