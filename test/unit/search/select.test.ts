import { describe, expect, it } from 'vitest';
import { wordsIn } from '../../../src/engine/rowWords.ts';
import type { FusedFile } from '../../../src/search/rank/fuse.ts';
import { diversify, isAlike, type Selected, type Selection, select } from '../../../src/search/rank/select.ts';
import type { Feature } from '../../../src/search/rank/weights.ts';
import type { RetrievedChunk } from '../../../src/search/retrieve.ts';
import fc from '../../helpers/fastCheck.ts';

const words = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `w${from + at}`).join(' ');

function chunk(path: string, searchText: string, vector?: readonly number[]): RetrievedChunk {
  const row = { chunkId: `${path}:${searchText}`, words: wordsIn(searchText), startLine: 1, endLine: 9, startByte: 0 };
  const all = vector === undefined ? row : { ...row, vector: Float32Array.from(vector) };
  return { row: all, path } as unknown as RetrievedChunk;
}

const ranked = (...chunks: RetrievedChunk[]): Selected[] =>
  chunks.map((one, at) => ({
    repository: '',
    chunk: one,
    score: 1 - at / 10,
    features: {} as Record<Feature, number>,
  }));
const paths = (selected: readonly Selected[]) => selected.map((one) => one.chunk.path);

/** A file with these chunks, best first. */
const file = (path: string, score: number, ...chunks: RetrievedChunk[]): FusedFile => ({
  path,
  score,
  features: {} as Record<Feature, number>,
  chunks: chunks.map((one, at) => ({ chunk: { ...one, path }, own: 1 - at / 10 })),
});
const one = (path: string, score: number, text: string, vector?: readonly number[]) =>
  file(path, score, chunk(path, text, vector));
const shown = (files: FusedFile[], limit = 9) => select([{ repository: '', files }], { limit, diversity: 0 });
const alikeOf = ({ ranked: all }: Selection) =>
  all.map(({ chunk: { path }, alike = [] }) => [path, ...alike.map((a) => a.path)]);

describe('select', () => {
  it('keeps the best of copies and of near copies, and names the others', () => {
    const texts = {
      'src/a': words(100),
      'vendor/a': words(100),
      other: words(100, 50),
      twin: words(100, 4),
      cousin: words(100, 12),
    };
    const files = Object.entries(texts).map(([path, text], at) => one(path, 2 - at / 10, text));
    expect(alikeOf(shown(files))).toEqual([['src/a', 'vendor/a', 'twin'], ['other'], ['cousin']]);
  });

  it('shows the English one of translations with the same text', () => {
    const of = (path: string, at: number, text = words(20)): FusedFile => ({
      ...one(path, 3 - at / 10, text),
      translation: path.replace(/\/..\//, '/*/'),
    });
    const files = [of('lang/sq/a', 0), of('lang/de/a', 1), of('lang/en/a', 2), of('lang/en/b', 3), of('lang/fr/a', 4)];
    expect(alikeOf(shown(files))).toEqual([['lang/en/a', 'lang/en/b', 'lang/de/a', 'lang/sq/a', 'lang/fr/a']]);
    const others = [of('lang/sq/a', 0), of('lang/en/b', 1), of('lang/en/a', 2, words(20, 50))];
    expect(alikeOf(shown(others))).toEqual([['lang/sq/a', 'lang/en/b'], ['lang/en/a']]);
  });

  it('ranks a further translation as it ranks a further chunk of a file', () => {
    const text = (at: number) => words(20, at * 30);
    const of = (language: string, at: number): FusedFile => ({
      ...file(`lang/${language}/a`, 3 - at / 10, chunk('', text(at)), chunk('', text(at + 10))),
      translation: 'lang/*/a',
    });
    const files = [of('de', 0), of('en', 1), of('fr', 2), one('near', 2.4, text(30)), one('far', 2, text(31))];
    const order = 'de near de en far en fr fr'.split(' ');
    const names = (some: readonly FusedFile[], limit?: number) =>
      paths(shown([...some], limit).ranked).map((path) => path.split('/')[1] ?? path);
    expect(names(files)).toEqual(order);
    expect(names(files, 2)).toEqual(order.slice(0, 2));
    const others = files.map(({ translation: _, ...one }) => one);
    expect(names(others).slice(0, 3)).toEqual(['de', 'en', 'fr']);
  });

  it('asks the vectors first, where there are any', () => {
    const pair = (second: number[]) => [one('a', 2, words(100), [1, 0]), one('b', 1, words(100, 1), second)];
    expect(alikeOf(shown(pair([0, 1])))).toEqual([['a'], ['b']]);
    expect(alikeOf(shown(pair([1, 0])))).toEqual([['a', 'b']]);
  });

  it('reads no words of rows in two segments whose vectors are far apart', () => {
    const numbered = (path: string, segment: object, vector: number[]): FusedFile => {
      const { row } = chunk(path, '', vector);
      const distinct = () => {
        throw new Error('the words were read');
      };
      const own = { length: 9, hash: path.charCodeAt(0), numbered: { of: segment, words: [1, 2] }, distinct };
      return file(path, 1, { row: { ...row, words: own }, path } as unknown as RetrievedChunk);
    };
    const segments = [{}, {}] as const;
    const pair = (second: object) => [numbered('a', segments[0], [1, 0]), numbered('b', second, [0, 1])];
    expect(alikeOf(shown(pair(segments[1])))).toEqual([['a'], ['b']]);
    expect(alikeOf(shown(pair(segments[0])))).toEqual([['a'], ['b']]);
  });

  it('folds a copied file whole; one that only begins alike is shown by its next chunk', () => {
    const [same, head, tail] = [chunk('', words(30)), chunk('', words(30, 30)), chunk('', words(30, 60))];
    const copied = [file('a', 2, same, head), file('b', 1.9, same, head)];
    expect(alikeOf(shown(copied))).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    const { ranked: all } = shown([file('a', 2, same, head), file('b', 1.9, same, tail), one('c', 1.7, words(9, 90))]);
    expect(all.map((each) => [each.chunk.path, Number(each.score.toFixed(3))])).toEqual([
      ['a', 2],
      ['b', 1.85],
      ['c', 1.7],
      ['a', 1.35],
    ]);
  });

  it('loses nothing, and ranks by score, whatever is alike', () => {
    const texts = fc.constantFrom('a', 'b', 'c d', 'c d e', words(20), words(20, 1), '');
    const contents = fc.array(fc.array(texts, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
    fc.assert(
      fc.property(contents, fc.integer({ min: 1, max: 12 }), (all, limit) => {
        const files = all.map((own, at) => file(`f${at}`, 3 - at / 8, ...own.map((text) => chunk('', text))));
        const { ranked: after, more } = shown(files, limit);
        const scores = after.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        const count = after.reduce((sum, { alike = [] }) => sum + 1 + alike.length, 0);
        expect(count).toBeLessThanOrEqual(all.flat().length);
        if (!more) expect(count).toBe(all.flat().length);
        for (const { chunk: kept, alike = [] } of after)
          for (const other of alike) expect(isAlike(kept.row, other.row)).toBe(true);
      }),
    );
  });
});

describe('diversify', () => {
  const [a, b, c] = [chunk('a', 'x', [1, 0]), chunk('b', 'y', [1, 0]), chunk('c', 'z', [0, 1])];

  it('keeps the order of the scores at 0, and goes for the unlike at more', () => {
    expect(paths(diversify(ranked(a, b, c), 0))).toEqual(['a', 'b', 'c']);
    expect(paths(diversify(ranked(a, b, c), 0.05))).toEqual(['a', 'b', 'c']);
    expect(paths(diversify(ranked(a, b, c), 0.5))).toEqual(['a', 'c', 'b']);
  });

  it('looks at words where there are no vectors', () => {
    const plain = ranked(chunk('a', 'x y'), chunk('b', 'x y z'), chunk('c', 'u v'));
    expect(paths(diversify(plain, 0.5))).toEqual(['a', 'c', 'b']);
  });

  it('begins with the best and keeps every one, whatever the weight', () => {
    const vector = fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true }));
    fc.assert(
      fc.property(
        fc.array(vector, { maxLength: 9 }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (all, diversity) => {
          const before = ranked(...all.map((one, at) => chunk(`f${at}`, `w${at}`, one)));
          const after = diversify(before, diversity);
          expect(paths(after).sort()).toEqual(paths(before).sort());
          expect(after[0]).toEqual(before[0]);
          expect(diversify(before, diversity)).toEqual(after);
        },
      ),
    );
  });
});
