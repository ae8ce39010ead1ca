/** Reads everything there is to read and prints what it found as JSON. Argument: dir. */

import { openStore } from '../../../../src/store/openStore.ts';
import { DIMENSIONS, vectorOf } from './rows.ts';

const store = await openStore(process.argv[2]!, DIMENSIONS, 'read');
const words = await store.rowsWithTerms(['name'], 1000);
const vectors = await store.bestByVector(vectorOf(1), () => true, 3);
let scanned = 0;
for await (const rows of store.scan(['text', 'vector'])) scanned += rows.length;
const stats = await store.stats();
store.close();
process.stdout.write(JSON.stringify({ words: words.length, nearest: vectors[0]?.chunkId, scanned, rows: stats.rows }));
