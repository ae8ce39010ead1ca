/** Parsers for those who may need none: loaded when the first file is chunked, without threads. */

import type { ChunkedBlob } from '../base/types.ts';
import type { ChunkPool } from './pool.ts';

export interface LazyParsers {
  /** @returns null for binary content */
  chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
  close(): void;
}

export function createLazyParsers(): LazyParsers {
  let pool: Promise<ChunkPool> | undefined;
  return {
    chunk: async (bytes, language) => {
      pool ??= import('./pool.ts').then(({ createChunkPool }) => createChunkPool({ jobs: 0 }));
      return (await pool).chunk(bytes, language);
    },
    close: () => {
      pool?.then((opened) => opened.close()).catch(() => undefined);
    },
  };
}
