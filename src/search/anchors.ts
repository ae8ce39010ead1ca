/**
 * Anchors: what a report names, where the view has it. A file by its path or in a stack frame, and
 * a definition by its name: each is evidence by itself, whatever else the file says. A place that
 * is named and that no retriever brings becomes a candidate. In other questions, only files by
 * their paths are anchors.
 */

import { rowKeyOf } from '../base/identity.ts';
import { addTo, getOrMake } from '../base/lists.ts';
import { nearest } from '../base/nearest.ts';
import { fileNameOf } from '../base/patterns.ts';
import type { MissingPath } from '../base/searchTypes.ts';
import type { Definition } from '../base/types.ts';
import { DEFINES, joinedName } from '../base/words.ts';
import type { FoundRow, SearchReader } from '../engine/rowReader.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import type { SearchedFile, SearchedView } from '../view/searchedView.ts';
import { type NamedInText, namesIn, type Report, type WrittenPath } from './question.ts';
import { isInside } from './rank/scoreRows.ts';

/** Says how strongly a question names one file: each number but `line` is between 0 and 1. */
export interface Anchors {
  /** Its path is written, or stands in an address of a forge. */
  namedPath: number;
  /** The line of it that is written behind its path; 0 for none. */
  line: number;
  /** A stack frame is in it: 1 the innermost of the view's own. */
  frame: number;
  /** It defines what is named: rare names count more, qualified ones too. */
  defined: number;
}

export const NO_ANCHORS: Readonly<Anchors> = { namedPath: 0, line: 0, frame: 0, defined: 0 };

export interface Anchored {
  byPath: ReadonlyMap<string, Anchors>;
  /** The ids of rows that define what is named. */
  rows: readonly string[];
  /** Files that are named, or in whose code a frame is. */
  files: readonly SearchedFile[];
}

/** Frames further out are worth so much, beside the innermost. */
const OUTER_FRAME = 0.66;
/** Addresses name lines of other versions, and files that are only mentioned. */
const LINKED = 0.6;
/** More files than these are a listing: each says less. */
const MOST_PATHS = 2;

export async function findAnchors(store: SearchReader, report: Report, view: SearchedView): Promise<Anchored> {
  const byPath = new Map<string, Anchors>();
  const raise = (path: string, name: keyof Anchors, value: number): void => {
    const own = getOrMake(byPath, path, () => ({ ...NO_ANCHORS }));
    own[name] = Math.max(own[name], value);
  };
  const isSource = ({ path, language }: SearchedFile): boolean => !isAside(path, language);
  const filesAt = (paths: readonly string[]): SearchedFile[] => [
    ...new Set(paths.flatMap((path) => fileOf({ path, alone: false }, view.files, isSource)?.file ?? [])),
  ];
  const framed = filesAt(report.frames.map(({ path }) => path));
  for (const [at, { path }] of framed.entries()) raise(path, 'frame', at === 0 ? 1 : OUTER_FRAME / at);
  const written = filesAt(report.paths);
  for (const { path } of written) raise(path, 'namedPath', Math.min(1, MOST_PATHS / written.length));
  const linked = filesAt(report.linked);
  for (const { path } of linked) raise(path, 'namedPath', LINKED);
  const names = [report.title, report.prose].flatMap((text) => namesIn(text, false)).concat(namesIn(report.code, true));
  const { worth, rows } = await definitionsOf(store, names, view);
  for (const [path, value] of worth) raise(path, 'defined', value);
  return { byPath, rows, files: [...new Set([...framed, ...written, ...linked])] };
}

/** @returns null where a question that is no report names no file of the view */
export function findNamedFiles(paths: readonly WrittenPath[], { files }: SearchedView): Anchored | null {
  const lines = new Map<SearchedFile, number>();
  for (const written of paths) {
    const file = wholeFile(written, files);
    if (file !== null) lines.set(file, lines.get(file) || written.line);
  }
  if (lines.size === 0) return null;
  const byPath = new Map([...lines].map(([{ path }, line]) => [path, { ...NO_ANCHORS, namedPath: 1, line }]));
  return { byPath, rows: [], files: [...lines.keys()] };
}

function wholeFile(written: WrittenPath, files: readonly SearchedFile[]): SearchedFile | null {
  // A question for what reads a file of data does not ask for the file.
  const found = written.isUsed ? null : fileOf(written, files);
  return found?.isWhole === true ? found.file : null;
}

/** A name that more files define says nothing of any of them. */
const MOST_DEFINING = 6;
/** A name that more chunks define is not looked for; tests and examples define it too. */
const MOST_CHUNKS = 40;
const MOST_ROWS = 400;
const QUALIFIED = 1.5;
/** A file that defines more of the names says no more. */
const MOST_NAMED = 2;

type DefiningRow = FoundRow<'defines' | 'scope'>;

/** Where a name is defined. */
interface Place {
  path: string;
  row: DefiningRow;
  definition: Definition;
}

/** @returns how much of what is named each file defines, 0 to 1; the rows that do */
async function definitionsOf(
  store: SearchReader,
  names: readonly NamedInText[],
  view: SearchedView,
): Promise<{ worth: ReadonlyMap<string, number>; rows: readonly string[] }> {
  const tokens = [...new Set(names.map(({ written }) => DEFINES + joinedName(written)))].filter((token) => {
    const chunks = view.statistics.frequency(token);
    return chunks > 0 && chunks <= MOST_CHUNKS;
  });
  if (tokens.length === 0) return { worth: new Map(), rows: [] };
  const rows: readonly DefiningRow[] = await store.bestByWords(
    { weights: new Map(tokens.map((token) => [token, 1])), averageWords: view.statistics.averageWords },
    (row) => view.byBlob.has(rowKeyOf(row)),
    MOST_ROWS,
    ['defines', 'scope'],
    view.overlay,
  );
  const defined = new Map<string, Place[]>();
  for (const row of rows) {
    for (const { path, language } of view.byBlob.get(rowKeyOf(row)) ?? []) {
      if (isAside(path, language)) continue;
      for (const definition of row.defines) addTo(defined, definition.name, { path, row, definition });
    }
  }
  const sums = new Map<string, number>();
  const seen = new Set<string>();
  const count = (key: string, places: readonly Place[], weight: number): void => {
    const paths = new Set(places.map(({ path }) => path));
    if (seen.has(key) || paths.size > MOST_DEFINING) return;
    seen.add(key);
    for (const path of paths) sums.set(path, (sums.get(path) ?? 0) + weight / paths.size);
  };
  for (const { written, scope } of names) {
    const places = defined.get(written) ?? [];
    count(written, places, 1);
    if (scope.length === 0) continue;
    const within = [joinedName(scope.at(-1)!)];
    const inside = places.filter(({ path, row, definition }) =>
      isInside(within, definition, row.defines, row.scope, [path]),
    );
    count(`${within[0]}.${written}`, inside, QUALIFIED);
  }
  const worth = new Map([...sums].map(([path, sum]) => [path, Math.min(sum, MOST_NAMED) / MOST_NAMED]));
  const anchored = rows.filter((row) => view.byBlob.get(rowKeyOf(row))!.some(({ path }) => worth.has(path)));
  return { worth, rows: anchored.map(({ chunkId }) => chunkId) };
}

function isAside(path: string, language: string): boolean {
  const { test, example, prose } = fileFeaturesOf(path, language);
  return test || example || prose;
}

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
   * The whole written path agrees; of one that begins outside of the repository, the file's whole
   * path.
   */
  isWhole: boolean;
}

/** `/home/me/app/src/a.ts`, `C:/app/src/a.ts`, `../src/a.ts`, `https://host/app/src/a.ts` */
const FROM_OUTSIDE = /^(?:\/|~|\.\.\/|[a-z][a-z+]*:)/i;

/**
 * Returns the one file that a written path means: the file with the longest common end, of several
 * the one whose whole path that is. A name that several files have is no path, unless nothing else
 * is asked for. Where of a longer path only the file name agrees, it is another project's.
 * @param mayBeMeant leaves out files, after the ends were compared
 */
function fileOf(
  { path: written, alone }: Pick<WrittenPath, 'path' | 'alone'>,
  files: readonly SearchedFile[],
  mayBeMeant: (file: SearchedFile) => boolean = () => true,
): FoundFile | null {
  // A word needs no list of all names.
  if (alone && !/[./]/.test(written)) {
    const file = files.find(({ path }) => path === written);
    return file === undefined ? null : { file, isWhole: true };
  }
  const wanted = partsOf(written);
  const found = (filesByName(files).get(wanted.at(-1) ?? '') ?? []).map((file) => {
    const own = file.path.split('/');
    return { file, parts: own.length, common: commonEnd(own, wanted) };
  });
  const most = found.reduce((best, { common }) => Math.max(best, common), 0);
  const meant = found.filter(({ file, common }) => common === most && mayBeMeant(file));
  const whole = alone || written.includes('/') ? meant.find(({ parts }) => parts === most) : undefined;
  const one = whole ?? (meant.length === 1 ? meant[0] : undefined);
  if (one === undefined || (most === 1 && wanted.length > 1 && one.parts > 1)) return null;
  const isInside = FROM_OUTSIDE.test(written) && most > 1 && one.parts === most;
  return { file: one.file, isWhole: most === wanted.length || isInside };
}

function partsOf(written: string): string[] {
  return written.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
}

/** More are not looked for. */
const MOST_MISSING = 3;
/** `src/a.ts`, `./a.ts`, `a.ts`: with an ending, without marks. */
const FILE_PATH = /^[\p{L}\p{N}_@.+~$/-]*\.(\w{1,8})$/u;
/** A shorter name without its ending is near to too many. */
const LEAST_STEM = 5;

/**
 * @param views the files of all that is searched: a path that one of them may mean is not missing,
 * and an ending that none of them has is no file's
 */
export function findMissingPaths(
  paths: readonly WrittenPath[],
  views: readonly (readonly SearchedFile[])[],
): MissingPath[] {
  const candidates = paths.filter(
    ({ path, alone }) => FILE_PATH.test(path) && !FROM_OUTSIDE.test(path) && (alone || path.includes('/')),
  );
  if (candidates.length === 0) return [];
  const isKnown = (path: string): boolean => {
    const wanted = partsOf(path).join('/');
    const sameName = views.flatMap((files) => filesByName(files).get(fileNameOf(wanted)) ?? []);
    return sameName.some((file) => `/${file.path}`.endsWith(`/${wanted}`));
  };
  const known = paths.filter(({ path }) => isKnown(path));
  const missing = candidates.filter(({ path }) => !known.some((other) => other.path.includes(path)));
  if (missing.length === 0) return [];
  const endings = new Set(views.flatMap((files) => [...filesByName(files).keys()].map(endingOf)));
  const ofFiles = missing.filter(({ path }) => endings.has(endingOf(path)));
  return ofFiles.slice(0, MOST_MISSING).map(({ path }) => ({
    asked: path,
    nearest: views.reduce<string | null>((found, files) => found ?? nearestFile(path, files), null),
  }));
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Returns the file of this name, else of the nearest one, that has most of the folders. */
function nearestFile(written: string, files: readonly SearchedFile[]): string | null {
  const byName = filesByName(files);
  const folders = partsOf(written);
  const name = folders.pop()!;
  const isLong = name.lastIndexOf('.') >= LEAST_STEM;
  const near = byName.has(name) ? name : isLong ? nearest(name, [...byName.keys()]) : undefined;
  if (near === undefined) return null;
  const shared = ({ path }: SearchedFile): number => path.split('/').filter((one) => folders.includes(one)).length;
  return byName.get(near)!.reduce((best, one) => (shared(one) > shared(best) ? one : best)).path;
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a.at(-1 - count) === b.at(-1 - count)) count += 1;
  return count;
}
