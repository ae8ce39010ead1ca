/** One home, several servers: each shows and does the jobs of what it serves, whatever it calls it. */

import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { JobQueue } from '../../../src/fleet/jobQueue.ts';
import { openServedQueue } from '../../../src/server/servedJobs.ts';
import { placeKey, ServedRepositories } from '../../../src/server/servedRepositories.ts';
import { OpenSessions } from '../../../src/session/openSessions.ts';
import { eventually } from '../../helpers/eventually.ts';
import { testFleet } from '../../helpers/fleet.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const opened: JobQueue[] = [];
afterEach(async () => {
  for (const queue of opened.splice(0)) await queue.close();
});

const RESULT = { commit: 'c', files: 1, chunks: 1, computed: 1, embedded: 1, reused: 0, fileChunks: null };

/** A repository in a folder with this name. */
function repoNamed(name: string): string {
  const dir = join(tempDir(), 'team', name);
  mkdirSync(join(dir, '..'), { recursive: true });
  const repo = tempRepo();
  repo.file('a.ts').commit();
  renameSync(repo.dir, dir);
  return dir;
}

async function serverOf(fleet: ReturnType<typeof testFleet>, dirs: readonly string[]) {
  const done: string[] = [];
  const own = fleet.fleet();
  const repositories = new ServedRepositories({ fleet: own, sessions: new OpenSessions(), dirs, names: ['*'] });
  await repositories.list();
  const jobs = await openServedQueue({
    home: fleet.home,
    fleet: own,
    repositories,
    log: silentLog,
    lines: () => undefined,
    run: async ({ repository }) => {
      done.push(repository.dir);
      return RESULT;
    },
  });
  opened.push(jobs);
  const keyOf = async (id: string) => placeKey(await repositories.get(id));
  /** As the API asks for it. */
  const ask = async (id: string) => jobs.add({ repoId: await keyOf(id), kind: 'incremental', targetPath: null });
  /** As the API shows them. */
  const shown = () => jobs.list().map((job) => ({ ...job, repoId: repositories.idOf(job.repoId) }));
  return { jobs, done, keyOf, ask, shown };
}

it('keeps directories with the same name apart', async () => {
  const fleet = testFleet();
  const [here, there] = [repoNamed('app'), repoNamed('app')];
  const one = await serverOf(fleet, [here]);
  const two = await serverOf(fleet, [there]);
  const first = await one.ask('local_app');
  await two.ask('local_app');
  await eventually(() => {
    expect(one.shown()).toMatchObject([{ id: first.id, repoId: 'local_app', status: 'completed' }]);
    expect(two.shown()).toMatchObject([{ repoId: 'local_app', status: 'completed' }]);
  });
  expect([one.done, two.done]).toEqual([[here], [there]]);
  expect(two.jobs.get(first.id)).toBeNull();
  expect(await two.jobs.cancel(first.id)).toBeNull();
});

it('shares what both serve under different ids, and the repositories of the fleet', async () => {
  const fleet = testFleet();
  const dir = repoNamed('app');
  const { id } = await fleet.add(dir, { name: 'our/app' });
  const one = await serverOf(fleet, [dir]);
  const two = await serverOf(fleet, []);
  const job = await one.ask('local_app');
  const stop = new AbortController();
  for await (const seen of two.jobs.watch(await two.keyOf(id), stop.signal)) {
    expect(two.shown()).toMatchObject([{ id: job.id, repoId: id }]);
    if (seen.status === 'completed') stop.abort();
  }
  expect([...one.done, ...two.done]).toEqual([dir]);
  await two.jobs.forget(await two.keyOf(id));
  await eventually(() => expect(one.jobs.list()).toEqual([]));
});

it('leaves a job alone that nobody serves now, until somebody does', async () => {
  const fleet = testFleet();
  const dir = repoNamed('app');
  const one = await serverOf(fleet, [dir]);
  await one.jobs.close();
  const { id } = await one.ask('local_app');
  const other = await serverOf(fleet, [repoNamed('other')]);
  expect(other.jobs.list()).toEqual([]);
  const again = await serverOf(fleet, [dir]);
  await eventually(() => expect(again.jobs.get(id)).toMatchObject({ status: 'completed' }));
  expect([one.done, other.done, again.done]).toEqual([[], [], [dir]]);
});
