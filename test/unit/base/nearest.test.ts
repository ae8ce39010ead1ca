import { describe, expect, it } from 'vitest';
import { nearest } from '../../../src/base/nearest.ts';
import { mostThatFits } from '../../../src/base/tokenBudget.ts';
import fc from '../../helpers/fastCheck.ts';

describe('nearest', () => {
  it.each([
    ['qurey', ['index', 'query'], 'query'],
    ['INDEX', ['init', 'index'], 'index'],
    ['sotre', ['score', 'store'], 'store'],
    ['stor', ['stars', 'store', 'stork'], 'store'],
    ['completely', ['other', 'words'], undefined],
    // Half of a short word is another word.
    ['ab', ['cd', 'a'], undefined],
    ['', ['a', 'ab'], undefined],
    ['query', [], undefined],
  ])('%s among %j: %s', (word, candidates, wanted) => {
    expect(nearest(word, candidates)).toBe(wanted);
  });
});

describe('mostThatFits', () => {
  it('is what counting up finds', () => {
    const numbers = fc.integer({ min: -2, max: 40 });
    fc.assert(
      fc.property(numbers, numbers, numbers, (least, most, limit) => {
        let counted = least;
        while (counted < most && counted + 1 <= limit) counted += 1;
        expect(mostThatFits(least, most, (count) => count <= limit)).toBe(counted);
      }),
    );
  });
});
