/** Worktrees that were deleted, blobs and commits that were lost: said by name, with the next command, and by no other name. */

import { rmSync, symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CatalogueEntry, IndexReport } from '../../src/base/types.ts';
import type { Diagnosis } from '../../src/indexing/diagnose.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, shellIn, shopRepo } from './cliShell.ts';

function lose(repo: TempRepo, rev: string): string {
  const name = repo.git('rev-parse', rev);
  rmSync(repo.path('.git/objects', name.slice(0, 2), name.slice(2)));
  return name;
}

it('a worktree removed by rm -rf stops neither gc nor index; doctor names it', async () => {
  const repo = await indexed(shopRepo());
  const side = repo.worktree('side');
  rmSync(side.dir, { recursive: true });
  const sh = shellIn(repo);
  expect(await sh(['gc'])).toMatchObject({ code: 0, stdout: expect.stringContaining('in use') });
  repo.git('checkout', '-q', '--orphan', 'other');
  repo.git('rm', '-rqf', '.');
  repo.file('only.ts', 'const only = 1;\n').commit();
  repo.git('reflog', 'expire', '--expire=now', '--all');
  expect(await sh(['index'])).toMatchObject({ code: 0 });
  const doctor = await sh(['doctor', '--json']);
  expect(doctor.code).toBe(1);
  expect(jsonOf<{ findings: Diagnosis[] }>(doctor).findings).toMatchObject([
    { code: 'missing-worktree', message: expect.stringContaining(side.dir), fixable: false },
  ]);
  repo.git('worktree', 'prune');
  expect(await sh(['doctor'])).toMatchObject({ code: 0 });
});

it('where nobody can say what worktrees hold, an index keeps its rows, and gc says why', async () => {
  const repo = await indexed(shopRepo());
  symlinkSync('worktrees', repo.path('.git/worktrees'));
  const sh = shellIn(repo);
  repo.remove('src').remove('tools').remove('docs').file('only.ts', 'const only = 1;\n').commit();
  // Only a run that goes by the table removes rows.
  const { code, stderr } = await sh(['index', '--full']);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('worktrees cannot be read (ELOOP)');
  expect(await sh(['gc'])).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read (ELOOP)') });
});

it('a lost blob is damage for index, status and doctor, and can be brought back', async () => {
  const repo = shopRepo();
  const clone = repo.clone('--bare');
  const blob = lose(repo, 'HEAD:src/cart.ts');
  const sh = shellIn(repo);
  const index = await sh(['index']);
  expect(index).toMatchObject({ code: 1 });
  expect(index.stdout).toContain('1 file failed');
  expect(index.stdout).toMatch(new RegExp(`src/cart\\.ts: missing object ${blob}.*git fsck`));
  expect(index.stdout).not.toContain('empty');
  expect(jsonOf<IndexReport>(await sh(['index', '--dry-run', '--json'])).failed).toHaveLength(1);
  const status = await sh(['status', '--check']);
  expect(status.code).toBe(1);
  expect(status.stdout).toContain(`missing object ${blob}`);
  // The file is there, and is searched.
  expect(await sh(['symbols', 'Cart', '--fresh'])).toMatchObject({ code: 0 });
  repo.git('update-index', '--skip-worktree', 'src/cart.ts');
  repo.remove('src/cart.ts');
  expect(await sh(['symbols', 'Cart', '--fresh'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/missing-object[\s\S]*git fsck/),
  });
  const files = await sh(['files', '--json']);
  expect(files).toMatchObject({ code: 1, stderr: expect.stringContaining('git fsck') });
  const cart = jsonOf<{ files: CatalogueEntry[] }>(files).files.find(({ path }) => path === 'src/cart.ts');
  expect(cart).toMatchObject({ indexed: false, reason: 'missing-object' });
  const doctor = await sh(['doctor']);
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(/missing-object[\s\S]*src\/cart\.ts[\s\S]*git fsck/);
  repo.git('fetch', '-q', '--refetch', clone.dir);
  expect(await sh(['index'])).toMatchObject({ code: 0 });
  expect(await sh(['doctor'])).toMatchObject({ code: 0 });
  expect((await sh(['symbols', 'Cart'])).code).toBe(0);
});

it.each([true, false])('a lost commit of HEAD is said to be missing; with an index: %s', async (isIndexed) => {
  const repo = isIndexed ? await indexed(shopRepo()) : shopRepo();
  const commit = lose(repo, 'HEAD');
  const sh = shellIn(repo);
  const commands = [
    ['index'],
    ['files'],
    ['grep', 'addItem'],
    ['query', 'cart'],
    ['status'],
    ['query', '--commits', 'cart'],
  ];
  for (const args of commands) {
    const { code, stdout, stderr } = await sh(args);
    expect({ code, stdout }, `${args[0]}: ${stderr}`).toEqual({ code: 2, stdout: '' });
    expect(stderr, args[0]).toMatch(new RegExp(`Commit ${commit}, which HEAD names, is missing.*\\n.*git fsck`));
  }
  const { code, stdout } = await sh(['doctor', '--json']);
  expect(code).toBe(1);
  const { findings } = JSON.parse(stdout) as { findings: Diagnosis[] };
  expect(findings[0]).toMatchObject({ code: 'missing-object', message: expect.stringContaining(commit) });
});

it('a partial clone lacks what it has not fetched, and is not damaged', async () => {
  const repo = tempRepo();
  repo.file('a.ts', 'const apple = 1;\n').commit();
  const sh = shellIn(repo.clone('--filter=blob:none', '--no-checkout'));
  const index = await sh(['index']);
  expect(index).toMatchObject({ code: 0, stdout: expect.stringContaining('1 missing-blob') });
  expect(await sh(['files'])).toMatchObject({ code: 0, stderr: '' });
  expect(await sh(['doctor'])).toMatchObject({ code: 0 });
});
