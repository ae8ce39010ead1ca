/** Finds the repository around a directory: one git process, because every query begins with it. */

import { type Stats, statSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CoraError } from '../errors.ts';
import { gitEnvironment } from './gitEnvironment.ts';
import type { GitOutput } from './launcherMessages.ts';
import type { Repository } from './repository.ts';
import { runGit } from './runGit.ts';

/**
 * Each prints a line; the object format also stands between the two paths, which may hold newlines. `--show-cdup` prints
 * nothing outside of a working tree, and HEAD fails on a branch without a commit, so they come last.
 */
const QUESTIONS = [
  '--path-format=absolute',
  '--is-inside-work-tree',
  '--is-bare-repository',
  '--is-shallow-repository',
  '--show-object-format',
  '--git-dir',
  '--show-object-format',
  '--git-common-dir',
  '--show-object-format',
  '--show-cdup',
  '--revs-only',
  'HEAD',
  'HEAD^{tree}',
];

/**
 *     true / false / false
 *     sha1 / /home/me/project/.git / sha1 / /home/me/project/.git / sha1
 *     ../../
 *     11079cb1c85b9e75a39a7269943c69d1a975d485 / 0b9ebb13cca2038ecf5f84ba1f3e7efd6e1cebf2
 */
const ANSWERS =
  /^(true|false)\n(true|false)\n(true|false)\n(sha1|sha256)\n([\s\S]*?)\n\4\n([\s\S]*?)\n\4\n(?:((?:\.\.\/)*)\n)?(?:([0-9a-f]{40,64})\n([0-9a-f]{40,64})\n)?/;

/**
 * @param dir any directory of a working tree (linked worktrees and submodules too), a bare repository or a `.git`
 * @param env the caller's environment; repository variables in it are ignored: `dir` decides
 * @throws CoraError NOT_A_REPOSITORY, GIT
 */
export async function openRepository(dir: string, env: NodeJS.ProcessEnv): Promise<Repository> {
  const place = { cwd: resolve(dir), env: gitEnvironment(env) };
  mustBeDirectory(place.cwd);
  const output = await runGit(place, ['rev-parse', ...QUESTIONS], { mayFail: true });
  const answers = ANSWERS.exec(output.stdout.toString('utf8'));
  if (answers === null) throw notOpened(place.cwd, output);
  const [, inside, bare, shallow, format, gitDir, commonDir, up, commit, tree] = answers;
  return {
    worktree: await worktreeOf(place.cwd, inside === 'true' ? (up ?? '') : null, bare === 'true', gitDir!),
    gitDir: gitDir!,
    commonDir: commonDir!,
    objectFormat: format as 'sha1' | 'sha256',
    shallow: shallow === 'true',
    partial: await isPartial(commonDir!),
    head: commit === undefined || tree === undefined ? null : { commit, tree },
    env: place.env,
  };
}

/** At once and not later: callers prepare other things while git runs. */
function mustBeDirectory(dir: string): void {
  const found = lookAt(dir);
  if (found?.isDirectory() === true) return;
  throw new CoraError('NOT_A_REPOSITORY', `${dir} is ${found === null ? 'not there' : 'not a directory'}.`, {
    hint: 'name a directory inside a Git repository',
  });
}

function lookAt(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return null;
    throw error;
  }
}

/** @param up the way from `cwd` to the top level; null outside of a working tree, as in a `.git` itself */
async function worktreeOf(cwd: string, up: string | null, bare: boolean, gitDir: string): Promise<string | null> {
  // Git goes up from where a link leads, not from where the link is.
  if (up !== null) return resolve(await realpath(cwd), up);
  return bare || basename(gitDir) !== '.git' ? null : realpath(dirname(gitDir));
}

/** Packs that came with a filter are marked. */
async function isPartial(commonDir: string): Promise<boolean> {
  const packs = await readdir(join(commonDir, 'objects', 'pack')).catch(() => []);
  return packs.some((name) => name.endsWith('.promisor'));
}

function notOpened(dir: string, { stderr, status }: GitOutput): CoraError {
  if (stderr.includes('dubious ownership') || stderr.includes('unsafe repository')) {
    return new CoraError(
      'NOT_A_REPOSITORY',
      `Git refuses the repository at ${dir}, because it belongs to another user.`,
      {
        hint: `if you trust it: git config --global --add safe.directory '${dir}'`,
      },
    );
  }
  if (stderr.includes('not a git repository')) {
    return new CoraError('NOT_A_REPOSITORY', `${dir} is not inside a Git repository.`, {
      hint: 'change into a repository, or make one with `git init`',
    });
  }
  const words = stderr.trim().split('\n')[0];
  return new CoraError(
    'NOT_A_REPOSITORY',
    `Git could not open ${dir}: ${words === '' ? `exit status ${status}` : words}`,
    {
      hint: `run \`git -C '${dir}' status\` to see what is wrong; git 2.31 or newer is needed`,
    },
  );
}
