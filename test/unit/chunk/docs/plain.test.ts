import { describe, expect, it } from 'vitest';
import { lineSegments } from '../../../../src/chunk/lineSegments.ts';
import { paragraphs } from '../../../../src/chunk/plain.ts';
import { LIMITS } from '../../../../src/chunk/segment.ts';
import { sourceFrom } from './outline.ts';

const ranges = (lines: string[]) =>
  paragraphs(lines, 1, lines.length).map(({ startLine, endLine }) => [startLine, endLine]);
const block = (head: string, count: number) => [
  head,
  ...Array.from({ length: count }, (_, index) => (index % 4 === 3 ? '' : '    inner')),
  '',
];

describe('paragraphs', () => {
  it('packs paragraphs up to the target size', () => {
    const paragraph = ['a', 'b', 'c', ''];
    const found = ranges(Array.from({ length: 40 }, () => paragraph).flat());
    expect(found.length).toBe(3);
    for (const [start, end] of found) {
      expect(end! - start! + 1).toBeLessThanOrEqual(LIMITS.targetLines + LIMITS.minLines);
      expect((start! - 1) % 4).toBe(0);
    }
  });

  it('cuts before the lowest indentation, never inside an indented block', () => {
    const lines = [...block('first', 30), ...block('second', 30), ...block('third', 30)];
    const heads = [1, 33, 65];
    expect(ranges(lines).map(([start]) => start)).toEqual(heads);
  });

  it('cuts inside a block only where the block alone is too large', () => {
    const found = ranges(block('namespace', 3 * LIMITS.maxLines));
    expect(found.length).toBeGreaterThan(3);
    for (const [start, end] of found) expect(end! - start! + 1).toBeLessThanOrEqual(LIMITS.maxLines);
  });

  it('does not begin a piece with a closing bracket', () => {
    const body = Array.from({ length: 60 }, () => '  x');
    const lines = ['f(', ...body, '', ')', 'g(', ...body, '', ')'];
    expect(ranges(lines).map(([start]) => lines[start! - 1])).not.toContain(')');
  });

  it('leaves a small file whole and to the grouping', () => {
    expect(lineSegments(sourceFrom('one\n\ntwo\n', 'text'))).toEqual([]);
    expect(lineSegments(sourceFrom('\n\n  \n', 'text'))).toEqual([]);
    expect(lineSegments(sourceFrom('', 'text'))).toEqual([]);
  });
});
