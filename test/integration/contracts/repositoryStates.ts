/**
 * The states that a repository can be in, each with how it comes about and what is searched in it. docs/states.md has a line for each;
 * states.test.ts asks all of them.
 */

import { chmodSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { expect } from 'vitest';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, type TempRepoOptions, tempRepo } from '../../helpers/tempRepo.ts';

export const A = 'def alpha(items):\n    return beta(items)\n';
export const B = 'def beta(items):\n    return sum(items)\n';
export const C = 'def gamma(items):\n    return beta(items)\n';
const NEW = 'def beta(now):\n    return now\n';
/** As committed and untouched. */
const CLEAN = { 'lib/b.py': 'committed', 'lib/c.py': 'committed', 'src/a.py': 'committed' };

interface Expected {
  /** Path → status of all that is searched; each of these files says beta. */
  searched: Record<string, string>;
  /** Path → reason, where `cora files` names one. */
  left?: Record<string, string>;
  /** Path → a line that a search for beta must show of it, as it is now. */
  shows?: Record<string, string>;
  missing?: string[];
}

interface State extends Expected {
  state: string;
  options?: TempRepoOptions;
  /** From the indexed repository to the state. @returns the repository that is asked, where it is another one */
  make(repo: TempRepo): TempRepo | undefined | Promise<TempRepo | undefined>;
}

const done = (_: unknown): undefined => undefined;
const replaced = (text: string) => (repo: TempRepo, name: string) =>
  repo.git('replace', repo.git('rev-parse', name), repo.gitInput(text, 'hash-object', '-w', '--stdin'));

const SPARSE: readonly State[] = [
  ['a sparse checkout, by folders', '--cone', 'src'],
  ['a sparse checkout with a sparse index', '--sparse-index', 'src'],
  ['a sparse checkout, by patterns', '--no-cone', '/*', '!/lib/b.py'],
].map(([state, ...patterns]) => ({
  state: state!,
  searched: { ...CLEAN, 'src/a.py': 'modified' },
  make: (repo) => {
    repo.git('sparse-checkout', 'set', ...patterns);
    expect(existsSync(repo.path('lib/b.py'))).toBe(false);
    return done(repo.file('src/a.py', `${A}# edited\n`));
  },
}));

const withSubmodule = async (repo: TempRepo): Promise<TempRepo> => {
  const inner = tempRepo();
  inner.file('s.py', 'def beta_inside():\n    return beta()\n').commit();
  repo.git('submodule', 'add', '-q', '--name', 'beta', inner.dir, 'sub');
  repo.commit();
  await cora(repo).index();
  return repo;
};
const partialClone = async (repo: TempRepo): Promise<TempRepo> => {
  const clone = repo.clone('--filter=blob:none', '--sparse');
  clone.git('sparse-checkout', 'set', 'src');
  await cora(clone).index();
  return clone;
};
/** Another repository that has never been indexed with it. */
const withoutObject = async (): Promise<TempRepo> => {
  const other = tempRepo();
  for (const [path, text] of Object.entries({ 'src/a.py': A, 'lib/b.py': B, 'lib/c.py': C })) other.file(path, text);
  other.commit();
  const blob = other.git('rev-parse', 'HEAD:lib/b.py');
  rmSync(other.path('.git/objects', blob.slice(0, 2), blob.slice(2)));
  expect((await cora(other).index()).failed).toHaveLength(1);
  return other;
};
const SUBMODULE = { searched: { ...CLEAN, '.gitmodules': 'committed' }, left: { sub: 'submodule' } };
const inside = (repo: TempRepo, ...args: string[]) =>
  repo.git('-C', 'sub', '-c', 'user.name=a', '-c', 'user.email=a@b', ...args);

export const STATES: readonly State[] = [
  { state: 'a clean working tree', searched: CLEAN, make: done },
  {
    state: 'edited, staged and edited again',
    searched: { ...CLEAN, 'lib/b.py': 'modified' },
    shows: { 'lib/b.py': 'def beta(now):' },
    make: (repo) => {
      repo.file('lib/b.py', 'def beta_staged():\n    return 1\n').git('add', '-A');
      return done(repo.file('lib/b.py', NEW));
    },
  },
  {
    state: 'untracked, and ignored by Git',
    searched: { ...CLEAN, '.gitignore': 'untracked', 'new.py': 'untracked' },
    make: (repo) => done(repo.file('.gitignore', '# beta\nout.py\n').file('new.py', NEW).file('out.py', NEW)),
  },
  {
    state: 'tracked although Git ignores it',
    searched: { ...CLEAN, '.gitignore': 'untracked', 'lib/b.py': 'modified' },
    make: (repo) => done(repo.file('.gitignore', '# beta\nlib\n').file('lib/b.py', NEW)),
  },
  {
    state: 'announced with git add -N',
    searched: { ...CLEAN, 'new.py': 'untracked' },
    make: (repo) => done(repo.file('new.py', NEW).git('add', '-N', 'new.py')),
  },
  {
    state: 'staged, then deleted',
    searched: { 'lib/c.py': 'committed', 'src/a.py': 'committed' },
    make: (repo) => {
      repo.file('lib/b.py', NEW).file('new.py', NEW).git('add', '-A');
      return done(repo.remove('lib/b.py').remove('new.py'));
    },
  },
  {
    state: 'taken out of the index, and still there',
    searched: CLEAN,
    make: (repo) => done(repo.git('rm', '-q', '--cached', 'lib/b.py')),
  },
  {
    state: 'taken out of the index, and ignored by Git',
    searched: { 'lib/c.py': 'committed', 'src/a.py': 'committed', '.gitignore': 'untracked' },
    make: (repo) => done(repo.file('.gitignore', '# beta\nlib/b.py\n').git('rm', '-q', '--cached', 'lib/b.py')),
  },
  {
    state: 'in conflict',
    searched: { ...CLEAN, 'lib/b.py': 'modified' },
    shows: { 'lib/b.py': '<<<<<<< HEAD' },
    make: async (repo) => {
      repo.git('switch', '-q', '-c', 'side');
      repo.file('lib/b.py', B.replace('sum', 'max')).remove('lib/c.py').commit();
      repo.git('switch', '-q', 'main');
      repo.file('lib/b.py', B.replace('sum', 'min')).file('lib/c.py', `${C}# beta again\n`).commit();
      await cora(repo).index();
      expect(() => repo.git('merge', '-q', 'side')).toThrow(/CONFLICT/);
      return undefined;
    },
  },
  { state: 'another mode alone', searched: CLEAN, make: (repo) => done(chmodSync(repo.path('lib/b.py'), 0o755)) },
  {
    state: 'moved, and not committed',
    searched: { 'lib2/b.py': 'untracked', 'lib2/c.py': 'untracked', 'src/a.py': 'committed' },
    make: (repo) => done(repo.git('mv', 'lib', 'lib2')),
  },
  ...[true, false].flatMap((ignoreCase): State[] => [
    {
      state: `a name that differs in case alone, core.ignorecase ${ignoreCase}`,
      searched: { 'lib/B.py': 'untracked', 'lib/c.py': 'committed', 'src/a.py': 'committed' },
      options: { config: { 'core.ignorecase': `${ignoreCase}` } },
      make: (repo) => done(repo.move('lib/b.py', 'lib/B.py')),
    },
    {
      state: `a name that differs in case alone, staged, core.ignorecase ${ignoreCase}`,
      searched: { 'lib/B.py': 'untracked', 'lib/c.py': 'committed', 'src/a.py': 'committed' },
      options: { config: { 'core.ignorecase': `${ignoreCase}` } },
      make: (repo) => done(repo.git('mv', 'lib/b.py', 'lib/B.py')),
    },
  ]),
  {
    state: 'a file that became a folder',
    searched: { 'lib/b.py/i.py': 'untracked', 'lib/c.py': 'committed', 'src/a.py': 'committed' },
    make: (repo) => done(repo.remove('lib/b.py').file('lib/b.py/i.py', NEW)),
  },
  {
    state: 'a folder that became a file',
    searched: { lib: 'untracked', 'src/a.py': 'committed' },
    make: (repo) => done(repo.remove('lib').file('lib', 'beta\n')),
  },
  {
    state: 'a file that became a link',
    searched: { 'lib/c.py': 'committed', 'src/a.py': 'committed' },
    left: { 'lib/b.py': 'link' },
    make: (repo) => {
      repo.remove('lib/b.py');
      return done(symlinkSync('c.py', repo.path('lib/b.py')));
    },
  },
  {
    state: 'a link that became a file',
    searched: { ...CLEAN, link: 'modified' },
    make: async (repo) => {
      symlinkSync('lib/b.py', repo.path('link'));
      repo.commit();
      await cora(repo).index();
      return done(repo.remove('link').file('link', 'beta\n'));
    },
  },
  {
    state: 'a folder that became a link',
    searched: { 'src/a.py': 'committed', 'there/b.py': 'untracked', 'there/c.py': 'untracked' },
    left: { lib: 'link' },
    make: (repo) => {
      repo.move('lib', 'there');
      return done(symlinkSync('there', repo.path('lib')));
    },
  },
  {
    state: 'assume-unchanged, edited',
    searched: { ...CLEAN, 'lib/b.py': 'modified' },
    shows: { 'lib/b.py': 'def beta(now):' },
    make: (repo) => {
      repo.git('update-index', '--assume-unchanged', 'lib/b.py', 'lib/c.py');
      return done(repo.file('lib/b.py', NEW));
    },
  },
  {
    state: 'assume-unchanged, deleted',
    searched: { 'lib/c.py': 'committed', 'src/a.py': 'committed' },
    make: (repo) => {
      repo.git('update-index', '--assume-unchanged', 'lib/b.py');
      return done(repo.remove('lib/b.py'));
    },
  },
  {
    state: 'skip-worktree, edited',
    searched: { ...CLEAN, 'lib/b.py': 'modified' },
    shows: { 'lib/b.py': 'def beta(now):' },
    make: (repo) => {
      repo.git('update-index', '--skip-worktree', 'lib/b.py', 'lib/c.py');
      return done(repo.file('lib/b.py', NEW));
    },
  },
  {
    state: 'skip-worktree, not on the disk',
    searched: CLEAN,
    make: (repo) => {
      repo.git('update-index', '--skip-worktree', 'lib/b.py');
      return done(repo.remove('lib/b.py'));
    },
  },
  {
    state: 'a file of rules with skip-worktree, edited',
    searched: { '.coraignore': 'modified', 'lib/c.py': 'committed', 'src/a.py': 'committed' },
    left: { 'lib/b.py': 'ignored' },
    make: async (repo) => {
      repo.file('.coraignore', '# beta\n').commit();
      await cora(repo).index();
      repo.git('update-index', '--skip-worktree', '.coraignore');
      return done(repo.file('.coraignore', '# beta\nb.py\n'));
    },
  },
  ...SPARSE,
  {
    state: 'staged outside of a sparse checkout',
    searched: CLEAN,
    left: { 'lib/new.py': 'not-checked-out' },
    missing: ['lib/new.py'],
    make: async (repo) => {
      await cora(repo).index();
      repo.file('lib/new.py', NEW).file('lib/b.py', NEW).commit();
      repo.git('sparse-checkout', 'set', '--cone', 'src');
      return done(repo.git('reset', '-q', '--soft', 'HEAD~1'));
    },
  },
  {
    state: 'a sparse checkout of a partial clone',
    searched: { 'src/a.py': 'committed' },
    left: { 'lib/b.py': 'missing-blob', 'lib/c.py': 'missing-blob' },
    missing: ['lib/b.py', 'lib/c.py'],
    make: partialClone,
  },
  {
    state: 'the same, with new commits that are not indexed',
    searched: { 'src/a.py': 'committed', 'src/d.py': 'committed' },
    left: { 'lib/b.py': 'missing-blob', 'lib/c.py': 'missing-blob' },
    missing: ['lib/b.py', 'lib/c.py'],
    make: async (repo) => {
      const clone = await partialClone(repo);
      repo.file('lib/c.py', `${C}# newer\n`).file('src/d.py', C).commit();
      clone.git('pull', '-q');
      return clone;
    },
  },
  {
    state: 'a partial clone that has fetched files since it was indexed',
    searched: CLEAN,
    make: async (repo) => {
      const clone = await partialClone(repo);
      clone.git('sparse-checkout', 'disable');
      return clone;
    },
  },
  {
    state: 'an object that the repository has lost',
    searched: { ...CLEAN, 'lib/c.py': 'modified' },
    shows: { 'lib/b.py': 'def beta(items):' },
    make: async () => (await withoutObject()).file('lib/c.py', `${C}# edited\n`),
  },
  {
    state: 'an object that the repository has lost, and no file either',
    searched: { 'lib/c.py': 'committed', 'src/a.py': 'committed' },
    left: { 'lib/b.py': 'missing-object' },
    missing: ['lib/b.py'],
    make: async () => {
      const lacking = await withoutObject();
      lacking.git('update-index', '--skip-worktree', 'lib/b.py');
      return lacking.remove('lib/b.py');
    },
  },
  {
    state: 'a lost object that was brought back after the index was built',
    searched: CLEAN,
    make: async () => {
      const lacking = await withoutObject();
      lacking.git('update-index', '--skip-worktree', 'lib/b.py');
      lacking.gitInput(B, 'hash-object', '-w', '--stdin');
      return lacking.remove('lib/b.py');
    },
  },
  {
    state: 'a submodule, changed inside',
    ...SUBMODULE,
    make: async (repo) => done((await withSubmodule(repo)).file('sub/s.py', NEW)),
  },
  {
    state: 'a submodule with another commit, staged or not',
    ...SUBMODULE,
    make: async (repo) => {
      await withSubmodule(repo);
      inside(repo, 'commit', '-q', '--allow-empty', '-m', 'x');
      repo.git('add', 'sub');
      return done(inside(repo, 'commit', '-q', '--allow-empty', '-m', 'y'));
    },
  },
  {
    state: 'a submodule that is not initialised',
    ...SUBMODULE,
    make: async (repo) => done((await withSubmodule(repo)).git('submodule', '--quiet', 'deinit', '-f', 'sub')),
  },
  {
    state: 'a submodule that is new',
    searched: { ...CLEAN, '.gitmodules': 'untracked' },
    make: (repo) => {
      const inner = tempRepo();
      inner.file('s.py', NEW).commit();
      return done(repo.git('submodule', 'add', '-q', '--name', 'beta', inner.dir, 'sub'));
    },
  },
  {
    state: 'a repository inside, untracked',
    searched: CLEAN,
    left: { inner: 'submodule' },
    make: (repo) => {
      repo.file('inner/x.py', NEW);
      repo.git('-C', 'inner', 'init', '-q');
      return done(repo.git('-C', 'inner', 'add', '-A'));
    },
  },
  {
    state: 'git replace of a blob',
    searched: CLEAN,
    shows: { 'lib/b.py': 'def beta(items):' },
    make: (repo) => done(replaced(NEW)(repo, 'HEAD:lib/b.py')),
  },
  {
    state: 'git replace of a blob, checked out',
    searched: { ...CLEAN, 'lib/b.py': 'modified' },
    shows: { 'lib/b.py': 'def beta(now):' },
    make: (repo) => {
      replaced(NEW)(repo, 'HEAD:lib/b.py');
      repo.remove('lib/b.py').git('checkout', 'lib/b.py');
      return undefined;
    },
  },
  {
    state: 'git replace of a tree',
    searched: CLEAN,
    make: (repo) => {
      repo.file('more.py', NEW).git('add', '-A');
      repo.git('replace', repo.git('rev-parse', 'HEAD^{tree}'), repo.git('write-tree'));
      repo.git('rm', '-q', '-f', 'more.py');
      return undefined;
    },
  },
  {
    state: 'git replace of a commit',
    searched: CLEAN,
    make: (repo) => {
      const commit = repo.git('rev-parse', 'HEAD');
      const other = repo.file('more.py', NEW).commit();
      repo.git('reset', '-q', '--hard', commit);
      return done(repo.git('replace', commit, other));
    },
  },
  {
    state: 'ends of lines and encodings that Git converts',
    searched: { ...CLEAN, '.gitattributes': 'committed', 'lib/b.py': 'modified', 'wide.py': 'modified' },
    shows: { 'lib/b.py': 'def beta(now):', 'wide.py': 'def wide_beta(now):' },
    make: async (repo) => {
      repo.file('.gitattributes', '# beta\n* text=auto eol=crlf\nwide.py working-tree-encoding=UTF-16LE\n');
      repo.file('wide.py', Buffer.from('def beta_wide():\r\n    return 1\r\n', 'utf16le')).commit();
      rmSync(repo.path('lib'), { recursive: true });
      repo.git('checkout', '-q', '--', 'lib');
      await cora(repo).index();
      repo.file('wide.py', Buffer.from('def wide_beta(now):\r\n    return now\r\n', 'utf16le'));
      return done(repo.file('lib/b.py', NEW.replaceAll('\n', '\r\n')));
    },
  },
  {
    state: 'a file that a filter converts',
    searched: { ...CLEAN, '.gitattributes': 'committed' },
    left: { 'f.py': 'filtered' },
    make: async (repo) => {
      repo.git('config', 'filter.up.clean', 'tr a-z A-Z');
      repo.file('.gitattributes', '# beta\nf.py filter=up\n').file('f.py', NEW).commit();
      await cora(repo).index();
      return done(repo.file('f.py', `${NEW}# edited\n`));
    },
  },
  {
    state: 'a detached HEAD, and a commit behind the index',
    searched: CLEAN,
    make: async (repo) => {
      repo.file('later.py', NEW).commit();
      await cora(repo).index();
      return done(repo.git('checkout', '-q', '--detach', 'HEAD~1'));
    },
  },
  {
    state: 'a branch without a commit',
    searched: { 'new.py': 'untracked' },
    make: (repo) => {
      repo.git('switch', '-q', '--orphan', 'empty');
      return done(repo.file('new.py', NEW));
    },
  },
  {
    state: 'a shallow clone',
    searched: { ...CLEAN, 'lib/b.py': 'modified' },
    make: async (repo) => {
      repo.file('src/a.py', `${A}# later\n`).commit();
      const clone = repo.clone('--depth=1');
      await cora(clone).index();
      return clone.file('lib/b.py', NEW);
    },
  },
  {
    state: 'a linked worktree on another branch',
    searched: { ...CLEAN, 'lib/b.py': 'modified' },
    make: (repo) => repo.worktree('side').file('lib/b.py', NEW),
  },
  {
    state: 'object names of SHA-256',
    options: { objectFormat: 'sha256' },
    searched: { ...CLEAN, 'lib/b.py': 'modified' },
    make: (repo) => {
      repo.git('update-index', '--assume-unchanged', 'lib/b.py');
      return done(repo.file('lib/b.py', NEW));
    },
  },
  {
    state: 'a bare repository',
    searched: CLEAN,
    make: async (repo) => {
      const bare = repo.clone('--bare');
      await cora(bare).index();
      return bare;
    },
  },
];
