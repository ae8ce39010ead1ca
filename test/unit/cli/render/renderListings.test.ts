import { describe, expect, test } from 'vitest';
import type { CatalogueEntry } from '../../../../src/base/types.ts';
import { renderChanged, renderChunks, renderFiles } from '../../../../src/cli/commands/files.ts';
import { renderGrep } from '../../../../src/cli/commands/grep.ts';

describe('files', () => {
  const entry = (path: string, more: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
    path,
    status: 'committed',
    size_bytes: 1234,
    mtime_ms: 0,
    is_binary: false,
    language: 'typescript',
    blob: '0',
    indexed: true,
    reason: null,
    ...more,
  });
  test('a line for each, paths last and whole', () => {
    const long = `${'deep/'.repeat(40)}x.ts`;
    const text = renderFiles([
      entry('src/a.ts'),
      entry('b\n.png', { size_bytes: 45_678, indexed: false, reason: 'media' }),
      entry(long),
    ]);
    expect(text).toContain(long);
    expect(text.replace(long, 'LONG')).toMatchInlineSnapshot(`
      "  1.2 kB  typescript  src/a.ts
       45.7 kB  media       b\\n.png
        1.2 kB  typescript  LONG

      2 files indexed; 1 left out: 1 media
      "
    `);
  });
});

describe('what changed and what a file is cut into', () => {
  const file = { status: 'committed' as const, size_bytes: 12, mtime_ms: 0, is_binary: false, blob: '0' };
  const entry = { ...file, language: 'go', indexed: true, reason: null };

  test('a line for each file, sorted, deleted ones too', () => {
    const files = [
      { ...entry, path: 'a.go', change: 'added' as const },
      { ...entry, path: 'c\n.go', change: 'modified' as const },
    ];
    expect(renderChanged({ since: '0123456789abcdef', files, deleted: ['b.go'] })).toMatchInlineSnapshot(`
      "    12 B  added     go  a.go
                deleted       b.go
          12 B  modified  go  c\\n.go

      Since 012345678: 1 added, 1 deleted, 1 modified
      "
    `);
    expect(renderChanged({ since: '0123456789abcdef', files: [], deleted: [] })).toBe(
      'Since 012345678: nothing changed\n',
    );
  });

  test('a line for each chunk', () => {
    const chunk = {
      ...{ chunkId: '0011223344556677', startLine: 3, endLine: 9, kind: 'method' as const, symbol: 'open' },
      ...{ scope: ['Store'], signature: 'open()', nodeType: 'method_definition', part: 1, parts: 2 },
      ...{ parent: 'Store', contentHash: '0', text: 'open() {' },
    };
    const found = { path: 'a.ts', commit: null, language: 'typescript', status: 'committed' as const, note: null };
    expect(renderChunks({ ...found, chunks: [chunk] })).toMatchInlineSnapshot(`
      "a.ts:3-9 method Store.open  method_definition, part 1 of 2, 0011223344556677

      1 chunk of typescript
      "
    `);
  });
});

describe('grep', () => {
  const hits = [
    {
      path: 'a.ts',
      line: 3,
      column: 7,
      preview: '\tlet needle = 1;',
      matches: [{ start: 5, end: 11 }],
      before: ['two'],
      after: ['four'],
    },
    {
      path: 'a.ts',
      line: 12,
      column: 1,
      preview: 'needle',
      matches: [{ start: 0, end: 6 }],
      before: ['eleven'],
      after: [],
    },
    {
      path: 'b\x1b[2J.ts',
      line: 1,
      column: 1,
      preview: 'needle\x1b[2J',
      matches: [{ start: 0, end: 6 }],
      before: [],
      after: [],
    },
  ];
  const output = { hits, truncated: true, skipped: [{ path: 'l', reason: 'link' as const }] };

  test('for scripts: as grep prints', () => {
    expect(renderGrep(output)).toMatchInlineSnapshot(`
      "a.ts-2-two
      a.ts:3:7:	let needle = 1;
      a.ts-4-four
      --
      a.ts-11-eleven
      a.ts:12:1:needle
      b\\x1b[2J.ts:1:1:needle\\x1b[2J
      "
    `);
  });
  test('for people: below headings, with a sum', () => {
    expect(renderGrep(output, { grouped: true })).toMatchInlineSnapshot(`
      "a.ts
           2  two
         3:7      let needle = 1;
           4  four
           …
          11  eleven
        12:1  needle

      b\\x1b[2J.ts
        1:1  needle\\x1b[2J

      3 lines in 2 files, there are more; 1 file not searched (1 link)
      "
    `);
  });
  test('a hit that is also context of another is shown once, as a hit', () => {
    const near = [
      { ...hits[0]!, line: 1, before: [], after: ['needle'] },
      { ...hits[1]!, line: 2, before: ['\tlet needle = 1;'] },
    ];
    expect(renderGrep({ hits: near, truncated: false, skipped: [] })).toBe(
      'a.ts:1:7:\tlet needle = 1;\na.ts:2:1:needle\n',
    );
  });
  test('matches are marked behind tabs', () => {
    expect(renderGrep(output, { color: true })).toContain('\tlet \x1b[1;4mneedle\x1b[22;24m = 1;');
    expect(renderGrep(output, { color: true, grouped: true })).toContain('    let \x1b[1;4mneedle\x1b[22;24m = 1;');
  });
  test('nothing found', () => {
    expect(renderGrep({ hits: [], truncated: false, skipped: [] })).toBe('');
    expect(renderGrep({ hits: [], truncated: false, skipped: [] }, { grouped: true })).toBe('Nothing found\n');
  });
});
