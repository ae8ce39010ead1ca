import { describe, expect, it } from 'vitest';
import { createIncludes } from '../../../src/chunk/chunksFrom.ts';
import fc from '../../helpers/fastCheck.ts';

describe('createIncludes', () => {
  it.each([
    ['', ''],
    ['a', 'aaaa'],
    ['😀b', '\ud83d'],
  ])('of %j', (text, wanted) => {
    const includes = createIncludes(text);
    // The first ones are looked for in the text itself.
    for (let times = 0; times < 1000; times++) expect(includes(wanted)).toBe(text.includes(wanted));
  });

  it('answers what the text answers', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 60 });
    fc.assert(
      fc.property(
        text,
        fc.array(
          text.map((one) => one.slice(0, 6)),
          { minLength: 20 },
        ),
        (whole, names) => {
          const includes = createIncludes(whole);
          for (let times = 0; times < 501; times++) includes('');
          expect(names.map(includes)).toEqual(names.map((name) => whole.includes(name)));
          for (let at = 0; at < whole.length; at += 7) expect(includes(whole.slice(at))).toBe(true);
        },
      ),
    );
  });
});
