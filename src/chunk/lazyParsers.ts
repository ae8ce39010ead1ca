/**
 * Parsers for those who may need none: they are loaded when the first file has to be chunked,
 * without threads.
 */

import type { ChunkPool, ChunkPoolOptions } from './pool.ts';

/** @param options without threads unless told otherwise */
export function createLazyParsers(options: ChunkPoolOptions = { jobs: 0 }): ChunkPool {
  let pool: Promise<ChunkPool> | undefined;
  return {
    chunk: async (bytes, language) => {
      pool ??= import('./pool.ts').then(({ createChunkPool }) => createChunkPool(options));
      return (await pool).chunk(bytes, language);
    },
    close: async () => pool?.then((opened) => opened.close()).catch(() => undefined),
  };
}
