/** The words of a path: what a file's name and its folders say about its content. Pure. */

import { countWhile, getOrMake } from '../base/lists.ts';
import { joinedName, termsOf } from '../base/words.ts';
import { startsOf } from './readFiles.ts';

export interface PathWords {
  /** Stemmed words of the file name up to its first dot. */
  stem: readonly string[];
  /** Stemmed words of the folders. */
  folders: ReadonlySet<string>;
  /** The file name up to its first dot, joined. */
  joined: string;
}

/** These names say nothing; the folder's name stands for the file. */
export const NAMELESS: ReadonlySet<string> = new Set(['index', 'mod', '__init__', 'init', 'main', 'lib']);

export function pathWordsOf(path: string): PathWords {
  if (wordsOfPath.size >= CACHE_LIMIT) wordsOfPath.clear();
  return getOrMake(wordsOfPath, path, () => split(path));
}

/** A pure function, asked again for the same paths by every query of a process. */
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

/**
 * Returns how much of the file name the query asks for, 0 to 1: query terms that hit the name /
 * words of the name, squared.
 */
export function namePrecision(path: PathWords, terms: ReadonlySet<string>): number {
  if (!path.stem.some((word) => terms.has(word))) return 0;
  const distinct = new Set(path.stem);
  let hits = 0;
  for (const word of distinct) if (terms.has(word)) hits += 1;
  return (hits / distinct.size) ** 2;
}

// The names of files as words of a query are looked for in them. Pure.

/** All names of a list in one text, so that a word is looked for in all of them at once. */
interface Names {
  text: string;
  /** Where each name begins, and where another one would. */
  starts: readonly number[];
}

/** Every query looks at the names of all files. */
const namesOfFiles = new WeakMap<readonly { path: string }[], Names>();

/** @returns the files whose names have one of the texts in lower case, in their order */
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
 * @returns in lower case, behind its folder's name where its own says nothing: `parser/index.ts`,
 * `openTable.ts` → `opentable.ts`
 */
export function lowerName({ path }: { path: string }): string {
  const lower = path.toLowerCase();
  const start = lower.lastIndexOf('/') + 1;
  const isNameless = NAMELESS.has(lower.slice(start).split('.', 1)[0]!);
  return lower.slice(isNameless ? lower.lastIndexOf('/', start - 2) + 1 : start);
}
