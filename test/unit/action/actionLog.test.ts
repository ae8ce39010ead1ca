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
    expect(annotationsOf({ failed: failed(1), skipped: [] })).toEqual([
      { file: 'f0.py', message: 'Not in the index: no vector' },
    ]);
    expect(annotationsOf({ failed: [], skipped: [{ path: 'a.png', reason: 'media' }] })).toEqual([]);
  });

  it('are ten at most, the last one for the rest', () => {
    expect(annotationsOf({ failed: failed(10), skipped: [] })).toHaveLength(10);
    const many = annotationsOf({ failed: failed(14), skipped: [] });
    expect(many).toHaveLength(10);
    expect(many[9]).toEqual({ file: null, message: '5 more files failed: see the job summary' });
  });

  it('say how many files a partial clone lacks, beside those that failed', () => {
    const skipped = ['a.py', 'b.py'].map((path) => ({ path, reason: 'missing-blob' as const }));
    const message = expect.stringMatching(/^The index lacks 2 files: .*`sparse-checkout`/);
    expect(annotationsOf({ failed: [], skipped })).toEqual([{ file: null, message }]);
    const many = annotationsOf({ failed: failed(14), skipped });
    expect(many.map(({ file }) => file).slice(8)).toEqual([null, null]);
    expect(many[9]).toEqual({ file: null, message: '6 more files failed: see the job summary' });
  });
});
