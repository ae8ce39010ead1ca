import { symlinkSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { diffTrees } from '../../../src/git/diffTrees.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { readBlob, readBlobs } from '../../../src/git/readBlobs.ts';
import { pathFromBytes } from '../../../src/git/repository.ts';
import { listTree } from '../../../src/git/treeFiles.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

describe.each(['sha1', 'sha256'] as const)('%s', (objectFormat) => {
  test('listTree tells every file, sorted by code units, with links, submodules and strange names', async () => {
    const temp = tempRepo({ objectFormat });
    temp
      .file('b.txt', 'four')
      .file('a/x.sh', '#!/bin/sh\n')
      .file('a-b', '')
      .file('grüße/日本.md', 'hi')
      .file('new\nline\t"q"', 'x');
    temp.file('\u{1F600}.txt', 'smile').file('\uFB01.txt', 'ligature');
    temp.git('add', '-A');
    temp.git('update-index', '--chmod=+x', 'a/x.sh');
    symlinkSync('b.txt', temp.path('link'));
    temp.git('add', 'link');
    temp.git(
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${'1'.repeat(objectFormat === 'sha1' ? 40 : 64)},deps/lib`,
    );
    temp.git('commit', '-q', '-m', 'all');
    const repo = await openRepository(temp.dir, temp.env);
    const files = await listTree(repo, repo.head!.tree);
    const known = files.map(({ path, size, mode }) => [path, size, mode]);
    expect(known).toEqual([
      ['a-b', 0, '100644'],
      ['a/x.sh', 10, '100755'],
      ['b.txt', 4, '100644'],
      ['deps/lib', 0, '160000'],
      ['grüße/日本.md', 2, '100644'],
      ['link', 5, '120000'],
      ['new\nline\t"q"', 1, '100644'],
      ['\u{1F600}.txt', 5, '100644'],
      ['\uFB01.txt', 8, '100644'],
    ]);
    expect(files[2]!.blob).toBe(temp.git('rev-parse', 'HEAD:b.txt'));
  });

  test('diffTrees: both sides of a rename, modes, deletions, submodules changing kind', async () => {
    const temp = tempRepo({ objectFormat });
    temp
      .file('same', 's')
      .file('edit', '1')
      .file('old', 'moved content\n')
      .file('gone', 'x')
      .file('tool', 'y')
      .commit();
    const before = temp.git('rev-parse', 'HEAD^{tree}');
    temp.file('edit', '22').move('old', 'new').remove('gone').file('added/\u00e4', 'z').commit();
    temp.git('update-index', '--chmod=+x', 'tool');
    temp.git('commit', '-q', '-m', 'mode');
    const repo = await openRepository(temp.dir, temp.env);
    const changes = await diffTrees(repo, before, repo.head!.tree);
    expect(changes.map(({ path, file }) => [path, file?.size ?? null, file?.mode ?? null])).toEqual([
      ['added/ä', 1, '100644'],
      ['edit', 2, '100644'],
      ['gone', null, null],
      ['new', 14, '100644'],
      ['old', null, null],
      ['tool', 1, '100755'],
    ]);
    expect(await diffTrees(repo, before, before)).toEqual([]);
  });
});

test('paths that are not UTF-8 are escaped, differ from each other, and lead back to their blobs', async () => {
  const temp = tempRepo();
  const raw = [Buffer.from('636166E92E63', 'hex'), Buffer.from('636166E82E63', 'hex'), Buffer.from('caf\uFFFD.c')];
  commitRawPaths(temp, raw);
  const repo = await openRepository(temp.dir, temp.env);
  const files = await listTree(repo, repo.head!.tree);
  expect(files.map(({ path }) => path)).toEqual(raw.map((path) => pathFromBytes(path)).sort());
  expect(new Set(files.map(({ path }) => path)).size).toBe(3);
  expect(Buffer.from(await readBlob(repo, files[0]!.blob)).toString()).toMatch(/^content/);
});

function commitRawPaths(temp: TempRepo, paths: Buffer[]): void {
  const lines = paths.map((path, at) => {
    const blob = temp.gitInput(`content ${at}`, 'hash-object', '-w', '--stdin');
    return Buffer.concat([Buffer.from(`100644 ${blob}\t`), path, Buffer.from('\0')]);
  });
  temp.gitInput(Buffer.concat(lines), 'update-index', '-z', '--add', '--index-info');
  temp.git('commit', '-q', '-m', 'raw paths');
}

describe('partial clones (nothing is fetched)', () => {
  async function partialClone(): Promise<{ origin: TempRepo; clone: TempRepo }> {
    const origin = tempRepo();
    const lines = Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join('');
    origin.file('a.txt', 'first').file('old.py', lines).file('same.py', `${lines}#`).commit();
    origin
      .file('a.txt', 'second')
      .move('old.py', 'new.py')
      .file('new.py', `${lines}!`)
      .move('same.py', 'moved.py')
      .commit();
    return { origin, clone: origin.clone('--filter=blob:none', '--no-checkout') };
  }

  const objects = (temp: TempRepo): string => temp.git('count-objects', '-v');

  test('listTree says which blobs are missing', async () => {
    const { clone } = await partialClone();
    const before = objects(clone);
    const repo = await openRepository(clone.dir, clone.env);
    const files = await listTree(repo, repo.head!.tree);
    expect(files.map(({ path, size }) => [path, size])).toEqual([
      ['a.txt', -1],
      ['moved.py', -1],
      ['new.py', -1],
    ]);
    const kept = clone.gitInput('local', 'hash-object', '-w', '--stdin');
    const asked = [files[0]!.blob, kept, files[1]!.blob];
    const answers = [];
    for await (const { blob, bytes } of readBlobs(repo, asked)) answers.push([blob, bytes?.length ?? null]);
    for await (const { blob, bytes } of readBlobs(repo, Readable.from(asked)))
      answers.push([blob, bytes?.length ?? null]);
    const expected = asked.map((blob) => [blob, blob === kept ? 5 : null]);
    expect(answers).toEqual([...expected, ...expected]);
    await expect(readBlob(repo, files[0]!.blob)).rejects.toMatchObject({ code: 'GIT' });
    clone.git('prune');
    expect(objects(clone)).toBe(before);
  });

  test('also where the configuration allows every protocol', async () => {
    const { clone } = await partialClone();
    clone.git('config', 'protocol.file.allow', 'always');
    clone.git('config', 'protocol.allow', 'always');
    const before = objects(clone);
    const repo = await openRepository(clone.dir, { ...clone.env, GIT_ALLOW_PROTOCOL: 'file', GIT_NO_LAZY_FETCH: '0' });
    expect((await listTree(repo, repo.head!.tree)).every(({ size }) => size === -1)).toBe(true);
    expect(objects(clone)).toBe(before);
  });

  test('diffTrees works without the blobs', async () => {
    const { clone } = await partialClone();
    const before = objects(clone);
    const repo = await openRepository(clone.dir, clone.env);
    const changes = await diffTrees(repo, clone.git('rev-parse', 'HEAD~1^{tree}'), repo.head!.tree);
    expect(changes.map(({ path, file }) => [path, file?.size ?? null])).toContainEqual(['a.txt', -1]);
    expect(objects(clone)).toBe(before);
  });
});
