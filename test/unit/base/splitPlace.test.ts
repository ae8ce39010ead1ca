import { expect, test } from 'vitest';
import { splitPlace } from '../../../src/base/patterns.ts';

test.each([
  ['src/a.ts', 'src/a.ts', null],
  ['src/a.ts:10', 'src/a.ts', '10'],
  ['src/a.ts:10-36', 'src/a.ts', '10-36'],
  ['src/a.ts:10-', 'src/a.ts', '10-'],
  ['src/a.ts:10:4', 'src/a.ts', '10'],
  ['src/a.ts#L10', 'src/a.ts', '10'],
  ['src/a.ts#L10-L36', 'src/a.ts', '10-36'],
  ['src/a.ts#L10-36', 'src/a.ts', '10-36'],
  ['https://example.com/o/n/blob/main/src/a.ts#L10-L36', 'https://example.com/o/n/blob/main/src/a.ts', '10-36'],
  ['c#Lists', 'c#Lists', null],
])('%s', (text, path, lines) => {
  expect(splitPlace(text)).toEqual({ path, lines });
});
