import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runGitHook } from '../../../src/git/gitConfiguration.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';
import { script } from '../freshness/hookedRepo.ts';

test('a hook that does not end is not waited for', async () => {
  const temp = tempRepo();
  script(temp, '.git/hooks/post-commit', '#!/bin/sh\necho $$ >pid\nexec sleep 100\n');
  const repo = await openRepository(temp.dir, temp.env);
  try {
    const ran = await runGitHook(repo, 'post-commit', [], {}, 1000);
    expect(ran).toEqual({ isKnown: true, hasEnded: false, output: '' });
  } finally {
    const pid = existsSync(temp.path('pid')) ? Number(readFileSync(temp.path('pid'), 'utf8')) : 0;
    if (pid > 1) process.kill(pid);
  }
});

test('what a hook prints is told', async () => {
  const temp = tempRepo();
  script(temp, '.git/hooks/post-merge', '#!/bin/sh\necho "merged $1 in $PLACE"\nexit 3\n');
  const repo = await openRepository(temp.dir, temp.env);
  const ran = await runGitHook(repo, 'post-merge', ['0'], { PLACE: 'here' });
  expect(ran).toEqual({ isKnown: true, hasEnded: true, output: 'merged 0 in here' });
});
