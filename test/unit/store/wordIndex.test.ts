/** The index in memory gives every row the score that counting its words gives, and the heap keeps what sorting would. */

import { describe, expect, it } from 'vitest';
import { BestOf, compareScored, scoreRow } from '../../../src/engine/rankRows.ts';
import { type WordIndex, WordIndexBuilder } from '../../../src/store/resident/wordIndex.ts';
import fc from '../../helpers/fastCheck.ts';

const words = fc.array(fc.constantFrom('get', 'set', 'def:get', '語', 'é', 'a', 'value', 'g'), { maxLength: 12 });
const weights = fc
  .uniqueArray(fc.constantFrom('get', 'set', '語', 'a', 'nowhere', 'ge'), { minLength: 1 })
  .map((terms) => new Map(terms.map((term, at) => [term, 0.3 + at / 7])));

function indexOf(texts: readonly string[]): WordIndex {
  const builder = new WordIndexBuilder();
  for (const text of texts) {
    const bytes = Buffer.from(` ${text}`);
    builder.add(bytes, 1, bytes.length);
  }
  return builder.finish();
}

describe('WordIndex', () => {
  it('scores as scoreRow does, to the last digit, search after search', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), fc.array(weights, { maxLength: 3 }), (rows, rankings) => {
        const texts = rows.map((row) => row.join(' '));
        const index = indexOf(texts);
        for (const each of rankings) {
          const ranking = { weights: each, averageWords: 5 };
          const found = new Map<number, number>();
          index.score(ranking, (row, score) => found.set(row, score));
          const expected = texts.map((text) => scoreRow(text, ranking));
          expect(texts.map((_, row) => found.get(row) ?? 0)).toEqual(expected);
        }
      }),
    );
  });

  it('tells many words apart', () => {
    const texts = Array.from({ length: 300 }, (_, row) => Array.from({ length: 60 }, (_, at) => `w${row * 40 + at}`));
    const index = indexOf(texts.map((text) => text.join(' ')));
    const rowsWith = (word: string): number[] => {
      const rows: number[] = [];
      index.score({ weights: new Map([[word, 1]]), averageWords: 60 }, (row) => rows.push(row));
      return rows;
    };
    expect([0, 39, 40, 59, 12_019].map((at) => rowsWith(`w${at}`))).toEqual([[0], [0], [0, 1], [0, 1], [299]]);
    expect(rowsWith('w12020')).toEqual([]);
  });

  it('counts a word that stands in a row very often', () => {
    const ranking = { weights: new Map([['x', 1]]), averageWords: 1000 };
    const text = 'x '.repeat(70_000).trim();
    let score = 0;
    indexOf([text]).score(ranking, (_, found) => {
      score = found;
    });
    expect(score).toBeCloseTo(scoreRow(text, ranking), 3);
  });
});

describe('BestOf', () => {
  it('keeps what sorting would put first, whatever the order', () => {
    const scored = fc.array(fc.tuple(fc.constantFrom(0, 0.5, 1, 2), fc.string({ maxLength: 3 })));
    fc.assert(
      fc.property(scored, fc.nat(6), (pairs, limit) => {
        const all = pairs.map(([score, chunkId], at) => ({ score, chunkId: `${chunkId}-${at}` }));
        const best = new BestOf<(typeof all)[number]>(limit);
        for (const one of all) best.offer(one);
        expect(best.sorted()).toEqual([...all].sort(compareScored).slice(0, limit));
      }),
    );
  });
});
