import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempRepo } from '../../helpers/tempRepo.ts';

test('the same history gives the same commits, and worktrees and clones see them', () => {
  const [first, second] = [tempRepo(), tempRepo()].map((repo) => {
    repo.file('a/b.txt', 'one\n').commit('first');
    repo.move('a/b.txt', 'c.txt').commit('second');
    return repo;
  }) as [ReturnType<typeof tempRepo>, ReturnType<typeof tempRepo>];
  expect(first.git('rev-parse', 'HEAD')).toBe(second.git('rev-parse', 'HEAD'));
  expect(readFileSync(first.worktree('side').path('c.txt'), 'utf8')).toBe('one\n');
  expect(first.clone('--depth=1').git('rev-list', '--count', 'HEAD')).toBe('1');
});
