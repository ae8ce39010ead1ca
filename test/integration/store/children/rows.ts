/** Rows that depend on a seed alone: the same in a test and in its child processes. */

import { createHash } from 'node:crypto';
import type { BlobKey, ChunkRow, Log } from '../../../../src/base/types.ts';
import { roundToFloat16 } from '../../../helpers/roundToFloat16.ts';

export const DIMENSIONS = 8;

export const silent: Log = { info: () => undefined, warn: () => undefined, debug: () => undefined };

export function shaOf(seed: string | number): string {
  return createHash('sha1').update(String(seed)).digest('hex');
}

/** A unit vector that depends on the seed alone, rounded as build rounds it. */
export function vectorOf(seed: string | number, dimensions = DIMENSIONS): Float32Array {
  const bytes = createHash('shake256', { outputLength: dimensions }).update(String(seed)).digest();
  const raw = Float32Array.from(bytes, (byte) => byte - 127.5);
  const length = Math.hypot(...raw);
  return roundToFloat16(raw.map((x) => x / length));
}

export function rowOf(seed: string | number, changes: Partial<ChunkRow> = {}): ChunkRow {
  const blobSha = changes.blobSha ?? shaOf(seed);
  return {
    chunkId: shaOf(`chunk ${seed}`).slice(0, 16),
    blobSha,
    language: 'typescript',
    kind: 'function',
    symbol: `name${seed}`,
    scope: ['Outer', 'inner'],
    signature: `function name${seed}()`,
    nodeType: 'function_declaration',
    redacted: '',
    frame: '3-9:',
    startLine: 3,
    endLine: 9,
    startByte: 20,
    endByte: 220,
    part: 1,
    parts: 1,
    parentChunk: 'Outer',
    text: `function name${seed}() {}\n`,
    doc: 'What it does.',
    defines: [{ name: `name${seed}`, kind: 'function', startLine: 3, endLine: 9 }],
    references: [{ name: 'get', kind: 'call', from: 'client' }],
    searchText: `name word${seed} def:name${seed}`,
    tokens: 2,
    contentHash: shaOf(`content ${seed}`).slice(0, 32),
    vector: vectorOf(seed),
    ...changes,
  };
}

export function rowsOf(count: number, from = 0): ChunkRow[] {
  return Array.from({ length: count }, (_, i) => rowOf(from + i));
}

export function keyOf({ blobSha, language }: Pick<ChunkRow, 'blobSha' | 'language'>): BlobKey {
  return `${blobSha}:${language}`;
}

export function sorted<T extends { chunkId: string }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => (a.chunkId < b.chunkId ? -1 : 1));
}

export async function all<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}
