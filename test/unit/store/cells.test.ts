import type { RecordBatch } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { TooMuchJson } from '../../../src/base/boundedJson.ts';
import { decodeRows } from '../../../src/store/schema.ts';

/** One row of a table whose definitions are this text. */
function rowOf(json: string): unknown {
  const bytes = Buffer.from(json);
  const column = { values: bytes, valueOffsets: Int32Array.of(0, bytes.length), children: [], type: {} };
  const batch = { numRows: 1, schema: { fields: [{ name: 'defines' }] }, data: { children: [column] } };
  return decodeRows(batch as unknown as RecordBatch, ['defines'])[0];
}

describe('a cell of a table that somebody else made', () => {
  it('is read where it is one', () => {
    expect(rowOf('[["open","function",3,9]]')).toEqual({
      defines: [{ name: 'open', kind: 'function', startLine: 3, endLine: 9 }],
    });
  });

  it.each([
    ['is nested', '['.repeat(100_000)],
    ['holds millions of values', `[${'0,'.repeat(2_000_001)}0]`],
    ['has more bytes than a chunk', `["${'x'.repeat(33 * 2 ** 20)}"]`],
  ])('is refused unread where it %s', (_, json) => {
    expect(() => rowOf(json)).toThrow(TooMuchJson);
  });
});
