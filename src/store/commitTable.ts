/**
 * commits.lance: one row per commit message, of all branches that were indexed, beside the folders of the embedders. A row
 * is a function of its commit, so the table only grows; a reader takes what its history holds. Scores are made by the
 * reader from whole scans, which at 20,000 commits take 40 ms: no index is kept.
 */

import { rm } from 'node:fs/promises';
import type { RecordBatch } from 'apache-arrow';
import { CoraError, isCoraError } from '../errors.ts';
import {
  type CommitColumn,
  type CommitRow,
  commitSchema,
  decodeCommits,
  encodeCommits,
  isCommitSchema,
  sampleCommit,
  tableOfBatches,
} from './commitSchema.ts';
import { batchesOf, isIn } from './filter.ts';
import { DATA_STORAGE_VERSION, DOCTOR_HINT, firstLine, hasTable } from './openTable.ts';
import { openToRead, openToWrite, type ReadHandle, type TableHandle, tableDirectory } from './tableHandle.ts';

export type { CommitColumn, CommitRow } from './commitSchema.ts';

const TABLE = 'commits';
/** Each run that found new commits leaves a fragment, which every scan opens. */
const FRAGMENTS = 40;

export interface CommitTable {
  /** The chosen columns of all rows, in no particular order. */
  scan<C extends CommitColumn>(columns: readonly C[]): Promise<Pick<CommitRow, C>[]>;
  /** The chosen columns of the commits that are there. */
  rows<C extends CommitColumn>(commits: readonly string[], columns: readonly C[]): Promise<Pick<CommitRow, C>[]>;
  count(): Promise<number>;
  /**
   * In one LanceDB commit, after the last batch; until then they are held as bytes, which are a fraction of the objects.
   * @returns how many
   */
  append(batches: AsyncIterable<readonly CommitRow[]>, beforeCommit: () => void): Promise<number>;
  /** Compacts where enough has gathered, and removes versions older than that. */
  tidy(retentionMs: number): Promise<void>;
  close(): void;
}

export function commitsDirectory(root: string): string {
  return tableDirectory(root, TABLE);
}

export function hasCommitTable(root: string): Promise<boolean> {
  return hasTable(root, TABLE);
}

/**
 * @param root the folder that holds the stores of all embedders
 * @param mode `read` never writes; `write` is to be used under `withWriteLock(root)`
 * @returns null where there is none, or one of another version: the next index run writes it
 * @throws CoraError BROKEN_INDEX, PLATFORM
 */
export async function openCommitTable(root: string, mode: 'read' | 'write'): Promise<CommitTable | null> {
  if (!(await hasTable(root, TABLE))) return null;
  try {
    const writer = mode === 'write' ? await openToWrite(root, TABLE) : null;
    const handle = writer ?? (await openToRead(root, TABLE));
    if (isCommitSchema(await handle.reader.schema())) return new LanceCommits(handle, writer);
    handle.close();
    return null;
  } catch (error) {
    throw failureOf(error, 'open');
  }
}

/** An empty table, in place of what is there. To be used under `withWriteLock(root)`. */
export async function createCommitTable(root: string): Promise<CommitTable> {
  try {
    return await create(root);
  } catch {
    // What is there may be too broken to be replaced by a newer version of it.
    await removeCommitTable(root);
    return create(root);
  }
}

async function create(root: string): Promise<CommitTable> {
  const options = { mode: 'overwrite', dataStorageVersion: DATA_STORAGE_VERSION } as const;
  try {
    const handle = await openToWrite(root, TABLE, (connection) =>
      connection.createEmptyTable(TABLE, commitSchema(), options),
    );
    return new LanceCommits(handle, handle);
  } catch (error) {
    throw failureOf(error, 'create');
  }
}

export async function removeCommitTable(root: string): Promise<void> {
  await rm(commitsDirectory(root), { recursive: true, force: true });
}

class LanceCommits implements CommitTable {
  readonly #handle: ReadHandle;
  readonly #writer: TableHandle | null;

  constructor(handle: ReadHandle, writer: TableHandle | null) {
    this.#handle = handle;
    this.#writer = writer;
  }

  scan<C extends CommitColumn>(columns: readonly C[]): Promise<Pick<CommitRow, C>[]> {
    return this.#read(columns, [null]);
  }

  rows<C extends CommitColumn>(commits: readonly string[], columns: readonly C[]): Promise<Pick<CommitRow, C>[]> {
    return this.#read(
      columns,
      batchesOf(commits).map((names) => isIn('commit', names)),
    );
  }

  count(): Promise<number> {
    return this.#handle.reader.countRows();
  }

  async append(batches: AsyncIterable<readonly CommitRow[]>, beforeCommit: () => void): Promise<number> {
    const { lance, table } = this.#writable();
    const sample = lance.makeArrowTable([sampleCommit()], { schema: commitSchema() });
    const encoded: RecordBatch[] = [];
    let count = 0;
    for await (const rows of batches) {
      if (rows.length > 0) encoded.push(encodeCommits(sample, rows));
      count += rows.length;
    }
    if (count === 0) return 0;
    beforeCommit();
    try {
      await table.add(tableOfBatches(sample, encoded));
      return count;
    } catch (error) {
      throw failureOf(error, 'append');
    }
  }

  async tidy(retentionMs: number): Promise<void> {
    const { table } = this.#writable();
    try {
      const { fragmentStats } = await table.stats();
      if (fragmentStats.numFragments <= FRAGMENTS) return;
      await table.optimize({ cleanupOlderThan: new Date(Date.now() - retentionMs) });
    } catch (error) {
      throw failureOf(error, 'compact');
    }
  }

  close(): void {
    this.#handle.close();
  }

  #writable(): TableHandle {
    if (this.#writer === null) throw new CoraError('STORE', 'the table of commits was opened for reading');
    return this.#writer;
  }

  async #read<C extends CommitColumn>(columns: readonly C[], clauses: readonly (string | null)[]) {
    for (let attempt = 0; ; attempt++) {
      try {
        const rows: Pick<CommitRow, C>[] = [];
        for (const clause of clauses) {
          const where = clause === null ? {} : { where: clause };
          for await (const batch of this.#handle.reader.select({ ...where, columns })) {
            for (const row of decodeCommits(batch, columns)) rows.push(row);
          }
        }
        return rows;
      } catch (error) {
        if (attempt > 0) throw failureOf(error, 'read');
        // A writer may have cleaned this version up.
        await this.#handle.reader.checkoutLatest();
      }
    }
  }
}

function failureOf(error: unknown, verb: string): CoraError {
  if (isCoraError(error)) return error;
  return new CoraError('BROKEN_INDEX', `the table of commits failed to ${verb}: ${firstLine(error)}`, {
    hint: DOCTOR_HINT,
    cause: error,
  });
}
