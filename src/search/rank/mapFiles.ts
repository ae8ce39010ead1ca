/** Which files a newcomer should know: those whose definitions the rest of the code mentions most. Pure. */

import type { ChunkKind, ChunkRow } from '../../base/types.ts';
import { fileFeaturesOf } from '../../languages/fileFeatures.ts';

export const MAP_COLUMNS = ['blobSha', 'language', 'scope', 'startLine', 'part', 'defines', 'references'] as const;
export type MapRow = Pick<ChunkRow, (typeof MAP_COLUMNS)[number]>;

export interface MappedFile {
  path: string;
  /** How often other files mention what it defines; of a name that several files define, a share. */
  score: number;
  /** At the top of the file, most mentioned first, ties by line. */
  defines: { name: string; kind: ChunkKind }[];
}

const CODE: ReadonlySet<ChunkKind> = new Set([
  ...(['function', 'class', 'interface', 'type', 'enum', 'constant', 'module'] as const),
]);

/** @returns best first, ties by path; tests, examples and files without definitions are left out */
export function mapFiles(files: ReadonlyMap<string, readonly MapRow[]>): MappedFile[] {
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
