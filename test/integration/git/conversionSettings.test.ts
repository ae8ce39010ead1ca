/** What was read of the configuration is known until it changes, wherever it stands. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import { conversionSettings } from '../../../src/git/readWorkingFile.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

test('a change of the repository, the worktree, the user, or an included file is seen', async () => {
  const temp = tempRepo();
  temp.file('a', 'x').commit();
  const repo = await openRepository(temp.dir, temp.env);
  const autocrlf = async () => (await conversionSettings(repo)).autocrlf;
  expect(await autocrlf()).toBe('false');
  expect(await conversionSettings(repo)).toBe(await conversionSettings(repo));
  temp.git('config', 'core.autocrlf', 'true');
  expect(await autocrlf()).toBe('true');
  temp.git('config', '--unset', 'core.autocrlf');
  const user = join(temp.env['HOME']!, '.gitconfig');
  writeFileSync(user, '[core]\n\tautocrlf = input\n');
  expect(await autocrlf()).toBe('input');
  temp.git('config', 'extensions.worktreeConfig', 'true');
  temp.git('config', '--worktree', 'core.autocrlf', 'true');
  expect(await autocrlf()).toBe('true');
  temp.git('config', '--worktree', '--unset', 'core.autocrlf');
  const included = temp.path('.git/more');
  writeFileSync(included, '[core]\n\tautocrlf = true\n');
  temp.git('config', 'include.path', 'more');
  expect(await autocrlf()).toBe('true');
  writeFileSync(included, '[filter "x"]\n\tclean = touch ran\n');
  const { env } = await conversionSettings(repo);
  expect(JSON.stringify(env)).toContain('filter.x.clean');
});

test.each(['/dev/null', '/nonexistent'])('a home that is none, such as %s, holds no configuration', async (home) => {
  const temp = tempRepo();
  temp.file('a', 'x').commit();
  const repo = await openRepository(temp.dir, { ...temp.env, HOME: home, XDG_CONFIG_HOME: home });
  expect((await conversionSettings(repo)).autocrlf).toBe('false');
});
