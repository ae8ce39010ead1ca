/** Path globs as people write them in settings and after `--path`. */

import { CoraError } from '../base/errors.ts';
import { compileGlob } from '../base/patterns.ts';

/**
 * True for a path that one of the globs matches; names that begin with a dot are like any others.
 *
 *     *.go, LICENSE     no slash: the name, in any directory
 *     src/**, /README   with a slash: from the top level
 *     docs, src/api/    a directory stands for everything below it
 *     !src/**           what the rest does not match
 *
 * @throws CoraError BAD_PATTERN
 */
export function matchGlobs(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.map(matcherOf);
  return (path) => matchers.some((matches) => matches(path));
}

/** The first glob that matches, for saying why. */
export function firstMatch(globs: readonly string[]): (path: string) => string | undefined {
  const matchers = globs.map((glob) => ({ glob, matches: matcherOf(glob) }));
  return (path) => matchers.find(({ matches }) => matches(path))?.glob;
}

function matcherOf(glob: string): (path: string) => boolean {
  if (/^!(?!\()/.test(glob)) {
    const matches = matcherOf(glob.slice(1));
    return (path) => !matches(path);
  }
  const plain = glob.replace(/^(?:\.\/)+/, '').replace(/(?<!\/)\/+$/, '');
  const pattern = plain.replace(/^\/+/, '');
  if (pattern === '') {
    throw new CoraError('BAD_PATTERN', `'${glob}' is no path glob.`, { hint: "write one like 'src/**' or '*.go'" });
  }
  const anywhere = plain.includes('/') ? pattern : `**/${pattern}`;
  const matchers = [anywhere, `${anywhere}/**`].map(compileGlob);
  return (path) => matchers.some((matches) => matches(path));
}
