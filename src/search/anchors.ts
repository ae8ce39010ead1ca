/**
 * Anchors are the places that a report names, as far as the view has them: files by path or in a
 * stack frame, and definitions by name. Each is evidence, whatever else the file holds, and becomes
 * a candidate even if no retriever finds it. Other questions have only files by path as anchors.
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { addTo, getOrMake, groupBy } from '../base/lists.ts';
import { fileNameOf, folderOf } from '../base/patterns.ts';
import type { LineRange } from '../base/searchTypes.ts';
import type { BlobKey, ChunkRow, Definition } from '../base/types.ts';
import { DEFINES, joinedName, splitIdentifier } from '../base/words.ts';
import type { FoundRow, SearchReader } from '../engine/rowReader.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import { rowsById } from '../view/chunkIds.ts';
import type { ScoredRow, SearchedFile, SearchedView } from '../view/searchedView.ts';
import { filesInFolder, filesOf, filesOfRoute, reportedFiles } from './filesOfPaths.ts';
import {
  type NamedInText,
  namesIn,
  type Outright,
  type Report,
  type StackFrame,
  type WrittenPath,
} from './question.ts';
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
  const placesAt = (written: readonly StackFrame[]): Place[][] =>
    written.map(({ path, line, name }) =>
      reportedFiles({ path, line }, view.files, isSource).map(({ file, isCompiled }) => {
        // Lines of compiled code say nothing about its source.
        return { file, line: isCompiled ? 0 : line, name, value: 1 };
      }),
    );
  const frames = await whereDefined(store, placesAt(report.frames), view);
  const framed = filesOfPlaces(frames);
  const within = new Map<SearchedFile, number>();
  for (const place of frames) {
    const at = within.get(place.file) ?? 0;
    place.value = at === 0 ? 1 : OUTER_FRAME / at;
    within.set(place.file, at + 1);
  }
  for (const [at, { path }] of framed.entries()) raise(path, 'frame', at === 0 ? 1 : OUTER_FRAME / at);
  const writtenAt = placesAt(report.paths).flat();
  const written = filesOfPlaces(writtenAt);
  for (const { path } of written) raise(path, 'namedPath', Math.min(1, MOST_PATHS / written.length));
  const linkedAt = placesAt(report.linked).flat();
  const linked = filesOfPlaces(linkedAt);
  for (const { path } of linked) raise(path, 'namedPath', LINKED);
  const text = [report.title, report.prose, report.code].join('\n');
  const dashed = new Set(Array.from(text.matchAll(DASHED_NAME), ([, name]) => name!));
  const filesCalled = filesNamed([...report.parts, ...dashed], view.files);
  const named: SearchedFile[] = [];
  for (const name of [...report.parts, ...dashed]) {
    const found = filesCalled(name).filter(isSource);
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

/**
 * Chooses among the files of each frame those that define its function. If none does, and a single
 * other file of the language does, that file is meant, and the line says nothing: the reporter's
 * version had the function elsewhere. A name of one part (`export`) is mostly another function.
 */
async function whereDefined(
  store: SearchReader,
  frames: readonly (readonly Place[])[],
  view: SearchedView,
): Promise<Place[]> {
  const isRare = (name: string): boolean =>
    name !== '' && view.statistics.frequency(DEFINES + joinedName(name)) <= MOST_DEFINING;
  const names = frames.flatMap((places) => places.map(({ name }) => name)).filter(isRare);
  const rows = await rowsDefining(store, names, MOST_DEFINING, view);
  return frames.flatMap((places) => {
    const [first] = places;
    if (first === undefined || !isRare(first.name)) return places;
    const { name } = first;
    const found = rows.flatMap((row) => {
      const kinds = row.defines.flatMap((one) => (lastPart(one.name) === name ? one.kind : []));
      return kinds.length === 0 ? [] : view.byBlob.get(rowKeyOf(row))!.map((file) => ({ file, kinds }));
    });
    const own = places.filter(({ file }) => found.some((one) => one.file === file));
    if (own.length > 0) return own;
    const isCalled = ({ file: { path, language }, kinds }: (typeof found)[number]): boolean =>
      !isAside(path, language) && (kinds.includes('function') || kinds.includes('method'));
    const [file, ...others] = new Set(found.filter(isCalled).map((one) => one.file));
    const isMoved = file?.language === first.file.language && others.length === 0;
    return isMoved && splitIdentifier(name).length > 1 ? [{ ...first, file, line: 0 }] : places;
  });
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

/** The value of a file in a folder that the question names. */
const IN_FOLDER = 0.4;
/** The value of a file whose path is the route that the question names. */
const OF_ROUTE = 0.8;
/** More files of a folder are no candidates, unless they are found. */
const MOST_IN_FOLDER = 30;
/** The value of each further document of a project is less by this. */
const NEXT_GUIDE = 0.02;

/** @returns null if an ordinary question names no file of the view */
export function findNamedFiles(
  paths: readonly WrittenPath[],
  { folders, guides, quoted }: Outright,
  { files }: SearchedView,
): Anchored | null {
  const lines = new Map<SearchedFile, number>();
  for (const written of paths) {
    for (const file of wholeFiles(written, files)) lines.set(file, lines.get(file) || written.line);
  }
  const named = [...lines.keys()];
  const values = new Map(named.map((file) => [file, 1]));
  const inFolders = named.length > 0 ? [] : folders.flatMap((folder) => filesInFolder(folder, files));
  for (const file of inFolders) values.set(file, IN_FOLDER);
  const routes = quoted.flatMap(({ isRoute, written }) => (isRoute && named.length === 0 ? written : []));
  const routed = routes.flatMap((route) => filesOfRoute(route, files));
  for (const file of routed) values.set(file, OF_ROUTE);
  const candidates = new Set([...named, ...routed, ...inFolders.slice(0, MOST_IN_FOLDER)]);
  guides.forEach((guide, at) => {
    for (const file of files) {
      if (!guide.test(file.path) || values.has(file)) continue;
      values.set(file, 1 - at * NEXT_GUIDE);
      candidates.add(file);
    }
  });
  if (values.size === 0) return null;
  const byPath = new Map([...values].map(([{ path }, namedPath]) => [path, { ...NO_ANCHORS, namedPath }]));
  const places = [...lines].flatMap(([file, line]) => (line > 0 ? [{ file, line, name: '', value: 1 }] : []));
  return { byPath, places, rows: [], files: [...candidates] };
}

function wholeFiles(written: WrittenPath, files: readonly SearchedFile[]): SearchedFile[] {
  // A question about code that reads a data file does not ask for that file.
  const found = written.isUsed ? [] : filesOf(written, files);
  return found.flatMap(({ file, isWhole }) => (isWhole ? file : []));
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
  const rows = await rowsDefining(
    store,
    names.map(({ written }) => written),
    MOST_CHUNKS,
    view,
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

/** @param most a name that more chunks define is left out */
async function rowsDefining(
  store: SearchReader,
  names: readonly string[],
  most: number,
  { statistics, byBlob, overlay }: SearchedView,
): Promise<readonly DefiningRow[]> {
  const tokens = [...new Set(names.map((name) => DEFINES + joinedName(name)))].filter((token) => {
    const chunks = statistics.frequency(token);
    return chunks > 0 && chunks <= most;
  });
  if (tokens.length === 0) return [];
  return store.bestByWords(
    { weights: new Map(tokens.map((token) => [token, 1])), averageWords: statistics.averageWords },
    (row) => byBlob.has(rowKeyOf(row)),
    MOST_ROWS,
    ['defines', 'scope'],
    overlay,
  );
}

function isAside(path: string, language: string): boolean {
  const { test, example, prose } = fileFeaturesOf(path, language);
  return test || example || prose;
}
