/**
 * Chunks of the last built view are chosen for commentary, most worth first: code before tests and
 * examples, then what is mentioned most. A language model is shown the text of each, without
 * secrets, and its surroundings.
 */

import type { ChunkContext } from '../../ask/commentary.ts';
import { blobKeyOf, rowKeyOf } from '../../base/identity.ts';
import { listed } from '../../base/lists.ts';
import type { BlobKey, ChunkKind } from '../../base/types.ts';
import { joinedName, qualifiedName, REFERS } from '../../base/words.ts';
import type { SearchReader } from '../../engine/rowReader.ts';
import { fileFeaturesOf } from '../../languages/fileFeatures.ts';
import { readCurrentView } from '../../store/views.ts';
import { ViewStatistics } from '../../view/statistics.ts';

export interface ChosenChunk {
  contentHash: string;
  chunkId: string;
  /** The first path at which the view has its blob. */
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
const CHOOSING_COLUMNS = listed('chunkId contentHash blobSha language kind symbol startByte tokens');

/**
 * Chooses the chunks to describe, most worth first.
 * @returns each content once; null where nothing was built
 */
export async function chooseChunks(dir: string, store: SearchReader): Promise<Choice | null> {
  const record = await readCurrentView(dir);
  if (record === null) return null;
  const statistics = new ViewStatistics(record);
  const paths = new Map<BlobKey, string>();
  for (const file of record.files) if (!paths.has(blobKeyOf(file))) paths.set(blobKeyOf(file), file.path);
  const found: (ChosenChunk & { behind: number; mentions: number; startByte: number })[] = [];
  for await (const rows of store.scan(CHOOSING_COLUMNS)) {
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

// Reads what a language model is shown of chunks: their texts as the table has them, without
// secrets, and their surroundings.

const CONTEXT_COLUMNS = listed('chunkId blobSha language kind symbol scope signature startByte text doc');
const MENTION_COLUMNS = ['chunkId', 'blobSha', 'language', 'symbol', 'scope'] as const;
const MOST_MENTIONS = 8;

/**
 * Reads what a model is shown of chunks.
 * @returns in the order of the chunks; one that is gone meanwhile is left out
 */
export async function readContexts(
  store: SearchReader,
  { paths }: Choice,
  chunks: readonly ChosenChunk[],
): Promise<{ chunk: ChosenChunk; context: ChunkContext }[]> {
  const rows = await store.rows({ chunkIds: chunks.map(({ chunkId }) => chunkId) }, CONTEXT_COLUMNS);
  const byId = new Map(rows.map((row) => [row.chunkId, row]));
  const outlines = await readOutlines(store, rows);
  const out: { chunk: ChosenChunk; context: ChunkContext }[] = [];
  for (const chunk of chunks) {
    const row = byId.get(chunk.chunkId);
    if (row === undefined) continue;
    const { kind, language, text, doc, startByte } = row;
    const outline = outlines
      .get(rowKeyOf(row))!
      .filter((other) => other.startByte !== startByte)
      .map(({ signature }) => signature);
    const mentions = await readMentions(store, paths, row);
    out.push({ chunk, context: { path: chunk.path, language, kind, name: nameOf(row), text, doc, outline, mentions } });
  }
  return out;
}

function nameOf({ scope, symbol, signature }: { scope: string[]; symbol: string; signature: string }): string {
  return qualifiedName({ scope, symbol }) || signature;
}

async function readOutlines(
  store: SearchReader,
  rows: readonly { blobSha: string; language: string }[],
): Promise<Map<BlobKey, { signature: string; startByte: number }[]>> {
  const blobs = [...new Set(rows.map(rowKeyOf))];
  const found = await store.rows({ blobs }, ['blobSha', 'language', 'signature', 'startByte', 'part']);
  const outlines = new Map<BlobKey, { signature: string; startByte: number }[]>(blobs.map((key) => [key, []]));
  for (const { blobSha, language, signature, startByte, part } of found) {
    if (signature !== '' && part <= 1) outlines.get(rowKeyOf({ blobSha, language }))!.push({ signature, startByte });
  }
  for (const outline of outlines.values()) outline.sort((a, b) => a.startByte - b.startByte);
  return outlines;
}

/** Places of the view that mention its name, the same ones whatever else the table holds. */
async function readMentions(
  store: SearchReader,
  paths: ReadonlyMap<BlobKey, string>,
  { chunkId, symbol }: { chunkId: string; symbol: string },
): Promise<string[]> {
  const name = joinedName(symbol);
  if (name === '') return [];
  const ranking = { weights: new Map([[REFERS + name, 1]]), averageWords: 100 };
  const found = await store.bestByWords(
    ranking,
    (blob) => paths.has(rowKeyOf(blob)),
    MOST_MENTIONS + 1,
    MENTION_COLUMNS,
  );
  const others = found.filter((row) => row.chunkId !== chunkId).slice(0, MOST_MENTIONS);
  return others.map((row) => `${paths.get(rowKeyOf(row))!} ${qualifiedName(row)}`.trim()).sort();
}
