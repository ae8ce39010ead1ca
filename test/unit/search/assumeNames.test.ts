import { describe, expect, it } from 'vitest';
import { searchTextOf } from '../../../src/base/words.ts';
import { assume, assumedText, unknownIn } from '../../../src/search/assumeNames.ts';
import { createNameList, joinNameLists } from '../../../src/search/matchNames.ts';
import { readQuestion } from '../../../src/search/question.ts';

const NAMES = ['calculate_loss', 'Router', 'register_blueprint'];
const seen = new Set(
  searchTextOf('the quick error of some configuration', NAMES, ['elsewhere_defined']).searchText.split(' '),
);
const statistics = { chunks: 1, averageTokens: 10, frequency: (term: string) => (seen.has(term) ? 1 : 0) };
const names = createNameList(NAMES.map((name) => ({ name, kind: 'function' as const })));
const unknown = (text: string) =>
  unknownIn(readQuestion(text), statistics, () => ['src/dispatcher.ts']).map(({ written }) => written);
const assumed = (text: string) =>
  assumedText(
    text,
    assume(
      unknownIn(readQuestion(text), statistics, () => []),
      names,
    ),
  );

describe('unknownIn', () => {
  it('takes a word of a megabyte for no name', () => {
    expect(unknown('a'.repeat(1_000_000))).toEqual([]);
    expect(unknown('aB'.repeat(500_000))).toEqual([]);
  });

  it('takes names that are neither defined nor mentioned, nor those of a file', () => {
    expect(unknown('calculate_loss')).toEqual([]);
    expect(unknown('calculateLoss elsewhere_defined')).toEqual([]);
    expect(unknown('calcultae_loss')).toEqual(['calcultae_loss']);
    expect(unknown('dispatcher')).toEqual([]);
  });

  it('takes no option of a typed git command for a misspelt name', () => {
    expect(unknown('git log --oneline --name-onnly -- src/regstered.py')).toEqual(['regstered']);
    expect(unknown('how does --onelinne work')).toEqual(['onelinne']);
  });

  it('knows the names of files and of folders that stand for them, in any spelling', () => {
    const paths = ['src/cart_item.ts', 'lib/PriceList/index.js', 'a/Straße-Karte.md', 'deep/in/some.folder/x.y.z.go'];
    const left = (text: string) => unknownIn(readQuestion(text), statistics, () => paths).map(({ written }) => written);
    expect(left('cartItem priceList strasse_karte straßeKarte')).toEqual(['strasse_karte']);
    expect(left('itemCart cart_it_em')).toEqual(['itemCart']);
    // Of a file only the name up to its first dot, of a path any piece as it stands.
    expect(left('some_folder y_z insome')).toEqual(['some_folder', 'y_z', 'insome']);
    expect(left('folder')).toEqual([]);
  });

  it('replaces a whole word, with its vowel signs', () => {
    const matches = [{ name: 'गणक', spelling: 'गणक', weight: 1 }];
    expect(assumedText('गणन या गणना', [{ asked: 'गणन', matches }])).toBe('गणक या गणना');
  });

  it('takes plain long words of a sentence, in no form that is known', () => {
    expect(unknown('how are errors of configurations quickly regstered')).toEqual(['regstered']);
    expect(unknown('Stripe talks to Postgres')).toEqual([]);
    expect(unknown('a zeb runs')).toEqual([]);
  });

  it('leaves a long text as it is', () => {
    expect(unknown(Array.from({ length: 40 }, (_, at) => `name_${'abcdefgh'[at % 8]}_${at}x`).join(' '))).toEqual([]);
  });
});

it('puts what was meant in the place of what was asked, and of nothing else', () => {
  expect(assumed('how does calcultae_loss work')).toBe('how does calculate_loss work');
  expect(assumed('regster')).toBe('register');
  expect(assumed('calcula')).toBe('calculate_loss');
  expect(assumed('how to regster a blueprint')).toBe('how to register a blueprint');
  expect(assumed('Foo::calculateLoos()')).toBe('Foo::calculate_loss()');
  expect(assumed('nothing_like_it anywhere')).toBe('nothing_like_it anywhere');
});

it('joins the names of several repositories, each in the spelling that most definitions have', () => {
  const list = (...all: string[]) => createNameList(all.map((name) => ({ name, kind: 'function' as const })));
  const joined = joinNameLists([list('loss_mask', 'only_here'), list('lossMask', 'lossMask'), list('lossMask')]);
  expect(joined.names.map(({ spelling, count }) => [spelling, count])).toEqual([
    ['lossMask', 4],
    ['only_here', 1],
  ]);
});
