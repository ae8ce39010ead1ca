/** Who takes the hooks out and deletes the index finds nothing of Cora in the clone. */

import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { tempRepo } from '../helpers/tempRepo.ts';
import { indexed, shellIn } from './cliShell.ts';

it('cora hooks uninstall and cora clean leave nothing, the log of a hook neither', async () => {
  const repo = tempRepo();
  // Hooks are off in CI, and this test may run there.
  delete repo.env['CI'];
  repo.file('a.ts', 'export const a = 1;\n').commit();
  await indexed(repo);
  const cora = shellIn(repo);
  expect(await cora(['hooks', 'install'])).toMatchObject({ code: 0 });
  repo.file('b.ts', 'export const b = 1;\n').git('add', '-A');
  repo.git('commit', '--quiet', '-m', 'b');
  await eventually(() => expect(existsSync(repo.path('.git/cora/log/last-run.json'))).toBe(true));
  expect(await cora(['hooks', 'uninstall'])).toMatchObject({ code: 0 });
  expect(await cora(['clean', '--yes'])).toMatchObject({ code: 0 });
  expect(existsSync(repo.path('.git/cora'))).toBe(false);
  expect(existsSync(repo.path('.git/hooks/cora.sh'))).toBe(false);
});
