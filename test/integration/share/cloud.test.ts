/** `db://`: LanceDB's own client, and on loopback a service that speaks its protocol. LanceDB Cloud itself is not asked. */

import { describe, expect } from 'vitest';
import { readRepoState, rowsIn, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { type LanceCloud, startLanceCloud } from '../../helpers/lanceCloud.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const TO = 'db://team-x1/shop';
const QUESTIONS = ['append a filter to the query', 'decode_journal', 'where is a session closed', 'src/f3'];

interface Place {
  cloud: LanceCloud;
  repo: TempRepo;
  /** With the credentials. */
  at(repo: Pick<TempRepo, 'dir' | 'env'>, env?: Record<string, string>): ReturnType<typeof cora>;
}

async function place(files = 8): Promise<Place> {
  const cloud = await startLanceCloud();
  const repo = tempRepo();
  for (let at = 0; at < files; at++) repo.file(`src/f${at}.py`, sourceOf('py', at * 7));
  repo.commit();
  await cora(repo).index();
  const at: Place['at'] = ({ dir, env }, more = {}) => cora({ dir, env: { ...env, ...cloud.env, ...more } });
  return { cloud, repo, at };
}

const elsewhere = (repo: TempRepo) => ({ dir: tempDir(), env: repo.env });

describe('an index in a database', () => {
  quick.it('is pulled into a fresh clone, which computes nothing', async () => {
    const { cloud, repo, at } = await place();
    const { commit, counts } = readRepoState(storeDir(repo));
    const report = await at(repo).publish(TO);
    expect(report).toMatchObject({ destination: TO, commit, rows: counts.chunks, blobs: { added: 8, known: 0 } });
    expect((await cloud.connection.tableNames()).sort()).toEqual([
      expect.stringMatching(/^shop-chunks-/),
      'shop-published',
    ]);
    const clone = repo.clone();
    expect(await at(clone).pull(TO)).toMatchObject({
      ...{ commitsBehind: 0, blobs: { added: 8, known: 0, absent: 0, refused: 0 } },
      index: { computed: 0, embedded: 0, reused: 8 },
    });
    expect(readRepoState(storeDir(clone)).digest).toBe(readRepoState(storeDir(repo)).digest);
    expect(await at(clone).index()).toMatchObject({ computed: 0, embedded: 0 });
    expect(await rowsIn(storeDir(clone))).toEqual(await rowsIn(storeDir(repo)));
    expect(await at(clone).pull(TO)).toMatchObject({ rows: 0, blobs: { added: 0, known: 8 } });
  });
  quick.it('answers there as it does at home', async () => {
    const { repo, at } = await place();
    await at(repo).publish(TO);
    for (const options of [{}, { mode: 'words' }, { mode: 'vectors' }, { lang: ['python'], path: ['src/f1*'] }]) {
      const there = await at(elsewhere(repo)).queryAll(QUESTIONS, { limit: 20, index: TO, ...options });
      const home = await cora(elsewhere(repo)).queryAll(QUESTIONS, { limit: 20, index: storeDir(repo), ...options });
      expect(there.map(({ results }) => results)).toEqual(home.map(({ results }) => results));
      expect(home.some(({ results }) => results.length > 0)).toBe(true);
    }
  });

  slow.it('takes what is new of the next commit, and goes on offering the one before', async () => {
    const { cloud, repo, at } = await place();
    const first = await at(repo).publish(TO);
    const old = repo.clone();
    repo.file('src/f1.py', sourceOf('py', 500)).file('src/new.py', sourceOf('py', 501));
    const commit = repo.commit();
    await cora(repo).index();
    expect(await at(repo).publish(TO)).toMatchObject({ commit, blobs: { added: 2, known: 7, removed: 0 } });
    expect(await at(old).pull(TO)).toMatchObject({ commit: first.commit, index: { computed: 0 } });
    repo.file('src/later.py', sourceOf('py', 900)).commit();
    expect(await at(repo.clone()).pull(TO)).toMatchObject({ commit, commitsBehind: 1, index: { computed: 1 } });
    expect(cloud.requests.some((one) => /optimize|create_index|stats/.test(one))).toBe(false);
  });

  slow.it('is not asked for the version of a table that nobody compares', async () => {
    const { cloud, repo, at } = await place(2);
    await at(repo).publish(TO);
    cloud.requests.length = 0;
    await at(elsewhere(repo)).query('filter', { index: TO });
    // LanceDB's opening, and the schema.
    expect(cloud.requests.filter((one) => one === 'describe shop-published')).toHaveLength(2);
  });

  slow.it('is what its database and name say: two names are two places', async () => {
    const { cloud, repo, at } = await place(2);
    await at(repo).publish('db://team-x1');
    await expect(at(repo).pull(TO)).rejects.toMatchObject({ code: 'NO_INDEX' });
    await at(repo).publish(TO);
    expect(await cloud.connection.tableNames()).toHaveLength(4);
    expect(new Set(cloud.headers.map((one) => one['x-lancedb-database']))).toEqual(new Set(['team-x1']));
  });

  slow.it('is there when the service has pruned the version that it was published at', async () => {
    const { cloud, repo, at } = await place();
    const { commit } = await at(repo).publish(TO);
    const old = repo.clone();
    repo.file('src/new.py', sourceOf('py', 501)).commit();
    await cora(repo).index();
    await at(repo).publish(TO);
    cloud.set({ isPruned: true });
    expect(await at(old).pull(TO)).toMatchObject({ commit, blobs: { added: 8, refused: 0 }, index: { computed: 0 } });
    const [found] = await at(elsewhere(repo)).queryAll([QUESTIONS[0]!], { index: TO });
    expect(found!.results.length).toBeGreaterThan(0);
  });

  slow.it('leaves a table of the same name alone that is somebody else’s', async () => {
    const { cloud, repo, at } = await place(2);
    await cloud.connection.createTable('shop-published', [{ id: 'a', about: 'theirs' }]);
    const there = at(repo);
    for (const action of [() => there.publish(TO), () => there.pull(TO), () => there.query('x', { index: TO })])
      await expect(action()).rejects.toMatchObject({
        code: 'BROKEN_INDEX',
        message: expect.stringMatching(/not one of Cora/),
      });
    expect(await cloud.connection.tableNames()).toEqual(['shop-published']);
  });
});
