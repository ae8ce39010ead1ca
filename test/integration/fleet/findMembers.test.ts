/** Repositories that are searched as one without being added, and those that are left alone. */

import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clonesIn, membersAt, submodulesOf } from '../../../src/fleet/findMembers.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

function repoWith(name: string): TempRepo {
  const repo = tempRepo().file(name, 'export const a = 1;\n');
  repo.commit();
  return repo;
}

/** @returns the folder, with a clone at each path */
function folderOf(...paths: string[]): string {
  const dir = tempDir();
  for (const path of paths) {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    renameSync(repoWith('a.ts').dir, join(dir, path));
  }
  return dir;
}

const namesIn = (dir: string): string[] => clonesIn(dir).map(({ name }) => name);

describe('clones in a folder', () => {
  it('are found beside each other and by owner, by name', () => {
    const dir = folderOf('shop', 'acme/net', 'acme/tool', 'a/b/too-deep');
    writeFileSync(join(dir, 'notes.txt'), 'x');
    expect(namesIn(dir)).toEqual(['acme/net', 'acme/tool', 'shop']);
    expect(namesIn(tempDir())).toEqual([]);
    expect(namesIn(join(dir, 'nowhere'))).toEqual([]);
  });

  it('are not those behind links, in hidden folders, in node_modules, or with their Git data elsewhere', () => {
    const dir = folderOf('.hidden', 'node_modules/dep');
    const other = repoWith('secret.ts');
    symlinkSync(other.dir, join(dir, 'link'));
    mkdirSync(join(dir, 'points'));
    writeFileSync(join(dir, 'points/.git'), `gitdir: ${other.dir}/.git\n`);
    mkdirSync(join(dir, 'linked'));
    symlinkSync(join(other.dir, '.git'), join(dir, 'linked/.git'));
    expect(namesIn(dir)).toEqual([]);
  });

  it('count where no repository is around', async () => {
    const dir = folderOf('shop', 'net');
    const { env } = tempRepo();
    expect((await membersAt({ dir, env }, false)).map(({ name, kind }) => [name, kind])).toEqual([
      ['net', 'place'],
      ['shop', 'place'],
    ]);
    expect(await membersAt({ dir: join(dir, 'shop'), env }, false)).toEqual([]);
  });
});

describe('submodules', () => {
  const add = (repo: TempRepo, inner: TempRepo, path: string): void => {
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, path);
    repo.commit();
  };
  const namesOf = async ({ dir, env }: TempRepo): Promise<string[]> =>
    (await submodulesOf(await openRepository(dir, env))).map(({ name }) => name);

  it('are members with the repository around, theirs too, as far as they are checked out', async () => {
    const middle = repoWith('middle.ts');
    add(middle, repoWith('inner.ts'), 'deps/inner');
    const repo = repoWith('a.ts');
    add(repo, middle, 'libs/middle');
    expect(await namesOf(repo)).toEqual(['libs/middle']);
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init', '--recursive');
    expect(await namesOf(repo)).toEqual(['libs/middle', 'libs/middle/deps/inner']);
    const members = await membersAt(repo, true);
    expect(members.map(({ name }) => name)).toEqual(['.', 'libs/middle', 'libs/middle/deps/inner']);
    expect(await membersAt(repo, false)).toEqual([]);
    repo.git('submodule', '--quiet', 'deinit', '-f', 'libs/middle');
    expect(await namesOf(repo)).toEqual([]);
  });

  it('are none where the folder leads to another repository of the user, or is a link', async () => {
    const repo = repoWith('a.ts');
    add(repo, repoWith('inner.ts'), 'libs/inner');
    const victim = repoWith('secret.ts');
    rmSync(repo.path('libs/inner'), { recursive: true });
    mkdirSync(repo.path('libs/inner'));
    writeFileSync(repo.path('libs/inner/.git'), `gitdir: ${victim.dir}/.git\n`);
    expect(await namesOf(repo)).toEqual([]);
    victim.git('config', 'core.worktree', repo.path('libs/inner'));
    expect(await namesOf(repo)).toEqual([]);
    victim.git('config', '--unset', 'core.worktree');
    rmSync(repo.path('libs/inner'), { recursive: true });
    symlinkSync(victim.dir, repo.path('libs/inner'));
    expect(await namesOf(repo)).toEqual([]);
    rmSync(repo.path('libs'), { recursive: true });
    mkdirSync(join(victim.dir, 'inner'));
    symlinkSync(victim.dir, repo.path('libs'));
    expect(await namesOf(repo)).toEqual([]);
  });
});
