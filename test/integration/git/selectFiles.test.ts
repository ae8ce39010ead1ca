import { chmodSync, existsSync, symlinkSync, utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { TreeFile, View } from '../../../src/base/types.ts';
import { listCatalogue } from '../../../src/git/listCatalogue.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import type { ViewSettings } from '../../../src/git/skipReasonOf.ts';
import { listTree, selectFiles } from '../../../src/git/treeFiles.ts';
import { workingTreeChanges } from '../../../src/git/workingTreeChanges.ts';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';
import { PLAIN_SETTINGS } from '../../helpers/viewSettings.ts';

async function viewOf(temp: TempRepo, settings: Partial<ViewSettings> = {}): Promise<View> {
  const repo = await openRepository(temp.dir, temp.env);
  const { tree } = repo.head!;
  return selectFiles(repo, tree, await listTree(repo, tree), { ...PLAIN_SETTINGS, ...settings });
}

/** By another object for the same repository: what is listed is remembered. */
async function listApart(temp: TempRepo): Promise<TreeFile[]> {
  const repo = await openRepository(temp.dir, temp.env);
  return listTree(repo, repo.head!.tree);
}

const paths = (view: View): string[] => view.files.map(({ path }) => path);
const reasons = (view: View): [string, string][] => view.skipped.map(({ path, reason }) => [path, reason]);

/** A repository in which every reason occurs. */
function mixed(): TempRepo {
  const temp = tempRepo();
  temp.file('src/a.py', 'a').file('src/empty.py', '').file('big.txt', 'x'.repeat(3000)).file('.env', 'KEY=1');
  temp
    .file('vendor/v.go', 'v')
    .file('go.sum', 's')
    .file('logo.svg', '<svg/>')
    .file('app.min.js', 'm')
    .file('x.zip', 'z')
    .file('x.so', 's');
  temp.file(
    '.gitattributes',
    '*.gen.ts linguist-generated\n*.dat filter=lfs diff=lfs -text\nthird/** linguist-vendored\nvendor/own/** -linguist-vendored\n',
  );
  temp.file('a.gen.ts', 'g').file('third/t.c', 't').file('vendor/own/o.go', 'o').file('model.dat', 'd');
  temp
    .file('.coraignore', '/notes/\n*.tmp\n')
    .file('notes/n.md', 'n')
    .file('sub/.cursorignore', 'private.*\n!public.tmp\n');
  temp.file('sub/private.ts', 'p').file('sub/public.tmp', 'x').file('private.ts', 'p');
  symlinkSync('src/a.py', temp.path('link.py'));
  temp.git('add', '-A');
  temp.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},deps/lib`);
  temp.git('commit', '-q', '-m', 'all');
  return temp;
}

const SELECTED = ['.coraignore', '.gitattributes', 'private.ts', 'src/a.py', 'sub/.cursorignore', 'vendor/own/o.go'];
const SKIPPED = [
  ['.env', 'secret'],
  ['a.gen.ts', 'generated'],
  ['app.min.js', 'minified'],
  ['big.txt', 'too-large'],
  ['deps/lib', 'submodule'],
  ['go.sum', 'lock-file'],
  ['link.py', 'link'],
  ['logo.svg', 'media'],
  ['model.dat', 'filtered'],
  ['notes/n.md', 'ignored'],
  ['src/empty.py', 'empty'],
  ['sub/private.ts', 'ignored'],
  ['sub/public.tmp', 'ignored'],
  ['third/t.c', 'vendored'],
  ['vendor/v.go', 'vendored'],
  ['x.so', 'binary'],
  ['x.zip', 'archive'],
];

describe('selectFiles', () => {
  test('every reason, with a full listing, and the same from a bare clone', async () => {
    const temp = mixed();
    for (const repo of [temp, temp.clone('--bare')]) {
      const view = await viewOf(repo, { maxFileSize: 2000 });
      expect(paths(view)).toEqual(SELECTED);
      expect(reasons(view)).toEqual(SKIPPED);
    }
  });

  test('each file alone gets the verdict that it has among all', async () => {
    const temp = mixed();
    const repo = await openRepository(temp.dir, temp.env);
    const settings = { ...PLAIN_SETTINGS, maxFileSize: 2000 };
    for (const file of await listApart(temp)) {
      const view = await selectFiles(repo, repo.head!.tree, [file], settings);
      expect([file.path, view.skipped[0]?.reason]).toEqual([
        file.path,
        SKIPPED.find(([path]) => path === file.path)?.[1],
      ]);
    }
  });

  test('settings: include brings back, exclude takes away, secrets stay out', async () => {
    const view = await viewOf(mixed(), {
      include: ['vendor/**', 'go.sum', '.env', '*.gen.ts'],
      exclude: ['src', '*.txt'],
    });
    expect(paths(view)).toEqual([
      '.coraignore',
      '.gitattributes',
      'a.gen.ts',
      'go.sum',
      'private.ts',
      'sub/.cursorignore',
      'vendor/own/o.go',
      'vendor/v.go',
    ]);
    expect(reasons(view)).toEqual(
      expect.arrayContaining([
        ['.env', 'secret'],
        ['src/a.py', 'excluded'],
        ['big.txt', 'excluded'],
      ]),
    );
  });

  test('ignore files are read from the tree, not from the disk', async () => {
    const temp = tempRepo();
    temp.file('a.c').file('.coraignore', 'a.c\n').commit();
    temp.file('.coraignore', 'nothing\n').file('b/.cursorignore', '*\n');
    expect(reasons(await viewOf(temp))).toEqual([['a.c', 'ignored']]);
  });

  test('many directories and few ask the same', async () => {
    const temp = tempRepo();
    for (let at = 0; at < 60; at++)
      temp.file(`d${at}/x.c`).file(`d${at}/.coraignore`, at % 2 === 0 ? 'x.c\n' : '# none\n');
    temp.commit();
    const files = await listApart(temp);
    const asked = async (some: readonly TreeFile[]): Promise<View> => {
      const repo = await openRepository(temp.dir, temp.env);
      return selectFiles(repo, repo.head!.tree, some, PLAIN_SETTINGS);
    };
    const whole = await asked(files);
    expect(whole.skipped).toHaveLength(30);
    expect(await viewOf(temp)).toEqual(whole);
    expect((await asked(files.slice(0, 20))).skipped).toEqual(
      whole.skipped.filter(({ path }) => files.slice(0, 20).some((file) => file.path === path)),
    );
  });

  test('without a tree only names count', async () => {
    const temp = tempRepo();
    temp.file('a.c').file('.env').file('.coraignore', '*\n');
    const repo = await openRepository(temp.dir, temp.env);
    const files = (await workingTreeChanges(repo)).flatMap(({ file }) => file ?? []);
    const view = await selectFiles(repo, null, files, PLAIN_SETTINGS);
    expect(paths(view)).toEqual(['.coraignore', 'a.c']);
  });

  test('scripts without an extension are known by their first line, committed or not', async () => {
    const temp = tempRepo();
    temp.file('run', '#!/usr/bin/env python3\n').file('text', '#!/usr/bin/env python3\n').file('LICENSE', 'free');
    chmodSync(temp.path('run'), 0o755);
    temp.commit();
    const languages = Object.fromEntries((await viewOf(temp)).files.map(({ path, language }) => [path, language]));
    expect(languages).toEqual({ run: 'python', text: 'text', LICENSE: 'text' });
    temp.file('run', '#!/bin/sh\n');
    const repo = await openRepository(temp.dir, temp.env);
    const changed = (await workingTreeChanges(repo)).flatMap(({ file }) => file ?? []);
    const view = await selectFiles(repo, repo.head!.tree, changed, PLAIN_SETTINGS);
    expect(view.files.map(({ path, language }) => [path, language])).toEqual([['run', 'bash']]);
  });

  test('in a partial clone missing files are named, and nothing is fetched', async () => {
    const temp = mixed();
    const clone = temp.clone('--filter=blob:none', '--no-checkout');
    const before = clone.git('count-objects', '-v');
    const view = await viewOf(clone);
    expect(view.files).toEqual([]);
    expect(reasons(view)).toEqual(
      expect.arrayContaining([
        ['src/a.py', 'missing-blob'],
        ['.env', 'secret'],
        ['link.py', 'link'],
      ]),
    );
    expect(clone.git('count-objects', '-v')).toBe(before);
  });
});

describe('listCatalogue', () => {
  test('tells language, size and whether a file is binary; LFS pointers are filtered', async () => {
    const temp = tempRepo();
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n';
    temp.file('a.py', 'a\n').file('b.bin2', Buffer.from('a\0b')).file('pointer.json', pointer).file('README', 'x');
    temp.file('u16.txt', Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from('h'.repeat(5000), 'utf16le')]));
    temp.file(
      'odd.txt',
      Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from('h'.repeat(5000), 'utf16le'), Buffer.from('x')]),
    );
    temp.file('log.txt', Buffer.concat([Buffer.from('a line\n'.repeat(2000)), Buffer.from('end\n', 'utf16le')]));
    symlinkSync('a.py', temp.path('link'));
    temp.commit();
    utimesSync(temp.path('a.py'), 1_600_000_000, 1_600_000_000);
    const repo = await openRepository(temp.dir, temp.env);
    const { files: catalogue } = await listCatalogue(repo, null, PLAIN_SETTINGS);
    expect(catalogue.map((one) => [one.path, one.size_bytes, one.language, one.is_binary, one.reason])).toEqual([
      ['README', 1, 'text', false, null],
      ['a.py', 2, 'python', false, null],
      ['b.bin2', 3, 'text', true, 'binary'],
      ['link', 4, 'text', false, 'link'],
      ['log.txt', 14008, 'text', true, 'binary'],
      ['odd.txt', 10003, 'text', true, 'binary'],
      ['pointer.json', pointer.length, 'json', false, 'filtered'],
      ['u16.txt', 10002, 'text', false, null],
    ]);
    expect(catalogue[1]).toEqual({
      path: 'a.py',
      status: 'committed',
      size_bytes: 2,
      mtime_ms: 1_600_000_000_000,
      is_binary: false,
      language: 'python',
      blob: temp.git('rev-parse', 'HEAD:a.py'),
      indexed: true,
      reason: null,
    });
    await expect(listCatalogue(repo, 'none', PLAIN_SETTINGS)).rejects.toMatchObject({ code: 'BAD_REVISION' });
  });

  test('a file of white space alone is empty, committed or not, as it is in an index', async () => {
    const temp = tempRepo();
    const wide = (text: string): Buffer => Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(text, 'utf16le')]);
    temp
      .file('a.py', '\n \t\r\n')
      .file('b.py', `\ufeff\u3000${' '.repeat(500)}\n`)
      .file('c.txt', wide('\u2028\n'));
    temp
      .file('d.py', `${' '.repeat(500)}x`)
      .file('e.txt', wide(' é'))
      .file('f.txt', 'é')
      .file('g.py', '');
    temp.commit();
    temp.file('h.py', ' \n').file('i.py', ' 1\n');
    const report = await cora(temp).index();
    const repo = await openRepository(temp.dir, temp.env);
    const { files } = await listCatalogue(repo, null, PLAIN_SETTINGS);
    const empty = files.filter(({ reason }) => reason === 'empty').map(({ path }) => path);
    expect(empty).toEqual(['a.py', 'b.py', 'c.txt', 'g.py', 'h.py']);
    expect(files.filter(({ indexed }) => indexed).map(({ path }) => path)).toEqual(['d.py', 'e.txt', 'f.txt', 'i.py']);
    const left = report.skipped.map(({ path, reason }) => `${path} ${reason}`);
    expect(left).toEqual(['a.py', 'b.py', 'c.txt', 'g.py'].map((path) => `${path} empty`));
  });

  test('a bare clone has no times, another revision its own files', async () => {
    const temp = tempRepo();
    temp.file('old.c').commit();
    temp.move('old.c', 'new.c').commit();
    const bare = temp.clone('--bare');
    expect(existsSync(bare.path('HEAD'))).toBe(true);
    const opened = await openRepository(bare.dir, bare.env);
    const { files: catalogue } = await listCatalogue(opened, 'HEAD~1', PLAIN_SETTINGS);
    expect(catalogue.map(({ path, mtime_ms }) => [path, mtime_ms])).toEqual([['old.c', null]]);
  });
});

test('a repository that is asked again and again answers as when it was asked once, for each tree', async () => {
  const temp = mixed();
  const repo = await openRepository(temp.dir, temp.env);
  const { tree } = repo.head!;
  const all = await listApart(temp);
  const once = await viewOf(temp);
  for (let times = 0; times < 3; times++) {
    for (const file of all) {
      const { files, skipped } = await selectFiles(repo, tree, [file], PLAIN_SETTINGS);
      expect(files).toEqual(once.files.filter(({ path }) => path === file.path));
      expect(skipped).toEqual(once.skipped.filter(({ path }) => path === file.path));
    }
  }
  temp.file('.coraignore', '*.py\n');
  temp.commit();
  const other = temp.git('rev-parse', 'HEAD^{tree}').trim();
  const script = all.filter(({ path }) => path === 'src/a.py');
  expect((await selectFiles(repo, other, script, PLAIN_SETTINGS)).files).toEqual([]);
  expect((await selectFiles(repo, other, script, PLAIN_SETTINGS)).files).toEqual([]);
  expect((await selectFiles(repo, tree, script, PLAIN_SETTINGS)).files).toHaveLength(1);
});
