/**
 * The part of the caller's view that a search looks at: filters by path, language and kind, and
 * suggestions if they match no file.
 */

import { rowKeyOf } from '../base/identity.ts';
import { getOrMake, mostFrequent } from '../base/lists.ts';
import { nearest } from '../base/nearest.ts';
import { fileNameOf, folderOf, matchGlobs } from '../base/patterns.ts';
import type { FileStatus, Filters } from '../base/searchTypes.ts';
import type { BlobKey, ChunkKind, ChunkRow } from '../base/types.ts';
import type { IsWanted, SearchRowOf } from '../engine/rowReader.ts';
import type { ViewPath } from '../store/views.ts';
import type { CallerView } from './callerView.ts';
import { languagesCalled } from './checkFilters.ts';
import type { Frequencies } from './statistics.ts';
import { type FilesByBlob, groupByBlob } from './viewFiles.ts';

/**
 * The columns that scoring and ordering read. The columns that are shown are read only for selected
 * rows.
 */
export const SCORED_COLUMNS = [
  'chunkId',
  'blobSha',
  'language',
  'kind',
  'startLine',
  'endLine',
  'startByte',
  'tokens',
  'words',
] as const;

export type ScoredRow = SearchRowOf<(typeof SCORED_COLUMNS)[number]> & Partial<Pick<ChunkRow, 'vector'>>;

/** The caller's view after the filters by path and language. */
export interface SearchedView {
  files: readonly SearchedFile[];
  byBlob: FilesByBlob;
  statistics: Frequencies & { averageWords: number };
  /** Rows of blobs that the table does not hold: uncommitted edits, chunked in memory. */
  overlay: readonly ChunkRow[];
  wantedKind(kind: ChunkRow['kind']): boolean;
}

export type SearchedFile = ViewPath & { status: FileStatus };

/** Rows of blobs that were read by name. A blob's rows never change, so they stay valid. */
export type RowCache = Map<BlobKey, ScoredRow[]>;

/**
 * Returns a test if a blob is in the view: the same function for all questions about the same
 * files.
 */
export function isInView({ byBlob }: Pick<SearchedView, 'byBlob'>): IsWanted {
  return getOrMake(viewTests, byBlob, () => (blob) => byBlob.has(rowKeyOf(blob)));
}

const viewTests = new WeakMap<SearchedView['byBlob'], IsWanted>();

export function searchedView(view: CallerView, filters: Filters): SearchedView {
  const { kinds } = filters;
  const wantedKind = (kind: ChunkKind): boolean => kinds.length === 0 || kinds.includes(kind);
  const { statistics, overlay } = view;
  const tests = Object.values(fileTests(filters));
  if (tests.length === 0) return { files: view.files, byBlob: view.byBlob, statistics, overlay, wantedKind };
  const files = view.files.filter((file) => tests.every((passes) => passes(file)));
  return { files, byBlob: groupByBlob(files), statistics, overlay, wantedKind };
}

type FilteredFile = Pick<ViewPath, 'path' | 'language'>;
type FileTest = (file: FilteredFile) => boolean;

/** Returns a test for each given filter. */
function fileTests({ paths = [], languages = [], extensions = [] }: Partial<Omit<Filters, 'kinds'>>): {
  byLanguage?: FileTest;
  byPath?: FileTest;
  byEnd?: FileTest;
} {
  const wanted = languagesCalled(languages);
  const ends = endsOf(extensions);
  return {
    ...(wanted.size === 0 ? {} : { byLanguage: ({ language }) => wanted.has(language) }),
    ...(paths.length === 0 ? {} : { byPath: ofPath(matchGlobs(paths)) }),
    ...(ends.length === 0 ? {} : { byEnd: ({ path }) => ends.some((end) => path.toLowerCase().endsWith(end)) }),
  };
}

/** `*.TS`, `.ts` and `ts` all mean `.ts`. */
function endsOf(extensions: readonly string[]): string[] {
  return extensions.map((extension) => `.${extension.replace(/^\*?\./, '').toLowerCase()}`);
}

/** The most names in a message. */
const MOST_NAMED = 8;

/** @returns null if some file passes the filters, or the view has no files */
export function explainFilters(
  files: readonly FilteredFile[],
  filters: Partial<Omit<Filters, 'kinds'>>,
): string | null {
  const { paths = [], languages = [], extensions = [] } = filters;
  const tests = fileTests(filters);
  const all = Object.values(tests);
  if (files.length === 0 || files.some((file) => all.every((passes) => passes(file)))) return null;
  const isEmpty = (passes: FileTest | undefined): boolean => passes !== undefined && !files.some(passes);
  const ends = endsOf(extensions);
  if (isEmpty(tests.byLanguage))
    return `No file here is ${languages.join(' or ')}. The languages: ${tally(files.map(({ language }) => language))}.`;
  if (isEmpty(tests.byPath)) return withoutPath(files, paths);
  if (isEmpty(tests.byEnd)) return `No file here ends in ${ends.join(' or ')}. ${nearestEnd(files, ends)}`;
  return `No file passes these filters together: ${[...paths, ...languages, ...ends].join(', ')}.`;
}

function ofPath(matches: (path: string) => boolean): FileTest {
  return ({ path }) => matches(path);
}

function withoutPath(files: readonly FilteredFile[], globs: readonly string[]): string {
  const folders = foldersOf(files);
  const near = globs.map((glob) => nearGlob(glob.replaceAll('\\', '/'), folders));
  const meant = near.flatMap(({ glob }) => (glob === null || !files.some(ofPath(matchGlobs([glob]))) ? [] : [glob]));
  const where = near[0]!.within;
  const here = tally(childrenIn(files, where));
  return `No file matches the path ${globs.join(' or ')}. ${
    meant.length > 0
      ? `Did you mean ${meant.join(', ')}?`
      : `In ${where === '' ? 'the top folder' : `${where}/`} there are: ${here}.`
  }`;
}

/** The names in each folder ('' is the top level), and the folders by their last name. */
interface Folders {
  names: ReadonlyMap<string, ReadonlySet<string>>;
  byName: ReadonlyMap<string, string>;
}

function foldersOf(files: readonly FilteredFile[]): Folders {
  const names = new Map<string, Set<string>>();
  const byName = new Map<string, string>();
  for (const { path } of files) {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const own = path.slice(0, end);
      const name = fileNameOf(own);
      const siblings = getOrMake(names, folderOf(own), () => new Set<string>());
      if (siblings.has(name)) break;
      siblings.add(name);
      const known = byName.get(name);
      if (known === undefined || own.length < known.length) byName.set(name, own);
    }
  }
  return { names, byName };
}

/**
 * Compares a glob with the folders, one name at a time: `src/clik/**` → `src/click/**`.
 * @returns `glob` is the corrected one, or null if its folder has no similar name; `within` is the
 * folder up to there
 */
function nearGlob(glob: string, folders: Folders): { glob: string | null; within: string } {
  const parts = glob
    .replace(/^(?:\.\/)+/, '')
    .split('/')
    .filter((part) => part !== '');
  const literal = parts.findIndex((part) => /[*?[\]{}!()]/.test(part));
  const names = literal === -1 ? parts : parts.slice(0, literal);
  let within = '';
  for (const [at, name] of names.entries()) {
    const next = childLike(folders, within, name) ?? (at === 0 ? folderLike(folders, name) : undefined);
    if (next === undefined) return { glob: null, within };
    within = next;
  }
  return { glob: names.length === 0 ? null : [within, ...parts.slice(names.length)].join('/'), within };
}

function childLike({ names }: Folders, folder: string, name: string): string | undefined {
  const here = names.get(folder) ?? new Set();
  const near = here.has(name) ? name : nearest(name, [...here].sort());
  return near === undefined || folder === '' ? near : `${folder}/${near}`;
}

/** Finds a folder with a similar name anywhere. */
function folderLike({ byName }: Folders, name: string): string | undefined {
  return byName.get(name) ?? byName.get(nearest(name, [...byName.keys()].sort()) ?? '');
}

function childrenIn(files: readonly FilteredFile[], folder: string): string[] {
  const begin = folder === '' ? '' : `${folder}/`;
  return files.flatMap(({ path }) => {
    if (!path.startsWith(begin)) return [];
    const rest = path.slice(begin.length);
    const slash = rest.indexOf('/');
    return [slash === -1 ? rest : rest.slice(0, slash + 1)];
  });
}

function nearestEnd(files: readonly FilteredFile[], ends: readonly string[]): string {
  const here = files.flatMap(({ path }) => /\.[^./]+$/.exec(path)?.[0] ?? []);
  const known = [...new Set(here)].sort();
  const near = ends.flatMap((end) => nearest(end, known) ?? []);
  return near.length > 0 ? `Did you mean ${near.join(', ')}?` : `There are: ${tally(here)}.`;
}

/** Lists the top of the repository: `src/ (120), docs/ (8)`. */
export function topFolders(files: readonly FilteredFile[]): string {
  return tally(childrenIn(files, ''));
}

/** `src/ (120), docs/ (8)`, the most frequent first. */
function tally(names: readonly string[]): string {
  const sorted = mostFrequent(names);
  const named = sorted.slice(0, MOST_NAMED).map(([name, count]) => `${name} (${count})`);
  return [...named, ...(sorted.length > MOST_NAMED ? ['…'] : [])].join(', ');
}
