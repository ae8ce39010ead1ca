/** What is shown around a chunk: whole statements, whatever is shown already. */

import { describe, expect, it } from 'vitest';
import { type Bounds, FRAME_BEGIN, FRAME_END, Frame, SHOWN_LINES, writeFrame } from '../../../src/base/frame.ts';
import { fileLinesOf, growRange, withoutTaken } from '../../../src/search/show/placeChunk.ts';
import fc from '../../helpers/fastCheck.ts';

interface Range {
  startLine: number;
  endLine: number;
}

/** A file of nested statements: a number is a statement of so many lines, a list a block with a line before and one behind. */
type Block = (number | Block)[];

const { blocks } = fc.letrec<{ blocks: Block; one: number | Block }>((tie) => ({
  blocks: fc.array(tie('one'), { minLength: 1, maxLength: 6 }),
  one: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: fc.integer({ min: 1, max: 4 }), weight: 6 },
    { arbitrary: fc.integer({ min: 30, max: 120 }), weight: 1 },
    { arbitrary: tie('blocks'), weight: 3 },
  ),
}));

function written(block: Block): { lines: string[]; begins: Set<number>; ends: Set<number> } {
  const lines: string[] = [];
  const [begins, ends] = [new Set<number>(), new Set<number>()];
  const add = (some: Block, indent: string): void => {
    for (const one of some) {
      begins.add(lines.length + 1);
      if (typeof one === 'number')
        for (let at = 0; at < one; at++) {
          const isBlank = at % 9 === 8 && at < one - 1;
          lines.push(isBlank ? '' : `${indent}${at === 0 ? '' : '  '}do(`);
        }
      else {
        lines.push(`${indent}begin`);
        add(one, `${indent}  `);
        lines.push(`${indent}end`);
      }
      ends.add(lines.length);
    }
  };
  add(block, '');
  return { lines, begins, ends };
}

const sizeOf = ({ startLine, endLine }: Range): number => endLine - startLine + 1;

const holds = ({ startLine, endLine }: Range, line: number): boolean => startLine <= line && line <= endLine;

function boundsAt(begins: Iterable<number>, ends: Iterable<number>): Bounds {
  const bounds = new Uint8Array(20_000);
  for (const line of begins) bounds[line]! |= FRAME_BEGIN;
  for (const line of ends) bounds[line]! |= FRAME_END;
  return bounds;
}

describe('growRange', () => {
  it('shows all of the chunk that is not shown yet, and begins and ends with whole statements that are not too long', () => {
    const options = {
      lines: fc.oneof(fc.nat(30), fc.nat(300)),
      context: fc.oneof(fc.nat(5), fc.nat(100)),
      at: fc.nat(),
      size: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 13, max: 80 })),
    };
    fc.assert(
      fc.property(
        blocks,
        fc.record(options),
        fc.array(fc.record({ at: fc.nat(), size: fc.integer({ min: 1, max: 60 }) }), { maxLength: 2 }),
        (block, { lines: wanted, context, at, size }, others) => {
          const { lines, begins, ends } = written(block);
          const file = fileLinesOf(`${lines.join('\n')}\n`);
          const rangeOf = (line: number, most: number) => {
            const startLine = 1 + (line % lines.length);
            return { startLine, endLine: Math.min(lines.length, startLine + most - 1) };
          };
          const core = rangeOf(at, size);
          const frame = new Frame(core, writeFrame(core, null, boundsAt(begins, ends)));
          const taken = others.map((other) => rangeOf(other.at, other.size));
          const range = growRange(core, taken, file, frame, { lines: wanted, context });
          const rest = withoutTaken(core, taken);
          expect(range === null).toBe(rest === null);
          if (range === null || rest === null) return;
          for (const other of taken)
            expect(other.endLine < range.startLine || other.startLine > range.endLine).toBe(true);
          for (let line = rest.startLine; line <= rest.endLine; line++)
            expect(file.isBlank(line) || holds(range, line), `line ${line}`).toBe(true);
          if (taken.length > 0) return;
          const [above, below] = [core.startLine - context, core.endLine + context];
          if (!hasBound(begins, core.startLine - SHOWN_LINES, above)) return;
          if (!hasBound(ends, below, core.endLine + SHOWN_LINES)) return;
          if (!isKnownAt(range, core)) return;
          expect([...begins], 'begin').toContain(range.startLine);
          expect([...ends], 'end').toContain(range.endLine);
        },
      ),
      { numRuns: 2000 },
    );

    function hasBound(bounds: ReadonlySet<number>, from: number, to: number): boolean {
      return [...bounds].some((line) => from <= line && line <= to);
    }

    function isKnownAt({ startLine, endLine }: Range, core: Range): boolean {
      return core.startLine - startLine <= SHOWN_LINES && endLine - core.endLine <= SHOWN_LINES;
    }
  });

  const BLANK = 1000;
  const plain = (count: number, paragraph = BLANK): string[] =>
    Array.from({ length: count }, (_, at) => ((at + 1) % paragraph === 0 ? '' : `line ${at + 1}`));
  /** Nothing is shown yet. */
  const grown = (lines: string[], core: Range, bounds: Bounds, growth: { lines: number; context: number }) =>
    growRange(core, [], fileLinesOf(lines.join('\n')), new Frame(core, writeFrame(core, null, bounds)), growth);

  it('keeps the chunk where no statement begins or ends near it outside, but some do inside', () => {
    const core = { startLine: 40, endLine: 65 };
    const bounds = boundsAt([60, 61], [60, 62]);
    expect(grown(plain(120), core, bounds, { lines: 40, context: 0 })).toEqual(core);
    expect(grown(plain(120, 33), core, bounds, { lines: 40, context: 0 })).toEqual({ startLine: 40, endLine: 65 });
    expect(grown(plain(120, 38), core, bounds, { lines: 40, context: 0 })).toEqual({ startLine: 39, endLine: 65 });
  });

  it('reaches the begin of a statement that is no longer than what is wanted', () => {
    const core = { startLine: 41, endLine: 50 };
    expect(grown(plain(120), core, boundsAt([15], [50]), { lines: 40, context: 0 })).toEqual({
      startLine: 15,
      endLine: 50,
    });
  });

  it('goes beyond what the frame knows, as far as was asked for', () => {
    const core = { startLine: 98, endLine: 107 };
    const each = boundsAt(
      Array.from({ length: 148 }, (_, at) => at + 1),
      Array.from({ length: 148 }, (_, at) => at + 1),
    );
    const shown = (lines: string[], growth: { lines: number; context: number }) => grown(lines, core, each, growth)!;
    expect(shown(plain(148), { lines: 200, context: 0 })).toEqual({ startLine: 1, endLine: 148 });
    expect(shown(plain(148), { lines: 400, context: 0 })).toEqual({ startLine: 1, endLine: 148 });
    expect(sizeOf(shown(plain(148), { lines: 120, context: 0 }))).toBe(120);
    expect(shown(plain(148), { lines: 0, context: 60 })).toEqual({ startLine: 19, endLine: 148 });
    // Blank lines are 10, 20 and so on: it begins below one.
    expect(shown(plain(148, 10), { lines: 115, context: 0 })).toEqual({ startLine: 31, endLine: 148 });
  });

  it('goes on evenly in a file of which the frame knows a part', () => {
    const core = { startLine: 301, endLine: 310 };
    const range = grown(plain(600), core, boundsAt([301], [310]), { lines: 200, context: 0 })!;
    expect(sizeOf(range)).toBe(200);
    expect(Math.abs(301 - range.startLine - (range.endLine - 310))).toBeLessThanOrEqual(1);
  });

  it('does not cut a neighbour of which the frame knows that it is too long', () => {
    const core = { startLine: 301, endLine: 310 };
    const bounds = boundsAt([270, 301, 311], [300, 310, 345]);
    expect(grown(plain(600), core, bounds, { lines: 30, context: 0 })).toEqual(core);
  });

  it('shows the whole definition where it has no more lines than are wanted', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`);
    const file = fileLinesOf(lines.join('\n'));
    const bounds = boundsAt([1, 20, 25], [19, 24, 35, 60]);
    const shown = (lines: number, core: Range): Range | null => {
      const frame = new Frame(core, writeFrame(core, { startLine: 20, endLine: 35 }, bounds));
      return growRange(core, [], file, frame, { lines, context: 0 });
    };
    expect(shown(16, { startLine: 25, endLine: 27 })).toEqual({ startLine: 20, endLine: 35 });
    expect(shown(8, { startLine: 25, endLine: 27 })).toEqual({ startLine: 25, endLine: 35 });
    expect(sizeOf(shown(60, { startLine: 25, endLine: 27 })!)).toBe(60);
  });

  it('never begins or ends with a blank line inside of a long statement', () => {
    const lines = Array.from({ length: 90 }, (_, at) => (at === 39 || at === 49 ? '' : `line ${at + 1}`));
    const core = { startLine: 40, endLine: 50 };
    const frame = new Frame(core, writeFrame(core, null, boundsAt([1], [90])));
    const taken = [
      { startLine: 30, endLine: 39 },
      { startLine: 51, endLine: 60 },
    ];
    expect(growRange(core, taken, fileLinesOf(lines.join('\n')), frame, { lines: 11, context: 0 })).toEqual({
      startLine: 41,
      endLine: 49,
    });
  });

  it('goes from a long comment to its definition, or to the first statement of that', () => {
    const text = [
      ...Array.from({ length: 60 }, () => '// what it does'),
      'fn long() {',
      '  one();',
      ...Array.from({ length: 60 }, () => '  two();'),
      '}',
    ];
    const shown = (startLine: number, endLine: number, definition: Range, lines = 40): Range | null => {
      const core = { startLine, endLine };
      const frame = new Frame(core, writeFrame(core, definition, boundsAt([1, 61, 63], [60, 62, definition.endLine])));
      return growRange(core, [], fileLinesOf(text.join('\n')), frame, { lines, context: 0 });
    };
    expect(shown(1, 25, { startLine: 61, endLine: 67 })).toEqual({ startLine: 1, endLine: 67 });
    expect(shown(1, 25, { startLine: 61, endLine: 123 })).toEqual({ startLine: 1, endLine: 62 });
    expect(shown(1, 25, { startLine: 61, endLine: 67 }, 20)).toEqual({ startLine: 1, endLine: 60 });
    expect(shown(1, 10, { startLine: 61, endLine: 67 })!.endLine).toBeLessThan(61);
  });

  it('leaves out a definition with a line of data beside the chunk, and keeps one in it', () => {
    const text = ['{', '  "outputs": [', `    "png": "${'A'.repeat(401)}"`, '  ],', '  "source": []', '}'];
    const shown = (startLine: number, endLine: number, lines = text): Range | null => {
      const core = { startLine, endLine };
      const frame = new Frame(core, writeFrame(core, { startLine: 1, endLine: 6 }, boundsAt([1, 5], [5, 6])));
      return growRange(core, [], fileLinesOf(lines.join('\n')), frame, { lines: 40, context: 0 });
    };
    expect(shown(4, 6)).toEqual({ startLine: 4, endLine: 6 });
    expect(shown(2, 3)).toEqual({ startLine: 1, endLine: 6 });
    const short = text.with(2, `    "png": "${'A'.repeat(40)}"`);
    expect(shown(4, 6, short)).toEqual({ startLine: 1, endLine: 6 });
  });
});
