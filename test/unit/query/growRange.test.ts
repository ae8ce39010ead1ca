/** What is shown around a chunk: whole statements, whatever is shown already. */

import { describe, expect, it } from 'vitest';
import { BEGIN, type Bounds, END, Frame, writeFrame } from '../../../src/frame.ts';
import { fileLinesOf } from '../../../src/query/fileLines.ts';
import { growRange } from '../../../src/query/growRange.ts';
import fc from '../../helpers/fastCheck.ts';

interface Range {
  startLine: number;
  endLine: number;
}

/** A file of nested statements: a number is a statement of so many lines, a list a block with a line before and one behind. */
type Block = (number | Block)[];

const { blocks } = fc.letrec<{ blocks: Block; one: number | Block }>((tie) => ({
  blocks: fc.array(tie('one'), { minLength: 1, maxLength: 6 }),
  one: fc.oneof({ maxDepth: 3 }, fc.integer({ min: 1, max: 4 }), tie('blocks')),
}));

function written(block: Block): { lines: string[]; begins: Set<number>; ends: Set<number> } {
  const lines: string[] = [];
  const [begins, ends] = [new Set<number>(), new Set<number>()];
  const add = (some: Block, indent: string): void => {
    for (const one of some) {
      begins.add(lines.length + 1);
      if (typeof one === 'number') for (let at = 0; at < one; at++) lines.push(`${indent}${at === 0 ? '' : '  '}do(`);
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

function boundsAt(begins: Iterable<number>, ends: Iterable<number>): Bounds {
  const bounds = new Uint8Array(1000);
  for (const line of begins) bounds[line]! |= BEGIN;
  for (const line of ends) bounds[line]! |= END;
  return bounds;
}

describe('growRange', () => {
  it('begins where a statement begins and ends where one ends, and takes no line that is taken', () => {
    const options = { lines: fc.nat(30), context: fc.nat(5), at: fc.nat(), size: fc.integer({ min: 1, max: 12 }) };
    fc.assert(
      fc.property(
        blocks,
        fc.record(options),
        fc.option(fc.nat()),
        (block, { lines: wanted, context, at, size }, other) => {
          const { lines, begins, ends } = written(block);
          const file = fileLinesOf(`${lines.join('\n')}\n`);
          const startLine = 1 + (at % lines.length);
          const core = { startLine, endLine: Math.min(lines.length, startLine + size - 1) };
          const frame = new Frame(startLine, writeFrame(core, null, boundsAt(begins, ends)));
          const first = other === null ? null : 1 + (other % lines.length);
          const taken = first === null || !begins.has(first) ? [] : [{ startLine: first, endLine: first }];
          const range = growRange(core, taken, file, frame, { lines: wanted, context });
          if (range === null) return;
          expect(range.startLine).toBeLessThanOrEqual(range.endLine);
          for (const { startLine: line } of taken) expect(range.startLine <= line && line <= range.endLine).toBe(false);
          if (taken.length > 0) return;
          expect([...begins], 'begin').toContain(range.startLine);
          expect([...ends], 'end').toContain(range.endLine);
          expect(range.startLine).toBeLessThanOrEqual(core.startLine);
          expect(range.endLine).toBeGreaterThanOrEqual(core.endLine);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('shows the whole definition where it has no more lines than are wanted', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`);
    const file = fileLinesOf(lines.join('\n'));
    const bounds = boundsAt([1, 20, 25], [19, 24, 35, 60]);
    const shown = (lines: number, core: Range): Range | null => {
      const frame = new Frame(core.startLine, writeFrame(core, { startLine: 20, endLine: 35 }, bounds));
      return growRange(core, [], file, frame, { lines, context: 0 });
    };
    expect(shown(16, { startLine: 25, endLine: 27 })).toEqual({ startLine: 20, endLine: 35 });
    expect(shown(8, { startLine: 25, endLine: 27 })).toEqual({ startLine: 25, endLine: 35 });
    expect(sizeOf(shown(60, { startLine: 25, endLine: 27 })!)).toBe(60);
  });

  it('never begins or ends with a blank line inside of a long statement', () => {
    const lines = Array.from({ length: 90 }, (_, at) => (at === 39 || at === 49 ? '' : `line ${at + 1}`));
    const core = { startLine: 40, endLine: 50 };
    const frame = new Frame(40, writeFrame(core, null, boundsAt([1], [90])));
    const taken = [
      { startLine: 30, endLine: 39 },
      { startLine: 51, endLine: 60 },
    ];
    expect(growRange(core, taken, fileLinesOf(lines.join('\n')), frame, { lines: 11, context: 0 })).toEqual({
      startLine: 41,
      endLine: 49,
    });
  });
});
