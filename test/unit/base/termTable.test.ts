/** Words numbered where they stand: as a map of their strings would number them. */

import { describe, expect, it } from 'vitest';
import { changedTerms, TermTable } from '../../../src/base/termTable.ts';
import fc from '../../helpers/fastCheck.ts';

function withMap(texts: readonly string[]): { names: string[]; numbers: number[][]; pieces: number[] } {
  const known = new Map<string, number>();
  const numbers = texts.map((text) =>
    text
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => known.get(word) ?? known.set(word, known.size).size - 1),
  );
  return { names: [...known.keys()], numbers, pieces: texts.map((text) => text.split(' ').length) };
}

function withTable(texts: readonly string[]): ReturnType<typeof withMap> {
  const table = new TermTable();
  const numbers: number[][] = [];
  const pieces = texts.map((text) => {
    const own: number[] = [];
    numbers.push(own);
    return table.eachIn(text, (term) => own.push(term));
  });
  return { names: table.names, numbers, pieces };
}

describe('a table of words', () => {
  it('numbers words as they come, whatever they are made of', () => {
    const word = fc.oneof(fc.constantFrom('', 'a', 'b', 'ab', 'ba', 'def:a', 'é', '🦀'), fc.string());
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
        expect(withTable(texts)).toEqual(withMap(texts));
      }),
    );
  });

  it('finds runs of letters and digits of ASCII', () => {
    const piece = fc.oneof(fc.constantFrom('a', 'Zz9', '_', '$', ' ', '\n', '@[`{/:', 'é', '٣', '\ud800'), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const table = new TermTable();
        const found: string[] = [];
        table.eachRun(pieces.join(''), (run) => found.push(table.names[run]!));
        expect(found).toEqual(pieces.join('').match(/[A-Za-z0-9]+/g) ?? []);
      }),
    );
  });

  it('finds the identifiers and numbers of ASCII as the pattern of words.ts does', () => {
    const piece = fc.oneof(fc.constantFrom('a', 'Z_9', '_', '$x', ' ', '\n', '12', '7up', '@[`{/:', '-'), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('').replace(/[^\0-~]/g, '');
        const table = new TermTable();
        const found: string[] = [];
        table.eachIdentifier(text, (identifier) => found.push(table.names[identifier]!));
        expect(found).toEqual(text.match(/[A-Za-z_$][\w$]*|\d+/g) ?? []);
      }),
    );
  });

  it('holds many words, of which many differ in few bits', () => {
    const words = Array.from({ length: 50_000 }, (_, at) => `w${at.toString(2)}`);
    const wide = Array.from({ length: 20_000 }, (_, at) =>
      String.fromCharCode(...[at & 15, (at >> 4) & 15, (at >> 8) & 15, at >> 12].map((part) => 0x41 + part * 0x400)),
    );
    const texts = [words.join(' '), wide.join(' '), words.toReversed().join(' ')];
    expect(withTable(texts)).toEqual(withMap(texts));
  });
});

describe('counts with changes', () => {
  const counts = (most: number) =>
    fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 1, max: 9 })), {
      selector: ([hash]) => hash,
      maxLength: most,
    });
  const sorted = (some: [number, number][]) => {
    const byHash = [...some].sort(([a], [b]) => a - b);
    return {
      hashes: Uint32Array.from(byHash, ([hash]) => hash),
      counts: Uint32Array.from(byHash, ([, count]) => count),
    };
  };

  it('are those of both, in order, however far apart the changes are', () => {
    fc.assert(
      fc.property(counts(1000), counts(20), fc.array(fc.nat(999), { maxLength: 9 }), (before, others, also) => {
        // Some of the changes meet a hash that is there.
        const met = also.flatMap((at) => (before[at] === undefined ? [] : [[before[at][0], 1] as [number, number]]));
        const changes = new Map([...others, ...met]);
        const after = new Map(before);
        for (const [hash, count] of changes) {
          if (count % 3 === 0) after.delete(hash);
          else after.set(hash, (after.get(hash) ?? 0) + count);
        }
        const made = changedTerms(sorted(before), sorted([...changes]), (old, more) =>
          more % 3 === 0 ? null : old + more,
        );
        expect(made).toEqual(sorted([...after]));
      }),
    );
  });
});
