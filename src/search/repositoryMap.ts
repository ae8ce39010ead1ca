/**
 * Maps a repository for one who sees it for the first time: its folders, then the files that the
 * rest of the code mentions most, with what they define. As data, and as Markdown.
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { addTo } from '../base/lists.ts';
import { estimateTokens } from '../base/tokenBudget.ts';
import type { BlobKey, ChunkKind, ChunkRow, Definition } from '../base/types.ts';
import type { SymbolContext } from '../graph/readFiles.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import type { CallerView } from '../view/callerView.ts';
import { inlineCode, oneLine } from './quoteCode.ts';

/** The share of the budget that folders may take. */
const FOLDERS_SHARE = 0.25;
/** Definitions of a file that are named. */
const MOST_DEFINED = 6;

/** Shows a repository to one who sees it for the first time. */
export interface RepositoryMap extends FolderMap {
  /** The files whose definitions the rest of the code mentions most, best first. */
  central: CentralFile[];
}

export interface FolderMap {
  total: number;
  /** Most files first, as are the folders. */
  languages: { language: string; files: number }[];
  /** The folders of the first two levels. */
  folders: { path: string; files: number }[];
}

export interface CentralFile {
  path: string;
  /** At the top of the file, most mentioned first. */
  defines: Pick<Definition, 'name' | 'kind' | 'startLine' | 'endLine'>[];
}

/** @param most folders and central files, of each */
export async function mapOf(context: SymbolContext, most = Infinity): Promise<RepositoryMap> {
  const central = mapFiles(await rowsByPath(context)).slice(0, most);
  return { ...folderMapOf(context.view, most), central: central.map(({ path, defines }) => ({ path, defines })) };
}

/** Returns what is known of a repository without its rows. */
export function folderMapOf({ files }: Pick<CallerView, 'files'>, most = Infinity): FolderMap {
  const languages = counted(files.map(({ language }) => language));
  const folders = counted(files.flatMap(({ path }) => foldersOf(path))).slice(0, most);
  return {
    total: files.length,
    languages: languages.map(([language, count]) => ({ language, files: count })),
    folders: folders.map(([path, count]) => ({ path, files: count })),
  };
}

/** @param budget tokens of the map, estimated */
export async function repositoryMap(
  context: SymbolContext,
  { name, budget }: { name: string; budget: number },
): Promise<string> {
  const { total, languages, folders, central } = await mapOf(context);
  const counts = languages.slice(0, 8).map(({ language, files }) => `${files} ${language}`);
  const title = `# ${oneLine(name)}\n\n${total} files: ${counts.join(', ')}.`;
  const listed = fitting(folders.map(folderLine), budget * FOLDERS_SHARE);
  const head = `${title}\n\n## Folders\n\n${listed}\n\n## Files that others refer to most\n\n`;
  return `${head}${fitting(central.map(fileLine), budget - estimateTokens(head))}\n`;
}

async function rowsByPath({ store, view }: SymbolContext): Promise<Map<string, MapRow[]>> {
  const byBlob = new Map<BlobKey, MapRow[]>();
  for await (const rows of store.scan(MAP_COLUMNS))
    for (const row of rows) if (view.byBlob.has(rowKeyOf(row))) addTo(byBlob, rowKeyOf(row), row);
  for (const row of view.overlay) addTo(byBlob, rowKeyOf(row), row);
  return new Map(view.files.map((file) => [file.path, byBlob.get(blobKeyOf(file)) ?? []]));
}

/** `src/store/openStore.ts` → src/, src/store/ */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1).slice(0, 2);
  return parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
}

function folderLine({ path, files }: FolderMap['folders'][number]): string {
  return `- ${inlineCode(oneLine(path))} ${files}`;
}

function fileLine({ path, defines }: CentralFile): string {
  const named = defines.slice(0, MOST_DEFINED).map(({ name, kind }) => `${kind} ${oneLine(name)}`);
  return `- ${inlineCode(oneLine(path))}: ${named.join(', ')}${defines.length > MOST_DEFINED ? ', …' : ''}`;
}

/** Most frequent first, ties by name. */
function counted(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

function fitting(lines: readonly string[], budget: number): string {
  let tokens = 0;
  const shown = lines.filter((line) => {
    tokens += estimateTokens(`${line}\n`);
    return tokens <= budget;
  });
  return shown.join('\n');
}

// Which files a newcomer should know: those whose definitions the rest of the code mentions most.
// Pure.

const MAP_COLUMNS = ['blobSha', 'language', 'scope', 'startLine', 'part', 'defines', 'references'] as const;
type MapRow = Pick<ChunkRow, (typeof MAP_COLUMNS)[number]>;

interface MappedFile extends CentralFile {
  /**
   * Counts how often other files mention what it defines; of a name that several files define, a
   * share.
   */
  score: number;
}

const CODE: ReadonlySet<ChunkKind> = new Set([
  ...(['function', 'class', 'interface', 'type', 'enum', 'constant', 'module'] as const),
]);

/** @returns best first, ties by path; tests, examples and files without definitions are left out */
function mapFiles(files: ReadonlyMap<string, readonly MapRow[]>): MappedFile[] {
  const definers = new Map<string, number>();
  const mentions = new Map<string, number>();
  const own = new Map<string, { defines: MappedFile['defines']; mentioned: Map<string, number> }>();
  for (const [path, rows] of files) {
    const defines = topLevel(rows);
    const mentioned = new Map<string, number>();
    for (const { references } of rows)
      for (const { name, kind } of references) if (kind !== 'link') mentioned.set(name, (mentioned.get(name) ?? 0) + 1);
    for (const { name } of defines) definers.set(name, (definers.get(name) ?? 0) + 1);
    for (const [name, count] of mentioned) mentions.set(name, (mentions.get(name) ?? 0) + count);
    own.set(path, { defines, mentioned });
  }
  const mapped = [...own].flatMap(([path, { defines, mentioned }]): MappedFile[] => {
    const features = fileFeaturesOf(path, files.get(path)?.[0]?.language ?? '');
    if (defines.length === 0 || features.test || features.example) return [];
    const worth = ({ name }: { name: string }): number =>
      ((mentions.get(name) ?? 0) - (mentioned.get(name) ?? 0)) / definers.get(name)!;
    const sorted = defines.toSorted((a, b) => worth(b) - worth(a));
    return [{ path, score: sorted.reduce((sum, one) => sum + worth(one), 0), defines: sorted }];
  });
  return mapped.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** A definition that was too large for one chunk is named by its first part. */
function topLevel(rows: readonly MapRow[]): MappedFile['defines'] {
  const sorted = rows.filter(({ scope, part }) => scope.length === 0 && part === 1).toSorted(byLine);
  const found = new Map<string, CentralFile['defines'][number]>();
  for (const { defines } of sorted) {
    for (const { name, kind, startLine, endLine } of defines)
      if (CODE.has(kind) && !found.has(name)) found.set(name, { name, kind, startLine, endLine });
  }
  return [...found.values()];
}

function byLine(a: MapRow, b: MapRow): number {
  return a.startLine - b.startLine;
}
