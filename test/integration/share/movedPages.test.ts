/** A folder that something takes away while `cora pages` writes into it. */

import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { pageSearch } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { writePages } from '../../../src/share/writePages.ts';
import { cora } from '../../helpers/cora.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { project } from './publishedIndex.ts';

const disown = vi.hoisted(() => vi.fn<(folder: string, place?: string) => Promise<void>>());
vi.mock('../../../src/disk/makePrivate.ts', async (original) => {
  const real = await original<typeof import('../../../src/disk/makePrivate.ts')>();
  return { ...real, disownFolder: disown.mockImplementation(real.disownFolder) };
});

let packed: string;
beforeAll(async () => {
  const { index, pack } = cora(project());
  await index();
  packed = (await pack()).file;
});

async function pack(folder: string): Promise<string> {
  const file = join(folder, 'index.tar');
  copyFileSync(packed, file);
  return file;
}

it('is named, and nothing is left beside the place of the page', async () => {
  const [around, elsewhere] = [tempDir(), join(tempDir(), 'moved')];
  const source = {
    name: null,
    isOwn: true,
    pack: async (folder: string) => {
      const file = await pack(folder);
      renameSync(dirname(folder), elsewhere);
      return file;
    },
  };
  await expect(
    writePages(join(around, 'page'), [source], pageSearch(resolveOptions({}, {}, null))),
  ).rejects.toMatchObject({
    code: 'STORE',
    message: expect.stringMatching(/page\.[A-Za-z0-9]{6} was moved or removed while the page was written into it\.$/),
  });
  expect(readdirSync(around)).toEqual([]);
});

it('is not named where something fails after the page is in its place', async () => {
  const around = tempDir();
  const source = { name: null, isOwn: true, pack };
  const lost = Object.assign(new Error('lost'), { code: 'ENOENT' });
  disown.mockRejectedValueOnce(lost);
  await expect(writePages(join(around, 'page'), [source], pageSearch(resolveOptions({}, {}, null)))).rejects.toBe(lost);
  expect(readdirSync(around)).toEqual(['page']);
  expect(existsSync(join(around, 'page', 'index.html'))).toBe(true);
});

it.each([
  ['a file that has changed since', 'index.html', 'mine', 'holds index.html, which is not as cora pages wrote it'],
  [
    'a file that a list names without its digest',
    'pages.json',
    JSON.stringify({ written: { 'index.html': '' } }),
    /^holds assets\/.+, which cora pages did not write$/,
  ],
  [
    'what the list of an earlier version names',
    'pages.json',
    JSON.stringify({ written: ['index.html', 'pages.json'] }),
    'is there already, and cora pages did not write it',
  ],
])('leaves %s', async (_, file, text, said) => {
  const page = join(tempDir(), 'page');
  const search = pageSearch(resolveOptions({}, {}, null));
  const write = () => writePages(page, [{ name: null, isOwn: true, pack }], search);
  await write();
  await write();
  writeFileSync(join(page, file), text);
  const refused = await write().catch((error: Error) => error);
  expect(refused).toMatchObject({ code: 'STORE' });
  expect((refused as Error).message.replace(`${page} `, '').replace(/\.$/, '')).toMatch(said);
  expect(readFileSync(join(page, file), 'utf8')).toBe(text);
});

it('follows no link in the place of a file of its own', async () => {
  const page = join(tempDir(), 'page');
  const write = () => writePages(page, [{ name: null, isOwn: true, pack }], pageSearch(resolveOptions({}, {}, null)));
  await write();
  rmSync(join(page, 'index.html'));
  // It never ends.
  symlinkSync('/dev/zero', join(page, 'index.html'));
  await expect(write()).rejects.toThrow('holds index.html, which is not as cora pages wrote it');
});

it('keeps a file that somebody puts beside the page meanwhile, and the page', async () => {
  const around = tempDir();
  const page = join(around, 'page');
  const search = pageSearch(resolveOptions({}, {}, null));
  await writePages(page, [{ name: null, isOwn: true, pack }], search);
  const before = readFileSync(join(page, 'pages.json'), 'utf8');
  const busy = {
    name: 'again',
    isOwn: true,
    pack: async (folder: string) => {
      writeFileSync(join(page, 'CNAME'), 'code.example\n');
      return pack(folder);
    },
  };
  await expect(writePages(page, [busy], search)).rejects.toMatchObject({
    code: 'STORE',
    message: `${page} holds CNAME, which cora pages did not write.`,
  });
  expect(readdirSync(around)).toEqual(['page']);
  expect(readFileSync(join(page, 'CNAME'), 'utf8')).toBe('code.example\n');
  expect(readFileSync(join(page, 'pages.json'), 'utf8')).toBe(before);
});
