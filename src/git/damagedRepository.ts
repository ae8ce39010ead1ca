/** Why Git takes a `.git` that is there for no repository. Git itself says of it what it says where there is none. */

import { lstatSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CoraError, systemFailure } from '../base/errors.ts';
import { shellWord } from '../base/shellWord.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';

/** More bytes than the longest name of a branch has, or a path. */
const MOST_READ = 8192;
/** `ref: refs/heads/main`, or the name of a commit. */
const HEAD = /^(ref:\s*refs\/|[0-9a-f]{40})/;

/** @param dir where Git has found no repository @returns null where no `.git` in it or above it explains that */
export function damagedRepository(dir: string): CoraError | null {
  const found = join(dir, '.git');
  try {
    const kind = lstatSync(found, { throwIfNoEntry: false });
    if (kind !== undefined) return kind.isFile() ? ofFile(found) : ofFolder(found);
    // A bare one, or the Git directory itself.
    if (['objects', 'refs'].every((name) => isThere(join(dir, name)))) return ofFolder(dir);
    return dirname(dir) === dir ? null : damagedRepository(dirname(dir));
  } catch (error) {
    return systemFailure(error, `${found} cannot be read`);
  }
}

function ofFile(found: string): CoraError | null {
  const named = /^gitdir: (.*)/.exec(readBoundedSync(found, MOST_READ).toString('utf8'))?.[1];
  if (named === undefined) {
    const hint =
      'of a linked worktree: git worktree repair PATH, in the main one; of a submodule: git submodule update --init';
    return damaged(`${found} is damaged: it names no Git directory`, hint);
  }
  const folder = resolve(dirname(found), named);
  if (isThere(folder)) return isLinked(folder) ? ofLinked(folder) : ofFolder(folder);
  return damaged(
    `${found} names a Git directory that is not there: ${named}`,
    'of a linked worktree: git worktree repair, in the main one; of a submodule: git submodule update --init',
  );
}

/** The folder's name is not enough: `git init --separate-git-dir` takes any. */
function isLinked(folder: string): boolean {
  const above = dirname(folder);
  if (basename(above) !== 'worktrees') return false;
  return isThere(join(folder, 'gitdir')) || isThere(join(dirname(above), 'objects'));
}

/** `.git/worktrees/NAME`: a HEAD of its own, and a file that names the repository. */
function ofLinked(folder: string): CoraError | null {
  const head = ofHead(folder);
  if (head !== null) return head;
  const file = join(folder, 'commondir');
  const named = isThere(file) ? readBoundedSync(file, MOST_READ).toString('utf8').trim() : '';
  const common = resolve(folder, named);
  const isRepository = ['objects', 'refs', 'config'].some((name) => isThere(join(common, name)));
  if (named !== '' && isRepository) return ofFolder(common);
  const why = isThere(file) ? 'is damaged: it names no repository' : 'is missing';
  return damaged(`${file} ${why}`, `write into it where the repository is: echo ../.. > ${shellWord(file)}`);
}

function ofHead(found: string): CoraError | null {
  const file = join(found, 'HEAD');
  const write = `write your branch into it: echo 'ref: refs/heads/BRANCH' > ${shellWord(file)}`;
  if (!isThere(file)) return damaged(`${file} is missing`, write);
  if (HEAD.test(readBoundedSync(file, MOST_READ).toString('latin1'))) return null;
  return damaged(`${file} is damaged: it names no branch and no commit`, write);
}

function ofFolder(found: string): CoraError | null {
  const missing = ['HEAD', 'objects', 'refs'].filter((name) => !isThere(join(found, name)));
  if (missing.length === 0 || missing.join() === 'HEAD') return ofHead(found);
  return damaged(`${found} is no whole repository: it has no ${missing.join(', ')}`, 'clone it again, or: git init');
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function damaged(message: string, hint: string): CoraError {
  return new CoraError('NOT_A_REPOSITORY', `${message}.`, { hint });
}
