import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import {
  type WorkingTreeChange,
  type WorkingTreeOptions,
  workingTreeChanges,
} from '../../../src/git/workingTreeChanges.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

async function changesOf(temp: TempRepo, options?: WorkingTreeOptions): Promise<WorkingTreeChange[]> {
  return workingTreeChanges(await openRepository(temp.dir, temp.env), options);
}

/** [path, status, blob or reason or null] */
async function summary(temp: TempRepo, options?: WorkingTreeOptions): Promise<[string, string, string | null][]> {
  const changes = await changesOf(temp, options);
  return changes.map(({ path, status, file, skipped }) => [path, status, file?.blob ?? skipped?.reason ?? null]);
}

function blobOf(temp: TempRepo, content: string): string {
  return temp.gitInput(content, 'hash-object', '--stdin');
}

describe.each(['sha1', 'sha256'] as const)('%s', (objectFormat) => {
  test('modified, untracked, deleted; a clean tree has none', async () => {
    const temp = tempRepo({ objectFormat });
    temp.file('same', 's').file('edit', '1').file('gone', 'g').file('.gitignore', '*.log\n').commit();
    expect(await summary(temp)).toEqual([]);
    temp.file('edit', '22').remove('gone').file('new/grüße\n.txt', 'n').file('x.log', 'ignored');
    expect(await summary(temp)).toEqual([
      ['edit', 'modified', blobOf(temp, '22')],
      ['gone', 'deleted', null],
      ['new/grüße\n.txt', 'untracked', blobOf(temp, 'n')],
    ]);
  });
});

test('from a sub-directory and a linked worktree; none in a bare repository', async () => {
  const temp = tempRepo();
  temp.file('a/b', '1').file('c', '1').commit();
  const side = temp.worktree('side').file('c', '2');
  temp.file('c', '3').file('a/d', 'x');
  const inside = await workingTreeChanges(await openRepository(temp.path('a'), temp.env));
  expect(inside.map(({ path, status }) => [path, status])).toEqual([
    ['a/d', 'untracked'],
    ['c', 'modified'],
  ]);
  expect(await summary(side)).toEqual([['c', 'modified', blobOf(temp, '2')]]);
  expect(await summary(temp.clone('--bare'))).toEqual([]);
});

test('on a branch without a commit everything is untracked', async () => {
  const temp = tempRepo();
  temp.file('staged', '1').git('add', 'staged');
  temp.file('plain', '2');
  expect(await summary(temp)).toEqual([
    ['plain', 'untracked', blobOf(temp, '2')],
    ['staged', 'untracked', blobOf(temp, '1')],
  ]);
});

test('files that only look changed are not reported', async () => {
  const temp = tempRepo();
  temp.file('touched', '1').file('mode', '2').file('rewritten', 'same').file('racy', 'aaaa').commit();
  utimesSync(temp.path('touched'), new Date(), new Date(2020, 1, 1));
  chmodSync(temp.path('mode'), 0o755);
  writeFileSync(temp.path('rewritten'), 'same');
  // As large and as old as what the index knows: only its content tells.
  const { mtime } = statSync(temp.path('racy'));
  writeFileSync(temp.path('racy'), 'bbbb');
  utimesSync(temp.path('racy'), mtime, mtime);
  expect(await summary(temp)).toEqual([['racy', 'modified', blobOf(temp, 'bbbb')]]);
});

test('what is staged counts against HEAD, and the working tree decides over the index', async () => {
  const temp = tempRepo();
  temp.file('edit', '1').file('back', '1').file('removed', '1').file('cached', '1').file('moved', '1').commit();
  temp.file('edit', '2').file('back', '2').file('added', 'a').file('dropped', 'd').move('moved', 'renamed');
  temp.git('add', '-A');
  temp.git('rm', '-q', '--cached', 'cached');
  temp.git('rm', '-q', '--cached', 'removed');
  temp.file('back', '1').remove('dropped').file('removed', '3');
  expect(await summary(temp)).toEqual([
    ['added', 'untracked', blobOf(temp, 'a')],
    ['edit', 'modified', blobOf(temp, '2')],
    ['moved', 'deleted', null],
    ['removed', 'modified', blobOf(temp, '3')],
    ['renamed', 'untracked', blobOf(temp, '1')],
  ]);
});

test('intent-to-add is what it will be', async () => {
  const temp = tempRepo();
  temp.file('a').commit();
  temp.file('later', 'x').file('gone', 'y').git('add', '-N', 'later', 'gone');
  temp.remove('gone');
  expect(await summary(temp)).toEqual([['later', 'untracked', blobOf(temp, 'x')]]);
});

test('a file in conflict is what lies in the working tree', async () => {
  const temp = tempRepo();
  temp.file('both', 'base\n').file('theirs-gone', 'x\n').commit();
  temp.git('switch', '-q', '-c', 'side');
  temp.file('both', 'side\n').remove('theirs-gone').commit();
  temp.git('switch', '-q', 'main');
  temp.file('both', 'main\n').file('theirs-gone', 'y\n').commit();
  expect(() => temp.git('merge', '-q', 'side')).toThrow();
  const content = readFileSync(temp.path('both'), 'utf8');
  expect(content).toContain('<<<<<<<');
  expect(await summary(temp)).toEqual([['both', 'modified', blobOf(temp, content)]]);
});

test('assume-unchanged and skip-worktree are looked at where they lie on the disk', async () => {
  const temp = tempRepo();
  temp.file('assumed', '1').file('skipped', '1').commit();
  temp.git('update-index', '--assume-unchanged', 'assumed');
  temp.git('update-index', '--skip-worktree', 'skipped');
  temp.file('assumed', '2').remove('skipped');
  expect(await summary(temp)).toEqual([['assumed', 'modified', blobOf(temp, '2')]]);
  temp.remove('assumed').file('skipped', '3');
  expect(await summary(temp)).toEqual([
    ['assumed', 'deleted', null],
    ['skipped', 'modified', blobOf(temp, '3')],
  ]);
});

test.each([['--no-cone'], ['--cone'], ['--cone', '--sparse-index']])(
  'files outside of a sparse checkout are not deleted %j',
  async (...flags) => {
    const temp = tempRepo();
    temp.file('in/a', '1').file('out/b', '1').file('top', '1').commit();
    temp.git('sparse-checkout', 'init', ...flags);
    temp.git('sparse-checkout', 'set', flags[0] === '--no-cone' ? '/in/' : 'in');
    expect(existsSync(temp.path('out/b'))).toBe(false);
    expect(await summary(temp)).toEqual([]);
    temp.file('in/a', '2');
    expect(await summary(temp)).toEqual([['in/a', 'modified', blobOf(temp, '2')]]);
  },
);

describe('what is no regular file', () => {
  test('links are not followed', async () => {
    const temp = tempRepo();
    const secret = tempRepo().file('secret', 'outside').file('dir/file', 'outside');
    temp.file('file', '1').file('dir/file', '2').file('was', '3');
    symlinkSync('was', temp.path('kept'));
    symlinkSync('was', temp.path('turned'));
    temp.commit();
    rmSync(temp.path('file'));
    rmSync(temp.path('dir'), { recursive: true });
    rmSync(temp.path('turned'));
    rmSync(temp.path('kept'));
    symlinkSync('was', temp.path('kept'));
    symlinkSync('elsewhere', temp.path('turned'));
    symlinkSync(secret.path('secret'), temp.path('file'));
    symlinkSync(secret.path('dir'), temp.path('dir'));
    symlinkSync(secret.path('dir'), temp.path('new'));
    expect(await summary(temp)).toEqual([
      ['dir', 'untracked', 'link'],
      ['dir/file', 'deleted', null],
      ['file', 'modified', 'link'],
      ['new', 'untracked', 'link'],
      ['turned', 'modified', 'link'],
    ]);
  });

  test('FIFOs and sockets are not opened, directories are not files', async () => {
    const temp = tempRepo();
    temp.file('file', '1').file('dir', '2').file('socket', '3').commit();
    for (const path of ['file', 'dir', 'socket']) temp.remove(path);
    execFileSync('mkfifo', [temp.path('file'), temp.path('fifo')]);
    temp.file('dir/inside', 'x');
    const server = createServer().listen(temp.path('socket'));
    try {
      expect(await summary(temp)).toEqual([
        ['dir', 'deleted', null],
        ['dir/inside', 'untracked', blobOf(temp, 'x')],
        ['file', 'modified', 'not-regular'],
        ['socket', 'modified', 'not-regular'],
      ]);
    } finally {
      server.close();
    }
  });

  test('a link that becomes a file, and a file that becomes executable with an edit', async () => {
    const temp = tempRepo();
    symlinkSync('1', temp.path('link'));
    temp.file('tool', '1').commit();
    temp.remove('link').file('link', '1').file('tool', '2');
    chmodSync(temp.path('tool'), 0o755);
    const changes = await changesOf(temp);
    expect(changes.map(({ path, file }) => [path, file?.mode, file?.size])).toEqual([
      ['link', '100644', 1],
      ['tool', '100755', 1],
    ]);
  });

  test('submodules are not looked into, nested repositories are named', async () => {
    const library = tempRepo();
    library.file('lib.c').commit();
    const temp = tempRepo();
    temp.git('submodule', '--quiet', 'add', `file://${library.dir}`, 'lib');
    temp.commit();
    temp.file('lib/lib.c', 'changed').file('lib/new.c', 'x');
    temp.git('init', '-q', temp.path('nested'));
    temp.file('nested/inner.c', 'x');
    mkdirSync(temp.path('empty'));
    temp.git('init', '-q', temp.path('empty'));
    const changes = await changesOf(temp);
    expect(changes).toEqual([
      {
        path: 'empty',
        status: 'untracked',
        file: null,
        skipped: { reason: 'submodule', detail: 'another repository' },
      },
      {
        path: 'nested',
        status: 'untracked',
        file: null,
        skipped: { reason: 'submodule', detail: 'another repository' },
      },
    ]);
  });
});

test('sizes, reasons of the caller, and bytes to keep', async () => {
  const temp = tempRepo();
  temp.file('a', '1').commit();
  temp.file('a', '22').file('big', 'x'.repeat(101)).file('fits', 'y'.repeat(100)).file('node_modules/z', 'z');
  const options: WorkingTreeOptions = {
    maxFileSize: 100,
    keepBytes: 50,
    skip: (path) => (path.startsWith('node_modules/') ? 'vendored' : null),
  };
  const changes = await changesOf(temp, options);
  expect(changes.map(({ path, file, skipped, bytes }) => [path, file?.size ?? skipped?.reason, bytes?.length])).toEqual(
    [
      ['a', 2, 2],
      ['big', 'too-large', undefined],
      ['fits', 100, undefined],
      ['node_modules/z', 'vendored', undefined],
    ],
  );
});

test('paths that are not UTF-8', async () => {
  const temp = tempRepo();
  const name = Buffer.concat([Buffer.from(`${temp.dir}/`), Buffer.from('636166E9', 'hex')]);
  writeFileSync(name, '1');
  temp.commit();
  writeFileSync(name, '22');
  expect(await summary(temp)).toEqual([['caf\uFFFDE9', 'modified', blobOf(temp, '22')]]);
});

test('no lock, no write: a locked index is read and stays as it is', async () => {
  const temp = tempRepo();
  temp.file('a', '1').file('b', '1').commit();
  utimesSync(temp.path('b'), new Date(), new Date(2020, 1, 1));
  temp.file('a', '2').file('.git/index.lock', '');
  const index = readFileSync(temp.path('.git/index'));
  expect(await summary(temp)).toEqual([['a', 'modified', blobOf(temp, '2')]]);
  expect(readFileSync(temp.path('.git/index')).equals(index)).toBe(true);
});

test('an abort ends it', async () => {
  const temp = tempRepo();
  temp.file('a').commit();
  await expect(changesOf(temp, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
});

test('what is not wanted and only looks changed is no change', async () => {
  const temp = tempRepo();
  temp.file('empty', '').file('vendor.js', 'v').file('edited', 'e').file('large', 'l'.repeat(50)).commit();
  for (const name of ['empty', 'vendor.js', 'edited', 'large'])
    utimesSync(temp.path(name), new Date(), new Date(2020, 1, 1));
  temp.file('edited', '');
  const skip: WorkingTreeOptions['skip'] = (path, size) =>
    size === 0 ? 'empty' : path === 'vendor.js' ? 'excluded' : null;
  expect(await summary(temp, { skip, maxFileSize: 20 })).toEqual([
    ['edited', 'modified', 'empty'],
    // To look into it would cost more than to say so.
    ['large', 'modified', 'too-large'],
  ]);
});
