/** Rows that somebody else made: what a chunk cannot be is refused by name. */

import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../src/base/types.ts';
import { type BlockRow, checkedBlob, type PackedBlob } from '../../../src/share/artifact/blocks.ts';

type Row = BlockRow & { vector: Float32Array };

function rowAt(startByte: number, other: object = {}): Row {
  const chunk: Chunk = {
    ...{ kind: 'function', symbol: 'f', scope: [], signature: 'f()', nodeType: 'function', redacted: '', frame: ':' },
    ...{ startLine: 1, endLine: 2, startByte, endByte: startByte + 26, part: 1, parts: 1, parentChunk: '' },
    ...{ text: 'f()', doc: '', defines: [], references: [{ name: 'g', kind: 'call', from: 'm' }] },
  };
  return { ...chunk, contentHash: 'a'.repeat(32), vector: Float32Array.of(1), ...other };
}

function blobOf(...rows: Row[]): PackedBlob<Row> {
  return { blob: '1'.repeat(40), language: 'python', rows };
}

describe('checkedBlob', () => {
  it('gives rows of its own, with their ids', () => {
    const { rows } = checkedBlob(blobOf(rowAt(0), rowAt(30)), true);
    expect(rows.map(({ chunk }) => chunk!.startByte)).toEqual([0, 30]);
    expect(new Set(rows.map(({ chunkId }) => chunkId)).size).toBe(2);
  });

  it.each<[string, object]>([
    ['kind', { kind: '__proto__' }],
    ['symbol', { symbol: 7 }],
    ['startByte', { startByte: -1 }],
    ['references', { references: [{ name: 'g', kind: { toString: false } }] }],
    ['defines', { defines: [{ name: 'f' }] }],
    ['doc', { doc: undefined }],
    ['redacted', { redacted: 'planted' }],
    ['range', { endByte: 0 }],
  ])('refuses an impossible %s', (name, other) => {
    expect(() => checkedBlob(blobOf(rowAt(0, other)), true)).toThrow(`an impossible ${name} in a row of blob`);
  });

  it('refuses the same range twice, no rows, and rows of no blob', () => {
    expect(() => checkedBlob(blobOf(rowAt(0), rowAt(0)), true)).toThrow('an impossible range');
    expect(() => checkedBlob(blobOf(), true)).toThrow('rows of no blob');
    expect(() => checkedBlob({ ...blobOf(rowAt(0)), blob: 'x' }, true)).toThrow('rows of no blob');
    expect(() => checkedBlob({ ...blobOf(rowAt(0)), language: 'a b' }, true)).toThrow('rows of no blob');
  });
});
