/** What is repeated of LanceDB's messages. */

import { expect, it } from 'vitest';
import { firstLine } from '../../../src/store/storeFailure.ts';

it.each([
  'lance error: Invalid user input: Failed to load Jieba dictionary from /home/u/x, invalid dictionary entry: MY SECRET',
  'lance error: Invalid user input: /home/u/lance/language_models/x/config.json: MY SECRET',
  'lance error: lindera: MY SECRET',
  `${'x '.repeat(4000)} lance-index/src/scalar/inverted/tokenizer/jieba.rs:23:24 MY SECRET`,
  'a first line\nunknown base tokenizer MY SECRET',
])('no line of a file that a dictionary was sought in: %#', (message) => {
  const said = firstLine(new Error(message));
  expect(said).not.toContain('SECRET');
  expect(said).toBe('LanceDB refuses, in words that may quote a file');
});

it('one line, without places in its sources', () => {
  expect(firstLine(new Error('lance error: Not found: a/b.lance, /root/x/src/io.rs:23:24\nmore'))).toBe(
    'lance error: Not found: a/b.lance',
  );
});
