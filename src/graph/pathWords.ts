/**
 * The words of a path, which say something about the content of a file, and of qualified names.
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { countWhile, getOrMake, groupBy } from '../base/lists.ts';
import { folderOf } from '../base/patterns.ts';
import type { BlobKey, ChunkKind } from '../base/types.ts';
import { joinedName, namePartsOf, termsOf } from '../base/words.ts';
import { componentName } from '../languages/javascript.ts';
import type { ViewedFile } from '../view/viewFiles.ts';
import { type SymbolContext, startsOf } from './readFiles.ts';
import type { SymbolHit } from './referenceModel.ts';

export interface PathWords {
  /** Stemmed words of the file name before its first dot. */
  stem: readonly string[];
  /** Stemmed words of the folders. */
  folders: ReadonlySet<string>;
  /** The file name before its first dot, as one joined name. */
  joined: string;
}

/** File names that say nothing: the folder's name counts instead. */
export const NAMELESS: ReadonlySet<string> = new Set(['index', 'mod', '__init__', 'init', 'main', 'lib']);

export function pathWordsOf(path: string): PathWords {
  if (wordsOfPath.size >= CACHE_LIMIT) wordsOfPath.clear();
  return getOrMake(wordsOfPath, path, () => split(path));
}

/** The words of each path, because every query of a process asks for the same paths. */
const wordsOfPath = new Map<string, PathWords>();
const CACHE_LIMIT = 100_000;

function split(path: string): PathWords {
  const parts = path.split('/');
  const file = parts.pop() ?? '';
  const dot = file.indexOf('.', 1);
  let name = dot === -1 ? file : file.slice(0, dot);
  if (NAMELESS.has(name) && parts.length > 0) name = parts.at(-1)!;
  return {
    stem: termsOf(name).words,
    folders: new Set(parts.flatMap((part) => termsOf(part).words)),
    joined: joinedName(name),
  };
}

// Looks for the words of a query inside of file names. Pure.

/** All names of a list as one text, so that a word is looked for in all of them at once. */
interface Names {
  text: string;
  /** Where each name begins in the text, and where the next one after the last would. */
  starts: readonly number[];
}

/** Names by list of files, because every query looks at all of them. */
const namesOfFiles = new WeakMap<readonly { path: string }[], Names>();

/**
 * @returns the files, in their order, whose name contains one of the texts, which are in lower case
 */
export function filesLike<F extends { path: string }>(files: readonly F[], texts: Iterable<string>): F[] {
  const { text: all, starts } = getOrMake(namesOfFiles, files, () => {
    const names = files.map(lowerName);
    return { text: names.join('\n'), starts: startsOf(names) };
  });
  const found = new Set<number>();
  for (const text of texts) {
    for (let at = all.indexOf(text); at !== -1; ) {
      const file = countWhile(files.length, (one) => starts[one]! <= at) - 1;
      found.add(file);
      at = file + 1 === files.length ? -1 : all.indexOf(text, starts[file + 1]!);
    }
  }
  return [...found].sort((a, b) => a - b).map((at) => files[at]!);
}

/**
 * Returns a file's name in lower case, after its folder's name if its own says nothing:
 * `parser/index.ts`, `openTable.ts` → `opentable.ts`
 */
export function lowerName({ path }: { path: string }): string {
  const lower = path.toLowerCase();
  const start = lower.lastIndexOf('/') + 1;
  const isNameless = NAMELESS.has(lower.slice(start).split('.', 1)[0]!);
  return lower.slice(isNameless ? lower.lastIndexOf('/', start - 2) + 1 : start);
}

// Qualified names. Pure.

/** Also reads `App\\Models\\User` and `src/utils.parse`. */
export function partsOfName(name: string): { outer: string[]; last: string } {
  const parts = namePartsOf(name.replaceAll('\\', '.'));
  const last = parts.pop() ?? name;
  return { outer: parts.flatMap((part) => part.split('/')).filter((part) => part !== ''), last };
}

/**
 * The outer names must occur in the scope in this order: `Server.start` also finds
 * `net.Server.start`.
 */
export function isWithin(scope: readonly string[], outer: readonly string[]): boolean {
  let at = 0;
  for (const name of scope) if (name === outer[at]) at++;
  return at === outer.length;
}

/**
 * Returns a test of definitions. The outer names must begin with a package, folders or the file,
 * as modules and namespaces do, and go on with the scope. A method needs the name of its type.
 * @param packages maps their names to their folders
 */
export function isInModule(
  outer: readonly string[],
  packages: ReadonlyMap<string, string>,
): (definition: { path: string; scope: readonly string[]; kind: ChunkKind }) => boolean {
  const names = outer.map(joinedName);
  const packagesIn = groupBy(packages, ([, folder]) => folder);
  const packagesAbove = (path: string): string[] => {
    const folder = folderOf(path);
    const own = packagesIn.get(folder)?.map(([name]) => name) ?? [];
    return folder === '' ? own : [...packagesAbove(folder), ...own];
  };
  return ({ path, scope, kind }) => {
    const modules = [...packagesAbove(path), path.replace(/\.[^./]*$/, '')]
      .flatMap((name) => name.split(/[^\w-]+/))
      .map(joinedName);
    if (names.length > modules.length + scope.length) return false;
    return names.some(
      (_, types) =>
        (types > 0 || kind !== 'method') &&
        isWithin(modules, names.slice(0, names.length - types)) &&
        isWithin(scope, outer.slice(outer.length - types)),
    );
  };
}

const componentsOfFiles = new WeakMap<readonly ViewedFile[], ReadonlyMap<string, readonly ViewedFile[]>>();

/**
 * Returns the components that are files, such as StatusCard.vue, and do not define their name
 * themselves.
 * @param wanted the joined forms of their names
 */
export async function componentsNamed(
  { store, view }: SymbolContext,
  wanted: ReadonlySet<string>,
  known: readonly SymbolHit[],
): Promise<SymbolHit[]> {
  const byName = getOrMake(componentsOfFiles, view.files, () => {
    const all = view.files.filter(({ path }) => componentName(path) !== null);
    return groupBy(all, ({ path }) => joinedName(componentName(path)!));
  });
  const defining = new Set(known.map(({ path, name }) => `${path}\0${name}`));
  const files = (byName.size === 0 ? [] : [...wanted])
    .flatMap((name) => byName.get(name) ?? [])
    .filter(({ path }) => !defining.has(`${path}\0${componentName(path)}`));
  if (files.length === 0) return [];
  const blobs = new Set(files.map(blobKeyOf));
  const ends = new Map<BlobKey, number>();
  for (const row of [...(await store.rows({ blobs: [...blobs] }, ['blobSha', 'language', 'endLine'])), ...view.overlay])
    ends.set(rowKeyOf(row), Math.max(row.endLine, ends.get(rowKeyOf(row)) ?? 1));
  return files.map((file) => {
    const { path, language, status } = file;
    return {
      ...{ path, language, status, name: componentName(path)!, scope: [], kind: 'module', signature: '' },
      startLine: 1,
      endLine: ends.get(blobKeyOf(file)) ?? 1,
    };
  });
}
