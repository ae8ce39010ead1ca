import { describe, expect, test } from 'vitest';
import type { Progress } from '../../../src/base/types.ts';
import { createProgress, withProgress } from '../../../src/session/progress.ts';

const RUN: [number, Progress][] = [
  [0, { phase: 'plan', done: 0, total: 0, chunks: 0 }],
  [10, { phase: 'chunk', done: 0, total: 2000, chunks: 0 }],
  [20, { phase: 'chunk', done: 5, total: 2000, chunks: 20 }],
  [2010, { phase: 'chunk', done: 500, total: 2000, chunks: 3400 }],
  [8010, { phase: 'chunk', done: 2000, total: 2000, chunks: 12_000 }],
  [8020, { phase: 'store', done: 0, total: 1, chunks: 12_000 }],
];

function shown(options: { tty: boolean; quiet: boolean; width: number }): string {
  let out = '';
  let time = 0;
  const display = createProgress(
    {
      write: (text) => {
        out += text;
      },
    },
    { ...options, now: () => time },
  );
  for (const [at, progress] of RUN) {
    time = at;
    display.update(progress);
  }
  display.done();
  display.done();
  return out;
}

describe('progress', () => {
  test('on a terminal: one line, drawn over and cleared at the end', () => {
    const out = shown({ tty: true, quiet: false, width: 80 });
    expect(out).not.toContain('\n');
    expect(out.endsWith('\r\x1b[2K')).toBe(true);
    expect(
      out
        .split('\r\x1b[2K')
        .map((line) => line.length)
        .every((length) => length < 80),
    ).toBe(true);
    expect(out.split('\r\x1b[2K').slice(1)).toMatchInlineSnapshot(`
      [
        "Planning …",
        "Indexing   ──────────────────────────────  0 of 2,000 files",
        "Indexing   ━━━━━━────────────────  500 of 2,000 files, 1,700 chunks/s, 6 s left",
        "Indexing   ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  2,000 of 2,000 files, 1,500 chunks/s",
        "Storing …",
        "",
      ]
    `);
  });
  test('on a narrow terminal it does not wrap', () => {
    for (const line of shown({ tty: true, quiet: false, width: 30 }).split('\r\x1b[2K'))
      expect(line.length).toBeLessThan(30);
  });
  test('where the terminal has no width it is as on one of 80 columns', async () => {
    let out = '';
    const stderr = { isTTY: true, columns: 0, write: (text: string) => (out += text) };
    const context = { options: {}, stderr, signal: new AbortController().signal };
    await withProgress(context, async ({ onProgress }) => onProgress({ phase: 'plan', done: 0, total: 0, chunks: 0 }));
    expect(out).toContain('Planning …');
  });
  test('elsewhere: one line for each phase, without escapes', () => {
    expect(shown({ tty: false, quiet: false, width: 80 })).toBe('Planning\nIndexing: 2,000 files\nStoring\n');
  });
  test('quiet: nothing', () => {
    expect(shown({ tty: true, quiet: true, width: 80 })).toBe('');
    expect(shown({ tty: false, quiet: true, width: 80 })).toBe('');
  });
});
