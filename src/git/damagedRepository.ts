/** Why Git takes a `.git` that is there for no repository. Git itself says of it what it says where there is none. */

import { lstatSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readBoundedSync } from '../boundedRead.ts';
import { CoraError, systemFailure } from '../errors.ts';
import { shellWord } from '../shellWord.ts';

/** More bytes than the longest name of a branch has, or a path. */
const MOST_READ = 8192;
/** `ref: refs/heads/main`, or the name of a commit. */
const HEAD = /^(ref:\s*refs\/|[0-9a-f]{40})/;

/** @param dir where Git has found no repository @returns null where no `.git` in it or above it explains that */
export function damagedRepository(dir: string): CoraError | null {
  const found = join(dir, '.git');
  try {
    const kind = lstatSync(found, { throwIfNoEntry: false });
    if (kind === undefined) return dirname(dir) === dir ? null : damagedRepository(dirname(dir));
    return kind.isFile() ? ofFile(found) : ofFolder(found);
  } catch (error) {
    return systemFailure(error, `${found} cannot be read`);
  }
}

function ofFile(found: string): CoraError | null {
  const named = /^gitdir: (.*)/.exec(readBoundedSync(found, MOST_READ).toString('utf8'))?.[1];
  if (named === undefined || isThere(resolve(dirname(found), named))) return null;
  return damaged(
    `${found} names a Git directory that is not there: ${named}`,
    'of a linked worktree: git worktree repair, in the main one; of a submodule: git submodule update --init',
  );
}

function ofFolder(found: string): CoraError | null {
  const file = join(found, 'HEAD');
  if (isThere(file) && !HEAD.test(readBoundedSync(file, MOST_READ).toString('latin1'))) {
    const write = `echo 'ref: refs/heads/BRANCH' > ${shellWord(file)}`;
    return damaged(`${file} is damaged: it names no branch and no commit`, `write your branch into it: ${write}`);
  }
  const missing = ['HEAD', 'objects', 'refs'].filter((name) => !isThere(join(found, name)));
  if (missing.length === 0) return null;
  return damaged(`${found} is no whole repository: it has no ${missing.join(', ')}`, 'clone it again, or: git init');
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function damaged(message: string, hint: string): CoraError {
  return new CoraError('NOT_A_REPOSITORY', `${message}.`, { hint });
}
