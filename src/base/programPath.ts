/** The part of a PATH that no repository can have a say in. Pure. */

import { delimiter, isAbsolute } from 'node:path';

/**
 * A relative entry means wherever Cora is; and npm, npx and husky put `node_modules/.bin` of the
 * folder that they are started in, and of those above it, before everything else. So a repository
 * could bring a `git`, an `ssh`, a `node`.
 */
export function programPath(path: string): string {
  const isSafe = (entry: string): boolean => isAbsolute(entry) && !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(entry);
  return path.split(delimiter).filter(isSafe).join(delimiter);
}

/**
 * @returns the same environment, with such a PATH; an empty one would mean the current directory,
 * so it is left out
 */
export function withProgramPath(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const safe = { ...env };
  for (const name of ['PATH', 'Path']) {
    const path = programPath(env[name] ?? '');
    if (path === '') delete safe[name];
    else safe[name] = path;
  }
  return safe;
}
