import { describe, expect, it } from 'vitest';
import { FRAME_BEGIN, FRAME_END, NO_FRAME, writeFrame } from '../../../src/base/frame.ts';
import type { SearchHit } from '../../../src/base/searchTypes.ts';
import { fitTexts } from '../../../src/search/fitResult.ts';
import { queryWordsOf, withWords } from '../../../src/search/queryWords.ts';
import { NO_DEFINITION } from '../../../src/search/rank/scoreRows.ts';
import type { Selected } from '../../../src/search/rank/select.ts';
import type { Feature } from '../../../src/search/rank/weights.ts';
import type { RetrievedChunk } from '../../../src/search/retrieve.ts';
import { type AssembleOptions, assemble } from '../../../src/search/show/assemble.ts';
import { fileLinesOf, type ShownRow } from '../../../src/search/show/placeChunk.ts';
import fc from '../../helpers/fastCheck.ts';
import { result } from '../../helpers/searchAnswers.ts';

interface Place {
  path: string;
  from: number;
  to: number;
  score?: number;
  signature?: string;
  frame?: string;
  isIncluded?: true;
}

const OPTIONS: AssembleOptions = {
  limit: 10,
  onlyRelevant: true,
  lines: 0,
  furtherLines: 0,
  context: 0,
  words: queryWordsOf(''),
  elide: false,
};

function answer(
  files: Record<string, string | null>,
  places: readonly Place[],
  { budget, ...more }: Partial<AssembleOptions> & { budget?: number } = {},
) {
  const shown = new Map<string, ShownRow>();
  const ranked = places.map(({ path, from, to, score, signature = '', frame = NO_FRAME, isIncluded }, at): Selected => {
    const chunkId = `${path}:${from}`;
    const text = (files[path] ?? '')
      .split('\n')
      .slice(from - 1, to)
      .join('\n');
    shown.set(chunkId, {
      chunkId,
      blobSha: '0',
      symbol: '',
      scope: [],
      signature,
      endLine: to,
      frame,
      part: 1,
      parts: 1,
      defines: [],
      references: [],
      text,
    });
    const row = { chunkId, startLine: from, endLine: to, startByte: from } as RetrievedChunk['row'];
    const chunk: RetrievedChunk = {
      row,
      path,
      status: 'committed',
      words: 1,
      cosine: 0,
      ...NO_DEFINITION,
      coverage: 0,
      name: 0,
    };
    const included = isIncluded === undefined ? {} : { included: shown.get(chunkId)! };
    return {
      repository: '',
      chunk,
      score: score ?? 1 - at / 100,
      features: {} as Record<Feature, number>,
      ...included,
    };
  });
  const source = {
    commit: null,
    lines: (path: string) => (typeof files[path] === 'string' ? fileLinesOf(files[path]) : null),
    shown,
    prose: new Map(),
    weights: null,
  };
  const options = { ...OPTIONS, furtherLines: more.lines ?? 0, ...more };
  const assembled = assemble({ ranked, more: false }, new Map([['', source]]), options);
  if (budget === undefined) return assembled;
  return fitTexts(withWords(options.words, { ...result(), ...assembled }), budget);
}

const ranges = (results: readonly SearchHit[]) => results.map((hit) => [hit.path, hit.startLine, hit.endLine]);
/** Lines with a word each, a blank one after every `paragraph`. */
const lined = (count: number, paragraph = 1000) =>
  Array.from({ length: count }, (_, at) => ((at + 1) % (paragraph + 1) === 0 ? ' ' : `line ${at + 1}`)).join('\n');

describe('assemble', () => {
  it('shows the chunk alone where no more lines are asked for', () => {
    const { results } = answer({ a: lined(100) }, [{ path: 'a', from: 50, to: 51 }]);
    expect(results[0]).toMatchObject({ startLine: 50, endLine: 51, text: 'line 50\nline 51' });
  });

  it('grows evenly, stops at the ends of the file and then grows on the other side', () => {
    const places = [10, 2, 99].map((from, at) => ({ path: 'abc'[at]!, from, to: from }));
    const files = { a: lined(100), b: lined(100), c: lined(100) };
    expect(ranges(answer(files, places, { lines: 9 }).results)).toEqual([
      ['a', 6, 14],
      ['b', 1, 9],
      ['c', 92, 100],
    ]);
  });

  it('goes on to where a paragraph ends when that is near', () => {
    const { results } = answer({ a: lined(100, 10) }, [{ path: 'a', from: 50, to: 51 }], { lines: 8 });
    // Blank lines are 44, 55 and so on.
    expect(ranges(results)).toEqual([['a', 45, 54]]);
    expect(results[0]!.chunk).toEqual({ startLine: 50, endLine: 51 });
  });

  it('shows fewer lines of further chunks of a file where that is asked for', () => {
    const places = [
      { path: 'a', from: 20, to: 20 },
      { path: 'b', from: 20, to: 20 },
      { path: 'a', from: 70, to: 70 },
      { path: 'a', from: 80, to: 89 },
    ];
    const files = { a: lined(100), b: lined(100) };
    expect(ranges(answer(files, places, { lines: 9, furtherLines: 5 }).results)).toEqual([
      ['a', 16, 24],
      ['b', 16, 24],
      ['a', 68, 72],
      ['a', 80, 89],
    ]);
    // A declaration that is included is no better place.
    const included = { path: 'a', from: 1, to: 2, isIncluded: true } as const;
    expect(ranges(answer(files, [included, ...places], { lines: 9, furtherLines: 5 }).results).slice(0, 2)).toEqual([
      ['a', 1, 2],
      ['a', 16, 24],
    ]);
  });

  it('takes no overlong line along', () => {
    const text = lined(50).replace('line 8\n', `${'x'.repeat(500)}\n`);
    expect(ranges(answer({ a: text }, [{ path: 'a', from: 10, to: 10 }], { lines: 9 }).results)).toEqual([
      ['a', 9, 17],
    ]);
    expect(ranges(answer({ a: text }, [{ path: 'a', from: 8, to: 8 }], { lines: 3 }).results)).toEqual([['a', 7, 9]]);
  });

  it('leaves out a chunk that is shown already, and gives its place to the next', () => {
    const places = [
      { path: 'a', from: 50, to: 52 },
      { path: 'a', from: 45, to: 47 },
      { path: 'a', from: 54, to: 80 },
      { path: 'b', from: 1, to: 2 },
    ];
    const { results, cutBy } = answer({ a: lined(100), b: lined(9) }, places, { lines: 11, limit: 3 });
    expect(ranges(results)).toEqual([
      ['a', 46, 56],
      ['a', 35, 45],
      ['a', 57, 80],
    ]);
    expect(cutBy).toBe('limit');
    const covered = answer({ a: lined(100), b: lined(9) }, places.toSpliced(1, 1), { lines: 70, limit: 2 });
    expect(ranges(covered.results).map(([path]) => path)).toEqual(['a', 'b']);
    expect(covered.cutBy).toBeNull();
  });

  it('shows the stored text of a chunk where the file is not at hand', () => {
    const { results } = answer({ a: null }, [{ path: 'a', from: 3, to: 4 }], { lines: 40 });
    expect(ranges(results)).toEqual([['a', 3, 4]]);
  });

  const file = fc.record({
    length: fc.integer({ min: 1, max: 120 }),
    cuts: fc.array(fc.integer({ min: 1, max: 119 })),
    begins: fc.option(fc.array(fc.integer({ min: 1, max: 119 }), { minLength: 1 }), { nil: [] }),
  });
  const shuffled = fc.tuple(fc.array(file, { minLength: 1, maxLength: 3 }), fc.infiniteStream(fc.nat()));
  it('shows no line twice and keeps the order, whatever the chunks', () => {
    fc.assert(
      fc.property(shuffled, fc.nat(50), fc.integer({ min: 1, max: 30 }), ([specs, random], lines, limit) => {
        const files = Object.fromEntries(specs.map(({ length }, at) => [`f${at}`, lined(length, 7)]));
        const all = specs.flatMap(({ length, cuts, begins }, at) => {
          const bounds = new Uint8Array(length + 1);
          for (const begin of begins.filter((line) => line > 1 && line <= length)) {
            bounds[begin]! |= FRAME_BEGIN;
            bounds[begin - 1]! |= FRAME_END;
          }
          const starts = [...new Set([1, ...cuts.filter((cut) => cut <= length)])].sort((a, b) => a - b);
          return starts.map((from, n) => {
            const to = (starts[n + 1] ?? length + 1) - 1;
            const frame = writeFrame({ startLine: from, endLine: to }, null, bounds);
            return { path: `f${at}`, from, to, frame };
          });
        });
        const places = all
          .map((place) => ({ place, key: random.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ place }) => place);
        const { results, cutBy } = answer(files, places, { lines, limit });
        const seen = new Set<string>();
        for (const hit of results) {
          expect(hit.text).toBe(
            files[hit.path]!.split('\n')
              .slice(hit.startLine - 1, hit.endLine)
              .join('\n'),
          );
          for (let line = hit.startLine; line <= hit.endLine; line++) {
            expect(seen.has(`${hit.path}:${line}`)).toBe(false);
            seen.add(`${hit.path}:${line}`);
          }
        }
        expect(results.map(({ rank }) => rank)).toEqual(results.map((_, at) => at + 1));
        const order = results.map((hit) => places.findIndex(({ path, from }) => hit.chunkId === `${path}:${from}`));
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        // Unless it was cut, everything that was ranked is shown, but for blank lines.
        if (cutBy === null)
          for (const { path, from, to } of places)
            for (const [at, text] of files[path]!.split('\n')
              .slice(from - 1, to)
              .entries())
              expect(text.trim() === '' || seen.has(`${path}:${from + at}`), `${path}:${from + at}`).toBe(true);
        else expect(results.length).toBe(limit);
      }),
    );
  });
});

describe('assemble with a budget', () => {
  const files = Object.fromEntries([...'abcdef'].map((path) => [path, lined(60)]));
  const places = [...'abcdef'].map((path) => ({ path, from: 20, to: 39 }));

  it('shortens the result that does not fit whole, and says what cut the rest', () => {
    const whole = answer(files, places);
    const each = whole.results[0]!.tokens;
    expect(whole.tokens).toBe(6 * each);
    const { results, cutBy, tokens } = answer(files, places, { budget: Math.round(2.7 * each) });
    expect(ranges(results.slice(0, 2))).toEqual([
      ['a', 20, 39],
      ['b', 20, 39],
    ]);
    expect(results[2]!.startLine).toBe(20);
    expect(results[2]!.endLine).toBeLessThan(39);
    expect(results[2]!.chunk).toEqual({ startLine: 20, endLine: 39 });
    expect({ cutBy, count: results.length }).toEqual({ cutBy: 'budget', count: 3 });
    expect(tokens).toBe(results.reduce((sum, hit) => sum + hit.tokens, 0));
    expect(answer(files, places, { budget: Math.round(2.3 * each) }).results.length).toBe(2);
    expect(answer(files, places, { budget: 6 * each }).cutBy).toBeNull();
  });

  it('leaves the surroundings out before the chunk, and keeps the declaration', () => {
    const text = lined(60).replace('line 34\n', 'function wanted() {\n');
    const place = { path: 'b', from: 20, to: 39, signature: 'function wanted()' };
    const each = answer(files, places).results[0]!.tokens;
    const cut = (budget: number) =>
      ranges(answer({ ...files, b: text }, [places[0]!, place], { lines: 30, budget }).results).slice(1);
    expect(cut(2.6 * each + 20)[0]![1]).toBe(20);
    // Room that would be left empty is filled with lines that say less; a little of it stays empty.
    expect(cut(2.1 * each)).toEqual([['b', 20, 31]]);
    expect(cut(1.1 * each)).toEqual([]);
  });

  it('gives the first result even where nothing fits', () => {
    const { results, cutBy } = answer(files, places, { budget: 1 });
    expect(ranges(results)).toEqual([['a', 20, 20]]);
    expect(cutBy).toBe('budget');
  });

  it('shows the line that matches where only one result has a little room', () => {
    const text = lined(60).replace('line 36\n', 'zebrawood marzipan\n');
    const words = queryWordsOf('zebrawood marzipan');
    const cut = (budget: number) => ranges(answer({ ...files, a: text }, places, { words, budget }).results);
    expect(cut(1)).toEqual([['a', 36, 36]]);
    expect(cut(20)[0]![1]).toBeLessThanOrEqual(36);
    expect(cut(20)[0]![2]).toBeGreaterThanOrEqual(36);
  });

  it('leaves out what scores far below the best, and only with a budget', () => {
    const falling = places.map((place, at) => ({ ...place, score: [2, 1.2, 0.9, 0.7, 0.1, 0][at]! }));
    expect(answer(files, falling, { onlyRelevant: false }).results.length).toBe(6);
    const { results, cutBy } = answer(files, falling, { budget: 100_000 });
    expect({ count: results.length, cutBy }).toEqual({ count: 3, cutBy: 'relevance' });
  });

  it('never goes beyond it, but for a first line, and never fills it worse than a smaller one', () => {
    const contents = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(contents, fc.integer({ min: 1, max: 900 }), fc.nat(50), (lengths, budget, lines) => {
        const all = lengths.map((length, at) => ({ path: 'abcdef'[at]!, from: 1, to: length }));
        const of = (tokens: number) => answer(files, all, { lines, budget: tokens });
        const { results, tokens, cutBy } = of(budget);
        if (results.length > 1 || results[0]!.endLine > results[0]!.startLine)
          expect(tokens).toBeLessThanOrEqual(budget);
        expect(of(budget + 50).results.length).toBeGreaterThanOrEqual(results.length);
        if (cutBy === null) expect(results.length).toBe(all.length);
      }),
    );
  });
});

describe('fileLinesOf', () => {
  it('gives the lines that split gives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('', 'a', ' ', 'ü\r'), { maxLength: 8 }),
        fc.boolean(),
        fc.nat(9),
        fc.nat(9),
        (parts, ended, first, more) => {
          const text = parts.join('\n') + (ended ? '\n' : '');
          const all = text === '' ? [] : (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
          const lines = fileLinesOf(text);
          expect(lines.count).toBe(all.length);
          expect(all.map((_, at) => lines.lengthOf(at + 1))).toEqual(all.map(({ length }) => length));
          expect(all.map((_, at) => lines.isBlank(at + 1))).toEqual(all.map((line) => line.trim() === ''));
          if (first < all.length)
            expect(lines.slice(first + 1, first + 1 + more)).toBe(all.slice(first, first + 1 + more).join('\n'));
        },
      ),
    );
  });
});
