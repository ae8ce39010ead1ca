/** A `.git` that was handed over and leads into another repository of this machine; and those that lead away for good reasons. */

import { cpSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

function withCommit(): TempRepo {
  const repo = tempRepo();
  repo.file('a/b.txt').commit();
  return repo;
}

describe('a .git that leads into a repository of another folder is refused', () => {
  const ways: [string, (dir: string, other: TempRepo) => void][] = [
    ['as a file', (dir, other) => writeFileSync(join(dir, '.git'), `gitdir: ${other.path('.git')}\n`)],
    ['as a link', (dir, other) => symlinkSync(other.path('.git'), join(dir, '.git'))],
    [
      'by commondir',
      (dir, other) => {
        mkdirSync(join(dir, '.git'));
        writeFileSync(join(dir, '.git/HEAD'), 'ref: refs/heads/main\n');
        writeFileSync(join(dir, '.git/commondir'), other.path('.git'));
      },
    ],
    [
      'as a file that names its linked worktree',
      (dir, other) => cpSync(other.worktree('side').path('.git'), join(dir, '.git')),
    ],
  ];

  test.each(ways)('%s', async (_, lead) => {
    const other = withCommit();
    const dir = tempDir();
    mkdirSync(join(dir, 'below'));
    lead(dir, other);
    for (const place of [dir, join(dir, 'below')])
      await expect(openRepository(place, other.env)).rejects.toMatchObject({
        code: 'NOT_A_REPOSITORY',
        message: expect.stringContaining('belongs to another folder'),
      });
    expect(await openRepository(other.dir, other.env)).toMatchObject({ worktree: other.dir });
  });
});

describe('a .git that leads to what no other folder claims is opened', () => {
  test('a linked worktree that was moved by hand', async () => {
    const side = withCommit().worktree('side');
    const moved = join(tempDir(), 'moved');
    renameSync(side.dir, moved);
    expect((await openRepository(moved, side.env)).worktree).toBe(moved);
  });

  test('a repository that was moved as a whole, and one behind a link', async () => {
    const repo = withCommit();
    const moved = join(tempDir(), 'moved');
    renameSync(repo.dir, moved);
    const link = join(tempDir(), 'link');
    symlinkSync(moved, link);
    for (const dir of [moved, link, join(link, 'a'), join(link, '.git')])
      expect((await openRepository(dir, repo.env)).worktree).toBe(moved);
  });

  test('a linked worktree of a bare repository beside it', async () => {
    const project = tempDir();
    const origin = withCommit();
    origin.git('clone', '-q', '--bare', origin.dir, join(project, '.bare'));
    writeFileSync(join(project, '.git'), 'gitdir: ./.bare\n');
    origin.git('-C', project, 'worktree', 'add', '-q', 'tree');
    expect((await openRepository(join(project, 'tree'), origin.env)).worktree).toBe(join(project, 'tree'));
    expect(await openRepository(project, origin.env)).toMatchObject({
      worktree: null,
      commonDir: join(project, '.bare'),
    });
  });

  test('a Git directory of another name behind a link', async () => {
    const repo = withCommit();
    const apart = join(tempDir(), 'apart.git');
    renameSync(repo.path('.git'), apart);
    symlinkSync(apart, repo.path('.git'));
    expect((await openRepository(repo.path('a'), repo.env)).worktree).toBe(repo.dir);
  });
});
