/** What a language model is shown of chunks: their texts as the table has them, without secrets, and their surroundings. */

import type { ChunkContext } from '../../ask/commentaryPrompt.ts';
import { rowKeyOf } from '../../base/identity.ts';
import { qualifiedName } from '../../base/qualifiedName.ts';
import type { BlobKey } from '../../base/types.ts';
import { joinedName, REFERS } from '../../base/words.ts';
import type { ChunkStore } from '../../store/storePort.ts';
import type { Choice, ChosenChunk } from './chooseChunks.ts';

const COLUMNS = [
  'chunkId',
  'blobSha',
  'language',
  'kind',
  'symbol',
  'scope',
  'signature',
  'startByte',
  'text',
  'doc',
] as const;
const MENTION_COLUMNS = ['chunkId', 'blobSha', 'language', 'symbol', 'scope'] as const;
const MOST_MENTIONS = 8;

/** @returns in the order of the chunks; one that is gone meanwhile is left out */
export async function readContexts(
  store: ChunkStore,
  { paths }: Choice,
  chunks: readonly ChosenChunk[],
): Promise<{ chunk: ChosenChunk; context: ChunkContext }[]> {
  const rows = await store.rows({ chunkIds: chunks.map(({ chunkId }) => chunkId) }, COLUMNS);
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
  store: ChunkStore,
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
  store: ChunkStore,
  paths: ReadonlyMap<BlobKey, string>,
  { chunkId, symbol }: { chunkId: string; symbol: string },
): Promise<string[]> {
  const name = joinedName(symbol);
  if (name === '') return [];
  const ranking = { weights: new Map([[REFERS + name, 1]]), averageWords: 100 };
  const found = await store.bestByWords(
    ranking,
    (row) => row.chunkId !== chunkId && paths.has(rowKeyOf(row)),
    MOST_MENTIONS,
    MENTION_COLUMNS,
  );
  return found.map((row) => `${paths.get(rowKeyOf(row))!} ${qualifiedName(row)}`.trim()).sort();
}
