/**
 * Makes a map of a repository, as data and as Markdown, for somebody who sees it for the first
 * time: its folders, then the files that the rest of the code mentions most, with their
 * definitions.
 */

import { madeOnce } from '../base/concurrency.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { countEach, getOrMake, mostFrequent } from '../base/lists.ts';
import { directoriesOf } from '../base/patterns.ts';
import { estimateTokens } from '../base/tokenBudget.ts';
import type { BlobKey, ChunkKind, ChunkRow, Definition, Reference } from '../base/types.ts';
import { beginsWithCapital, namePartsOf } from '../base/words.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import type { SymbolContext } from '../graph/readFiles.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import { familyOf } from '../languages/languages.ts';
import type { CallerView } from '../view/callerView.ts';
import { inlineCode, oneLine } from './quoteCode.ts';

/** The share of the budget that folders may take. */
const FOLDERS_SHARE = 0.25;
/** The number of definitions of a file that are named. */
const MOST_DEFINED = 6;

/** A map of a repository. */
export interface RepositoryMap extends FolderMap {
  /** The files whose definitions the rest of the code mentions most, best first. */
  central: CentralFile[];
}

export interface FolderMap {
  total: number;
  /** The languages and folders with the most files come first. */
  languages: { language: string; files: number }[];
  /** The folders of the first two levels. */
  folders: { path: string; files: number }[];
}

export interface CentralFile {
  path: string;
  /**
   * The number of times that other files mention its definitions, rounded up. A name that several
   * files define counts for each in part.
   */
  mentions: number;
  /** Its top-level definitions, the most mentioned first. */
  defines: Pick<Definition, 'name' | 'kind' | 'startLine' | 'endLine'>[];
}

/** The most central files of a map. */
const MOST_CENTRAL = 1000;

/** @param most the most folders, and the most central files */
export async function mapOf({ store, view }: SymbolContext, most = MOST_CENTRAL): Promise<RepositoryMap> {
  return { ...folderMapOf(view, most), central: (await centralFilesOf(store, view)).slice(0, most) };
}

/** Reads all rows, once for each view. */
function centralFilesOf(store: SearchReader, view: CallerView): Promise<CentralFile[]> {
  return madeOnce(centralFiles, view, async () => mapFiles(view, await readFacts(store, view)).slice(0, MOST_CENTRAL));
}

const centralFiles = new WeakMap<CallerView, Promise<CentralFile[]>>();

/** Returns the part of a map that needs no rows. */
export function folderMapOf({ files }: Pick<CallerView, 'files'>, most = Infinity): FolderMap {
  const languages = mostFrequent(files.map(({ language }) => language));
  const folders = mostFrequent(files.flatMap(({ path }) => foldersOf(path))).slice(0, most);
  return {
    total: files.length,
    languages: languages.map(([language, count]) => ({ language, files: count })),
    folders: folders.map(([path, count]) => ({ path, files: count })),
  };
}

/** @param budget the most tokens of the map, estimated */
export async function repositoryMap(
  context: SymbolContext,
  { name, budget }: { name: string; budget: number },
): Promise<string> {
  const { total, languages, folders, central } = await mapOf(context);
  const counts = languages.slice(0, 8).map(({ language, files }) => `${files} ${language}`);
  const title = `# ${oneLine(name)}\n\n${total} files: ${counts.join(', ')}.`;
  const listed = fitting(
    folders.map(({ path, files }) => `- ${inlineCode(oneLine(path))} ${files}`),
    budget * FOLDERS_SHARE,
  );
  const folderPart = `${title}\n\n## Folders\n\n${listed}\n`;
  const mentioned = central.filter(({ mentions }) => mentions > 0);
  if (mentioned.length === 0) return folderPart;
  const head = `${folderPart}\n## Files that others refer to most\n\n`;
  return `${head}${fitting(mentioned.map(fileLine), budget - estimateTokens(head))}\n`;
}

/** `src/store/openStore.ts` → src/, src/store/ */
function foldersOf(path: string): string[] {
  return directoriesOf(path)
    .slice(1, 3)
    .map((folder) => `${folder}/`);
}

function fileLine({ path, defines }: CentralFile): string {
  const named = defines.slice(0, MOST_DEFINED).map(({ name, kind }) => `${kind} ${oneLine(name)}`);
  return `- ${inlineCode(oneLine(path))}: ${named.join(', ')}${defines.length > MOST_DEFINED ? ', …' : ''}`;
}

function fitting(lines: readonly string[], budget: number): string {
  let tokens = 0;
  const shown = lines.filter((line) => {
    tokens += estimateTokens(`${line}\n`);
    return tokens <= budget;
  });
  return shown.join('\n');
}

const MAP_COLUMNS = ['blobSha', 'language', 'scope', 'startLine', 'part', 'defines', 'references'] as const;
type MapRow = Pick<ChunkRow, (typeof MAP_COLUMNS)[number]>;

const CODE: ReadonlySet<ChunkKind> = new Set([
  ...(['function', 'class', 'interface', 'type', 'enum', 'constant', 'module'] as const),
]);

/**
 * The facts about a blob that the map needs: all rows of a large repository would not fit into
 * memory.
 */
interface BlobFacts {
  /** The rows that define something at the top level. */
  top: Pick<MapRow, 'startLine' | 'defines'>[];
  /** Its mentions, as numbers; see mentionsIn. */
  mentioned: number[];
}

interface Facts {
  blobs: Map<BlobKey, BlobFacts>;
  numbers: Map<string, number>;
  /** The names by which code may refer to a file or its folder. */
  places: ReadonlySet<string>;
}

async function readFacts(store: SearchReader, { files, byBlob, overlay }: CallerView): Promise<Facts> {
  const places = new Set(files.flatMap(({ path }) => placesOf(path)));
  const facts: Facts = { blobs: new Map(), numbers: new Map(), places };
  for await (const rows of store.scan(MAP_COLUMNS))
    for (const row of rows) if (byBlob.has(rowKeyOf(row))) addRow(facts, row);
  for (const row of overlay) addRow(facts, row);
  return facts;
}

function addRow({ blobs, numbers, places }: Facts, row: MapRow): void {
  const { top, mentioned } = getOrMake(blobs, rowKeyOf(row), () => ({ top: [], mentioned: [] }));
  const { language, scope, part, startLine, defines, references } = row;
  // A definition in several chunks is named by its first part.
  if (scope.length === 0 && part === 1 && defines.length > 0) top.push({ startLine, defines });
  const family = familyOf(language);
  for (const reference of references)
    for (const { name, place } of mentionsIn(reference, places))
      mentioned.push(getOrMake(numbers, mentionKey(family, name, place), () => numbers.size));
}

/** `src/store/open.ts` → open, store */
function placesOf(path: string): string[] {
  const [file = '', folder = ''] = path.split('/').toReversed();
  return [...new Set([file.split('.')[0]!, folder])].filter((place) => place !== '');
}

/** Returns all keys by which others may mention what a file defines. */
function mentionKeysOf(family: string, name: string, path: string): string[] {
  return ['', ...placesOf(path)].map((place) => mentionKey(family, name, place));
}

/**
 * Returns a mentioned name and the file or folder that it is said to be in, '' for none. A call on
 * a value (`map.get()`) mentions nothing at the top level. A call on a module (`paths.join()`)
 * does, and one on a type (`Paths.join()`) mentions the type.
 */
function mentionsIn({ name, kind, from }: Reference, places: ReadonlySet<string>): { name: string; place: string }[] {
  if (kind === 'link') return [];
  if (kind !== 'call' || from === undefined) return [{ name, place: '' }];
  const receiver = namePartsOf(from).at(-1) ?? '';
  return [
    ...(places.has(receiver) ? [{ name, place: receiver }] : []),
    ...(beginsWithCapital(receiver) ? [{ name: receiver, place: '' }] : []),
  ];
}

/**
 * The family is part of the key, because languages that cannot refer to each other share no names.
 */
function mentionKey(family: string, name: string, place: string): string {
  return `${family} ${place} ${name}`;
}

/**
 * @returns files, best first; ties are ordered by path, and code of other projects comes last.
 * Tests, examples and files without definitions are left out
 */
function mapFiles({ files }: CallerView, { blobs, numbers }: Facts): CentralFile[] {
  const definers = new Map<string, number>();
  const mentions = new Float64Array(numbers.size);
  const own = new Map([...blobs].map(([key, { top }]) => [key, topLevel(top)]));
  for (const file of files) {
    const key = blobKeyOf(file);
    const family = familyOf(file.language);
    for (const { name } of own.get(key) ?? [])
      for (const key of mentionKeysOf(family, name, file.path)) definers.set(key, (definers.get(key) ?? 0) + 1);
    for (const number of blobs.get(key)?.mentioned ?? []) mentions[number]! += 1;
  }
  const mapped = files.flatMap(({ path, language, ...file }) => {
    const key = blobKeyOf({ language, ...file });
    const defines = own.get(key) ?? [];
    const features = fileFeaturesOf(path, language);
    if (defines.length === 0 || features.test || features.example) return [];
    const family = familyOf(language);
    const inside = countEach(blobs.get(key)!.mentioned);
    // Counts how often other files mention a name; if several files define it, only a share.
    const worth = ({ name }: { name: string }): number =>
      mentionKeysOf(family, name, path).reduce((sum, mention) => {
        const number = numbers.get(mention);
        if (number === undefined) return sum;
        return sum + (mentions[number]! - (inside.get(number) ?? 0)) / definers.get(mention)!;
      }, 0);
    const sorted = defines.map((one) => ({ one, worth: worth(one) })).sort((a, b) => b.worth - a.worth);
    const score = sorted.reduce((sum, { worth }) => sum + worth, 0);
    return [{ path, defines: sorted.map(({ one }) => one), score, foreign: Number(features.foreign) }];
  });
  mapped.sort((a, b) => a.foreign - b.foreign || b.score - a.score || (a.path < b.path ? -1 : 1));
  return mapped.map(({ path, defines, score }) => ({ path, mentions: Math.ceil(score), defines }));
}

/**
 * Returns top-level definitions. Members of a type are none, even if the whole type is in one
 * chunk; members of a module are.
 */
function topLevel(rows: BlobFacts['top']): CentralFile['defines'] {
  const found = new Map<string, CentralFile['defines'][number]>();
  for (const { defines } of rows.toSorted((a, b) => a.startLine - b.startLine)) {
    for (const { name, kind, startLine, endLine } of defines) {
      const isMember = defines.some(
        (other) =>
          other.kind !== 'module' &&
          other.startLine <= startLine &&
          other.endLine >= endLine &&
          other.endLine - other.startLine > endLine - startLine,
      );
      if (CODE.has(kind) && !isMember && !found.has(name)) found.set(name, { name, kind, startLine, endLine });
    }
  }
  return [...found.values()];
}
