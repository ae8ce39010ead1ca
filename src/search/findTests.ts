/** Tests of some hits by the names of their files, each with the chunk that mentions a hit, else its first one. */

import { blobKeyOf, rowKeyOf } from '../identity.ts';
import { fileNameOf } from '../pathParts.ts';
import type { Neighbour, Seed } from '../query/expand.ts';
import type { GraphRow } from '../query/referenceGraph.ts';
import type { SearchedView } from '../query/retrieve.ts';
import { testsByName } from '../query/testsByName.ts';
import type { ChunkStore } from '../storePort.ts';
import type { BlobKey } from '../types.ts';

/** Tests of one file. */
const MOST_OF_A_FILE = 2;

/** Lists are left out: they are most of what a row costs. */
const COLUMNS = ['chunkId', 'blobSha', 'language', 'kind', 'symbol', 'scope', 'startLine', 'endLine', 'part'] as const;
type FirstRow = Pick<GraphRow, (typeof COLUMNS)[number]>;

/**
 * @param neighbours still being looked up: the best one in a test's file stands for the test, with its own reason
 * @returns tests, those of better hits first; files of hits are not among them
 */
export async function findTests(
  store: ChunkStore,
  view: SearchedView,
  seeds: readonly Seed[],
  neighbours: Promise<readonly Neighbour[]>,
): Promise<Neighbour[]> {
  const sources = seeds.map(({ path, row }) => ({ path, language: row.language }));
  const found = testsByName(sources, view.files);
  const taken = new Set(seeds.map(({ path }) => path));
  const tests = seeds.flatMap((seed, at) =>
    found[at]!.slice(0, MOST_OF_A_FILE).flatMap((file) => {
      if (taken.has(file.path)) return [];
      taken.add(file.path);
      return [{ file, reason: `test of ${fileNameOf(seed.path)}` }];
    }),
  );
  const firsts = await firstRows(store, view, new Set(tests.map(({ file }) => blobKeyOf(file))));
  const known = new Map([...(await neighbours)].reverse().map((one) => [one.chunk.path, one]));
  return tests.flatMap(({ file, reason }): Neighbour[] => {
    const mention = known.get(file.path);
    const first = mention === undefined ? firsts.get(blobKeyOf(file)) : mention.chunk.row;
    if (first === undefined) return [];
    const row = { ...first, parts: 1, defines: [], references: [] };
    const chunk = { path: file.path, status: file.status, row };
    return [{ chunk, score: 1, isSeed: false, reason: mention?.reason ?? reason }];
  });
}

async function firstRows(
  store: ChunkStore,
  { overlay, wantedKind }: SearchedView,
  keys: ReadonlySet<BlobKey>,
): Promise<ReadonlyMap<BlobKey, FirstRow>> {
  const fresh = overlay.filter((row) => keys.has(rowKeyOf(row)));
  const inMemory = new Set(fresh.map(rowKeyOf));
  const blobs = [...keys].filter((key) => !inMemory.has(key));
  const rows: FirstRow[] = blobs.length === 0 ? [...fresh] : [...fresh, ...(await store.rows({ blobs }, COLUMNS))];
  const firsts = new Map<BlobKey, FirstRow>();
  rows.sort((a, b) => b.startLine - a.startLine || b.part - a.part);
  for (const row of rows) if (wantedKind(row.kind)) firsts.set(rowKeyOf(row), row);
  return firsts;
}
