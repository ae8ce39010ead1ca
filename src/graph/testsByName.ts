/**
 * Tests that are named as a file's: `openTable.test.ts` of `openTable.ts`, `test_utils_log.py` of `utils/log.py`, and that stand
 * where a test of it would: in its folder, or in a tree of tests that mirrors its own. A name alone pairs nothing: every second
 * folder has an `admin.go`. Pure.
 */

import { fileNameOf, folderOf } from '../base/pathParts.ts';
import { splitIdentifier } from '../base/words.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import { sameFamily } from '../languages/referenceRules.ts';
import { lowerName } from './lowerName.ts';
import { NAMELESS } from './pathWords.ts';

/** Words of a test's name that say only that it is one. */
const MARKS = new Set(['test', 'tests', 'spec', 'specs', 'it']);
/** Where a tree of tests begins. */
const TEST_FOLDER = /^_*(?:tests?|specs?|testing|e2e)_*$/i;
/** Folders that only one of two mirrored trees has. */
const GENERIC =
  /^(?:_*(?:tests?|specs?)_*|unit|integration|e2e|functional|src|lib|app|main|java|kotlin|scala|groovy)$/i;

interface File {
  path: string;
  language: string;
}

/** How near: in the file's folder, at its place in the mirrored tree, at the end of that place. */
type Nearness = 0 | 1 | 2;

interface Wanted {
  path: string;
  language: string;
  /** Words of the file's name. */
  stem: readonly string[];
  longest: string;
  tests: { at: number; near: Nearness; place: TestPlace; isTold: boolean }[];
  /** Folders of other files that are called like it. */
  namesakes: string[];
}

/**
 * @param sources of which those that are tests themselves, or are called `index` or `__init__`, get none
 * @returns for each source its tests, nearest first; ties as in `files`
 */
export function testsByName<T extends File>(sources: readonly File[], files: readonly T[]): T[][] {
  const wanted = sources.map(wantedOf);
  files.forEach((file, at) => {
    const lower = lowerName(file);
    for (const one of wanted) {
      // Most files are turned away before their names are split.
      if (one.longest === '' || !lower.includes(one.longest) || file.path === one.path) continue;
      const { test, prose } = fileFeaturesOf(file.path, file.language);
      if (prose) continue;
      const rest = restOf(wordsOf(fileNameOf(file.path)), one.stem);
      if (rest === null) continue;
      if (!test) {
        if (rest.length === 0 && sameFamily(file.language, one.language)) one.namesakes.push(folderOf(file.path));
        continue;
      }
      const folders = new Set(splitIdentifier(folderOf(one.path)));
      const said = rest.filter((word) => !MARKS.has(word));
      if (!said.every((word) => folders.has(word))) continue;
      const place = placeOfTest(folderOf(file.path));
      const near = nearnessOf(place, folderOf(one.path));
      if (near !== null) one.tests.push({ at, near, place, isTold: said.length > 0 });
    }
  });
  return wanted.map(({ tests, namesakes }) => {
    const own = tests.filter(
      ({ near, place, isTold }) =>
        near < 2 || isTold || !namesakes.some((folder) => nearnessOf(place, folder) !== null),
    );
    return own.sort((a, b) => a.near - b.near).map(({ at }) => files[at]!);
  });
}

function wantedOf({ path, language }: File): Wanted {
  const isNameless = NAMELESS.has(fileNameOf(path).split('.', 1)[0]!);
  const hasNone = isNameless || fileFeaturesOf(path, language).test;
  const stem = hasNone ? [] : wordsOf(fileNameOf(path));
  const longest = stem.reduce((best, word) => (word.length > best.length ? word : best), '');
  return { path, language, stem, longest, tests: [], namesakes: [] };
}

/** The words that a name has beside the file's; null where one of those is missing. */
function restOf(words: readonly string[], stem: readonly string[]): string[] | null {
  const rest = [...words];
  for (const word of stem) {
    const at = rest.indexOf(word);
    if (at === -1) return null;
    rest.splice(at, 1);
  }
  return rest;
}

interface TestPlace {
  folder: string;
  /** What the tree of tests mirrors; null outside of such a tree. */
  root: string | null;
  /** Its folders in the tree. */
  inner: readonly string[];
}

function placeOfTest(folder: string): TestPlace {
  const parts = folder.split('/');
  const at = parts.findIndex((part) => TEST_FOLDER.test(part));
  if (at === -1) return { folder, root: null, inner: [] };
  return { folder, root: parts.slice(0, at).join('/'), inner: ownFolders(parts.slice(at + 1)) };
}

/** @returns null where no test of a file in `folder` would stand */
function nearnessOf({ folder: own, root, inner }: TestPlace, folder: string): Nearness | null {
  if (own === folder) return 0;
  if (root === null || (root !== '' && folder !== root && !folder.startsWith(`${root}/`))) return null;
  const below = ownFolders(folder.slice(root.length).split('/'));
  const end = below.slice(below.length - inner.length);
  if (inner.length > below.length || inner.join('/') !== end.join('/')) return null;
  return inner.length === below.length ? 1 : 2;
}

function ownFolders(parts: readonly string[]): string[] {
  return parts.filter((part) => part !== '' && !GENERIC.test(part)).map((part) => part.toLowerCase());
}

/** Without what stands behind the last dot: a test's own mark may stand behind the first. */
function wordsOf(path: string): string[] {
  return splitIdentifier(path.replace(/\.[^./]*$/, ''));
}
