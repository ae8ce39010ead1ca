/** Small segments that have a bit of everything a segment can hold. */

import type { ChunkRow } from '../../../../src/base/types.ts';
import { roundVector } from '../../../../src/engine/byteVectors.ts';
import { DIMENSIONS, rowOf, shaOf, vectorOf } from '../../store/children/rows.ts';

interface OddRows {
  rows: ChunkRow[];
  dimensions: number;
}

const WORDS = ['get', 'set', 'value', 'ümlaut', '語', 'def:get', 'ref:set', 'getvalue', '🦀', 'x'];

export function oddRows(): OddRows[] {
  const texts = (n: number): Partial<ChunkRow> => ({
    searchText: Array.from({ length: 3 + (n % 9) }, (_, at) => WORDS[(n * 7 + at * at) % WORDS.length]).join(' '),
    text: `line ${n} 日本\n`.repeat(1 + (n % 40)),
  });
  const plain = Array.from({ length: 30 }, (_, n) =>
    rowOf(n, {
      ...texts(n),
      blobSha: shaOf(`blob ${n >> 1}`),
      vector: n % 3 === 0 ? vectorOf(n) : roundVector(vectorOf(n)),
    }),
  );
  const wide = Array.from({ length: 12 }, (_, n) =>
    rowOf(n, {
      ...{ ...texts(n), blobSha: `${shaOf(n)}${'0'.repeat(24)}`, vector: roundVector(vectorOf(n, 20)) },
      ...{ language: `language ${n % 3}`, kind: n % 2 === 0 ? 'class' : 'text', defines: [], references: [] },
    }),
  );
  const large = [rowOf('large', { text: 'text of a large row\n'.repeat(2000), searchText: 'x '.repeat(3000).trim() })];
  return [
    { rows: plain, dimensions: DIMENSIONS },
    { rows: wide, dimensions: 20 },
    { rows: [...large, ...plain.slice(0, 3)], dimensions: DIMENSIONS },
    { rows: [rowOf(1, { vector: new Float32Array(0), text: '', doc: '', searchText: '' })], dimensions: 0 },
  ];
}
