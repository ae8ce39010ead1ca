/** Who syncs when several want to: one leads, the others follow, and a dead leader holds nobody up. */

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { withWriteLock } from '../../../src/store/withWriteLock.ts';
import { testFleet } from '../../helpers/fleet.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';
import { bundleChild, ended, startChild } from '../store/bundleChild.ts';

async function fleetOfOne() {
  const repo = tempRepo();
  repo.file('a.ts', 'export function alpha() {}\n').commit();
  const fleet = testFleet();
  await fleet.add(`file://${repo.dir}`, { name: 'a' });
  return { fleet, repo, state: join(fleet.home, 'state') };
}

const lock = { waitMs: 0, log: silentLog, lock: 'sync' } as const;

slow.it('follows a leader that takes longer than the timeout, and answers from what is there', async () => {
  const { fleet, state } = await fleetOfOne();
  await fleet.sync();
  const report = await withWriteLock(state, lock, () => fleet.sync([], { 'repos-sync-timeout': 1 }));
  expect(report).toMatchObject({ role: 'follower', repositories: [] });
  expect(report.stale).toMatch(`process ${process.pid}`);
  expect((await fleet.query('alpha')).results).toHaveLength(1);
});

quick.it('waits for a leader that ends in time, and does not do again what that one has done', async () => {
  const { fleet } = await fleetOfOne();
  const reports = await Promise.all([fleet.sync(), fleet.sync(), fleet.sync()]);
  expect(reports.map(({ role }) => role)).toEqual(['leader', 'leader', 'leader']);
  expect(reports.flatMap(({ repositories }) => repositories.map(({ outcome }) => outcome)).sort()).toEqual([
    'updated',
    'waiting',
    'waiting',
  ]);
});

slow.it('takes the lock of a leader that was killed', async () => {
  const { fleet, state } = await fleetOfOne();
  const child = startChild(await bundleChild('holder'), [state, 'sync']);
  await once(child.stdout!, 'data');
  expect(existsSync(join(state, 'sync.lock'))).toBe(true);
  child.kill('SIGKILL');
  await ended(child);
  expect(await fleet.sync()).toMatchObject({ role: 'leader', repositories: [{ outcome: 'updated' }] });
  expect(fleet.messages.join('\n')).toContain('ended while syncing the repositories; its lock is taken over');
  expect(existsSync(join(state, 'sync.lock'))).toBe(false);
});
