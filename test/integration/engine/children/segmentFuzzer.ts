/**
 * Changes bytes of segments and reads all of them, again and again: arguments are the first seed and how many. Prints how many were
 * read, how many were refused, and every seed at which something else happened; whoever started it watches its memory and its silence.
 */

import { writeSync } from 'node:fs';
import { isCoraError } from '../../../../src/base/errors.ts';
import type { ChunkRow } from '../../../../src/base/types.ts';
import type { SearchColumn } from '../../../../src/engine/rowReader.ts';
import { SegmentRows } from '../../../../src/engine/segmentRows.ts';
import { openBytes, segmentOf } from '../../../helpers/segments.ts';
import { ROW_COLUMNS, wrongColumns } from './anyRows.ts';
import { oddRows } from './oddRows.ts';
import { mutated } from './segmentMutations.ts';

const [first, count] = process.argv.slice(2).map(Number) as [number, number];
/** Heap and buffers that one reading may add: a segment here has up to 20 kB, of which a thousand times as much can be packed text. */
const MOST_GROWTH = 64 * 2 ** 20;
const REPORT_EVERY = 1000;
const COLUMNS: readonly SearchColumn[] = [...ROW_COLUMNS, 'words'];

const bases = oddRows().map(({ rows, dimensions }) => ({ bytes: segmentOf(rows, dimensions), rows, dimensions }));

/** @returns what is not as it should be */
async function readAll(bytes: Buffer, before: readonly ChunkRow[], dimensions: number): Promise<string | null> {
  const segment = await openBytes(bytes);
  // As openSegment does for one of a list.
  if (segment.header.dimensions !== dimensions) return null;
  const rows = await SegmentRows.of(segment);
  const problems: string[] = [];
  const look = (some: readonly object[]): void => {
    for (const row of some) for (const wrong of wrongColumns(row)) problems.push(wrong);
  };
  const reads: (() => Promise<unknown>)[] = [
    async () => {
      const keys = await rows.blobKeys();
      for await (const { rows: own } of rows.rowsByBlob([...keys.keys()].slice(0, 3), ROW_COLUMNS)) look(own);
    },
    async () => {
      for await (const batch of rows.scan(ROW_COLUMNS)) look(batch);
    },
    async () => look(await rows.rows({ chunkIds: before.map(({ chunkId }) => chunkId) }, COLUMNS)),
    async () => look(await rows.rows({ contentHashes: before.slice(0, 2).map((row) => row.contentHash) }, ['text'])),
    async () => {
      const weights = new Map([...words(before)].map((word, at) => [word, 1 + at / 7]));
      const best = await rows.bestByWords({ weights, averageWords: 3.3 }, () => true, 5, COLUMNS);
      for (const { words: own } of best) own.distinct();
      look(best);
    },
    async () => look(await rows.bestByVector(before[0]!.vector, () => true, 5, COLUMNS)),
    async () => rows.redactedRows(),
    async () => void rows.counts(),
  ];
  for (const read of reads) await read().catch(refused);
  rows.close();
  return problems[0] ?? null;
}

function* words(rows: readonly ChunkRow[]): Generator<string> {
  for (const { searchText } of rows.slice(0, 4)) yield* searchText.split(' ').slice(0, 5);
}

let refusals = 0;

function refused(error: unknown): void {
  if (!isCoraError(error) || !['BROKEN_INDEX', 'INCOMPATIBLE_INDEX'].includes(error.code)) throw error;
  refusals += 1;
}

function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let whole = 0;
for (let seed = first; seed < first + count; seed++) {
  const { bytes, rows, dimensions } = bases[seed % bases.length]!;
  const changed = mutated(bytes, seed);
  const [atFirst, refusedBefore] = [memory(), refusals];
  let problem: string | null;
  try {
    problem = await readAll(changed, rows, dimensions).catch((error: unknown) => {
      refused(error);
      return null;
    });
  } catch (error) {
    problem = String((error as Error).stack);
  }
  const growth = memory() - atFirst;
  if (growth > MOST_GROWTH) problem = `${growth} bytes more`;
  if (problem !== null) writeSync(1, `wrong ${seed} ${problem.replaceAll('\n', ' ')}\n`);
  if (refusals === refusedBefore) whole += 1;
  if ((seed - first + 1) % REPORT_EVERY === 0) writeSync(1, `done ${seed - first + 1} whole ${whole}\n`);
}
process.exit(0);
