/**
 * Finds the repository around a directory with a single git process, because every query begins
 * with it.
 */

import { lstatSync, statSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CoraError, ifAbsent, systemFailure } from '../base/errors.ts';
import { shellWord } from '../base/renderText.ts';
import { readBoundedSync, readTextBounded } from '../disk/boundedRead.ts';
import { refuseDevices, statOf } from './pipesAndDevices.ts';
import type { GitOutput, Repository } from './repository.ts';
import { type GitPlace, gitEnvironment, runGit } from './runGit.ts';
import { trackedIn } from './tracking.ts';

/**
 * Each question prints a line. The object format also stands between the two paths, which may hold
 * newlines. `--show-cdup` prints nothing outside of a working tree, and HEAD fails on a branch
 * without a commit, so these come last. The tree is missing if it, or the commit, does not exist.
 */
const QUESTIONS = (
  '--path-format=absolute --is-inside-work-tree --is-bare-repository --is-shallow-repository ' +
  '--show-object-format --git-dir --show-object-format --git-common-dir --show-object-format ' +
  '--show-cdup --revs-only HEAD HEAD^{commit} HEAD^{tree}'
).split(' ');

/**
 *     true / false / false
 *     sha1 / /home/me/project/.git / sha1 / /home/me/project/.git / sha1
 *     ../../
 *     11079cb1c85b9e75a39a7269943c69d1a975d485, twice / 0b9ebb13cca2038ecf5f84ba1f3e7efd6e1cebf2
 *
 * HEAD may name a tag's object; then its commit counts.
 */
const ANSWERS =
  /^(true|false)\n(true|false)\n(true|false)\n(sha1|sha256)\n([\s\S]*?)\n\4\n([\s\S]*?)\n\4\n(?:((?:\.\.\/)*)\n)?(?:([0-9a-f]{40,64})\n(?:([0-9a-f]{40,64})\n(?:([0-9a-f]{40,64})\n)?)?)?/;

/**
 * @param dir any directory of a working tree (also of linked worktrees and submodules), a bare
 * repository or a `.git`
 * @param env the caller's environment; variables that name a repository are ignored: only `dir`
 * counts
 * @throws CoraError NOT_A_REPOSITORY, GIT
 */
export async function openRepository(dir: string, env: NodeJS.ProcessEnv): Promise<Repository> {
  const place = { cwd: resolve(dir), env: gitEnvironment(env) };
  mustBeUtf8(place.cwd);
  mustBeDirectory(place.cwd);
  refuseDevices(place.cwd);
  const output = await runGit(place, ['rev-parse', ...QUESTIONS], { mayFail: true });
  const answers = ANSWERS.exec(output.stdout.toString('utf8'));
  if (answers === null) throw notOpened(place.cwd, output, env);
  const [, inside, bare, shallow, format, gitDir, commonDir, up, named, commit, tree] = answers;
  mustBeUtf8(`${gitDir}${commonDir}`, place.cwd);
  const worktree = await worktreeOf(place.cwd, inside === 'true' ? (up ?? '') : null, bare === 'true', gitDir!);
  // This does not depend on git calling it bare: with core.bare=false such a folder has no working
  // tree and is not bare.
  if (worktree === null) await mustNotBeTracked(gitDir!, env);
  // If core.worktree is set, git uses the files of another folder than the one in which it was
  // found.
  const isElsewhere = /^(?:\/|[A-Za-z]:)/.test(output.stdout.toString('utf8').slice(answers[0].length));
  if (isElsewhere && worktree !== null) throw elsewhere(place.cwd);
  if (!isPlain(worktree, gitDir!, commonDir!)) {
    if (worktree !== null && !(await holds(worktree, gitDir!))) throw elsewhere(place.cwd);
    await mustBeItsOwn(place.cwd, worktree, gitDir!, commonDir!);
  }
  return {
    worktree,
    gitDir: gitDir!,
    commonDir: commonDir!,
    objectFormat: format as 'sha1' | 'sha256',
    shallow: shallow === 'true',
    partial: await isPartial(commonDir!),
    ...(commit === undefined || tree === undefined
      ? { head: null, ...(await lossOf(place, gitDir!, commonDir!, named)) }
      : { head: { commit, tree } }),
    env: place.env,
  };
}

/** Node reads a byte that is not UTF-8 as U+FFFD, which may be the name of another folder. */
function mustBeUtf8(path: string, dir = path): void {
  if (!path.includes('\ufffd')) return;
  throw new CoraError('NOT_A_REPOSITORY', `The path of the repository at ${dir} holds bytes that are not UTF-8.`, {
    hint: 'rename the folder, or use a clone elsewhere: Cora opens repositories only where their path is UTF-8',
  });
}

/** Checks at once: callers prepare other things while git runs. */
function mustBeDirectory(dir: string): void {
  const found = statOf(dir);
  if (found?.isDirectory() === true) return;
  throw new CoraError('NOT_A_REPOSITORY', `${dir} is ${found === null ? 'not there' : 'not a directory'}.`, {
    hint: 'name a directory inside a Git repository',
  });
}

/**
 * Refuses a repository without a working tree that another repository tracks as files: whoever
 * wrote these files chose its configuration and index. Git's own `safe.bareRepository` would refuse
 * every bare repository.
 */
async function mustNotBeTracked(gitDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const tracked = await trackedIn(gitDir, env);
  if (tracked === null) return;
  const message = `${gitDir} is a repository that the repository around it has brought along.`;
  const hint = `change into ${tracked.top}, or copy this one out of it first`;
  throw new CoraError('NOT_A_REPOSITORY', message, { hint });
}

/**
 * @param up the path from `cwd` to the top level; null outside of a working tree, such as in a
 * `.git`
 */
async function worktreeOf(cwd: string, up: string | null, bare: boolean, gitDir: string): Promise<string | null> {
  // Git goes up from the target of a link, not from the link itself.
  if (up !== null) return resolve(await realpath(cwd), up);
  return bare || basename(gitDir) !== '.git' ? null : realpath(dirname(gitDir));
}

/** True if `.git` is a real folder at the top of the working tree, and so belongs to it. */
function isPlain(worktree: string | null, gitDir: string, commonDir: string): boolean {
  if (worktree === null || gitDir !== commonDir || gitDir !== join(worktree, '.git')) return false;
  return lstatSync(gitDir, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A `.git` file begins with this. */
const NAMING = 'gitdir: ';
/** In bytes: more than two of the longest paths, or the longest name of a branch. */
const MOST_NAMED = 8192;

/**
 * True if the working tree's `.git` is the Git directory, or the file that leads a linked worktree
 * to it.
 */
async function holds(worktree: string, gitDir: string): Promise<boolean> {
  const found = join(worktree, '.git');
  const real = (path: string): Promise<string> => realpath(path).catch(() => path);
  if (statOf(found)?.isFile() !== true) return (await real(found)) === (await real(gitDir));
  const text = await readTextBounded(found, MOST_NAMED);
  if (!text.startsWith(NAMING)) return false;
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return (await real(resolve(worktree, text.slice(NAMING.length, end)))) === (await real(gitDir));
}

/**
 * Refuses a Git directory that belongs to another folder, if somebody's `.git` leads to it, as a
 * file, as a link or by a `commondir` in it. A directory that no other folder claims may be
 * anywhere.
 */
async function mustBeItsOwn(dir: string, worktree: string | null, gitDir: string, commonDir: string): Promise<void> {
  const [git, common] = await Promise.all([realpath(gitDir), realpath(commonDir)]);
  if (git !== common && dirname(git) !== join(common, 'worktrees')) throw ofAnother(dir, common);
  if (worktree === null) return;
  const claimed = git === common ? (basename(git) === '.git' ? git : null) : await namedBy(join(git, 'gitdir'));
  if (claimed === null || statOf(claimed) === null) return;
  if ((await realpath(dirname(claimed))) !== worktree) throw ofAnother(dir, dirname(claimed));
}

/**
 * Returns `/path/of/worktree/.git`, by which a repository names a linked worktree; null if there is
 * none.
 */
async function namedBy(file: string): Promise<string | null> {
  const text = await readTextBounded(file, MOST_NAMED).catch(() => null);
  return text === null ? null : resolve(dirname(file), text.replace(/\n$/, ''));
}

function ofAnother(dir: string, owner: string): CoraError {
  return new CoraError('NOT_A_REPOSITORY', `The repository at ${dir} belongs to another folder, ${owner}.`, {
    hint: `change into ${owner}, or make a worktree of it: git worktree add`,
  });
}

function elsewhere(dir: string): CoraError {
  return new CoraError('NOT_A_REPOSITORY', `The repository at ${dir} names another folder as its working tree.`, {
    hint: `Cora reads no files outside of a repository. If that folder is yours, put a file .git into it that says: gitdir: ${dir}`,
  });
}

/**
 * Distinguishes a HEAD whose commit cannot be read from a branch without a commit, which has no
 * file.
 */
async function lossOf(
  place: GitPlace,
  gitDir: string,
  commonDir: string,
  commit: string | undefined,
): Promise<Pick<Repository, 'lostHead'>> {
  if (commit !== undefined) {
    const { status } = await runGit(place, ['cat-file', '-e', commit], { mayFail: true });
    return { lostHead: `${status === 0 ? 'The tree of commit' : 'Commit'} ${commit}, which HEAD names, is missing` };
  }
  const head = await readTextBounded(join(gitDir, 'HEAD'), MOST_NAMED).catch(() => '');
  const [, branch] = /^ref: (refs\/heads\/[^\s\0]+)\n?$/.exec(head) ?? [];
  if (branch === undefined || branch.split('/').includes('..')) return {};
  const file = join(commonDir, branch);
  return statOf(file)?.isFile() === true ? { lostHead: `${file}, which HEAD names, holds no commit` } : {};
}

/** True if a pack has the mark of a filtered clone. */
async function isPartial(commonDir: string): Promise<boolean> {
  const packs = await readdir(join(commonDir, 'objects', 'pack')).catch(ifAbsent([]));
  return packs.some((name) => name.endsWith('.promisor'));
}

function notOpened(dir: string, { stderr, status }: GitOutput, env: NodeJS.ProcessEnv): CoraError {
  const ignored = ['GIT_DIR', 'GIT_WORK_TREE'].find((name) => (env[name] ?? '') !== '');
  if (stderr.includes('dubious ownership') || stderr.includes('unsafe repository')) {
    const message = `Git refuses the repository at ${dir}, because it belongs to another user.`;
    const hint = `if you trust it: git config --global --add safe.directory ${shellWord(dir)}`;
    return new CoraError('NOT_A_REPOSITORY', message, { hint });
  }
  if (stderr.includes('not a git repository') || stderr.includes('invalid gitfile')) {
    const damaged = damagedRepository(dir);
    if (damaged !== null) return damaged;
    const because = `: ${ignored} is set, and Cora does not follow it`;
    const hint = `change into a repository${ignored === undefined ? ', or make one with `git init`' : because}`;
    return new CoraError('NOT_A_REPOSITORY', `${dir} is not inside a Git repository.`, { hint });
  }
  const words = stderr.trim().split('\n')[0];
  const message = `Git could not open ${dir}: ${words === '' ? `exit status ${status}` : words}`;
  const hint = `run \`git -C ${shellWord(dir)} status\` to see what is wrong; git 2.31 or newer is needed`;
  return new CoraError('NOT_A_REPOSITORY', message, { hint });
}

/** Matches `ref: refs/heads/main`, or the name of a commit. */
const HEAD_CONTENT = /^(ref:\s*refs\/|[0-9a-f]{40})/;

/**
 * @returns an error if a damaged `.git` in or above the folder is why git finds no repository,
 * otherwise null
 */
function damagedRepository(dir: string): CoraError | null {
  const found = join(dir, '.git');
  try {
    const kind = lstatSync(found, { throwIfNoEntry: false });
    if (kind !== undefined) return kind.isFile() ? ofFile(found) : ofFolder(found);
    // A bare repository, or a Git directory itself.
    if (['objects', 'refs'].every((name) => isPresent(join(dir, name)))) return ofFolder(dir);
    return dirname(dir) === dir ? null : damagedRepository(dirname(dir));
  } catch (error) {
    return systemFailure(error, `${found} cannot be read`);
  }
}

function ofFile(found: string): CoraError | null {
  const named = /^gitdir: (.*)/.exec(readBoundedSync(found, MOST_NAMED).toString('utf8'))?.[1];
  const hint = (path: string): string =>
    `of a linked worktree: git worktree repair${path}, in the main one; of a submodule: git submodule update --init`;
  if (named === undefined) return damaged(`${found} is damaged: it names no Git directory`, hint(' PATH'));
  const folder = resolve(dirname(found), named);
  if (isPresent(folder)) return isLinked(folder) ? ofLinked(folder) : ofFolder(folder);
  return damaged(`${found} names a Git directory that is not there: ${named}`, hint(''));
}

/** The name of the folder is not enough: `git init --separate-git-dir` accepts any. */
function isLinked(folder: string): boolean {
  const above = dirname(folder);
  if (basename(above) !== 'worktrees') return false;
  return isPresent(join(folder, 'gitdir')) || isPresent(join(dirname(above), 'objects'));
}

/** `.git/worktrees/NAME` has its own HEAD, and a file that names the repository. */
function ofLinked(folder: string): CoraError | null {
  const head = ofHead(folder);
  if (head !== null) return head;
  const file = join(folder, 'commondir');
  const named = isPresent(file) ? readBoundedSync(file, MOST_NAMED).toString('utf8').trim() : '';
  const common = resolve(folder, named);
  const isRepository = ['objects', 'refs', 'config'].some((name) => isPresent(join(common, name)));
  if (named !== '' && isRepository) return ofFolder(common);
  const why = isPresent(file) ? 'is damaged: it names no repository' : 'is missing';
  return damaged(`${file} ${why}`, `write into it where the repository is: echo ../.. > ${shellWord(file)}`);
}

function ofHead(found: string): CoraError | null {
  const file = join(found, 'HEAD');
  const write = `write your branch into it: echo 'ref: refs/heads/BRANCH' > ${shellWord(file)}`;
  if (!isPresent(file)) return damaged(`${file} is missing`, write);
  if (HEAD_CONTENT.test(readBoundedSync(file, MOST_NAMED).toString('latin1'))) return null;
  return damaged(`${file} is damaged: it names no branch and no commit`, write);
}

function ofFolder(found: string): CoraError | null {
  const missing = ['HEAD', 'objects', 'refs'].filter((name) => !isPresent(join(found, name)));
  if (missing.length === 0 || missing.join() === 'HEAD') return ofHead(found);
  const message = `${found} is not a complete repository: it lacks ${missing.join(', ')}`;
  return damaged(message, 'clone it again, or: git init');
}

function isPresent(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function damaged(message: string, hint: string): CoraError {
  return new CoraError('NOT_A_REPOSITORY', `${message}.`, { hint });
}
