/** What `cora pull` makes of words and of the address of origin. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/settings/commands.ts';
import { type IndexSource, readSource } from '../../../src/share/readSource.ts';
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

/** How each kind is spelt. */
const SPELT: Record<IndexSource['kind'], RegExp> = {
  file: /\bfile\b/i,
  folder: /\bfolder\b/i,
  address: /\bhttps\b/,
  storage: /\bs3\b/,
  workflow: /\bactions:/,
  release: /\bOWNER\/REPOSITORY\[@TAG\]/,
};

describe.each(Object.entries(SPELT))('a source of kind %s', (_, spelt) => {
  it('stands in the help, in the hint of an error and in docs/artifact.md', async () => {
    expect(COMMANDS.pull.help).toMatch(spelt);
    await expect(read('ftp://x')).rejects.toMatchObject({ hint: expect.stringMatching(spelt) });
    const page = readFileSync(new URL('../../../docs/artifact.md', import.meta.url), 'utf8');
    const [, table] = /^\| SOURCE \| \|\n\|---\|---\|\n((?:\|.*\n)+)/m.exec(page) ?? [];
    const sources = [...table!.matchAll(/^\| (.*?) \| /gm)].map(([, source]) => source!);
    expect(sources.filter((source) => spelt.test(source))).toHaveLength(1);
  });
});
