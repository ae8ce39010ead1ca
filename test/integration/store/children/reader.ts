/** Reads everything there is to read and prints what it found as JSON. Argument: dir. */

import { openSearchFile } from '../../../../src/engine/searchFile.ts';
import { openStore } from '../../../../src/store/openStore.ts';
import { DIMENSIONS, vectorOf } from './rows.ts';

const dir = process.argv[2]!;
const store = await openStore(dir, DIMENSIONS, 'read');
const search = await openSearchFile(dir, DIMENSIONS);
const words = await search.rowsWithTerms(['name'], 1000);
const vectors = await search.bestByVector(vectorOf(1), () => true, 3);
let scanned = 0;
for await (const rows of store.scan(['text', 'vector'])) scanned += rows.length;
const stats = await store.stats();
store.close();
search.close();
process.stdout.write(JSON.stringify({ words: words.length, nearest: vectors[0]?.chunkId, scanned, rows: stats.rows }));
