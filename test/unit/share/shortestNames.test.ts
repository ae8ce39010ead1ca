/** How a page calls its repositories. */

import { expect, it } from 'vitest';
import { shortestNames } from '../../../src/share/writePages.ts';

it('takes the last part of an address, and more where two would be called alike', () => {
  expect(shortestNames(['https://example.com/acme/shop.git', 'git@example.com:acme/site.git'])).toEqual([
    'shop',
    'site',
  ]);
  expect(shortestNames(['https://example.com/acme/shop', 'https://example.com/other/shop', 'tools'])).toEqual([
    'acme/shop',
    'other/shop',
    'tools',
  ]);
});

it('numbers what is called the same all the way', () => {
  expect(shortestNames(['a/b', 'a/b', ''])).toEqual(['a/b', 'a/b (2)', 'index']);
});
