/**
 * Anchors are the places that a report names, as far as the view has them: files by path or in a
 * stack frame, and definitions by name. Each is evidence, whatever else the file holds, and becomes
 * a candidate even if no retriever finds it. Other questions have only files by path as anchors.
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { addTo, getOrMake, groupBy } from '../base/lists.ts';
import { isMisspelt, nearestPaths } from '../base/nearest.ts';
import { fileNameOf, folderOf } from '../base/patterns.ts';
import type { LineRange, MissingPath } from '../base/searchTypes.ts';
import type { BlobKey, ChunkRow, Definition } from '../base/types.ts';
import { DEFINES, joinedName } from '../base/words.ts';
import type { FoundRow, SearchReader } from '../engine/rowReader.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import { rowsById } from '../view/chunkIds.ts';
import type { ScoredRow, SearchedFile, SearchedView } from '../view/searchedView.ts';
import { type NamedInText, namesIn, type Report, type StackFrame, type WrittenPath } from './question.ts';
import { isInside } from './rank/scoreRows.ts';

/** Tells how strongly a question names a file, in numbers from 0 to 1. */
export interface Anchors {
  /** For a path that is written in the question, or is part of a link to a forge. */
  namedPath: number;
  /** For a file in a stack frame; 1 for the innermost frame in a file of the view. */
  frame: number;
  /** For a file that defines what is named. Rare and qualified names count more. */
  defined: number;
}

export const NO_ANCHORS: Readonly<Anchors> = { namedPath: 0, frame: 0, defined: 0 };

export interface Anchored {
  byPath: ReadonlyMap<string, Anchors>;
  /** Where stack frames and written lines lead to. */
  places: readonly Place[];
  /** The ids of rows with the named definitions. */
  rows: readonly string[];
  /** Files that are named or in a stack frame. */
  files: readonly SearchedFile[];
}

/** The value of outer frames; the innermost has 1. */
const OUTER_FRAME = 0.66;
/**
 * The value of links: their lines are those of other versions, and their files may only be
 * mentioned.
 */
const LINKED = 0.6;
/** The value of a file that the title names without its ending. */
const TITLED = 0.8;
const MOST_TITLED = 4;
/** The value of a file whose name with dashes is written without its ending: a linter's rule. */
const DASHED = 0.5;
/** With more files, the text is a list, and each of them says less. */
const MOST_PATHS = 2;

export async function findAnchors(store: SearchReader, report: Report, view: SearchedView): Promise<Anchored> {
  const byPath = new Map<string, Anchors>();
  const raise = (path: string, name: keyof Anchors, value: number): void => {
    const own = getOrMake(byPath, path, () => ({ ...NO_ANCHORS }));
    own[name] = Math.max(own[name], value);
  };
  const isSource = ({ path, language }: SearchedFile): boolean => !isAside(path, language);
  const placesAt = (written: readonly StackFrame[]): Place[] =>
    written.flatMap(({ path, line, name }) => {
      const found = reportedFile(path, view.files, isSource);
      // Lines of compiled code say nothing about its source.
      return found === null ? [] : [{ file: found.file, line: found.isCompiled ? 0 : line, name, value: 1 }];
    });
  const frames = placesAt(report.frames);
  const framed = filesOfPlaces(frames);
  const within = new Map<SearchedFile, number>();
  for (const place of frames) {
    const at = within.get(place.file) ?? 0;
    place.value = at === 0 ? 1 : OUTER_FRAME / at;
    within.set(place.file, at + 1);
  }
  for (const [at, { path }] of framed.entries()) raise(path, 'frame', at === 0 ? 1 : OUTER_FRAME / at);
  const writtenAt = placesAt(report.paths);
  const written = filesOfPlaces(writtenAt);
  for (const { path } of written) raise(path, 'namedPath', Math.min(1, MOST_PATHS / written.length));
  const linkedAt = placesAt(report.linked);
  const linked = filesOfPlaces(linkedAt);
  for (const { path } of linked) raise(path, 'namedPath', LINKED);
  const text = [report.title, report.prose, report.code].join('\n');
  const dashed = new Set(Array.from(text.matchAll(DASHED_NAME), ([, name]) => name!));
  const filesOf = filesNamed([...report.parts, ...dashed], view.files);
  const named: SearchedFile[] = [];
  for (const name of [...report.parts, ...dashed]) {
    const found = filesOf(name).filter(isSource);
    const isTitled = report.parts.includes(name) && found.length <= MOST_TITLED;
    if (!isTitled && (!dashed.has(name) || found.length > MOST_DEFINING)) continue;
    for (const { path } of found) raise(path, 'namedPath', isTitled ? TITLED / found.length : DASHED);
    named.push(...found);
  }
  const names = [report.title, report.prose].flatMap((some) => namesIn(some, false)).concat(namesIn(report.code, true));
  const { worth, rows } = await definitionsOf(store, names, view);
  for (const [path, value] of worth) raise(path, 'defined', value);
  const places = [...frames, ...writtenAt, ...linkedAt].filter(({ line, name }) => line > 0 || name !== '');
  return { byPath, places, rows, files: [...new Set([...framed, ...written, ...linked, ...named])] };
}

/** A place in a file of the view. */
interface Place {
  file: SearchedFile;
  /** 0 for none. */
  line: number;
  /** The name of the function, '' for none. */
  name: string;
  /** Tells how strongly its chunk is meant among those of the file, 0 to 1. */
  value: number;
}

function filesOfPlaces(places: readonly Place[]): SearchedFile[] {
  return [...new Set(places.map(({ file }) => file))];
}

type PlacedRow = Pick<ScoredRow, 'chunkId' | 'blobSha' | 'language' | 'startLine' | 'endLine' | 'startByte' | 'words'>;

/** Returns the terms that `chunksAt` looks up in rows. */
export function termsOfPlaces({ places }: Anchored): string[] {
  return [...new Set(places.flatMap(({ name }) => (name === '' ? [] : [DEFINES + joinedName(name)])))];
}

/**
 * @param found rows of the files of all places, in any order
 * @returns for each chunk to which a place leads, how strongly, 0 to 1
 */
export async function chunksAt(
  store: SearchReader,
  anchored: Anchored,
  found: readonly PlacedRow[],
  overlay: readonly ChunkRow[],
): Promise<ReadonlyMap<string, number>> {
  const terms = termsOfPlaces(anchored);
  const keys = new Set(anchored.places.map(({ file }) => blobKeyOf(file)));
  const rows = found.filter((row) => keys.has(rowKeyOf(row))).sort((a, b) => a.startByte - b.startByte);
  const naming = rows.filter(({ words }) => words.counts(terms).some((count) => count > 0));
  const defining = await rowsById(
    store,
    overlay,
    naming.map(({ chunkId }) => chunkId),
    ['defines'],
  );
  const byFile = groupBy<PlacedRow, BlobKey>(rows, rowKeyOf);
  const values = new Map<string, number>();
  for (const place of anchored.places) {
    const own = byFile.get(blobKeyOf(place.file)) ?? [];
    const id = rowAt(place, own, ({ chunkId }) => defining.get(chunkId)?.defines ?? [])?.chunkId;
    if (id !== undefined) values.set(id, Math.max(values.get(id) ?? 0, place.value));
  }
  return values;
}

/**
 * Returns the row of a function or line. The reporter's version may have other lines, so a name
 * counts more than a line, which tells functions of one name apart.
 */
function rowAt(
  { line, name }: Place,
  rows: readonly PlacedRow[],
  definesOf: (row: PlacedRow) => readonly Definition[],
): PlacedRow | undefined {
  const holdsLine = ({ startLine, endLine }: LineRange): boolean => startLine <= line && line <= endLine;
  const found = rows.flatMap((row) =>
    definesOf(row).flatMap((definition) => (lastPart(definition.name) === name ? [{ row, definition }] : [])),
  );
  const away = ({ definition: { startLine, endLine } }: (typeof found)[number]): number =>
    Math.max(startLine - line, line - endLine, 0);
  const [nearest] = line === 0 ? found : found.sort((a, b) => away(a) - away(b));
  if (nearest === undefined) return rows.find(holdsLine);
  // Further parts of a long function and methods of a class are rows of their own.
  return holdsLine(nearest.definition) ? (rows.find(holdsLine) ?? nearest.row) : nearest.row;
}

function lastPart(name: string): string {
  return name.split(/::|[.#]/).at(-1)!;
}

/** `no-undef`, `--no-undef`: a name of several parts that is no identifier. */
const DASHED_NAME = /(?<![\w-])(?:--)?([a-z]\w*(?:-\w+)+)(?![\w-])/g;

/**
 * Finds files by their names without ending: `no-undef` is `rules/no-undef.js` or
 * `rules/no-undef/index.js`, `app/view` the `view` inside of `app`.
 */
function filesNamed(
  names: readonly string[],
  files: readonly SearchedFile[],
): (name: string) => readonly SearchedFile[] {
  const found = new Map(names.map((name): [string, SearchedFile[]] => [plainName(fileNameOf(name)), []]));
  found.delete('');
  if (found.size > 0)
    for (const file of files) {
      const [folder = '', name = folder] = file.path.split('/').slice(-2);
      const stem = name.replace(/\.\w+$/, '');
      found.get(plainName(stem === 'index' ? folder : stem))?.push(file);
    }
  return (name) => {
    const folder = name.includes('/') ? `/${folderOf(name)}` : '';
    const own = found.get(plainName(fileNameOf(name))) ?? [];
    return own.filter(({ path }) => `/${folderOf(path)}`.endsWith(folder));
  };
}

function plainName(name: string): string {
  return name.replace(/[-_.]/g, '').toLowerCase();
}

/** @returns null if an ordinary question names no file of the view */
export function findNamedFiles(paths: readonly WrittenPath[], { files }: SearchedView): Anchored | null {
  const lines = new Map<SearchedFile, number>();
  for (const written of paths) {
    const file = wholeFile(written, files);
    if (file !== null) lines.set(file, lines.get(file) || written.line);
  }
  if (lines.size === 0) return null;
  const byPath = new Map([...lines.keys()].map(({ path }) => [path, { ...NO_ANCHORS, namedPath: 1 }]));
  const places = [...lines].flatMap(([file, line]) => (line > 0 ? [{ file, line, name: '', value: 1 }] : []));
  return { byPath, places, rows: [], files: [...lines.keys()] };
}

function wholeFile(written: WrittenPath, files: readonly SearchedFile[]): SearchedFile | null {
  // A question about code that reads a data file does not ask for that file.
  const found = written.isUsed ? null : fileOf(written, files);
  return found?.isWhole === true ? found.file : null;
}

/** A name that more files define says nothing about any of them. */
const MOST_DEFINING = 6;
/** A name that more chunks define is ignored. The number includes tests and examples. */
const MOST_CHUNKS = 40;
const MOST_ROWS = 400;
const QUALIFIED = 1.5;
/** Defining more of the names does not make a file more likely. */
const MOST_NAMED = 2;

type DefiningRow = FoundRow<'defines' | 'scope'>;

/** A place that defines a name. */
interface DefiningPlace {
  path: string;
  row: DefiningRow;
  definition: Definition;
}

/**
 * @returns for each file how much of what is named it defines, 0 to 1; and the rows that define it
 */
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
  const defined = new Map<string, DefiningPlace[]>();
  for (const row of rows) {
    for (const { path, language } of view.byBlob.get(rowKeyOf(row)) ?? []) {
      if (isAside(path, language)) continue;
      for (const definition of row.defines) addTo(defined, definition.name, { path, row, definition });
    }
  }
  const sums = new Map<string, number>();
  const seen = new Set<string>();
  const count = (key: string, places: readonly DefiningPlace[], weight: number): void => {
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
   * True if the whole written path agrees, or for a path from outside of the repository, the whole
   * path of the file.
   */
  isWhole: boolean;
  /** True for the source of a compiled file that is written. */
  isCompiled?: true;
}

/** `/home/me/app/src/a.ts`, `C:/app/src/a.ts`, `../src/a.ts`, `https://host/app/src/a.ts` */
const FROM_OUTSIDE = /^(?:\/|~|\.\.\/|[a-z][a-z+]*:)/i;

/**
 * Returns the file that a written path means: the one whose path has the longest common end with
 * it. Among several it is the one whose whole path that end is. A bare file name that several files
 * have is ignored, unless it is the whole question. A longer path that agrees only in its file name
 * belongs to another project.
 * @param mayBeMeant leaves files out, after the ends were compared
 */
function fileOf(
  { path: written, alone }: Pick<WrittenPath, 'path' | 'alone'>,
  files: readonly SearchedFile[],
  mayBeMeant: (file: SearchedFile) => boolean = () => true,
): FoundFile | null {
  // A bare word is looked up directly, without the list of all names.
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

/** Like `fileOf`; compiled JavaScript may mean its source: `dist/lib/a.js` → `src/lib/a.ts`. */
function reportedFile(
  path: string,
  ...rest: [readonly SearchedFile[], (file: SearchedFile) => boolean]
): FoundFile | null {
  if (USERS_OWN.test(path)) return null;
  const mayBeCompiled = path.includes('/') && COMPILED.test(path);
  for (const one of [path, ...(mayBeCompiled ? ['.$1ts', '.tsx'].map((to) => path.replace(COMPILED, to)) : [])]) {
    const found = fileOf({ path: one, alone: false }, ...rest);
    if (found !== null) return one === path ? found : { ...found, isCompiled: true };
  }
  return null;
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
const FILE_PATH = /^[\p{L}\p{N}_@.+~$/-]*\.(\w{1,8})$/u;

/**
 * @param views the files of everything that is searched. A path is not missing if one of them may
 * be meant, and text with an ending that no file has is no path
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
  const files = views.flat().map(({ path }) => path);
  return ofFiles.slice(0, MOST_MISSING).map(({ path }) => ({
    asked: path,
    nearest: nearestPaths(partsOf(path).join('/'), files)[0] ?? null,
  }));
}

/** @returns the files that misspelt paths certainly mean, with the lines that stand behind them */
export function correctPaths(
  written: readonly WrittenPath[],
  missing: readonly MissingPath[],
  views: readonly (readonly SearchedFile[])[],
): WrittenPath[] {
  return missing.flatMap(({ asked, nearest }) => {
    const parts = partsOf(asked);
    const meant = nearest?.split('/').slice(-parts.length).join('/') ?? '';
    if (nearest === null || !isMisspelt(parts.join('/'), meant)) return [];
    const called = views.flatMap((files) => filesByName(files).get(fileNameOf(meant)) ?? []);
    const { line } = written.find(({ path }) => path === asked)!;
    const isOne = called.filter(({ path }) => `/${path}`.endsWith(`/${meant}`)).length === 1;
    return isOne ? { path: nearest, line, alone: true, isUsed: false } : [];
  });
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a.at(-1 - count) === b.at(-1 - count)) count += 1;
  return count;
}
