/** When the table is worth rewriting: the larger it is, the more must have gathered. */

import { describe, expect, it } from 'vitest';
import { isTailLong } from '../../../src/store/optimizeTable.ts';

describe('isTailLong', () => {
  it.each([
    [1000, 500],
    [20_000, 1000],
    [80_000, 4000],
    [400_000, 4000],
    [800_000, 8000],
  ])('of %i rows allows %i outside the index', (rows, most) => {
    expect(isTailLong(rows, most)).toBe(false);
    expect(isTailLong(rows, most + 1)).toBe(true);
  });
});
