/**
 * It draws a map of the repository as Markdown, for one who sees it for the first time: folders,
 * then the files that the rest of the code mentions most, with what they define.
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { addTo } from '../base/lists.ts';
import { estimateTokens } from '../base/tokenBudget.ts';
import type { BlobKey, ChunkKind, ChunkRow } from '../base/types.ts';
import type { SymbolContext } from '../graph/readFiles.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import { inlineCode, oneLine } from './quoteCode.ts';

/** The share of the budget that folders may take. */
const FOLDERS_SHARE = 0.25;
/** Definitions of a file that are named. */
const MOST_DEFINED = 6;

/** @param budget tokens of the map, estimated */
export async function repositoryMap(
  context: SymbolContext,
  { name, budget }: { name: string; budget: number },
): Promise<string> {
  const { files } = context.view;
  const languages = counted(files.map(({ language }) => language));
  const title = `# ${oneLine(name)}\n\n${files.length} files: ${languages.slice(0, 8).map(told).join(', ')}.`;
  const folders = fitting(
    counted(files.flatMap(({ path }) => foldersOf(path))).map(folderLine),
    budget * FOLDERS_SHARE,
  );
  const head = `${title}\n\n## Folders\n\n${folders}\n\n## Files that others refer to most\n\n`;
  const mapped = mapFiles(await rowsByPath(context));
  return `${head}${fitting(mapped.map(fileLine), budget - estimateTokens(head))}\n`;
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

function folderLine([folder, count]: [string, number]): string {
  return `- ${inlineCode(oneLine(folder))} ${count}`;
}

function fileLine({ path, defines }: MappedFile): string {
  const named = defines.slice(0, MOST_DEFINED).map(({ name, kind }) => `${kind} ${oneLine(name)}`);
  return `- ${inlineCode(oneLine(path))}: ${named.join(', ')}${defines.length > MOST_DEFINED ? ', …' : ''}`;
}

function told([name, count]: [string, number]): string {
  return `${count} ${name}`;
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

interface MappedFile {
  path: string;
  /**
   * Counts how often other files mention what it defines; of a name that several files define, a
   * share.
   */
  score: number;
  /** At the top of the file, most mentioned first, ties by line. */
  defines: { name: string; kind: ChunkKind }[];
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
  const found = new Map<string, { name: string; kind: ChunkKind }>();
  for (const { defines } of sorted)
    for (const { name, kind } of defines) if (CODE.has(kind) && !found.has(name)) found.set(name, { name, kind });
  return [...found.values()];
}

function byLine(a: MapRow, b: MapRow): number {
  return a.startLine - b.startLine;
}
