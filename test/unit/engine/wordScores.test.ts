/** A segment gives every row the score that counting its words gives. */

import { describe, expect, it } from 'vitest';
import { scoreRow } from '../../../src/engine/rankRows.ts';
import type { SegmentReader } from '../../../src/engine/segment.ts';
import fc from '../../helpers/fastCheck.ts';
import { openBytes, segmentOf } from '../../helpers/segments.ts';
import { DIMENSIONS, rowOf } from '../../integration/store/children/rows.ts';

const words = fc.array(fc.constantFrom('get', 'set', 'def:get', '語', 'é', 'a', 'value', 'g'), { maxLength: 12 });
const weights = fc
  .uniqueArray(fc.constantFrom('get', 'set', '語', 'a', 'nowhere', 'ge'), { minLength: 1 })
  .map((terms) => new Map(terms.map((term, at) => [term, 0.3 + at / 7])));

function indexOf(texts: readonly string[]): Promise<SegmentReader> {
  return openBytes(
    segmentOf(
      texts.map((searchText, at) => rowOf(at, { searchText })),
      DIMENSIONS,
    ),
  );
}

describe('scoreWords', () => {
  it('scores as scoreRow does, to the last digit, search after search', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { maxLength: 30 }),
        fc.array(weights, { maxLength: 3 }),
        async (rows, rankings) => {
          const texts = rows.map((row) => row.join(' '));
          const index = await indexOf(texts);
          for (const each of rankings) {
            const ranking = { weights: each, averageWords: 5 };
            const found = new Map<number, number>();
            (await index.scoreWords(ranking))((row, score) => found.set(row, score));
            const expected = texts.map((text) => scoreRow(text, ranking));
            expect(texts.map((_, row) => found.get(row) ?? 0)).toEqual(expected);
          }
        },
      ),
    );
  });

  it('tells many words apart', async () => {
    const texts = Array.from({ length: 300 }, (_, row) => Array.from({ length: 60 }, (_, at) => `w${row * 40 + at}`));
    const index = await indexOf(texts.map((text) => text.join(' ')));
    const rowsWith = async (word: string): Promise<number[]> => {
      const rows: number[] = [];
      (await index.scoreWords({ weights: new Map([[word, 1]]), averageWords: 60 }))((row) => rows.push(row));
      return rows;
    };
    const found = await Promise.all([0, 39, 40, 59, 12_019].map((at) => rowsWith(`w${at}`)));
    expect(found).toEqual([[0], [0], [0, 1], [0, 1], [299]]);
    expect(await rowsWith('w12020')).toEqual([]);
  });

  it('counts a word that stands in a row very often', async () => {
    const ranking = { weights: new Map([['x', 1]]), averageWords: 1000 };
    const text = 'x '.repeat(70_000).trim();
    const scores: number[] = [];
    (await (await indexOf([text])).scoreWords(ranking))((_, found) => scores.push(found));
    expect(scores).toEqual([scoreRow(text, ranking)]);
  });
});
