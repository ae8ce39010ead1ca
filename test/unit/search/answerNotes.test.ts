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

test.each(['度', 'プ', ' ต '])('nothing for the letter %s: what would find it inside of words', (query) => {
  const none = { query, results: [] };
  expect(withFewer(result({ ...none, asked: null })).fewer).toMatch(new RegExp(`: cora grep ${query.trim()}$`, 'u'));
  expect(withFewer(result({ ...none, asked: 2 }), 'No file matches.').fewer).toBe('No file matches.');
  expect(withFewer(result({ query, asked: 1, results: [hit()] })).fewer).toBeNull();
});

test.each(['进度', 'x', 'é', 'Fortschritt', 'прогресс'])('nothing for %s: no other search finds more', (query) => {
  expect(withFewer(result({ query, results: [], asked: null })).fewer).toBeNull();
});
