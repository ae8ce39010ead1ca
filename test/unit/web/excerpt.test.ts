/** Which lines a result shows. */

import { describe, expect, it } from 'vitest';
import { queryWordsOf } from '../../../src/search/queryWords.ts';
import { excerptRows, fileRows } from '../../../src/web/code/codeLines.ts';

const words = queryWordsOf('open the store');
const lines = Array.from({ length: 40 }, (_, at) => (at === 25 ? '  store.open();' : `  line${at};`));
const hit = { text: `${lines.join('\n')}\n`, startLine: 101, signature: '' };

describe('a result', () => {
  it('shows the lines of its words, and how many are between', () => {
    const rows = excerptRows(hit, words, 8);
    expect(rows).toContainEqual({ line: 126, index: 25 });
    const shown = rows.filter((row) => 'line' in row).length;
    const hidden = rows.reduce((sum, row) => sum + ('gap' in row ? row.gap : 0), 0);
    expect(shown + hidden).toBe(40);
    expect(shown).toBeLessThanOrEqual(9);
  });

  it('shows all of a short one, and all of a long one that is asked for', () => {
    expect(excerptRows({ ...hit, text: 'a\nb' }, words, 8)).toEqual([
      { line: 101, index: 0 },
      { line: 102, index: 1 },
    ]);
    expect(excerptRows(hit, words, Infinity)).toHaveLength(40);
  });

  it('leaves out what the search left out, until all of it is asked for', () => {
    const elided = [{ startLine: 101, endLine: 120 }];
    expect(excerptRows({ ...hit, elided }, words, 30)[0]).toEqual({ gap: 20 });
    expect(excerptRows({ ...hit, elided }, words, Infinity)).toHaveLength(40);
  });
});

describe('a file', () => {
  const text = `${Array.from({ length: 10_000 }, (_, at) => at).join('\n')}\n`;

  it('is drawn around the lines that are looked at', () => {
    const rows = fileRows({ text, start_line: 1 }, { startLine: 9000 });
    expect(rows).toContainEqual({ line: 9000, index: 8999 });
    expect(rows.at(-1)).toEqual({ line: 10_000, index: 9999 });
    expect(rows[0]).toEqual({ gap: 7000 });
  });

  it('is drawn whole where it is short', () => {
    expect(fileRows({ text: 'a\nb\n', start_line: 1 }, { startLine: 0 })).toEqual([
      { line: 1, index: 0 },
      { line: 2, index: 1 },
    ]);
  });
});
