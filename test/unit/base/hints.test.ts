/** Refusals that used to end without a word about what to do instead. */

import { expect, it } from 'vitest';
import { checkBranch } from '../../../src/fleet/readAddress.ts';
import { credentialIn } from '../../../src/net/credentials.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { cutLines } from '../../../src/view/cutLines.ts';

it.each<[name: string, refused: () => unknown, hint: string]>([
  ['a branch', () => checkBranch('-x'), 'git ls-remote --heads URL'],
  ['a password', () => credentialIn(new URL('http://jane:made-up@example.com/a.tar')), 'https://'],
  ['a file of settings', () => resolveOptions({}, {}, ['exclude']), '{"exclude": ["generated/**"]}'],
  [
    'lines',
    () => cutLines('a\nb\nc\n', { path: 'a.ts', startLine: 3, endLine: 2 }, () => true),
    'smaller number first',
  ],
])('%s is refused with what to do instead', (_, refused, hint) => {
  expect(refused).toThrow(expect.objectContaining({ hint: expect.stringContaining(hint) }));
});
