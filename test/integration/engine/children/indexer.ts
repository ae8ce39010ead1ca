/**
 * Brings rows into a table and its search file, and kills itself on the way. Arguments: dir, the first row, how many, and where:
 * `rows` (they are in the table alone), `segment` (its file is there too), `list` (the list names it), or `end`.
 */

import { SearchFileWriter } from '../../../../src/engine/searchFileWriter.ts';
import { openStore } from '../../../../src/store/openStore.ts';
import { DIMENSIONS, keyOf, rowOf, rowsOf } from '../../store/children/rows.ts';

const [dir, first, count, moment] = process.argv.slice(2) as [string, string, string, string];

function dieAt(here: string): void {
  if (moment === here) process.kill(process.pid, 'SIGKILL');
}

const store = await openStore(dir, DIMENSIONS, 'write');
const search = await SearchFileWriter.begin(dir, store);
const rows = rowsOf(Number(count), Number(first));
await store.append(rows);
if (Number(first) > 1) await store.remove([keyOf(rowOf(Number(first) - 1))]);
dieAt('rows');
await search.add(rows);
let versions = 0;
await search.finish({
  dimensions: store.dimensions,
  blobKeys: () => store.blobKeys(),
  rowsByBlob: (blobs, columns) => store.rowsByBlob(blobs, columns),
  scan: (columns) => store.scan(columns),
  // Asked for once, when all segments are written, to be put into the list.
  version: async () => {
    versions += 1;
    dieAt('segment');
    return store.version();
  },
});
dieAt('list');
store.close();
process.stdout.write(`${versions}`);
