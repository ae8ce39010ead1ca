/**
 * Which chunks of the last built view are worth commentary, most worth first: code before tests and examples, then what is
 * mentioned most. Prose and data speak for themselves, and of a line or two there is nothing to say.
 */

import { blobKeyOf, rowKeyOf } from '../../base/identity.ts';
import type { BlobKey, ChunkKind } from '../../base/types.ts';
import { joinedName, REFERS } from '../../base/words.ts';
import { fileFeaturesOf } from '../../languages/fileFeatures.ts';
import type { ChunkStore } from '../../store/storePort.ts';
import { currentView, readView } from '../../store/views.ts';
import { ViewStatistics } from '../../view/statistics.ts';

export interface ChosenChunk {
  contentHash: string;
  chunkId: string;
  /** The first one that the view has its blob at. */
  path: string;
}

export interface Choice {
  chunks: ChosenChunk[];
  statistics: ViewStatistics;
  /** Blobs of the view, each with its first path. */
  paths: ReadonlyMap<BlobKey, string>;
}

const NOT_CODE: ReadonlySet<ChunkKind> = new Set<ChunkKind>(['text', 'section', 'object']);
const LEAST_TOKENS = 12;
const COLUMNS = ['chunkId', 'contentHash', 'blobSha', 'language', 'kind', 'symbol', 'startByte', 'tokens'] as const;

/** @returns each content once; null where nothing was built */
export async function chooseChunks(dir: string, store: ChunkStore): Promise<Choice | null> {
  const id = await currentView(dir);
  const record = id === null ? null : await readView(dir, id);
  if (record === null) return null;
  const statistics = new ViewStatistics(record);
  const paths = new Map<BlobKey, string>();
  for (const file of record.files) if (!paths.has(blobKeyOf(file))) paths.set(blobKeyOf(file), file.path);
  const found: (ChosenChunk & { behind: number; mentions: number; startByte: number })[] = [];
  for await (const rows of store.scan(COLUMNS)) {
    for (const { chunkId, contentHash, blobSha, language, kind, symbol, startByte, tokens } of rows) {
      const path = paths.get(rowKeyOf({ blobSha, language }));
      if (path === undefined || NOT_CODE.has(kind) || tokens < LEAST_TOKENS) continue;
      const { prose, test, example, legacy } = fileFeaturesOf(path, language);
      if (prose) continue;
      const mentions = symbol === '' ? 0 : statistics.frequency(REFERS + joinedName(symbol));
      found.push({ contentHash, chunkId, path, startByte, mentions, behind: Number(test || example || legacy) });
    }
  }
  found.sort(
    (a, b) =>
      a.behind - b.behind ||
      b.mentions - a.mentions ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startByte - b.startByte) ||
      (a.chunkId < b.chunkId ? -1 : 1),
  );
  const first = new Map<string, ChosenChunk>();
  for (const { contentHash, chunkId, path } of found) {
    if (!first.has(contentHash)) first.set(contentHash, { contentHash, chunkId, path });
  }
  return { chunks: [...first.values()], statistics, paths };
}
