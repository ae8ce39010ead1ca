/**
 * Finds tests of hits by the names of their files. They say where to look for references, and are
 * shown if no reference resolves. A name alone is not enough, because many folders have an
 * `admin.go`: the test must also be where tests of the file would be.
 */

import { blobKeyOf } from '../base/identity.ts';
import { getOrMake } from '../base/lists.ts';
import { fileNameOf, folderOf } from '../base/patterns.ts';
import type { LineRange } from '../base/searchTypes.ts';
import { splitIdentifier } from '../base/words.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import { familyMembers, sameFamily } from '../languages/languages.ts';
import type { SearchedFile } from '../view/searchedView.ts';
import type { Seed } from './findNeighbours.ts';
import { testBlockAt } from './findPlace.ts';
import type { RelatedPlace } from './findRelations.ts';
import { filesLike, NAMELESS } from './pathWords.ts';
import { readFiles, type SourceFile, type SymbolContext } from './readFiles.ts';

const MOST_OF_A_FILE = 2;

interface NamedTest {
  file: SearchedFile;
  /** The hit whose file it tests. */
  of: Seed;
}

/** @returns each test once, those of better hits first; files of hits are left out */
export function namedTests(seeds: readonly Seed[], files: readonly SearchedFile[]): NamedTest[] {
  const sources = seeds.map(({ path, row }) => ({ path, language: row.language }));
  const found = testsByName(sources, files);
  const taken = new Set(seeds.map(({ path }) => path));
  return seeds.flatMap((of, at) =>
    found[at]!.slice(0, MOST_OF_A_FILE).flatMap((file) => {
      if (taken.has(file.path)) return [];
      taken.add(file.path);
      return [{ file, of }];
    }),
  );
}

/**
 * @param resolved places that refer to a hit, best first; those outside of tests are left out
 * @returns the places of `resolved`, those named like a hit first, and then tests found only by
 * name
 */
export async function pairTests(
  context: SymbolContext,
  resolved: readonly RelatedPlace[],
  named: readonly NamedTest[],
): Promise<RelatedPlace[]> {
  const order = new Map(named.map(({ file }, at) => [file.path, at]));
  const orderOf = ({ place }: RelatedPlace): number => order.get(place.path) ?? named.length;
  const tests = resolved.filter(({ isTest }) => isTest).sort((a, b) => orderOf(a) - orderOf(b));
  const known = new Set(tests.map(({ place }) => place.path));
  const others = named.filter(({ file }) => !known.has(file.path));
  return [...tests, ...(await placesByName(context, others))];
}

async function placesByName(context: SymbolContext, tests: readonly NamedTest[]): Promise<RelatedPlace[]> {
  if (tests.length === 0) return [];
  const files = await readFiles(context, new Set(tests.map(({ file }) => blobKeyOf(file))));
  return tests.flatMap(({ file, of }) => {
    const read = files.get(blobKeyOf(file));
    if (read === undefined) return [];
    const { path, status, language } = file;
    const place = { path, status, language, ...testIn(read, new Set(of.row.defines.map(({ name }) => name))) };
    return [{ place, reason: `named as the test of ${fileNameOf(of.path)}`, score: 1, isTest: true }];
  });
}

/**
 * Returns the first test with one of the names, or else the first test, a definition, or a line.
 */
function testIn(
  file: SourceFile,
  names: ReadonlySet<string>,
): Omit<RelatedPlace['place'], 'path' | 'status' | 'language'> {
  const { lines, rows } = file;
  const { tests, named } = getOrMake(testsOfFiles, file, () => testsOf(file));
  const words = (text: string): string[] => text.match(/[\w$]+/g) ?? [];
  const says = ({ startLine, endLine }: LineRange): boolean =>
    lines.slice(startLine - 1, endLine).some((line) => words(line).some((word) => names.has(word)));
  const { kind, symbol, scope, startLine, endLine } = tests.find(says) ??
    tests[0] ??
    named[0] ?? { kind: rows[0]!.kind, symbol: '', scope: [], startLine: 1, endLine: 1 };
  return { kind, symbol, scope, startLine, endLine };
}

const testsOfFiles = new WeakMap<SourceFile, ReturnType<typeof testsOf>>();

function testsOf({ lines, definitions }: SourceFile) {
  const blocks = lines.flatMap((_, at) => {
    const block = testBlockAt(lines, at + 1);
    return block === null ? [] : [{ kind: 'function' as const, symbol: block.title, scope: [], ...block }];
  });
  const named = definitions.map(({ name: symbol, ...definition }) => ({ symbol, ...definition }));
  return { tests: [...blocks, ...named.filter(({ kind }) => TESTS.has(kind))], named };
}

const TESTS: ReadonlySet<string> = new Set(['function', 'method', 'class']);

// Pairs `openTable.test.ts` with `openTable.ts`, in its folder or in a tree that mirrors its own.
// Pure.

/** Words in names of tests that say nothing about the tested file. */
const TEST_WORDS = new Set(['test', 'tests', 'spec', 'specs', 'it']);
/** Matches the folder at which a tree of tests begins. */
const TEST_FOLDER = /^_*(?:tests?|specs?|testing|e2e)_*$/i;
/** Folders that only one of two mirrored trees has. */
const GENERIC_FOLDER = new RegExp(
  `^(?:_*(?:tests?|specs?)_*|unit|integration|e2e|functional|src|lib|app|main|${familyMembers('java').join('|')})$`,
  'i',
);

interface NamedFile {
  path: string;
  language: string;
}

/** 0: in the file's folder. 1: at its place in the mirrored tree. 2: at the end of that place. */
type Nearness = 0 | 1 | 2;

/** @returns the tests of each source, nearest first; empty for a test and for an `index` */
export function testsByName<T extends NamedFile>(sources: readonly NamedFile[], files: readonly T[]): T[][] {
  return sources.map((source) => {
    const { stem, longest } = stemOf(source);
    if (longest === '') return [];
    const folder = folderOf(source.path);
    const folders = new Set(splitIdentifier(folder));
    const tests: { file: T; near: Nearness; place: TestPlace; isTold: boolean }[] = [];
    /** Folders with another file of the same name. */
    const namesakes: string[] = [];
    for (const file of filesLike(files, [longest])) {
      if (file.path === source.path) continue;
      const { test, prose } = fileFeaturesOf(file.path, file.language);
      if (prose) continue;
      const rest = restOf(wordsOf(fileNameOf(file.path)), stem);
      if (rest === null) continue;
      if (!test) {
        if (rest.length === 0 && sameFamily(file.language, source.language)) namesakes.push(folderOf(file.path));
        continue;
      }
      const said = rest.filter((word) => !TEST_WORDS.has(word));
      if (!said.every((word) => folders.has(word))) continue;
      const place = placeOfTest(folderOf(file.path));
      const near = nearnessOf(place, folder);
      if (near !== null) tests.push({ file, near, place, isTold: said.length > 0 });
    }
    const own = tests.filter(
      ({ near, place, isTold }) => near < 2 || isTold || !namesakes.some((other) => nearnessOf(place, other) !== null),
    );
    return own.sort((a, b) => a.near - b.near).map(({ file }) => file);
  });
}

/**
 * Returns the words of the file's name, and the longest of them, which is '' if the file cannot
 * have tests.
 */
function stemOf({ path, language }: NamedFile): { stem: readonly string[]; longest: string } {
  const isNameless = NAMELESS.has(fileNameOf(path).split('.', 1)[0]!);
  const hasNone = isNameless || fileFeaturesOf(path, language).test;
  const stem = hasNone ? [] : wordsOf(fileNameOf(path));
  return { stem, longest: stem.reduce((best, word) => (word.length > best.length ? word : best), '') };
}

/** Returns the words that a name has beside the file's own; null if it lacks one of these. */
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
  /** The folder that the tree of tests mirrors; null outside of such a tree. */
  root: string | null;
  /** The test's folders in that tree. */
  inner: readonly string[];
}

function placeOfTest(folder: string): TestPlace {
  const parts = folder.split('/');
  const at = parts.findIndex((part) => TEST_FOLDER.test(part));
  if (at === -1) return { folder, root: null, inner: [] };
  return { folder, root: parts.slice(0, at).join('/'), inner: ownFolders(parts.slice(at + 1)) };
}

/** @returns null if tests of files in `folder` would not be here */
function nearnessOf({ folder: own, root, inner }: TestPlace, folder: string): Nearness | null {
  if (own === folder) return 0;
  if (root === null || (root !== '' && folder !== root && !folder.startsWith(`${root}/`))) return null;
  const below = ownFolders(folder.slice(root.length).split('/'));
  const end = below.slice(below.length - inner.length);
  if (inner.length > below.length || inner.join('/') !== end.join('/')) return null;
  return inner.length === below.length ? 1 : 2;
}

function ownFolders(parts: readonly string[]): string[] {
  return parts.filter((part) => part !== '' && !GENERIC_FOLDER.test(part)).map((part) => part.toLowerCase());
}

/** Returns the words without the last ending: the mark of a test may be an ending itself. */
function wordsOf(path: string): string[] {
  return splitIdentifier(path.replace(/\.[^./]*$/, ''));
}
