/**
 * The repairs that a store can make by itself. A table beyond repair is dropped together with the state that names its
 * rows, and the next `cora index` computes both again. Nothing outside the store's folder is touched.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rowKeyOf } from '../base/identity.ts';
import { silentLog } from '../base/log.ts';
import type { BlobKey } from '../base/types.ts';
import { removeOldFiles, takeSums, writeSums } from './fileSums.ts';
import type { Finding, FindingCode } from './inspectStore.ts';
import { CHUNKS, openTable, type TableHandle, tableDirectory } from './openTable.ts';
import { createMissingIndexes } from './optimizeTable.ts';
import { ofBlobs } from './readTable.ts';
import { listTempFiles } from './replaceFile.ts';
import { decodeRows } from './schema.ts';
import { outcomesFile, stateFile } from './state.ts';
import { removeStaleLock, withWriteLock } from './withWriteLock.ts';

const WAIT_MS = 1000;
/** Old versions go, but not those that a reader of this minute may hold. */
const RETENTION_MS = 10 * 60 * 1000;

const DROPPING: ReadonlySet<FindingCode> = new Set(['broken-table', 'missing-files']);

/**
 * @param findings of `inspectStore`; those that are not fixable are left alone
 * @throws CoraError LOCKED when a writer is at work
 */
export async function repairStore(dir: string, findings: readonly Finding[]): Promise<void> {
  const codes = new Set(findings.filter(({ fixable }) => fixable).map(({ code }) => code));
  if (codes.size === 0) return;
  if (codes.has('stale-lock')) removeStaleLock(dir);
  await withWriteLock(dir, { waitMs: WAIT_MS, log: silentLog }, async () => {
    await repairFiles(dir, codes);
    if ([...codes].some((code) => DROPPING.has(code))) await dropTable(dir);
    else await repairTable(dir, codes);
  });
}

async function repairFiles(dir: string, codes: ReadonlySet<FindingCode>): Promise<void> {
  if (codes.has('temp-files')) {
    const temps = await listTempFiles(dir);
    await Promise.all(temps.map((name) => rm(join(dir, name), { force: true })));
  }
  if (codes.has('torn-outcomes')) await rm(outcomesFile(dir), { force: true });
  const isStateWrong = codes.has('torn-state') || codes.has('missing-table') || codes.has('missing-rows');
  if (isStateWrong || codes.has('duplicate-chunks')) await rm(stateFile(dir), { force: true });
}

async function dropTable(dir: string): Promise<void> {
  await rm(stateFile(dir), { force: true });
  await rm(tableDirectory(dir, CHUNKS), { recursive: true, force: true });
}

const TABLE_REPAIRS: ReadonlySet<FindingCode> = new Set([
  'missing-rows',
  'duplicate-chunks',
  'broken-word-index',
  'damaged-old-files',
  'unindexed-rows',
  'version-bloat',
]);

async function repairTable(dir: string, codes: ReadonlySet<FindingCode>): Promise<void> {
  if (![...codes].some((code) => TABLE_REPAIRS.has(code))) return;
  const handle = await openTable(dir, null);
  const { directory } = handle;
  try {
    if (codes.has('damaged-old-files')) await removeOldFiles(directory);
    const sums = await takeSums(directory);
    if (codes.has('broken-word-index')) await dropIndexes(handle);
    if (codes.has('duplicate-chunks')) await removeDuplicates(handle);
    if (codes.has('unindexed-rows') || codes.has('version-bloat')) {
      await handle.table.optimize({ cleanupOlderThan: new Date(Date.now() - RETENTION_MS) });
    }
    if ((await handle.table.countRows()) > 0) await createMissingIndexes(handle.lance, handle.table);
    await writeSums(directory, sums);
  } finally {
    handle.close();
  }
}

/** All of them: where one is damaged, the others cost little. Those that LanceDB does not even list are built over. */
async function dropIndexes({ table }: TableHandle): Promise<void> {
  for (const { name } of await table.listIndices()) await table.dropIndex(name);
}

/** All rows of the blobs concerned go, so that each blob is there whole or not at all. */
async function removeDuplicates({ table, reader }: TableHandle): Promise<void> {
  const seen = new Set<string>();
  const repeated = new Set<BlobKey>();
  const columns = ['chunkId', 'blobSha', 'language'] as const;
  for await (const batch of reader.select({ columns })) {
    for (const { chunkId, blobSha, language } of decodeRows(batch, columns)) {
      if (seen.has(chunkId)) repeated.add(rowKeyOf({ blobSha, language }));
      seen.add(chunkId);
    }
  }
  await table.delete(ofBlobs(repeated));
}
