import { expect, test } from 'vitest';
import { bytesFromPath, nulPaths, nulRecords, pathFromBytes } from '../../../src/git/repository.ts';
import fc from '../../helpers/fastCheck.ts';

const bytes = fc.uint8Array({ min: 1, minLength: 1, maxLength: 20 });
/** Sequences that look like the escape itself. */
const tricky = fc
  .array(fc.constantFrom('\uFFFD', 'E9', '80', 'a', '%', 'é', '\u{1F600}'), { minLength: 1 })
  .map((parts) => new Uint8Array(Buffer.from(parts.join(''), 'utf8')));

test('every path of bytes comes back, also through JSON', () => {
  fc.assert(
    fc.property(fc.oneof(bytes, tricky), (path) => {
      const text = JSON.parse(JSON.stringify(pathFromBytes(path))) as string;
      expect([...bytesFromPath(text)]).toEqual([...path]);
    }),
  );
});

test('paths that are UTF-8 stand as they are', () => {
  for (const path of ['src/main.c', 'a%20b.txt', 'grüße/日本.md', '\u{1F600}.txt', 'with\nnewline']) {
    expect(pathFromBytes(Buffer.from(path))).toBe(path);
    expect(bytesFromPath(path).toString('utf8')).toBe(path);
  }
});

test('a byte that is not UTF-8 is written in digits, and the escape itself is doubled', () => {
  expect(pathFromBytes(Buffer.from('636166E92E63', 'hex'))).toBe('caf\uFFFDE9.c');
  expect(pathFromBytes(Buffer.from('\uFFFD.c'))).toBe('\uFFFD\uFFFD.c');
  expect(pathFromBytes(Buffer.from('EDA080', 'hex'))).toBe('\uFFFDED\uFFFDA0\uFFFD80');
});

test('records are split at NUL, whatever bytes they hold', () => {
  const paths = ['a', 'caf\uFFFDE9.c', 'b\nc', 'é'];
  expect(nulRecords(nulPaths(paths))).toEqual(paths);
  expect(nulRecords(new Uint8Array(0))).toEqual([]);
});
