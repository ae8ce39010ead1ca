/** An index that others built and packed, a clone that has none, and what must be equal afterwards. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readRepoState, rowsIn, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { EXTENSIONS, sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const QUERIES = ['append the account', 'checkDigest', 'how to join events', 'total'];

export function project(): TempRepo {
  const repo = tempRepo();
  EXTENSIONS.forEach((extension, at) => {
    repo
      .file(`src/one.${extension}`, sourceOf(extension, 3 + at))
      .file(`lib/two.${extension}`, sourceOf(extension, 31 + at));
  });
  repo
    .file('utf16.txt', Buffer.from('\ufeffdigest of accounts\nand more\n', 'utf16le'))
    .file('bom.py', '\ufeffdef with_mark():\n    pass\n');
  repo.file('long.js', `const data = "${'word '.repeat(3000)}";\n`).file('logo.png', Buffer.from([0, 1, 2]));
  repo.commit();
  return repo;
}

/** Files with names that a parser makes of marks, percent signs and escapes: as written they do not hold these words. */
export function withReadNames(repo: TempRepo): TempRepo {
  const values = Array.from({ length: 12 }, (_, at) => `    "value${at}": ${at}`).join(',\n');
  return repo
    .file('marks.md', '# How `Promise`s are **un**locked\n\nThey wait.\n')
    .file('percent.md', '# Links\n\nSee [the notes](caf%C3%A9/%6Eotes.md).\n')
    .file('escapes.json', `{\n  "caf\\u00e9": {\n${values}\n  }\n}\n`);
}

/** Sixty files of Python, indexed, and what `cora pack` makes of them. */
export async function packedFiles(): Promise<{ repo: TempRepo; commit: string; content: Buffer }> {
  const repo = tempRepo();
  for (let at = 0; at < 60; at++) repo.file(`src/f${at}.py`, sourceOf('py', at * 7));
  const commit = repo.commit();
  await cora(repo).index();
  return { repo, commit, content: readFileSync((await cora(repo).pack()).file) };
}

/** Indexed and packed, and a clone that has no index. */
export async function published(flags: Parameters<typeof cora>[1] = {}) {
  const repo = project();
  await cora(repo, flags).index();
  const packed = await cora(repo, flags).pack();
  return { repo, packed, clone: repo.clone() };
}

export async function mustEqual(one: TempRepo, other: TempRepo, flags: Parameters<typeof cora>[1] = {}): Promise<void> {
  const [a, b] = [storeDir(one), storeDir(other)];
  const plain = (dir: string) => {
    const { times: _, repository: __, ...state } = readRepoState(dir);
    return state;
  };
  expect(plain(a)).toEqual(plain(b));
  const answers = async (repo: TempRepo) =>
    (await cora(repo, flags).queryAll(QUERIES)).map(({ results }) => results.map(({ repository: _, ...hit }) => hit));
  expect(await answers(one)).toEqual(await answers(other));
  // Rows that were pulled wait for a table.
  for (const repo of [one, other]) expect(await cora(repo, flags).index()).toMatchObject({ computed: 0, embedded: 0 });
  expect(await rowsIn(a)).toEqual(await rowsIn(b));
  expect(plain(a)).toEqual(plain(b));
  expect(await answers(one)).toEqual(await answers(other));
}

export async function changedFile(file: string, change: (tar: Buffer) => Buffer | Promise<Buffer>): Promise<string> {
  const out = join(tempDir(), 'changed.tar');
  writeFileSync(out, await change(readFileSync(file)));
  return out;
}
