import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CoraError } from '../../../src/base/errors.ts';
import { originOf } from '../../../src/git/gitConfiguration.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { blobName } from '../../../src/git/repository.ts';
import { commitsBetween, resolveCommit } from '../../../src/git/resolveCommit.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

describe('openRepository', () => {
  test('tells the same from the top level, a sub-directory, inside .git and whatever GIT_DIR says', async () => {
    const repo = tempRepo();
    const commit = repo.file('a/b/c.txt').commit();
    const tree = repo.git('rev-parse', 'HEAD^{tree}');
    const elsewhere = tempRepo();
    const expected = {
      worktree: repo.dir,
      gitDir: repo.path('.git'),
      commonDir: repo.path('.git'),
      objectFormat: 'sha1',
      shallow: false,
      head: { commit, tree },
    };
    for (const dir of [repo.dir, repo.path('a/b'), repo.path('.git'), repo.path('.git/objects')]) {
      const env = {
        ...repo.env,
        GIT_DIR: elsewhere.path('.git'),
        GIT_INDEX_FILE: '/nowhere',
        GIT_WORK_TREE: elsewhere.dir,
      };
      expect(await openRepository(dir, env)).toMatchObject(expected);
    }
  });

  test('through a link to a directory inside of it', async () => {
    const temp = tempRepo();
    temp.file('a/b/c.txt').commit();
    const link = join(tempDir(), 'link');
    symlinkSync(temp.path('a/b'), link);
    expect(await openRepository(link, temp.env)).toMatchObject({ worktree: temp.dir, gitDir: temp.path('.git') });
  });

  test('a branch without a commit has no head', async () => {
    const repo = await openRepository(tempRepo().dir, tempRepo().env);
    expect(repo.head).toBeNull();
    await expect(resolveCommit(repo, 'HEAD')).rejects.toMatchObject({ code: 'BAD_REVISION' });
  });

  test('a HEAD that holds the name of a tag is at the commit of the tag', async () => {
    const repo = tempRepo();
    const commit = repo.file('a').commit();
    const tree = repo.git('rev-parse', 'HEAD^{tree}');
    repo.git('tag', '-a', '-m', 'one', 'v1');
    repo.git('tag', '-a', '-m', 'a tree', 'tree', tree);
    writeFileSync(repo.path('.git/HEAD'), `${repo.git('rev-parse', 'v1')}\n`);
    expect((await openRepository(repo.dir, repo.env)).head).toEqual({ commit, tree });
    writeFileSync(repo.path('.git/HEAD'), `${repo.git('rev-parse', 'tree')}\n`);
    expect((await openRepository(repo.dir, repo.env)).head).toBeNull();
  });

  test('bare repositories have no working tree', async () => {
    const origin = tempRepo();
    const commit = origin.file('a').commit();
    const bare = origin.clone('--bare');
    const repo = await openRepository(bare.path('objects'), bare.env);
    expect(repo).toMatchObject({ worktree: null, gitDir: bare.dir, commonDir: bare.dir, head: { commit } });
  });

  test('linked worktrees share the common directory and have their own head', async () => {
    const main = tempRepo();
    main.file('a').commit();
    const side = main.worktree('side');
    const commit = side.file('b').commit();
    mkdirSync(side.path('sub'));
    const repo = await openRepository(side.path('sub'), side.env);
    expect(repo).toMatchObject({ worktree: side.dir, commonDir: main.path('.git'), head: { commit } });
    expect(repo.gitDir).toBe(main.path('.git/worktrees/worktree'));
  });

  test.each(['true', 'false'])(
    'a bare repository is refused where the repository around it tracks it: core.bare=%s',
    async (bare) => {
      const around = tempRepo();
      around.file('a.ts', 'const a = 1;\n').commit();
      const inner = around.clone('--bare');
      inner.git('config', 'core.bare', bare);
      cpSync(inner.dir, around.path('*sub'), { recursive: true });
      await expect(openRepository(around.path('*sub'), around.env)).resolves.toMatchObject({ worktree: null });
      around.commit();
      await expect(openRepository(around.path('*sub'), around.env)).rejects.toMatchObject({
        code: 'NOT_A_REPOSITORY',
        message: expect.stringContaining('has brought along'),
      });
    },
  );

  test('a bare repository within another one is refused where the repository around both tracks them', async () => {
    const around = tempRepo();
    around.file('a.ts', 'const a = 1;\n').commit();
    const bare = around.clone('--bare');
    for (const place of ['outer', 'outer/inner']) cpSync(bare.dir, around.path(place), { recursive: true });
    around.commit();
    expect(around.git('ls-files')).toContain('outer/inner/HEAD');
    await expect(openRepository(around.path('outer/inner'), around.env)).rejects.toMatchObject({
      message: expect.stringContaining('has brought along'),
    });
  });

  test('a worktree of a bare repository has a working tree', async () => {
    const origin = tempRepo();
    origin.file('a').commit();
    const side = origin.clone('--bare').worktree('side');
    expect((await openRepository(side.dir, side.env)).worktree).toBe(side.dir);
  });

  test('a submodule is a repository of its own', async () => {
    const library = tempRepo();
    const inner = library.file('lib.c').commit();
    const outer = tempRepo();
    outer.git('submodule', '--quiet', 'add', `file://${library.dir}`, 'deps/lib');
    outer.commit();
    const repo = await openRepository(outer.path('deps/lib'), outer.env);
    expect(repo).toMatchObject({
      worktree: outer.path('deps/lib'),
      gitDir: outer.path('.git/modules/deps/lib'),
      head: { commit: inner },
    });
  });

  test('SHA-256 repositories', async () => {
    const repo = tempRepo({ objectFormat: 'sha256' });
    const commit = repo.file('a').commit();
    expect(commit).toHaveLength(64);
    expect(await openRepository(repo.dir, repo.env)).toMatchObject({ objectFormat: 'sha256', head: { commit } });
  });

  test('a directory whose name holds a newline', async () => {
    const dir = join(tempDir(), 'two\nlines');
    mkdirSync(dir);
    const { env, git } = tempRepo();
    git('init', '-q', dir);
    expect(await openRepository(dir, env)).toMatchObject({ worktree: dir, gitDir: join(dir, '.git'), head: null });
  });

  test('no repository, no directory, a broken repository: each says what to do', async () => {
    const { env } = tempRepo();
    const dir = tempDir();
    const refused = (hint: string): object =>
      expect.objectContaining({ code: 'NOT_A_REPOSITORY', hint: expect.stringContaining(hint) });
    await expect(openRepository(dir, env)).rejects.toEqual(refused('git init'));
    await expect(openRepository(join(dir, 'none'), env)).rejects.toEqual(refused('name a directory'));
    const broken = tempRepo({ config: { 'core.repositoryFormatVersion': '99' } });
    await expect(openRepository(broken.dir, env)).rejects.toEqual(refused('git 2.31'));
  });

  test("another user's repository is refused with the command that would allow it", async () => {
    const repo = tempRepo();
    const env = { ...repo.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
    await expect(openRepository(repo.dir, env)).rejects.toMatchObject({
      code: 'NOT_A_REPOSITORY',
      message: expect.stringContaining('another user'),
      hint: expect.stringContaining('safe.directory'),
    });
  });

  test('its command is one that a shell takes as it is meant, whatever the folder is called', async () => {
    const repo = tempRepo();
    const dir = repo.path("it's; touch planted #");
    mkdirSync(dir);
    const env = { ...repo.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
    const { hint } = await openRepository(dir, env).then(
      () => expect.unreachable(),
      (error: CoraError) => error,
    );
    const [, command] = /if you trust it: (.*)$/.exec(hint!)!;
    expect(spawnSync('sh', ['-c', command!], { cwd: repo.dir, env: repo.env }).status).toBe(0);
    expect(repo.git('config', '--global', 'safe.directory')).toBe(dir);
    expect(existsSync(repo.path('planted'))).toBe(false);
  });

  test('one git process', async () => {
    const repo = tempRepo();
    repo.file('a').commit();
    const bin = tempDir();
    writeFileSync(join(bin, 'git'), `#!/bin/sh\necho x >> ${bin}/count\nexec ${gitPath(repo.env)} "$@"\n`);
    chmodSync(join(bin, 'git'), 0o755);
    await openRepository(repo.dir, { ...repo.env, PATH: `${bin}:${repo.env.PATH}` });
    expect(readFileSync(join(bin, 'count'), 'utf8')).toBe('x\n');
  });

  test('git is not installed', async () => {
    const repo = tempRepo();
    await expect(openRepository(repo.dir, { ...repo.env, PATH: tempDir() })).rejects.toMatchObject({ code: 'GIT' });
  });
});

function gitPath(env: NodeJS.ProcessEnv): string {
  const path = env.PATH!.split(':').map((dir) => join(dir, 'git'));
  return path.find((file) => {
    try {
      return readFileSync(file).length > 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  })!;
}

/** What the one file `f` of a tree has to hold for the tree's name to begin so. */
function contentOfTree(start: string): string {
  for (let number = 0; ; number++) {
    const blob = blobName(Buffer.from(`${number}`), 'sha1');
    const tree = Buffer.concat([Buffer.from('100644 f\0'), Buffer.from(blob, 'hex')]);
    const name = createHash('sha1').update(`tree ${tree.length}\0`).update(tree).digest('hex');
    if (name.startsWith(start)) return `${number}`;
  }
}

describe('resolveCommit', () => {
  test('branches, tags, short names and ancestors; HEAD moves under an open repository', async () => {
    const temp = tempRepo();
    const first = temp.file('a', '1').commit();
    temp.git('tag', '-a', '-m', 'annotated', 'v1');
    const repo = await openRepository(temp.dir, temp.env);
    const second = temp.file('a', '2').commit();
    for (const rev of ['v1', 'HEAD~1', first.slice(0, 10), `${first}^0`, 'refs/tags/v1']) {
      expect((await resolveCommit(repo, rev)).commit).toBe(first);
    }
    expect((await resolveCommit(repo, 'main@{2037-01-31 12:00:00}')).commit).toBe(second);
    const head = await resolveCommit(repo, 'main');
    expect(head).toEqual({ commit: second, tree: temp.git('rev-parse', 'HEAD^{tree}') });
    expect(repo.head?.commit).toBe(first);
  });

  test('a short name with which the name of a tree begins, too', async () => {
    const temp = tempRepo();
    const first = temp.file('a', '1').commit();
    const short = first.slice(0, 4);
    temp.file('sub/f', contentOfTree(short)).commit();
    expect(temp.git('rev-parse', 'HEAD:sub').slice(0, 4)).toBe(short);
    const repo = await openRepository(temp.dir, temp.env);
    expect((await resolveCommit(repo, short)).commit).toBe(first);
  });

  test.each([
    'nope',
    '',
    '-n',
    '--help',
    '--output=x',
    'HEAD~9',
    'HEAD:a',
    ':/commit',
    'HEAD^{/commit}',
    'main@{2037-01-31 12:00}^{/commit}',
    'a..b',
    'HEAD\nHEAD',
  ])('%j is a bad revision', async (rev) => {
    const temp = tempRepo();
    temp.file('a').commit();
    const repo = await openRepository(temp.dir, temp.env);
    await expect(resolveCommit(repo, rev)).rejects.toMatchObject({ code: 'BAD_REVISION' });
  });

  test('a branch whose name begins with a dash is no option', async () => {
    const temp = tempRepo();
    const commit = temp.file('a').commit();
    temp.git('update-ref', 'refs/heads/--batch', 'HEAD');
    const repo = await openRepository(temp.dir, temp.env);
    expect((await resolveCommit(repo, '--batch')).commit).toBe(commit);
  });
});

describe('commitsBetween', () => {
  test('counts what one has and the other has not, through merges', async () => {
    const temp = tempRepo();
    const base = temp.file('a', '0').commit();
    temp.git('switch', '-q', '-c', 'side');
    const side = temp.file('b', '1').commit();
    temp.git('switch', '-q', 'main');
    temp.file('a', '1').commit();
    temp.git('merge', '-q', '--no-edit', 'side');
    const merge = temp.git('rev-parse', 'HEAD');
    const repo = await openRepository(temp.dir, temp.env);
    expect(await commitsBetween(repo, base, merge)).toBe(3);
    expect(await commitsBetween(repo, side, merge)).toBe(2);
    expect(await commitsBetween(repo, merge, base)).toBeNull();
    expect(await commitsBetween(repo, merge, merge)).toBe(0);
  });

  test('null for unrelated histories, unknown commits and other names', async () => {
    const temp = tempRepo();
    const first = temp.file('a').commit();
    temp.git('switch', '-q', '--orphan', 'other');
    const second = temp.file('b').commit();
    const repo = await openRepository(temp.dir, temp.env);
    expect(await commitsBetween(repo, first, second)).toBeNull();
    expect(await commitsBetween(repo, `${'0'.repeat(39)}1`, second)).toBeNull();
    expect(await commitsBetween(repo, '--all', second)).toBeNull();
  });

  test('in a shallow clone, known within what is there and null beyond', async () => {
    const temp = tempRepo();
    const commits = ['1', '2', '3', '4'].map((content) => temp.file('a', content).commit());
    const shallow = temp.clone('--depth=2');
    const repo = await openRepository(shallow.dir, shallow.env);
    expect(repo.shallow).toBe(true);
    expect(await commitsBetween(repo, commits[2]!, commits[3]!)).toBe(1);
    expect(await commitsBetween(repo, commits[0]!, commits[3]!)).toBeNull();
  });

  test('in a shallow clone, null where a side branch is cut off between the two', async () => {
    const temp = tempRepo();
    temp.file('a', '0').commit();
    temp.git('switch', '-q', '-c', 'side');
    for (const content of ['1', '2', '3']) temp.file('b', content).commit();
    temp.git('switch', '-q', 'main');
    const before = temp.file('a', '1').commit();
    temp.git('merge', '-q', '--no-edit', 'side');
    const shallow = temp.clone('--depth=2');
    const repo = await openRepository(shallow.dir, shallow.env);
    expect(await commitsBetween(repo, before, repo.head!.commit)).toBeNull();
  });
});

test('originOf: without credentials, another remote where there is no origin, else nothing', async () => {
  const temp = tempRepo();
  const repo = await openRepository(temp.dir, temp.env);
  expect(await originOf(repo)).toBe('');
  temp.git('remote', 'add', 'upstream', 'https://example.com/up.git');
  expect(await originOf(repo)).toBe('https://example.com/up.git');
  temp.git('remote', 'add', 'origin', 'https://me:token@example.com/mine.git');
  expect(await originOf(repo)).toBe('https://example.com/mine.git');
});

describe('core.worktree', () => {
  test.each([
    ['a folder elsewhere', () => tempDir()],
    ['a folder above', (dir: string) => join(dir, '..')],
    ['a folder below', (dir: string) => join(dir, 'a')],
  ])('is refused where it is %s, from the top, from .git and from below', async (_, folder) => {
    const repo = tempRepo();
    repo.file('a/b.txt').commit();
    repo.git('config', 'core.worktree', folder(repo.dir));
    for (const dir of [repo.dir, repo.path('.git'), repo.path('a')])
      await expect(openRepository(dir, repo.env)).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' });
  });

  test('is what it should be in a submodule and with a Git directory that lies apart', async () => {
    const repo = tempRepo();
    repo.file('a.txt').commit();
    const whole = tempRepo();
    whole.git('submodule', 'add', '-q', repo.dir, 's');
    expect(whole.git('-C', 's', 'config', 'core.worktree')).toBe('../../../s');
    expect((await openRepository(whole.path('s'), whole.env)).worktree).toBe(whole.path('s'));
    const apart = join(tempDir(), 'apart.git');
    repo.git('init', '-q', `--separate-git-dir=${apart}`);
    expect(await openRepository(repo.dir, repo.env)).toMatchObject({ worktree: repo.dir, gitDir: apart });
  });
});

describe('a .git that Git takes for none', () => {
  const opened = async (repo: { dir: string; env: NodeJS.ProcessEnv }): Promise<string> =>
    openRepository(repo.dir, repo.env).then(
      () => 'opened',
      (error: CoraError) => `${error.code}: ${error.message} ${error.hint}`,
    );

  test('is named with what it lacks', async () => {
    for (const name of ['objects', 'refs']) {
      const repo = tempRepo();
      rmSync(repo.path('.git', name), { recursive: true });
      mkdirSync(repo.path('sub'));
      const said = await opened({ dir: repo.path('sub'), env: repo.env });
      expect(said).toBe(
        `NOT_A_REPOSITORY: ${repo.path('.git')} is not a complete repository: it lacks ${name}. clone it again, or: git init`,
      );
    }
  });

  test('and names a Git directory that is not there', async () => {
    const repo = tempRepo();
    repo.commit();
    const linked = repo.worktree('side');
    rmSync(repo.path('.git/worktrees'), { recursive: true });
    expect(await opened(linked)).toMatch(/\/\.git names a Git directory that is not there: \/.* git worktree repair/);
    writeFileSync(linked.path('.git'), 'gitdir: ../../nowhere\n');
    expect(await opened(linked)).toMatch(/that is not there: \.\.\/\.\.\/nowhere/);
  });

  test('is named by the file that is damaged: bare, linked, from inside', async () => {
    const repo = tempRepo();
    repo.file('a.txt').commit();
    const bare = repo.clone('--bare');
    const linked = repo.worktree('side');
    const own = readFileSync(linked.path('.git'), 'utf8').slice('gitdir: '.length).trim();
    const HEAD = 'write your branch into it: echo';
    const COMMON = 'write into it where the repository is: echo ../.. >';
    const NAMING = /\.git is damaged: it names no Git directory\. .*git worktree repair/;
    const cases: [TempRepo, string, string | null, RegExp][] = [
      [bare, bare.path('HEAD'), 'garbage\n', new RegExp(`/HEAD is damaged.*${HEAD}`)],
      [bare, bare.path('HEAD'), null, new RegExp(`/HEAD is missing.*${HEAD}`)],
      [linked, join(own, 'HEAD'), '', new RegExp(`worktrees/\\S+/HEAD is damaged.*${HEAD}`)],
      [linked, join(own, 'HEAD'), null, new RegExp(`worktrees/\\S+/HEAD is missing.*${HEAD}`)],
      [linked, join(own, 'commondir'), null, new RegExp(`worktrees/\\S+/commondir is missing.*${COMMON}`)],
      [linked, join(own, 'commondir'), '/nowhere\n', new RegExp(`commondir is damaged.*${COMMON}`)],
      [linked, linked.path('.git'), 'garbage\n', NAMING],
      [repo, repo.path('.git/HEAD'), 'garbage\n', new RegExp(`/\\.git/HEAD is damaged.*${HEAD}`)],
    ];
    for (const [place, file, text, said] of cases) {
      const before = readFileSync(file);
      if (text === null) rmSync(file);
      else writeFileSync(file, text);
      expect(await opened(place), file).toMatch(said);
      writeFileSync(file, before);
      expect(await opened(place), file).toBe('opened');
    }
  });

  test('and lacks its objects: seen from a folder called worktrees, and from a linked worktree', async () => {
    const { env, git } = tempRepo();
    const dir = tempDir();
    const own = join(dir, 'worktrees/a.git');
    mkdirSync(join(dir, 'worktrees'));
    git('init', '-q', '--separate-git-dir', own, join(dir, 'a'));
    rmSync(join(own, 'objects'), { recursive: true });
    expect(await opened({ dir: join(dir, 'a'), env })).toContain(
      `${own} is not a complete repository: it lacks objects.`,
    );
    const repo = tempRepo();
    repo.file('a.txt').commit();
    const linked = repo.worktree('side');
    rmSync(repo.path('.git/objects'), { recursive: true });
    expect(await opened(linked)).toContain(`${repo.path('.git')} is not a complete repository: it lacks objects.`);
  });

  test('is not sought where there is none', async () => {
    expect(await opened({ dir: tempDir(), env: tempRepo().env })).toMatch(/is not inside a Git repository/);
  });
});
