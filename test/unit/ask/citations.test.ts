import { describe, expect, it } from 'vitest';
import { createCitationReader, findCitations } from '../../../src/ask/citations.ts';
import type { AskSource } from '../../../src/base/searchTypes.ts';
import fc from '../../helpers/fastCheck.ts';
import { hit } from '../../helpers/searchAnswers.ts';

const SOURCES = sources([
  { path: 'src/search.ts', startLine: 10, endLine: 36 },
  { path: 'src/search.ts', startLine: 37, endLine: 50 },
  { path: 'src/store/open.ts', startLine: 1, endLine: 9 },
  { path: 'Makefile', startLine: 1, endLine: 5 },
  { path: 'app/[id]/my page.tsx', startLine: 3, endLine: 8 },
]);

function sources(places: readonly Partial<AskSource['hit']>[]): AskSource[] {
  return places.map((place, at) => ({ number: at + 1, hit: hit({ repository: 'team/shop', ...place }) }));
}

/** `text → path:lines source`, for each. */
function said(answer: string, of = SOURCES): string[] {
  return findCitations(answer, of).map(({ text, path, startLine, endLine, source }) => {
    return `${text} → ${path}:${startLine}-${endLine} ${source}`;
  });
}

describe('findCitations', () => {
  it.each([
    ['see src/search.ts:10.', 'src/search.ts:10 → src/search.ts:10-10 1'],
    ['(src/search.ts:10-36)', 'src/search.ts:10-36 → src/search.ts:10-36 1'],
    ['`src/search.ts:12–20`', 'src/search.ts:12–20 → src/search.ts:12-20 1'],
    ['src/search.ts:L12-L20', 'src/search.ts:L12-L20 → src/search.ts:12-20 1'],
    ['src/search.ts#L40', 'src/search.ts#L40 → src/search.ts:40-40 2'],
    ['src/search.ts#L12-L20', 'src/search.ts#L12-L20 → src/search.ts:12-20 1'],
    ['src/search.ts:12:5', 'src/search.ts:12:5 → src/search.ts:12-12 1'],
    ['src/search.ts:20-12', 'src/search.ts:20-12 → src/search.ts:12-20 1'],
    ['./src/search.ts:10', './src/search.ts:10 → src/search.ts:10-10 1'],
    ['team/shop/src/search.ts:10', 'team/shop/src/search.ts:10 → src/search.ts:10-10 1'],
    ['/home/me/shop/src/search.ts:10', '/home/me/shop/src/search.ts:10 → src/search.ts:10-10 1'],
    ['shop/src/search.ts:10', 'shop/src/search.ts:10 → src/search.ts:10-10 1'],
    ['open.ts:3', 'open.ts:3 → src/store/open.ts:3-3 3'],
    ['Makefile:3', 'Makefile:3 → Makefile:3-3 4'],
    ['**src/search.ts** (lines 10-12)', 'src/search.ts** (lines 10-12 → src/search.ts:10-12 1'],
    ['`src/search.ts` (lines 10 to 12)', 'src/search.ts` (lines 10 to 12 → src/search.ts:10-12 1'],
    ['src/search.ts, line 11', 'src/search.ts, line 11 → src/search.ts:11-11 1'],
    ['app/[id]/my page.tsx:4', 'app/[id]/my page.tsx:4 → app/[id]/my page.tsx:4-4 5'],
    ['as [2] says', '[2] → src/search.ts:37-50 2'],
  ])('reads %s', (answer, expected) => {
    expect(said(answer)).toEqual([expected]);
  });

  it('tells repositories apart', () => {
    const both = sources([
      { repository: 'team/shop', path: 'src/a.ts', startLine: 1, endLine: 9 },
      { repository: 'team/mail', path: 'src/a.ts', startLine: 1, endLine: 9 },
    ]);
    expect(said('team/mail/src/a.ts:2', both)).toEqual(['team/mail/src/a.ts:2 → src/a.ts:2-2 2']);
    expect(said('team/other/src/a.ts:2', both)).toEqual(['team/other/src/a.ts:2 → team/other/src/a.ts:2-2 null']);
    expect(said('/home/me/other/src/a.ts:2', both)[0]).toMatch(/ null$/);
  });

  it('reads each number of a list', () => {
    expect(said('as [1, 3] say')).toEqual(['1 → src/search.ts:10-36 1', '3 → src/store/open.ts:1-9 3']);
  });

  it('takes lines that neighbouring sources show together for shown', () => {
    expect(said('src/search.ts:30-40')).toEqual(['src/search.ts:30-40 → src/search.ts:30-40 1']);
  });

  it.each([
    ['lines beyond the source', 'src/search.ts:51', 'src/search.ts:51 → src/search.ts:51-51 null'],
    ['lines that begin before it', 'src/search.ts:9-12', 'src/search.ts:9-12 → src/search.ts:9-12 null'],
    ['a file that was not shown', 'src/auth.ts:3', 'src/auth.ts:3 → src/auth.ts:3-3 null'],
    ['a file of another folder', 'lib/src/search.ts:10', 'lib/src/search.ts:10 → lib/src/search.ts:10-10 null'],
    ['a number that no source has', 'see [9]', '[9] → :0-0 null'],
    ['the end of a name, not of a path', 'arch.ts:10', 'arch.ts:10 → arch.ts:10-10 null'],
  ])('knows %s', (_, answer, expected) => {
    expect(said(answer)).toEqual([expected]);
  });

  it.each([
    'Note:10 at 12:30 on localhost:8080, example.com:8080 or 127.0.0.1:80',
    'https://github.com/a/b/blob/main/src/search.ts#L10',
    'argv[1] and `[1]` and `a, [2]`',
    '```ts\nconst a = [1];\n```',
    '[1](https://example.com)',
    'src/search.ts:10px src/search.ts:x src/search.ts and ratio 3/4:10',
    'me@example.com:22',
  ])('takes no other text for one: %s', (answer) => {
    expect(said(answer)).toEqual([]);
  });

  it('sees prose again behind code', () => {
    expect(said('```\n[1]\n``` \n[1] `x[2]` [2]').map((one) => one.slice(0, 3))).toEqual(['[1]', '[2]']);
  });

  it('says where each stands', () => {
    const answer = 'It is **there** (src/search.ts:10-36), see [3] and `src/nowhere.ts` (line 4).';
    for (const { text, at } of findCitations(answer, SOURCES)) expect(answer.slice(at, at + text.length)).toBe(text);
    expect(findCitations(answer, SOURCES)).toHaveLength(3);
  });
});

const PIECES = [
  'src/search.ts',
  'src/store/open.ts',
  'app/[id]/my page.tsx',
  'app/[id]',
  'my page.tsx',
  'Makefile',
  'open.ts',
  ':',
  '#',
  'L',
  '1',
  '10',
  '36',
  '-',
  '–',
  ' ',
  '  ',
  '\n',
  '`',
  '``',
  '```',
  '~~~',
  '[',
  ']',
  ', ',
  '(',
  ')',
  'lines ',
  'line 1',
  ' to ',
  'word',
  'é',
  '日本',
  '//',
  'https://a.b/c.ts',
  '*',
  '@',
  '.',
  '/',
  'ts',
];

describe('a stream', () => {
  const answers = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));

  it('gives the same pieces, wherever it is cut', () => {
    fc.assert(
      fc.property(answers, fc.array(fc.nat(12), { maxLength: 60 }), (answer, cuts) => {
        const reader = createCitationReader(SOURCES);
        const pieces = [];
        let at = 0;
        for (const cut of cuts) {
          pieces.push(...reader.push(answer.slice(at, at + cut)));
          at += cut;
        }
        pieces.push(...reader.push(answer.slice(at)), ...reader.end());
        expect(pieces.map(({ text }) => text).join('')).toBe(answer);
        const streamed = pieces.flatMap(({ citation }) => (citation === null ? [] : [citation]));
        expect(streamed).toEqual(findCitations(answer, SOURCES));
      }),
      { numRuns: 2000 },
    );
  });

  it('holds back only what may become a citation', () => {
    const reader = createCitationReader(SOURCES);
    const shown = (text: string): string =>
      reader
        .push(text)
        .map((piece) => piece.text)
        .join('');
    expect(shown('It is in ')).toBe('It is in ');
    expect(shown('src/sea')).toBe('');
    expect(shown('rch.ts:1')).toBe('');
    expect(shown('0, and ')).toBe('src/search.ts:10, and ');
    expect(shown('日本語の説明。')).toBe('日本語の説明。');
    expect(shown('at 12:')).toBe('at 12:');
    expect(shown('x'.repeat(400))).toBe('x'.repeat(400));
    expect(shown(' [')).toBe(' ');
    expect(shown('a')).toBe('[');
    expect(reader.end().map(({ text }) => text)).toEqual(['a']);
  });
});
