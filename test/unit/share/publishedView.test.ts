/** A view in object storage is hostile input: its paths are shown. */

import { expect, it } from 'vitest';
import { viewIn } from '../../../src/share/publications.ts';
import { encodeView, type ViewPath } from '../../../src/store/viewFile.ts';
import { ViewStatistics } from '../../../src/view/statistics.ts';

function viewOf(...files: ViewPath[]): Buffer {
  const about = { commit: 'c'.repeat(40), tree: 'd'.repeat(40), repository: '', redacted: [] };
  return encodeView({ ...about, ...new ViewStatistics(4).counts(), files });
}

const GOOD: ViewPath = { path: 'src/a.py', blob: '1'.repeat(40), language: 'python' };

it('is read where its files are files of a repository', () => {
  expect(viewIn(viewOf(GOOD, { ...GOOD, path: 'src/b.py' })).files).toHaveLength(2);
});

it.each<[string, RegExp, Buffer]>([
  ['leaves its repository', /impossible file/, viewOf({ ...GOOD, path: '../a.py' })],
  ['is absolute', /impossible file/, viewOf({ ...GOOD, path: '/etc/passwd' })],
  ['is of no blob', /impossible file/, viewOf({ ...GOOD, blob: 'nothing' })],
  ['comes twice', /out of order/, viewOf(GOOD, GOOD)],
  ['is not in a view', /not those of a view/, Buffer.from('a view')],
])('is refused where a path %s', (_, message, bytes) => {
  expect(() => viewIn(bytes)).toThrow(message);
});
