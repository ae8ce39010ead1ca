/** A map of the repository as Markdown, for one who sees it for the first time: folders, then files with what they define. */

import { estimateTokens } from '../base/estimateTokens.ts';
import { addTo } from '../base/groupBy.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import type { BlobKey } from '../base/types.ts';
import type { SymbolContext } from '../graph/rowsOfName.ts';
import { oneLine } from './oneLine.ts';
import { MAP_COLUMNS, type MappedFile, type MapRow, mapFiles } from './rank/mapFiles.ts';
import { inlineCode } from './show/markdownCode.ts';

/** Of the budget, what folders may take. */
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
