import { describe, expect, it } from 'vitest';
import { annotationsOf, inertLines } from '../../../src/action/renderAction.ts';

describe('inertLines', () => {
  it('leaves no line that the runner would obey, and other text as it is', () => {
    expect(inertLines('Indexed a.py\n  ::set-output name=a::b\n::add-mask::x ##[add-path]/evil\nstd::vector')).toBe(
      'Indexed a.py\n  \\::set-output name=a::b\n\\::add-mask::x ##\\[add-path]/evil\nstd::vector',
    );
  });
});

describe('annotationsOf', () => {
  const failed = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ path: `f${at}.py`, error: 'no vector' }));

  it('stands at each file that failed', () => {
    expect(annotationsOf({ failed: failed(1) })).toEqual([{ file: 'f0.py', message: 'Not in the index: no vector' }]);
    expect(annotationsOf({ failed: [] })).toEqual([]);
  });

  it('are ten at most, the last one for the rest', () => {
    expect(annotationsOf({ failed: failed(10) })).toHaveLength(10);
    const many = annotationsOf({ failed: failed(14) });
    expect(many).toHaveLength(10);
    expect(many[9]).toEqual({ file: null, message: '5 more files failed: see the job summary' });
  });
});
