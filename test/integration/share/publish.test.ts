/** `cora push`, `cora pull` and `--index` of one place, here a folder: the same code as for object storage, without a server. */

import { pathToFileURL } from 'node:url';
import { describe, expect } from 'vitest';
import { searchRequestOf as request } from '../../../src/search/searchRequest.ts';
import { searchSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { readRepoState, rowsIn, searchRowsIn, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const QUESTIONS = ['append a filter to the query', 'decode_journal', 'where is a session closed', 'src/f3'];

async function indexed(files = 12): Promise<TempRepo> {
  const repo = tempRepo();
  for (let at = 0; at < files; at++) repo.file(`src/f${at}.py`, sourceOf('py', at * 7));
  repo.commit();
  await cora(repo).index();
  return repo;
}

const place = (): string => pathToFileURL(tempDir()).href;
/** A folder without a repository. */
const elsewhere = (repo: TempRepo) => ({ dir: tempDir(), env: repo.env });

/** As it is at home, for who has the index and not the files. */
const homeAnswers = (repo: TempRepo, options = {}) => answers(elsewhere(repo), { index: storeDir(repo), ...options });

async function answers(at: Pick<TempRepo, 'dir' | 'env'>, options = {}) {
  const found = await cora(at).queryAll(QUESTIONS, { limit: 20, ...options });
  return found.map(({ results }) => results);
}

describe('an index in a place', () => {
  quick.it('answers there as it does at home, to the last digit', async () => {
    const [repo, to] = [await indexed(), place()];
    const report = await cora(repo).publish(to);
    const { commit, digest, counts } = readRepoState(storeDir(repo));
    expect(report).toMatchObject({
      ...{ commit, digest, files: counts.files, chunks: counts.chunks, rows: counts.chunks },
      ...{ blobs: { added: 12, known: 0, removed: 0 }, replaced: false, removed: [] },
    });
    for (const options of [{}, { mode: 'words' }, { mode: 'vectors' }, { lang: ['python'], path: ['src/f1*'] }]) {
      const local = await homeAnswers(repo, options);
      expect(local.some((results) => results.length > 0)).toBe(true);
      // Who has the files is shown wider excerpts and so fewer of them; those have the same scores.
      (await answers(repo, { committed: true, ...options })).forEach((hits, at) => {
        const scores = new Map(local[at]!.map(({ chunkId, score, why }) => [chunkId, { score, why }]));
        for (const { chunkId, score, why } of hits) expect(scores.get(chunkId)).toEqual({ score, why });
      });
      expect(await answers(elsewhere(repo), { index: to, ...options })).toEqual(local);
      // In a clone too `--index` shows what was published.
      expect(await answers(repo.clone(), { index: to, ...options })).toEqual(local);
    }
    const { freshness } = await cora(elsewhere(repo)).query('filter', { index: to });
    expect(freshness).toMatchObject({ indexedCommit: commit, headCommit: null, commitsBehind: null });
  });

  quick.it('is pulled into a fresh clone, which computes nothing', async () => {
    const [repo, to] = [await indexed(), place()];
    await cora(repo).publish(to);
    const clone = repo.clone();
    const report = await cora(clone).pull(to);
    expect(report).toMatchObject({
      commitsBehind: 0,
      blobs: { added: 12, known: 0, absent: 0, refused: 0 },
      index: { computed: 0, embedded: 0, reused: 12 },
    });
    expect(readRepoState(storeDir(clone)).digest).toBe(readRepoState(storeDir(repo)).digest);
    // Rows that a pull left in the search file alone come into the table by themselves.
    expect(await cora(clone).publish(to)).toMatchObject({ rows: 0, blobs: { added: 0, known: 12 } });
    expect(await rowsIn(storeDir(clone))).toEqual(await rowsIn(storeDir(repo)));
    expect(await cora(clone).pull(to)).toMatchObject({ rows: 0, blobs: { added: 0, known: 12 } });
  });

  slow.it('takes what is new of the next commit, and goes on offering the one before', async () => {
    const [repo, to] = [await indexed(), place()];
    const first = await cora(repo).publish(to);
    const old = repo.clone();
    repo.file('src/f1.py', sourceOf('py', 500)).file('src/new.py', sourceOf('py', 501));
    const commit = repo.commit();
    await cora(repo).index();
    const second = await cora(repo).publish(to);
    expect(second).toMatchObject({ commit, blobs: { added: 2, known: 11, removed: 0 }, replaced: false });
    expect(second.rows).toBeLessThan(first.rows);
    expect(await answers(elsewhere(repo), { index: to })).toEqual(await homeAnswers(repo));
    expect(await cora(old).pull(to)).toMatchObject({ commit: first.commit, index: { computed: 0 } });
    // A commit later than what is published: the rest is computed.
    repo.file('src/later.py', sourceOf('py', 900)).commit();
    expect(await cora(repo.clone()).pull(to)).toMatchObject({ commit, commitsBehind: 1, index: { computed: 1 } });
  });

  slow.it('brings a clone that has most of it only the rest', async () => {
    const [repo, to] = [await indexed(), place()];
    const clone = repo.clone();
    await cora(clone).index();
    repo.file('src/new.py', sourceOf('py', 501)).commit();
    await cora(repo).index();
    await cora(repo).publish(to);
    clone.git('pull', '-q');
    expect(await cora(clone).pull(to)).toMatchObject({ blobs: { added: 1, known: 12 }, index: { computed: 0 } });
  });

  slow.it('is the same after the same commit was pushed again', async () => {
    const [repo, to] = [await indexed(), place()];
    await cora(repo).publish(to);
    const again = await cora(repo).publish(to);
    expect(again).toMatchObject({ rows: 0, blobs: { added: 0, known: 12 }, replaced: true, removed: [] });
    expect(await answers(elsewhere(repo), { index: to })).toEqual(await homeAnswers(repo));
  });

  slow.it('lists the ten newest, and gives rows back that none of them needs', async () => {
    const [repo, to] = [await indexed(3), place()];
    const pushed: string[] = [];
    let removedBlobs = 0;
    for (let at = 0; at < 13; at++) {
      for (let file = 0; file < 3; file++) repo.file(`src/f${file}.py`, sourceOf('py', 100 + at * 10 + file));
      pushed.push(repo.commit());
      await cora(repo).index();
      const { removed, blobs } = await cora(repo).publish(to);
      expect(removed).toEqual(at < 10 ? [] : [pushed[at - 10]]);
      removedBlobs += blobs.removed;
    }
    expect(removedBlobs).toBeGreaterThan(0);
    for (const [back, isThere] of [
      [0, true],
      [9, true],
      [10, false],
    ] as const) {
      const clone = repo.clone();
      clone.git('checkout', '-q', pushed.at(-1 - back)!);
      const { commit, index } = await cora(clone).pull(to);
      expect([commit === pushed.at(-1 - back), index.computed === 0]).toEqual([isThere, isThere]);
    }
    expect(await answers(elsewhere(repo), { index: to })).toEqual(await homeAnswers(repo));
  });
});

describe('who reads while others push', () => {
  quick.it('sees what was there when they opened it', async () => {
    const [repo, to] = [await indexed(), place()];
    await cora(repo).publish(to);
    const reader = await cora(elsewhere(repo)).searcher({ index: to });
    const ask = async () =>
      (await reader.search(request('append a filter', searchSettings(resolveOptions({}, {}, null))))).results;
    const before = await ask();
    for (let at = 0; at < 3; at++) {
      for (let file = 0; file < 12; file++) repo.file(`src/f${file}.py`, sourceOf('py', 300 + at * 20 + file));
      repo.commit();
      await cora(repo).index();
      await cora(repo).publish(to);
      expect(await ask()).toEqual(before);
    }
    reader.close();
    expect(await answers(elsewhere(repo), { index: to })).toEqual(await homeAnswers(repo));
  });

  slow.it('sees the old index when a push is stopped in the middle', async () => {
    const [repo, to] = [await indexed(), place()];
    await cora(repo).publish(to);
    const before = await answers(elsewhere(repo), { index: to });
    for (let file = 0; file < 12; file++) repo.file(`src/f${file}.py`, sourceOf('py', 300 + file));
    repo.commit();
    await cora(repo).index();
    const stop = new AbortController();
    const watch = { signal: stop.signal, onProgress: () => stop.abort() };
    stop.abort();
    await expect(cora(repo).publish(to, {}, { watch })).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await answers(elsewhere(repo), { index: to })).toEqual(before);
  });

  slow.it('gets every row once, also where two pushed at the same time', async () => {
    const [repo, to] = [await indexed(4), place()];
    await cora(repo).publish(to);
    const clones = await Promise.all(
      [0, 1, 2].map(async (at) => {
        const clone = repo.clone();
        // Shared with the others, and their own.
        clone.file('src/shared.py', sourceOf('py', 700)).file(`src/own${at}.py`, sourceOf('py', 710 + at));
        clone.commit(`commit ${at}`);
        await cora(clone).index();
        return clone;
      }),
    );
    const reports = await Promise.all(clones.map((clone) => cora(clone).publish(to)));
    expect(new Set(reports.map(({ commit }) => commit)).size).toBe(3);
    for (const clone of clones) {
      const fresh = clone.clone();
      expect(await cora(fresh).pull(to)).toMatchObject({
        commitsBehind: 0,
        blobs: { refused: 0 },
        index: { computed: 0 },
      });
      expect((await searchRowsIn(storeDir(fresh))).length).toBe(readRepoState(storeDir(clone)).counts.chunks);
    }
  });
});
