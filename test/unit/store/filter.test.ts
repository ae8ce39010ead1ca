import { describe, expect, it } from 'vitest';
import { splitBlobKey } from '../../../src/base/identity.ts';
import { batchesOf, isIn, ofBlobs, quote } from '../../../src/store/openTable.ts';
import fc from '../../helpers/fastCheck.ts';

/** What SQL reads: literals taken out and unquoted, the rest left as it is. */
function readSql(sql: string): { literals: string[]; rest: string } {
  const literals: string[] = [];
  const rest = sql.replace(/'((?:[^']|'')*)'/gs, (_, body: string) => {
    literals.push(body.replaceAll("''", "'"));
    return '?';
  });
  return { literals, rest };
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom("'", "''", "' OR 1=1 --", "\\'", 'a\nb', '日本', '', '\u0000', "x') OR (true", '%', '_', '?'),
);

describe('filters', () => {
  it('keep every value inside one literal', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        expect(readSql(quote(value))).toEqual({ literals: [value], rest: '?' });
      }),
    );
  });

  it('hold the values asked for, and no other SQL', () => {
    fc.assert(
      fc.property(fc.array(hostile), (values) => {
        const { literals, rest } = readSql(isIn('chunkId', values));
        expect(literals).toEqual([...new Set(values)]);
        expect(rest).toMatch(/^(false|chunkId = \?|chunkId IN \(\?(, \?)+\))$/);
      }),
    );
  });

  it('of blobs name each language once', () => {
    const sql = ofBlobs(['aa:c', 'bb:c++', 'cc:c', "dd:o'caml"]);
    expect(sql).toBe(
      "(language = 'c' AND blobSha IN ('aa', 'cc')) OR (language = 'c++' AND blobSha = 'bb') OR (language = 'o''caml' AND blobSha = 'dd')",
    );
  });

  it('of nothing are true for nothing', () => {
    expect(isIn('chunkId', [])).toBe('false');
    expect(ofBlobs([])).toBe('false');
  });

  it('are cut into batches without doubles or losses', () => {
    const values = Array.from({ length: 2500 }, (_, i) => String(i));
    const batches = batchesOf([...values, ...values]);
    expect(batches.map(({ length }) => length)).toEqual([1000, 1000, 500]);
    expect(batches.flat()).toEqual(values);
  });

  it('split a blob key at its first colon', () => {
    expect(splitBlobKey('ab12:objective-c')).toEqual({ blobSha: 'ab12', language: 'objective-c' });
    expect(splitBlobKey('ab12:odd:name')).toEqual({ blobSha: 'ab12', language: 'odd:name' });
  });
});
