import { describe, expect, it } from 'vitest';
import { editsBetween } from '../../../src/base/nearest.ts';
import { joinedName } from '../../../src/base/words.ts';
import { couldBeMeant, createNameList, matchNames, matchWord } from '../../../src/search/matchNames.ts';
import fc from '../../helpers/fastCheck.ts';

const listOf = (...names: string[]) => createNameList(names.map((name) => ({ name, kind: 'function' as const })));
const known = listOf(
  'calculate_loss',
  'applyLossMask',
  'lossMask',
  'stripTrailingSlashes',
  'stripTrailingDots',
  'stripTrailingDots',
  'sha256',
  'send',
);
const matches = (written: string, alone = true) => matchNames(written, known, alone).map(({ spelling }) => spelling);

describe('matchNames', () => {
  it('never replaces a name that is defined, however it is written', () => {
    for (const written of ['calculate_loss', 'calculateLoss', 'CALCULATE-LOSS', 'loss_mask']) {
      expect(matches(written)).toEqual([]);
    }
  });

  it('finds the same words in another order, then with one word more', () => {
    expect(matches('mask_loss')).toEqual(['lossMask']);
    expect(matches('loss_apply')).toEqual(['applyLossMask']);
    expect(matchNames('mask_loss', known, true)[0]!.weight).toBeGreaterThan(
      matchNames('loss_apply', known, true)[0]!.weight,
    );
  });

  it('finds what begins like it, the one with more definitions first, only where nothing else is asked', () => {
    expect(matches('stripTrail')).toEqual(['stripTrailingDots', 'stripTrailingSlashes']);
    expect(matches('stripTrail', false)).toEqual([]);
    expect(matches('str')).toEqual([]);
  });

  it('finds a typing error in five letters, two in nine, none in digits', () => {
    expect(matches('calcultae_loss')).toEqual(['calculate_loss']);
    expect(matches('caclulate_los')).toEqual(['calculate_loss']);
    expect(matches('snd')).toEqual([]);
    expect(matches('sendd')).toEqual(['send']);
    expect(matches('sha255')).toEqual([]);
  });

  it('leaves a word out last', () => {
    expect(matches('compute_loss_mask')).toEqual(['lossMask']);
    expect(matches('compute_loss_mask', false)).toEqual([]);
  });

  it('brings at most five', () => {
    const many = listOf(...Array.from({ length: 9 }, (_, at) => `prefix_${'abcdefghi'[at]}`));
    expect(matchNames('prefix', many, true).map(({ spelling }) => spelling)).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((letter) => `prefix_${letter}`),
    );
  });

  const name = fc.stringMatching(/^[a-z]{5,12}$/);

  it('finds every name of five letters behind one edit, and no name that is there', () => {
    const edited = fc
      .tuple(name, fc.nat(), fc.constantFrom('delete', 'insert', 'replace', 'swap'))
      .map(([word, place, edit]) => {
        const at = place % (word.length - 1);
        const [before, letter, next, after] = [word.slice(0, at), word[at]!, word[at + 1]!, word.slice(at + 2)];
        const written = {
          delete: before + next + after,
          insert: `${before}q${letter}${next}${after}`,
          replace: `${before}q${next}${after}`,
          swap: before + next + letter + after,
        };
        return { word, written: written[edit]! };
      });
    fc.assert(
      fc.property(edited, fc.array(name), ({ word, written }, others) => {
        const list = listOf(word, ...others);
        const found = matchNames(written, list, false).map((match) => match.name);
        if (list.has(written) || written.length < 6) expect(found).toEqual([]);
        else
          expect(
            list.names.filter((one) => editsBetween(written, one.name, 1) <= 1).length > 5 || found.includes(word),
          ).toBe(true);
      }),
    );
  });

  it('does not depend on the order of definitions', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), name, (names, written) => {
        const forwards = matchNames(written, listOf(...names), true);
        expect(matchNames(written, listOf(...[...names].reverse()), true)).toEqual(forwards);
        expect(forwards.every((match) => joinedName(match.spelling) === match.name)).toBe(true);
      }),
    );
  });
});

describe('matchWord', () => {
  const names = listOf('retrieveRows', 'retrieve_all', 'retry', 'loader');

  it('finds the word of a name behind one edit, whatever its ending', () => {
    expect(matchWord('retreive', names)).toBe('retrieve');
    expect(matchWord('retreived', names)).toBe('retrieve');
  });

  it('leaves short words and other first letters alone', () => {
    expect(matchWord('retyr', names)).toBeNull();
    expect(matchWord('roader', names)).toBeNull();
    expect(matchWord('something', names)).toBeNull();
  });
});

describe('editsBetween', () => {
  it.each([
    ['abc', 'abc', 0],
    ['abcd', 'abdc', 1],
    ['abcd', 'abxd', 1],
    ['abcd', 'abd', 1],
    ['abcd', 'xabcd', 1],
    ['abcdefgh', 'xbcdefgy', 2],
    ['abcdefgh', 'badcefgh', 2],
    ['abcdef', 'uvwxyz', 3],
  ])('%s → %s: %i of at most 2', (a, b, edits) => {
    expect(editsBetween(a, b, 2)).toBe(edits);
    expect(editsBetween(b, a, 1)).toBe(Math.min(edits, 2));
  });
});

describe('what could be meant', () => {
  const NAMES = [
    ...['maskLoss', 'applyLossMask', 'lossMask', 'calculate_loss', 'calculateLosses', 'loss', 'mask', 'a_loss_mask'],
    ...['stripTrailingSlashes', 'stripTrail', 'sha256', 'getItem', 'get', 'getItemById', 'ItemById', 'by', 'idItemGet'],
  ].map((name) => ({ name, kind: 'function' as const }));
  const ASKED = [
    ...['loss_mask', 'apply_loss_mask', 'calcultae_loss', 'strip_trail', 'sha512', 'get_item_by_id', 'getItemByID2'],
    ...['item_by', 'a_b', 'mask', 'getItm', 'lossmask', 'trailing_slashes_strip', 'appylLossMask'],
  ];
  it.each(ASKED)('holds all that is found for %s', (asked) => {
    const mayBe = couldBeMeant(asked);
    const some = createNameList(NAMES.filter(({ name }) => mayBe(joinedName(name))));
    for (const alone of [true, false])
      expect(matchNames(asked, some, alone)).toEqual(matchNames(asked, createNameList(NAMES), alone));
  });

  it('is a part of all names', () => {
    expect(NAMES.filter(({ name }) => couldBeMeant('calcultae_loss')(joinedName(name)))).toHaveLength(1);
  });
});
