/**
 * Parsers that are loaded with the first file to chunk, without threads, for callers that may need
 * none.
 */

import type { ChunkPool, ChunkPoolOptions } from './pool.ts';

/** @param options by default without threads */
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
