/** A short answer says why it is short, in words that are true of it. */

import { expect, test } from 'vitest';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import { askedUses, withFewer, wordNotes } from '../../../src/search/answerNotes.ts';
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

test.each([
  ['who calls openTable', 'openTable', 'callers'],
  ['What calls `openTable()`?', 'openTable', 'callers'],
  ['which functions call Store.openTable', 'Store.openTable', 'callers'],
  ['callers of the function openTable', 'openTable', 'callers'],
  ['where is openTable called from?', 'openTable', 'callers'],
  ['where is openTable used', 'openTable', 'mentions'],
  ['find all usages of openTable', 'openTable', 'mentions'],
  ['who uses Store::openTable', 'Store::openTable', 'mentions'],
])('%s: a list of references answers it', (query, name, direction) => {
  expect(askedUses(result({ query }))).toEqual({ name, direction });
});

test.each(['who calls closeTable', 'who calls openTable when it fails', 'where is the table opened', 'openTable'])(
  '%s: a list of references does not',
  (query) => {
    expect(askedUses(result({ query }))).toBeNull();
  },
);

test('a class has uses, not callers', () => {
  const results = [hit({ kind: 'class', symbol: 'Store' })];
  expect(askedUses(result({ query: 'who calls Store', results }))?.direction).toBe('mentions');
});

test('says so if the results have less than half of the words', () => {
  const notes = (query: string) => wordNotes(result({ query }));
  expect(notes('где открывается таблица')).toEqual([
    'No result has где, открывается, таблица. Ask in the words, and the language, of the code and its comments.',
  ]);
  expect(notes('wo wird die table geöffnet')).toHaveLength(1);
  expect(notes('如何在 table 安装钩子')).toEqual([
    'No result has 如何在, 安装钩子. Ask in the words, and the language, of the code and its comments.',
  ]);
  expect(notes('如何在这个仓库里安装钩子并且打开表格以及所有选项')).toHaveLength(1);
  // A cut answer may have them in what it leaves out.
  expect(wordNotes(result({ query: 'wo wird die table geöffnet', cutBy: 'budget' }))).toEqual([]);
  const gitContext = {} as NonNullable<SearchResult['gitContext']>;
  expect(wordNotes(result({ query: 'wo wird die table geöffnet', gitContext }))).toEqual([]);
  const path = `Error at /app/node_modules/.pnpm/acme@1.2.0/dist/${hit({}).path}:3`;
  expect(notes(path)).toEqual([]);
  // A pasted trace is no question that could be asked in other words.
  expect(notes('Traceback, most recent call\nRuntimeError: wo wird die table')).toEqual([]);
  expect(notes('how is the table opened with its options')).toEqual([]);
  expect(notes('vacuum')).toEqual([]);
  expect(notes('word '.repeat(3) + Array.from({ length: 40 }, (_, at) => `unknown${at}x`).join(' '))).toEqual([]);
});
