/** A folder that Git tracks came with the repository: whoever made that chose what is in it. */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { shellWord } from '../base/shellWord.ts';
import { gitEnvironment } from './gitEnvironment.ts';
import { gitFailed, runGit } from './runGit.ts';

/** Costs a git process where the folder lies in a working tree, and none in a Git directory or elsewhere. @throws CoraError STORE, GIT */
export async function refuseTracked(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const tracked = await trackedIn(folder, env);
  if (tracked === null) return;
  throw new CoraError('STORE', `${folder} is tracked by Git: an index that came with a repository is not used.`, {
    hint: `choose another folder, or: git rm -r --cached -- ${shellWord(tracked.name)}, then remove the folder and run: cora index`,
  });
}

/**
 * @returns the working tree around a folder, and its name there, if Git tracks anything in it; else null
 * @throws CoraError GIT where git cannot say it
 */
export async function trackedIn(folder: string, env: NodeJS.ProcessEnv): Promise<{ top: string; name: string } | null> {
  if (!existsSync(folder)) return null;
  const real = realpathSync(folder);
  for (const top of workingTreesAround(real)) {
    const name = relative(top, real).split(sep).join('/');
    const args = ['ls-files', '-z', '--cached', '--', `:(top,literal)${name}`];
    const { stdout, stderr, status } = await runGit({ cwd: top, env: gitEnvironment(env) }, args, { mayFail: true });
    // A git that cannot say it, as in a repository of another user, has not said that nothing is tracked.
    if (status !== 0 && !stderr.includes('not a git repository')) throw gitFailed(args, stderr, status);
    if (stdout.length > 0) return { top, name: name || '.' };
  }
  return null;
}

/**
 * The folder itself where it is one, and the nearest above: by their `.git`, which nobody can track. Git itself would also take a
 * folder in bare form for one, which somebody can.
 */
function workingTreesAround(path: string): string[] {
  const found: string[] = [];
  for (let dir = path; ; dir = dirname(dir)) {
    // Git tracks nothing in a folder of this name.
    if (basename(dir) === '.git') return found;
    if (existsSync(join(dir, '.git'))) found.push(dir);
    if (found.some((top) => top !== path) || dirname(dir) === dir) return found;
  }
}
