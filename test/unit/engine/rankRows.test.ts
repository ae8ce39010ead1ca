import { describe, expect, it } from 'vitest';
import { BestOf, compareScored } from '../../../src/engine/rankRows.ts';
import fc from '../../helpers/fastCheck.ts';

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
