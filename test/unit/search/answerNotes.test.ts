/** A short answer says why it is short, in words that are true of it. */

import { expect, test } from 'vitest';
import { withFewer } from '../../../src/search/answerNotes.ts';
import { hit, result } from '../../helpers/searchAnswers.ts';

test.each([
  [0, false, '0 of 2: nothing in the index matches.'],
  [0, true, '0 of 2: nothing that the filters leave matches.'],
  [1, false, '1 of 2: nothing else in the index matches.'],
  [1, true, '1 of 2: nothing else that the filters leave matches.'],
  [2, false, null],
])('%i results of 2, filtered: %s', (found, filtered, fewer) => {
  const results = Array.from({ length: found }, () => hit());
  expect(withFewer(result({ asked: 2, filtered, results })).fewer).toBe(fewer);
});

test.each([
  ['进度', '进度'],
  ['how does 下载进度 work', '下载进度'],
  ['ダウンロード', 'ダウンロード'],
  ['ความคืบหน้า', 'ความคืบหน้า'],
])('nothing for %s: what would find it', (query, word) => {
  const none = { query, results: [] };
  expect(withFewer(result({ ...none, asked: null })).fewer).toMatch(new RegExp(`: cora grep ${word}$`, 'u'));
  expect(withFewer(result({ ...none, asked: 2 }), 'No file matches.').fewer).toBe('No file matches.');
  expect(withFewer(result({ query, asked: 1, results: [hit()] })).fewer).toBeNull();
});

test.each(['진행', 'Fortschritt', 'прогресс'])('nothing for %s: a script with spaces', (query) => {
  expect(withFewer(result({ query, results: [], asked: null })).fewer).toBeNull();
});

test('repeats a hundred letters of a question without spaces, not all of a megabyte', () => {
  const { fewer } = withFewer(result({ query: '进度'.repeat(200_000), results: [], asked: null }));
  expect(fewer).toMatch(/: cora grep (?:进度){50}$/u);
});
