/** Contracts 1, 4 and 6 over random histories, in short: `npm run histories` has many more, with the command line too. */

import { describe, expect, it } from 'vitest';
import { runHistory } from '../../long/histories/history.ts';

const SEEDS = [1, 2, 3, 4];
/** Others than those of the long form: nothing is seen here that it would not look at. */
const FIRST = 9000;

describe('an index that has grown, and a fresh one', () => {
  it.each(SEEDS)(
    'answer alike, and every line and relation that they show is there (history %i)',
    { timeout: 300_000 },
    async (seed) => {
      const held: Record<string, number> = {};
      const found = await runHistory({
        ...{ seed: FIRST + seed, steps: 10, every: 10, cli: null, held },
        embedder: seed % 2 === 0 ? 'builtin' : 'hash',
      });
      expect(found).toBeNull();
      expect(Object.values(held).every((count) => count > 0)).toBe(true);
      expect(Object.keys(held)).toEqual(['the files', 'cora symbols and refs']);
    },
  );
});
