/** How a page calls its repositories. */

import { expect, it } from 'vitest';
import { calledOnPage, numbered } from '../../../src/share/writePages.ts';

it.each([
  ['https://example.com/acme/shop.git', 'acme/shop'],
  ['https://example.com:8443/group/part/shop/', 'group/part/shop'],
  ['ssh://git@example.com/acme/shop', 'acme/shop'],
  ['git@example.com:acme/shop.git', 'acme/shop'],
  ['example.com:shop.git', 'shop'],
  ['file:///srv/git/shop.git', 'shop'],
  ['/srv/git/shop.git/', 'shop'],
  ['C:\\work\\shop', 'shop'],
  ['tools', 'tools'],
  ['', ''],
])('calls %s %s', (address, name) => {
  expect(calledOnPage(address)).toBe(name);
});

it('numbers what is called the same', () => {
  expect(numbered(['a/b', 'c', 'a/b', 'a/b'])).toEqual(['a/b', 'c', 'a/b (2)', 'a/b (3)']);
});
