/**
 * Real git repositories in temporary directories, removed when the test file ends. Configuration of the machine is
 * shut out, and dates advance by one second per commit, so that object names repeat from run to run.
 */

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { atEnd } from './atEnd.ts';
import { gitSync } from './startGit.ts';

export interface TempRepoOptions {
  objectFormat?: 'sha1' | 'sha256';
  bare?: boolean;
  /** `git config` entries to set at once. */
  config?: Record<string, string>;
}

export interface TempRepo {
  /** Real path of the repository's top level (of the git directory where it is bare). */
  readonly dir: string;
  /** The environment that its git runs with: pass it to what is under test. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs git and returns its output without the last newline; throws with git's words when it fails. */
  git(...args: string[]): string;
  /** Like `git`, with standard input. */
  gitInput(input: string | Uint8Array, ...args: string[]): string;
  /** Writes a file of the working tree, with its directories. */
  file(path: string, content?: string | Uint8Array): TempRepo;
  move(from: string, to: string): TempRepo;
  remove(path: string): TempRepo;
  /** Absolute path of a file of the working tree. */
  path(...parts: string[]): string;
  /** Commits everything in the working tree (`add -A`; an empty commit is allowed) and returns the commit. */
  commit(message?: string): string;
  /** A linked worktree beside the repository, on a new branch at `rev`. */
  worktree(branch: string, rev?: string): TempRepo;
  /** A clone over file:// with the given options (`--depth=1`, `--filter=blob:none`, `--bare`). */
  clone(...options: string[]): TempRepo;
}

/** An empty temporary directory, its real path; removed when the test file ends. */
export function tempDir(prefix = 'cora-test-'): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  atEnd(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

/** A new repository on branch `main`, without a commit. */
export function tempRepo(options: TempRepoOptions = {}): TempRepo {
  const repo = repoAt(join(tempDir(), 'repo'), gitEnv());
  const format = options.objectFormat === 'sha256' ? ['--object-format=sha256'] : [];
  initialize(repo, [...format, ...(options.bare === true ? ['--bare'] : [])]);
  for (const [key, value] of Object.entries(options.config ?? {})) repo.git('config', key, value);
  return repo;
}

/** What `git init` has made in this process, by its options: folders before what is in them. */
const made = new Map<string, { path: string; content: Buffer | null }[]>();

/** Makes an empty repository; writing its files takes less time than another process of git. */
function initialize({ dir, git }: TempRepo, options: string[]): void {
  mkdirSync(dir);
  const known = made.get(options.join());
  for (const { path, content } of known ?? [])
    if (content === null) mkdirSync(join(dir, path));
    else writeFileSync(join(dir, path), content);
  if (known !== undefined) return;
  git('init', '-q', ...options);
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
    // The examples of hooks are most of it, and git runs none of them.
    .filter(({ name }) => !name.endsWith('.sample'))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path: relative(dir, path), content: entry.isDirectory() ? null : readFileSync(path) };
    });
  made.set(options.join(), entries);
}

/**
 * An environment for git that knows neither this machine's configuration nor the repository around
 * the tests. More certificates are none of a test's business: node takes 40 ms to read them.
 */
export function gitEnv(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env))
    if (!name.startsWith('GIT_') && name !== 'NODE_EXTRA_CA_CERTS') env[name] = value;
  const home = tempDir('cora-home-');
  return {
    ...env,
    HOME: home,
    XDG_CONFIG_HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'A U Thor',
    GIT_AUTHOR_EMAIL: 'author@example.com',
    GIT_COMMITTER_NAME: 'C O Mitter',
    GIT_COMMITTER_EMAIL: 'committer@example.com',
    ...extra,
  };
}

/** The helper around a repository that is already there. */
export function repoAt(dir: string, env: NodeJS.ProcessEnv): TempRepo {
  let clock = 1_700_000_000;
  const gitInput = (input: string | Uint8Array, ...args: string[]): string => {
    const date = `${clock} +0000`;
    const settings = [
      '-c',
      'init.defaultBranch=main',
      '-c',
      'protocol.file.allow=always',
      '-c',
      'core.quotePath=false',
      // Else each commit starts a second process, to look whether there is something to tidy up.
      '-c',
      'maintenance.auto=false',
    ];
    const run = gitSync([...settings, ...args], {
      cwd: dir,
      env: { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      input,
      maxBuffer: 1 << 28,
    });
    if (run.error !== undefined) throw run.error;
    if (run.status !== 0) throw new Error(`git ${args.join(' ')}: exit ${run.status}\n${run.stderr}${run.stdout}`);
    return run.stdout.toString('utf8').replace(/\n$/, '');
  };
  const repo: TempRepo = {
    dir,
    env,
    git: (...args) => gitInput('', ...args),
    gitInput,
    path: (...parts) => join(dir, ...parts),
    file(path, content = `${path}\n`) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), content);
      return repo;
    },
    move(from, to) {
      mkdirSync(dirname(join(dir, to)), { recursive: true });
      renameSync(join(dir, from), join(dir, to));
      return repo;
    },
    remove(path) {
      rmSync(join(dir, path), { recursive: true });
      return repo;
    },
    commit(message = 'commit') {
      clock += 1;
      repo.git('add', '-A');
      repo.git('commit', '-q', '--allow-empty', '--no-verify', '-m', message);
      return headOf(dir) ?? repo.git('rev-parse', 'HEAD');
    },
    worktree(branch, rev = 'HEAD') {
      const target = join(tempDir(), 'worktree');
      repo.git('worktree', 'add', '-q', '-b', branch, target, rev);
      return repoAt(target, env);
    },
    clone(...cloneOptions) {
      const target = join(tempDir(), 'clone');
      if (cloneOptions.some((option) => option.startsWith('--filter')))
        repo.git('config', 'uploadpack.allowFilter', 'true');
      repo.git('clone', '-q', ...cloneOptions, `file://${dir}`, target);
      return repoAt(target, env);
    },
  };
  return repo;
}

/** Returns the commit that the files of a repository name, without a process; null where they lie elsewhere. */
function headOf(dir: string): string | null {
  try {
    const head = readFileSync(join(dir, '.git', 'HEAD'), 'utf8').trim();
    return head.startsWith('ref: ') ? readFileSync(join(dir, '.git', head.slice(5)), 'utf8').trim() : head;
  } catch {
    return null;
  }
}
