/** Finds the files of a view that written paths mean, also misspelt ones. Pure. */

import { addTo, getOrMake } from '../base/lists.ts';
import { isMisspelt, nearestPaths } from '../base/nearest.ts';
import { fileNameOf } from '../base/patterns.ts';
import type { MissingPath } from '../base/searchTypes.ts';
import { identifiersIn, splitIdentifier } from '../base/words.ts';
import type { SearchedFile } from '../view/searchedView.ts';
import { EXTENSION } from './question/readNames.ts';
import type { StackFrame, WrittenPath } from './question.ts';

const namedFiles = new WeakMap<readonly SearchedFile[], ReadonlyMap<string, readonly SearchedFile[]>>();

function filesByName(files: readonly SearchedFile[]): ReadonlyMap<string, readonly SearchedFile[]> {
  return getOrMake(namedFiles, files, () => {
    const byName = new Map<string, SearchedFile[]>();
    for (const file of files) addTo(byName, fileNameOf(file.path), file);
    return byName;
  });
}

interface FoundFile {
  file: SearchedFile;
  /**
   * True if the whole written path agrees, or for a path from outside of the repository, the whole
   * path of the file.
   */
  isWhole: boolean;
  /** True for the source of a compiled file that is written. */
  isCompiled?: true;
}

/**
 * `/home/me/app/src/a.ts`, `C:/app/src/a.ts`, `../src/a.ts`, `https://host/app/src/a.ts`; Lua cuts
 * a long path: `...nvim/lua/a.lua`
 */
const OUTSIDE = /^(?:\/|~|\.\.\/|\.{3}|[a-z][a-z+]*:)/i;
/** The version of an unpacked package: `github.com/acme/shop@v1.2.3/a.go`, `shop-1.2.3/src/a.rs` */
const VERSION = /[@-]v?\d+\.\d[^/]*$/i;

/**
 * Folders that an installed package leaves out: `site-packages/flask/app.py` is `src/flask/app.py`.
 */
const SOURCES = /^(?:src|source|lib|include|packages|crates|modules)\//;

function isFromOutside(written: string): boolean {
  return (
    OUTSIDE.test(written) ||
    partsOf(written)
      .slice(0, -1)
      .some((part) => VERSION.test(part))
  );
}

/** A line behind a path means as many files. */
const MOST_WITH_LINE = 2;

/**
 * Returns the file that a written path means: the one whose path has the longest common end with
 * it. Among several it is the one whose whole path that end is. A bare file name that several files
 * have is ignored, unless it is the whole question; with a line behind it, it may mean two files. A
 * longer path that agrees only in its file name belongs to another project.
 * @param mayBeMeant leaves files out, after the ends were compared
 */
export function filesOf(
  { path: written, alone, line }: Pick<WrittenPath, 'path' | 'alone' | 'line'>,
  files: readonly SearchedFile[],
  mayBeMeant: (file: SearchedFile) => boolean = () => true,
): FoundFile[] {
  // A bare word is looked up directly, without the list of all names.
  if (alone && !/[./]/.test(written)) {
    const file = files.find(({ path }) => path === written);
    return file === undefined ? [] : [{ file, isWhole: true }];
  }
  const wanted = partsOf(written);
  const found = (filesByName(files).get(wanted.at(-1) ?? '') ?? []).map((file) => {
    const own = file.path.split('/');
    return { file, parts: own.length, common: commonEnd(own, wanted) };
  });
  const most = found.reduce((best, { common }) => Math.max(best, common), 0);
  const meant = found.filter(({ file, common }) => common === most && mayBeMeant(file));
  const whole = alone || written.includes('/') ? meant.find(({ parts }) => parts === most) : undefined;
  const ones = whole === undefined ? meant : [whole];
  if (ones.length > (line > 0 ? MOST_WITH_LINE : 1)) return [];
  return ones.flatMap(({ file, parts }) => {
    if (most === 1 && wanted.length > 1 && parts > 1) return [];
    // A file at the top is meant by its whole path, or by a package around it.
    const isAnchored = most > 1 || alone || VERSION.test(wanted.at(-2) ?? '');
    const isRest = parts === most || (most > 1 && parts === most + 1 && SOURCES.test(file.path));
    const isInside = isAnchored && isRest && isFromOutside(written);
    return { file, isWhole: most === wanted.length || isInside };
  });
}

/** Files that answer for their folder. */
const OF_FOLDER = /^(?:\+?(?:index|main|mod|route|routes|router|page|server|handler)|__init__|readme)\.\w+$/i;
/** If more folders end in what the question names, none of them is meant. */
const MOST_FOLDERS = 3;

/**
 * @param written the end of a folder's path; with `/` in front of it, it may be a route
 * @returns the files inside of that folder, those that answer for it first
 */
export function filesInFolder(written: string, files: readonly SearchedFile[]): readonly SearchedFile[] {
  const parts = partsOf(written);
  if (parts.length === 0) return [];
  const wanted = `/${parts.join('/')}/`;
  const folders = new Set<string>();
  const found = files.flatMap((file) => {
    const path = `/${file.path}`;
    const at = path.indexOf(wanted);
    if (at === -1) return [];
    folders.add(path.slice(0, at));
    const below = path.slice(at + wanted.length);
    return [{ file, depth: below.split('/').length, isFirst: OF_FOLDER.test(below) }];
  });
  const isRoute = written.startsWith('/') && !folders.has('');
  if (folders.size > MOST_FOLDERS && !folders.has('')) return [];
  return found
    .filter(({ isFirst }) => isFirst || !isRoute)
    .sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || a.depth - b.depth || (a.file.path < b.file.path ? -1 : 1))
    .map(({ file }) => file);
}

/** Like `filesOf`; compiled JavaScript may mean its source: `dist/lib/a.js` → `src/lib/a.ts`. */
export function reportedFiles(
  { path, line }: Pick<StackFrame, 'path' | 'line'>,
  ...rest: [readonly SearchedFile[], (file: SearchedFile) => boolean]
): FoundFile[] {
  if (USERS_OWN.test(path)) return [];
  const mayBeCompiled = path.includes('/') && COMPILED.test(path);
  for (const one of [path, ...(mayBeCompiled ? ['.$1ts', '.tsx'].map((to) => path.replace(COMPILED, to)) : [])]) {
    const found = filesOf({ path: one, alone: false, line }, ...rest);
    if (found.length > 0) return one === path ? found : found.map((file) => ({ ...file, isCompiled: true }));
  }
  return [];
}

/** Names without a folder that a reporter's own program has too. */
const USERS_OWN = /^(?:app|config|example|index|main|test)\.\w+$/;
const COMPILED = /\.([cm]?)jsx?$/;

function partsOf(written: string): string[] {
  return written.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
}

/** The most missing paths that an answer reports. */
const MOST_MISSING = 3;
/** Matches paths with an ending and without special characters: `src/a.ts`, `./a.ts`, `a.ts`. */
const FILE_PATH = /^[\p{L}\p{M}\p{N}_@.+~$/-]*\.(\w{1,8})$/u;
const LIBRARY = /^[A-Za-z]+\.js$/;

/** Paths that no file has. */
interface Missing {
  missingPaths: MissingPath[];
  /** The files that misspelt ones certainly mean, with the lines that stand behind them. */
  corrected: WrittenPath[];
}

/**
 * A path is not missing if one of the files may be meant, and text with an ending that no file has
 * is no path. A name without a folder inside a sentence is one only if it is surely misspelt.
 * @param views the files of everything that is searched
 * @param isWord true for a word that they have: `next.js` is a library where they speak of "next"
 */
export function findMissingPaths(
  paths: readonly WrittenPath[],
  views: readonly (readonly SearchedFile[])[],
  isWord: (word: string) => boolean,
): Missing {
  const isPath = ({ path, alone }: WrittenPath): boolean => alone || path.includes('/');
  const mayBePath = (path: string): boolean =>
    EXTENSION.test(endingOf(path)) && !USERS_OWN.test(path) && !(LIBRARY.test(path) && isWord(path.slice(0, -3)));
  const candidates = paths.filter((written) => {
    const { path } = written;
    return FILE_PATH.test(path) && !isFromOutside(path) && (isPath(written) || mayBePath(path));
  });
  if (candidates.length === 0) return { missingPaths: [], corrected: [] };
  const isKnown = (path: string): boolean => {
    const wanted = partsOf(path).join('/');
    const sameName = views.flatMap((files) => filesByName(files).get(fileNameOf(wanted)) ?? []);
    return sameName.some((file) => `/${file.path}`.endsWith(`/${wanted}`));
  };
  const known = paths.filter(({ path }) => isKnown(path));
  const missing = candidates.filter(({ path }) => !known.some((other) => other.path.includes(path)));
  if (missing.length === 0) return { missingPaths: [], corrected: [] };
  const endings = new Set(views.flatMap((files) => [...filesByName(files).keys()].map(endingOf)));
  const ofFiles = missing.filter(({ path }) => endings.has(endingOf(path)));
  const asked = ofFiles.toSorted((a, b) => Number(isPath(b)) - Number(isPath(a))).slice(0, MOST_MISSING);
  const files = views.flat().map(({ path }) => path);
  const found = asked.flatMap((written) => {
    const nearest = nearestPaths(partsOf(written.path).join('/'), files)[0] ?? null;
    const mayBeMisspelt = isPath(written) || !isOtherName(written.path, nearest ?? '', isWord);
    const isSure = nearest !== null && mayBeMisspelt && isSurely(written.path, nearest, views);
    return isSure || isPath(written) ? { written, nearest, isSure } : [];
  });
  return {
    missingPaths: found.map(({ written, nearest }) => ({ asked: written.path, nearest })),
    corrected: found.flatMap(({ written, nearest, isSure }) =>
      isSure ? { ...written, path: nearest!, alone: true } : [],
    ),
  };
}

function isSurely(written: string, nearest: string, views: readonly (readonly SearchedFile[])[]): boolean {
  const parts = partsOf(written);
  const meant = nearest.split('/').slice(-parts.length).join('/');
  const called = views.flatMap((files) => filesByName(files).get(fileNameOf(meant)) ?? []);
  const isOne = called.filter(({ path }) => `/${path}`.endsWith(`/${meant}`)).length === 1;
  return isOne && isMisspelt(parts.join('/'), meant);
}

/**
 * `jsconfig.json` is no misspelt `tsconfig.json` where the files speak of "jsconfig"; `user.ts` may
 * be `users.ts`.
 */
function isOtherName(written: string, nearest: string, isWord: (word: string) => boolean): boolean {
  const wordsOf = (name: string): string[] =>
    identifiersIn(name.slice(0, name.lastIndexOf('.'))).flatMap(splitIdentifier);
  const singular = (name: string): string => wordsOf(name).join(' ').replace(/s\b/g, '');
  return wordsOf(written).every(isWord) && singular(written) !== singular(fileNameOf(nearest));
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** @param written may have versions behind the names of packages */
function commonEnd(a: readonly string[], written: readonly string[]): number {
  let count = 0;
  const isAlike = (one = '', other = ''): boolean => one === other || one === other.replace(VERSION, '');
  while (count < Math.min(a.length, written.length) && isAlike(a.at(-1 - count), written.at(-1 - count))) count += 1;
  return count;
}

// Frameworks take routes from paths: `pages/users/[id].vue`, `app/(shop)/users/[id]/page.tsx`,
// `routes/users.$id.tsx`, `server/api/users.get.ts`.

const ROUTED_FILE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
/** Matches names of files that say nothing of the route. */
const PLAIN_NAME = /^(?:\+.*|_?index|page|route)$/;
/** Matches what may stand behind a name: `users.get.ts`, `map.client.vue`. */
const BEHIND_NAME = /^(?:server|client|get|post|put|patch|delete)$/;
/** Matches files around a page, and files of all pages. */
const NO_PAGE = /^(?:\+(?:layout|error)|_layout|_app|_document)\b/;
/** Deeper paths are no routes. */
const MOST_PARTS = 32;

/**
 * Finds the files whose path is the route, in folders that frameworks read.
 * @param route as written: `/users/:id/edit`
 * @returns those with the most parts word for word
 */
export function filesOfRoute<F extends Pick<SearchedFile, 'path'>>(route: string, files: readonly F[]): F[] {
  const asked = route.toLowerCase().split('/').slice(1);
  let most = 1;
  let found: F[] = [];
  for (const file of files) {
    if (!ROUTED_FILE.test(file.path) || NO_PAGE.test(fileNameOf(file.path))) continue;
    const parts = file.path.replace(ROUTED_FILE, '').split('/');
    if (Math.max(parts.length, asked.length) > MOST_PARTS) continue;
    const same = Math.max(
      0,
      ...parts.slice(1).map((_, at) => (isRouteFolder(parts, at) ? partsAlike(asked, parts, at + 1) : 0)),
    );
    if (same > most) [most, found] = [same, []];
    if (same === most) found.push(file);
  }
  return found;
}

/** True if routes begin below the folder. Next.js takes only files called `page` and `route`. */
function isRouteFolder(parts: readonly string[], at: number): boolean {
  const folder = parts[at];
  if (folder === 'app') return /^(?:page|route)$/.test(parts.at(-1)!);
  return folder === 'pages' || folder === 'routes' || (folder === 'server' && parts[at + 1] === 'api');
}

/** @returns how many parts are the same word for word; 0 if the path is another route */
function partsAlike(asked: readonly string[], parts: readonly string[], from: number): number {
  const piecesOf = (part: string): string[] => (part.includes('[') ? [part] : part.replace(/\+$/, '').split('.'));
  const name = piecesOf(parts.at(-1)!);
  while (PLAIN_NAME.test(name.at(-1) ?? '') || (name.length > 1 && BEHIND_NAME.test(name.at(-1)!))) name.pop();
  const own = [...parts.slice(from, -1).flatMap(piecesOf), ...name];
  // For each number of asked parts that the path may have so far, how many are the same.
  let states = new Map([[0, 0]]);
  for (const part of own) {
    // `(group)` and `_layout` are no part of a route.
    if (/^(?:\(.*\)|_.*)$/.test(part)) continue;
    const next = new Map<number, number>();
    const reach = (at: number, same: number): void => {
      if (at <= asked.length) next.set(at, Math.max(same, next.get(at) ?? 0));
    };
    for (const [at, same] of states) {
      if (/^\[\[.*\]\]$/.test(part)) reach(at, same);
      if (/^\[+\.\.\.|^\$$/.test(part)) for (let end = at + 1; end <= asked.length; end++) reach(end, same);
      else if (/^\$|\[/.test(part)) reach(at + 1, same);
      else if (part.toLowerCase() === asked[at]) reach(at + 1, same + 1);
    }
    states = next;
  }
  return states.get(asked.length) ?? 0;
}
