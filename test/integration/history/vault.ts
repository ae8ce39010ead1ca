/** A repository of three commits, for questions about the history. */

import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

export function vault(): TempRepo {
  const repo = tempRepo();
  repo.file('src/lock.ts', 'export const lock = 1;\n').file('src/open.ts', 'export const open = 1;\n');
  repo.commit('Introduce the write lock');
  repo.file('src/open.ts', 'export const open = 2;\n').commit('Open twice');
  repo.file('src/lock.ts', `${Array.from({ length: 60 }, (_, at) => `export const lock${at} = ${at};`).join('\n')}\n`);
  repo.file('.env', 'KEY=secret-value\n').file('.coraignore', 'private/\n').file('private/plan.md', 'a private plan\n');
  repo.commit('Locks for everyone\n\nOne was not enough.');
  return repo;
}
