import { describe, expect, it } from 'vitest';
import { batchEnd, smallerLimits, tokensAtMost, truncateText } from '../../../src/embed/batches.ts';
import fc from '../../helpers/fastCheck.ts';

const LIMITS = { texts: 3, tokens: 10, characters: 100 };

function batches(texts: string[], limits = LIMITS): string[][] {
  const found: string[][] = [];
  for (let from = 0; from < texts.length; ) {
    const end = batchEnd(texts, from, limits);
    found.push(texts.slice(from, end));
    from = end;
  }
  return found;
}

describe('batchEnd', () => {
  it('cuts by count, by tokens, and lets one large text pass alone', () => {
    const large = 'x'.repeat(60);
    expect(batches(['a', 'b', 'c', 'd'])).toEqual([['a', 'b', 'c'], ['d']]);
    expect(batches(['x'.repeat(15), 'x'.repeat(15), 'a'])).toEqual([['x'.repeat(15), 'x'.repeat(15)], ['a']]);
    expect(batches(['a', large, 'b'])).toEqual([['a'], [large], ['b']]);
    expect(batches([])).toEqual([]);
  });

  it('loses, repeats and reorders nothing, and exceeds no limit with more than one text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 50 })),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 20 }),
        (texts, count, tokens) => {
          const found = batches(texts, { texts: count, tokens, characters: 100 });
          expect(found.flat()).toEqual(texts);
          for (const batch of found) {
            expect(batch.length).toBeLessThanOrEqual(count);
            const total = batch.reduce((sum, text) => sum + tokensAtMost(text), 0);
            expect(batch.length === 1 || total <= tokens).toBe(true);
          }
        },
      ),
    );
  });
});

it('tokensAtMost counts a CJK letter as one and three letters of code as one', () => {
  expect([tokensAtMost(''), tokensAtMost('ab'), tokensAtMost('return'), tokensAtMost('検索')]).toEqual([0, 1, 2, 2]);
});

it('smallerLimits halves what filled the batch, never below one', () => {
  expect(smallerLimits(LIMITS, ['a', 'b', 'c'])).toEqual({ ...LIMITS, texts: 1 });
  expect(smallerLimits(LIMITS, ['x'.repeat(12), 'x'.repeat(12)])).toEqual({ ...LIMITS, tokens: 4 });
  expect(smallerLimits({ ...LIMITS, texts: 1 }, ['a'])).toEqual({ ...LIMITS, texts: 1 });
});

it('truncateText never cuts a surrogate pair', () => {
  expect(truncateText('abc', 3)).toBe('abc');
  expect(truncateText('ab😀', 3)).toBe('ab');
  expect(truncateText('ab😀c', 4)).toBe('ab😀');
});
