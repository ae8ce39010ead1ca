/** Globs over repository-relative paths. */

import { compileGlob } from '../compileGlob.ts';

/**
 * @param globs a path is kept when it fits any of them (or there is none to fit) and none that starts with `!`. A glob without a
 *   slash fits the file's name; one that names a directory fits all below it
 * @returns the paths kept, sorted by code unit, each once
 */
export function selectPaths(paths: readonly string[], globs: readonly string[]): string[] {
  const wanted = globs.filter((glob) => !glob.startsWith('!')).map(matcherOf);
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => matcherOf(glob.slice(1)));
  const kept = [...new Set(paths)].filter(
    (path) => (wanted.length === 0 || wanted.some((fits) => fits(path))) && !unwanted.some((fits) => fits(path)),
  );
  return kept.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function matcherOf(glob: string): (path: string) => boolean {
  const pattern = glob.replace(/^\.?\//, '').replace(/(?<!\/)\/+$/, '');
  const anywhere = pattern.includes('/') ? pattern : `**/${pattern}`;
  const fits = compileGlob(anywhere);
  const below = compileGlob(`${anywhere}/**`);
  return (path) => fits(path) || below(path);
}
