import { expect, it } from 'vitest';
import type { Candidate, SearchReader } from '../../../src/engine/rowReader.ts';
import { findAlike } from '../../../src/graph/related.ts';
import type { SearchedView } from '../../../src/view/searchedView.ts';
import { groupByBlob } from '../../../src/view/viewFiles.ts';

interface Row {
  chunkId: string;
  blobSha: string;
  language: string;
  kind: string;
  vector: Float32Array;
}

/** `count` chunks of one file, the first at this angle to the query, in radians. */
function rowsOf(blobSha: string, count: number, angle: number): Row[] {
  return Array.from({ length: count }, (_, at) => {
    const vector = Float32Array.of(Math.cos(angle + at / 10_000), Math.sin(angle + at / 10_000));
    return { chunkId: `${blobSha}${at}`, blobSha, language: 'go', kind: 'function', vector };
  });
}

function storeOf(rows: readonly Row[]): SearchReader {
  const nearest = rows.toSorted((a, b) => b.vector[0]! - a.vector[0]!);
  const asCandidate = (row: Row): Candidate => ({ ...row, score: row.vector[0]! });
  return {
    bestByVector: async (_: Float32Array, isWanted: (row: Candidate) => boolean, limit: number) =>
      nearest.map(asCandidate).filter(isWanted).slice(0, limit),
  } as unknown as SearchReader;
}

it('what reads like a chunk does not depend on what other branches hold', async () => {
  const own = [...rowsOf('aa', 60, 0), ...rowsOf('bb', 30, 0.2)];
  const others = rowsOf('cc', 200, 0.1);
  const files = ['aa', 'bb'].map((blob) => ({
    path: `${blob}.go`,
    blob,
    language: 'go',
    status: 'committed' as const,
  }));
  const view = { files, byBlob: groupByBlob(files), overlay: [], wantedKind: () => true } as unknown as SearchedView;
  const query = Float32Array.of(1, 0);
  const alone = await findAlike(storeOf(own), view, query);
  expect(new Set(alone.map(({ chunk }) => chunk.path))).toEqual(new Set(['aa.go', 'bb.go']));
  expect(await findAlike(storeOf([...own, ...others]), view, query)).toEqual(alone);
});
