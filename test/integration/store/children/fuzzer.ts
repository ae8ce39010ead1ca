/**
 * Changes a byte here and there in the files of a table and reads it, again and again: arguments are the store, its copy that may be
 * changed, the first seed and how many. Prints the seed before each, and what came of it. Native code may end this process.
 */

import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isCoraError } from '../../../../src/base/errors.ts';
import { readIntoMemory } from '../../../../src/engine/searchFileWriter.ts';
import { openStore } from '../../../../src/store/openStore.ts';
import { openTable } from '../../../../src/store/openTable.ts';
import { readWhole } from '../../../../src/store/readWhole.ts';
import { firstLine } from '../../../../src/store/storeFailure.ts';
import { editsOf } from './mutations.ts';
import { DIMENSIONS } from './rows.ts';

const [pristine, changed, first, count] = process.argv.slice(2) as [string, string, string, string];
const files = readdirSync(join(pristine, 'chunks.lance'), { recursive: true, encoding: 'utf8' })
  .map((name) => join('chunks.lance', name))
  .filter((name) => /^chunks.lance.(data|_indices|_versions|_deletions).*\.(lance|manifest|arrow|bin)$/.test(name))
  .filter((name) => statSync(join(pristine, name)).isFile())
  .sort();

async function readAll(): Promise<string> {
  const store = await openStore(changed, DIMENSIONS, 'read');
  try {
    const keys = await store.blobKeys();
    let rows = 0;
    const columns = ['chunkId', 'blobSha', 'searchText', 'startLine', 'references', 'contentHash'] as const;
    for await (const batch of store.scan(columns)) rows += batch.length;
    for await (const { rows: found } of store.rowsByBlob([...keys.keys()], ['chunkId'])) rows += found.length;
    const memory = await readIntoMemory(store, DIMENSIONS);
    const near = await memory.bestByVector(new Float32Array(DIMENSIONS).fill(0.1), () => true, 5);
    await store.vectorsOf(near.map(({ chunkId }) => chunkId));
    return `${rows} ${await wordsFound()} ${near.length}`;
  } finally {
    store.close();
  }
}

/** By the table's own index, as doctor and others ask it. */
async function wordsFound(): Promise<number> {
  const table = await openTable(changed, DIMENSIONS);
  try {
    const words = { column: 'searchText', text: 'name' } as const;
    let found = 0;
    for await (const batch of table.reader.select({ words, limit: 50, columns: ['chunkId', '_score'] }))
      found += batch.numRows;
    return found;
  } finally {
    table.close();
  }
}

/** As soundTable.ts has it done by another process: what that finds sound must not end this one. */
async function check(): Promise<string> {
  await readWhole(join(changed, 'chunks.lance'));
  writeSync(1, 'sound ');
  return readAll();
}

for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const { file, edit } = editsOf(seed, files);
  writeSync(1, `${seed} ${file} `);
  writeFileSync(join(changed, file), edit(readFileSync(join(pristine, file))));
  const said = await check().catch((error: unknown) =>
    isCoraError(error) ? error.code : `refused ${firstLine(error)}`.replaceAll('\n', ' '),
  );
  writeSync(1, `${said}\n`);
  copyFileSync(join(pristine, file), join(changed, file));
}
process.exit(0);
