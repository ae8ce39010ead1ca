/** What `cora pull` makes of words and of the address of origin. */

import { describe, expect, it } from 'vitest';
import { readSource } from '../../../src/share/readSource.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const read = (named: string | null, origin = '') => readSource(named, { dir: tempDir(), origin, env: {} });

describe('readSource', () => {
  it.each([
    ['https://github.com/acme/shop.git', 'acme', 'shop'],
    ['git@github.com:acme/.github', 'acme', '.github'],
    ['ssh://git@github.com/acme/a..b', 'acme', 'a..b'],
  ])('reads %s as a repository', async (origin, owner, repository) => {
    expect(await read(null, origin)).toMatchObject({ kind: 'release', place: { owner, repository } });
    expect(await read('actions:', origin)).toMatchObject({ kind: 'workflow', place: { owner, repository } });
  });

  it.each([
    'https://github.com/../user',
    'https://github.com/acme/..',
    'https://github.com/./shop',
    'https://github.com/acme/...git',
    'git@github.com:../user',
    'ssh://git@github.com/../user.git',
    'https://github.com/%2e%2e/user',
    'https://github.com/acme/shop?x#y',
  ])('takes no owner and no repository from %s', async (origin) => {
    const refusal = { code: 'USAGE', message: expect.stringMatching(/is not a repository on GitHub/) };
    await expect(read(null, origin)).rejects.toMatchObject(refusal);
    await expect(read('actions:', origin)).rejects.toMatchObject(refusal);
  });

  it.each(['actions:../user', 'actions:acme/..', 'actions:./shop/name'])('refuses %s', async (named) => {
    await expect(read(named)).rejects.toMatchObject({ code: 'USAGE' });
  });
});
