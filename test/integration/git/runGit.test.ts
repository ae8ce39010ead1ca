import { expect, it } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import { runGit } from '../../../src/git/runGit.ts';
import { gitEnv, tempRepo } from '../../helpers/tempRepo.ts';

it('may be started often at once with one signal, without a warning', async () => {
  const repo = tempRepo().file('a', 'a');
  repo.commit();
  const repository = await openRepository(repo.dir, gitEnv());
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const { signal } = new AbortController();
  const calls = Array.from({ length: 15 }, () => runGit(repository, ['rev-parse', 'HEAD'], { signal }));
  const found = await Promise.all(calls);
  process.off('warning', note);
  expect(new Set(found.map(({ stdout }) => stdout.toString().trim()))).toEqual(new Set([repository.head?.commit]));
  expect(warnings).toEqual([]);
});
