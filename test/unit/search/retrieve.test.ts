/** What searches of one process share: rows of files that only their names bring. */

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { SearchReader } from '../../../src/engine/rowReader.ts';
import { wordsIn } from '../../../src/engine/rowWords.ts';
import { readQuestion, weighTerms } from '../../../src/search/question.ts';
import { retrieve } from '../../../src/search/retrieve.ts';
import type { RowCache, SearchedView } from '../../../src/view/searchedView.ts';
import { groupByBlob } from '../../../src/view/viewFiles.ts';

const FILES = [{ path: 'src/parser.ts', blob: 'aa', language: 'typescript', status: 'committed' as const }];
const ROW = {
  chunkId: 'c1',
  blobSha: 'aa',
  language: 'typescript',
  kind: 'function',
  words: wordsIn('something else'),
};
const VIEW: SearchedView = {
  files: FILES,
  byBlob: groupByBlob(FILES),
  statistics: { chunks: 1, averageTokens: 2, averageWords: 2, frequency: () => 0 },
  overlay: [],
  wantedKind: () => true,
};

/** No row holds a word of the query. */
function storeWith(rows: () => Promise<unknown>): SearchReader {
  return { readTerms: async () => undefined, bestByWords: async () => [], rows } as unknown as SearchReader;
}

async function ask(store: SearchReader, cache: RowCache): Promise<string[]> {
  const options = { words: true, vector: null, lexical: false, names: true, depth: 10 };
  const found = await retrieve(
    store,
    cache,
    [{ query: weighTerms(readQuestion('parser'), () => 1), vector: null }],
    VIEW,
    options,
  );
  return found.chunks.map(({ path }) => path);
}

describe('files that only their names bring', () => {
  it('come to every one of several questions at once, and are read once for the next', async () => {
    let reads = 0;
    const store = storeWith(async () => {
      reads += 1;
      await setImmediate();
      return [ROW];
    });
    const cache: RowCache = new Map();
    const both = await Promise.all([ask(store, cache), ask(store, cache)]);
    expect(both).toEqual([['src/parser.ts'], ['src/parser.ts']]);
    const before = reads;
    expect(await ask(store, cache)).toEqual(['src/parser.ts']);
    expect(reads).toBe(before);
  });

  it('come although another question empties what is remembered meanwhile', async () => {
    const cache: RowCache = new Map();
    const store = storeWith(async () => {
      cache.clear();
      return [ROW];
    });
    expect(await ask(store, cache)).toEqual(['src/parser.ts']);
  });

  it('are read again after a reading that failed', async () => {
    const answers = [Promise.reject(new Error('too many open files')), Promise.resolve([ROW])];
    const store = storeWith(() => answers.shift()!);
    const cache: RowCache = new Map();
    await expect(ask(store, cache)).rejects.toThrow('too many');
    expect(await ask(store, cache)).toEqual(['src/parser.ts']);
  });
});
