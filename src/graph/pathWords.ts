/** The words of a path: what a file's name and its folders say about its content. Pure. */

import { getOrMake } from '../base/lists.ts';
import { joinedName, termsOf } from '../base/words.ts';

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

/** Every query looks at the names of all files, and a view shares its files with the one before. */
const lowerNames = new WeakMap<{ path: string }, string>();

/**
 * @returns in lower case, behind its folder's name where its own says nothing: `parser/index.ts`,
 * `openTable.ts` → `opentable.ts`
 */
export function lowerName(file: { path: string }): string {
  return getOrMake(lowerNames, file, () => {
    const lower = file.path.toLowerCase();
    const start = lower.lastIndexOf('/') + 1;
    const isNameless = NAMELESS.has(lower.slice(start).split('.', 1)[0]!);
    return lower.slice(isNameless ? lower.lastIndexOf('/', start - 2) + 1 : start);
  });
}
