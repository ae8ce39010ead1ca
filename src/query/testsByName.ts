/** Tests that say by their name what they test: `openTable.test.ts` of `openTable.ts`, `test_utils_log.py` of `utils/log.py`. Pure. */

import { fileNameOf, folderOf } from '../pathParts.ts';
import { splitIdentifier } from '../words.ts';
import { fileFeaturesOf } from './fileFeatures.ts';
import { lowerName } from './lowerName.ts';
import { NAMELESS } from './pathWords.ts';

/** Words of a test's name that say only that it is one. */
const MARKS = new Set(['test', 'tests', 'spec', 'specs', 'it']);
/** The rest of the name must be the file's path: `test_log_colors.py` tests something else than `log.py`. */
const LEAST_SHARE = 0.5;

interface File {
  path: string;
  language: string;
}

interface Wanted {
  path: string;
  /** Words of the file's name, and of its folders too. */
  stem: ReadonlySet<string>;
  whole: ReadonlySet<string>;
  longest: string;
  /** Words of its folders. */
  folders: readonly string[];
  tests: { at: number; share: number; near: number }[];
}

/**
 * @param sources of which those that are tests themselves, or are called `index` or `__init__`, get none
 * @returns for each source its tests: those whose names say most of the path and little else first, then those in its folders or
 *   in folders called like them, which leave out those anywhere else; ties as in `files`
 */
export function testsByName<T extends File>(sources: readonly File[], files: readonly T[]): T[][] {
  const wanted = sources.map(wantedOf);
  files.forEach((file, at) => {
    const lower = lowerName(file);
    for (const one of wanted) {
      // Most files are turned away before their names are split.
      if (one.longest === '' || !lower.includes(one.longest) || file.path === one.path) continue;
      const share = shareOf(file, one);
      if (share >= LEAST_SHARE) one.tests.push({ at, share, near: nearnessOf(file.path, one) });
    }
  });
  return wanted.map(({ tests }) => {
    const isNear = tests.some(({ near }) => near > 0);
    const own = tests.filter(({ near }) => near > 0 || !isNear);
    return own.sort((a, b) => b.share - a.share || b.near - a.near).map(({ at }) => files[at]!);
  });
}

function wantedOf({ path, language }: File): Wanted {
  const isNameless = NAMELESS.has(fileNameOf(path).split('.', 1)[0]!);
  const hasNone = isNameless || fileFeaturesOf(path, language).test;
  const stem = new Set(hasNone ? [] : wordsOf(fileNameOf(path)));
  const longest = [...stem].reduce((best, word) => (word.length > best.length ? word : best), '');
  return { path, stem, whole: new Set(wordsOf(path)), longest, folders: splitIdentifier(folderOf(path)), tests: [] };
}

/** How much of a test's name the path says; 0 for what is no test or leaves a word of the file's name out. */
function shareOf({ path, language }: File, { stem, whole }: Wanted): number {
  const { test, prose } = fileFeaturesOf(path, language);
  if (!test || prose) return 0;
  const words = wordsOf(fileNameOf(path)).filter((word) => !MARKS.has(word));
  if (![...stem].every((word) => words.includes(word))) return 0;
  return words.filter((word) => whole.has(word)).length / words.length;
}

/** How many of the file's folders the test's folders name. */
function nearnessOf(path: string, { folders }: Wanted): number {
  const there = new Set(splitIdentifier(folderOf(path)));
  return folders.filter((word) => there.has(word)).length;
}

/** Without what stands behind the last dot: a test's own mark may stand behind the first. */
function wordsOf(path: string): string[] {
  return splitIdentifier(path.replace(/\.[^./]*$/, ''));
}
