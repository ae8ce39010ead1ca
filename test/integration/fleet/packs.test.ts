/** What syncs leave in a clone's folder of packs. */

import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAddress } from '../../../src/fleet/readAddress.ts';
import { updateClone } from '../../../src/fleet/updateClone.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { runGit } from '../../../src/git/runGit.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';

it('are few packs, however often a clone was fetched', async () => {
  const repo = tempRepo();
  repo.file('0.ts', 'export const zero = 0;\n').commit();
  const dir = join(tempDir(), 'clone');
  const request = { address: readAddress(`file://${repo.dir}`)!, branch: null, dir, env: repo.env, stallMs: 60_000 };
  const packs = () => readdirSync(join(dir, 'objects/pack')).filter((name) => name.endsWith('.pack'));
  await updateClone(request);
  const clone = await openRepository(dir, repo.env);
  await runGit(clone, ['config', 'gc.autoPackLimit', '3']);
  for (let at = 1; at <= 9; at++) {
    repo.file(`${at}.ts`, `export const number = ${at};\n`).commit();
    await updateClone(request);
    expect(packs().length).toBeLessThanOrEqual(4);
  }
  const { stdout } = await runGit(clone, ['cat-file', '-p', 'HEAD:9.ts']);
  expect(stdout.toString()).toBe('export const number = 9;\n');
});

it('stop no fetch where a torn one cannot be removed yet', async () => {
  const repo = tempRepo();
  const request = {
    address: readAddress(`file://${repo.file('0.ts', 'export const zero = 0;\n').dir}`)!,
    branch: null,
    dir: join(tempDir(), 'clone'),
    env: repo.env,
    stallMs: 60_000,
  };
  repo.commit();
  await updateClone(request);
  // Stands for a file that an ending git holds on Windows.
  mkdirSync(join(request.dir, 'objects/pack/tmp_pack_held'));
  const commit = repo.file('1.ts', 'export const one = 1;\n').commit();
  expect(await updateClone(request)).toMatchObject({ commit });
});
