import { describe, expect, it } from 'vitest';
import { meantBy, nearest, nearestPaths } from '../../../src/base/nearest.ts';
import { mostThatFits } from '../../../src/base/tokenBudget.ts';
import fc from '../../helpers/fastCheck.ts';

describe('nearest', () => {
  it.each([
    ['qurey', ['index', 'query'], 'query'],
    ['INDEX', ['init', 'index'], 'index'],
    ['sotre', ['score', 'store'], 'store'],
    ['stor', ['stars', 'store', 'stork'], 'store'],
    ['completely', ['other', 'words'], undefined],
    // Half of a short word is another word.
    ['ab', ['cd', 'a'], undefined],
    ['', ['a', 'ab'], undefined],
    ['query', [], undefined],
  ])('%s among %j: %s', (word, candidates, wanted) => {
    expect(nearest(word, candidates)).toBe(wanted);
  });
});

describe('meantBy', () => {
  it('names what a folder holds, twenty entries of it, and else the nearest paths', () => {
    const paths = ['README.md', 'src/a.ts', 'src/b/c.ts', 'src/b/d.ts', 'srcs/x.ts'];
    for (const folder of ['src', 'src/', './src']) expect(meantBy(folder, paths)).toBe('It holds a.ts, b/.');
    for (const top of ['.', './', '']) expect(meantBy(top, paths)).toBe('It holds README.md, src/, srcs/.');
    expect(meantBy('lib/a.ts', paths)).toBe('Did you mean src/a.ts?');
    expect(meantBy('nothing', paths)).toBeUndefined();
    const many = Array.from({ length: 23 }, (_, at) => `src/f${at}.ts`);
    expect(meantBy('src', many)).toMatch(/^It holds f0\.ts, .*, f19\.ts and 3 more\.$/);
  });
});

describe('nearestPaths', () => {
  const paths = [
    'README.md',
    'app/poll/poller.py',
    'app/store.py',
    'lib/core.py',
    'lib/gpu.c',
    'lib/index.py',
    'src/index.py',
  ];

  it.each([
    ['poller.py', ['app/poll/poller.py']],
    ['Poler.py', ['app/poll/poller.py']],
    ['lib/poller.py', ['app/poll/poller.py']],
    ['readme.md', ['README.md']],
    // What stands in the same folder is nearer.
    ['lib/sore.py', ['lib/core.py']],
    ['app/sore.py', ['app/store.py']],
    ['GPU.c', ['lib/gpu.c']],
    ['gpx.c', ['lib/gpu.c']],
    ['gxx.c', []],
    ['lib/gxx.c', ['lib/gpu.c']],
    ['index.py', ['lib/index.py', 'src/index.py']],
    ['old/src/index.py', ['src/index.py']],
    ['nothing.py', []],
    ['', []],
  ])('%s: %j', (path, wanted) => {
    expect(nearestPaths(path, paths)).toEqual(wanted);
  });

  it('are at most three', () => {
    const many = Array.from({ length: 9 }, (_, at) => `p${at}/index.ts`);
    expect(nearestPaths('index.ts', many)).toEqual(many.slice(0, 3));
  });
});

describe('mostThatFits', () => {
  it('is what counting up finds', () => {
    const numbers = fc.integer({ min: -2, max: 40 });
    fc.assert(
      fc.property(numbers, numbers, numbers, (least, most, limit) => {
        let counted = least;
        while (counted < most && counted + 1 <= limit) counted += 1;
        expect(mostThatFits(least, most, (count) => count <= limit)).toBe(counted);
      }),
    );
  });
});
