/** `cora watch` on real git and real file events: what happens is in the table afterwards, and nothing is done twice. */

import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { type Refresh, watchRepository } from '../../../src/freshness/watch.ts';
import { indexingRequest } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { cora } from '../../helpers/cora.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Watched {
  refreshes: Refresh[];
  errors: unknown[];
  /** Resolves when a refresh so far, or a later one, is as wanted. */
  until(wanted: (refresh: Refresh) => boolean): Promise<Refresh>;
  /** Resolves when the watching has ended. */
  ended: Promise<unknown>;
  stop(): Promise<unknown>;
}

async function watched(repo: TempRepo): Promise<Watched> {
  const refreshes: Refresh[] = [];
  const errors: unknown[] = [];
  const controller = new AbortController();
  let wake = (): void => undefined;
  const ready = withResolvers();
  const ended = watchRepository({
    settings: indexingRequest(resolveOptions({ jobs: 0, embedder: 'hash' }, {}, null)),
    surroundings: { dir: repo.dir, env: repo.env, cacheDir: tempDir(), log: silentLog },
    signal: controller.signal,
    pace: { quiet: 60, longest: 600 },
    onReady: () => ready.resolve(),
    onProgress: () => undefined,
    onRefresh: (refresh) => {
      refreshes.push(refresh);
      wake();
    },
    onError: (error) => errors.push(error),
  }).then(
    () => null,
    (error: unknown) => error,
  );
  void ended.then(() => ready.resolve());
  await ready.promise;
  const stop = (): Promise<unknown> => {
    controller.abort();
    return ended;
  };
  stops.push(stop);
  const until = async (wanted: (refresh: Refresh) => boolean): Promise<Refresh> => {
    for (let seen = 0; ; ) {
      for (; seen < refreshes.length; seen++) if (wanted(refreshes[seen]!)) return refreshes[seen]!;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { refreshes, errors, until, ended, stop };
}

/** Node 20 has no Promise.withResolvers. */
function withResolvers(): { promise: Promise<void>; resolve(): void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

function small(): TempRepo {
  const repo = tempRepo();
  repo.file('src/one.ts', 'export function one() { return 1; }\n').file('.gitignore', 'build/\n');
  repo.commit();
  return repo;
}

const FIRST = (refresh: Refresh) => refresh.index !== null;
const chunksOf = (from: Refresh[]) => from.reduce((sum, { edits }) => sum + edits.chunks, 0);

describe('cora watch', () => {
  quick.it('builds what is missing, then indexes an edit, whose commit computes nothing', async () => {
    const repo = small();
    const watch = await watched(repo);
    expect((await watch.until(FIRST)).index).toMatchObject({ computed: 2 });
    repo.file('src/two.ts', 'export function zebraCheckpoint() { return 2; }\n');
    const { edits } = await watch.until(({ edits }) => edits.blobs > 0);
    expect(edits).toEqual({ blobs: 1, chunks: 1 });
    const commit = repo.commit();
    const after = await watch.until((refresh) => refresh.commit === commit && refresh.index !== null);
    expect(after.index).toMatchObject({ computed: 0, embedded: 0, reused: 3 });
    expect((await cora(repo).query('zebraCheckpoint')).results[0]).toMatchObject({
      path: 'src/two.ts',
      status: 'committed',
    });
    expect(watch.errors).toEqual([]);
  });

  slow.it('answers the same with the rows of an edit in the table as without', async () => {
    const repo = small();
    await cora(repo).index();
    repo.file('src/one.ts', 'export function one() { return 11; }\nexport function zebra() { return one(); }\n');
    const before = await cora(repo).query('zebra one');
    const watch = await watched(repo);
    await watch.until(({ edits }) => edits.blobs > 0);
    const after = await cora(repo).query('zebra one');
    expect(after.results).toEqual(before.results);
    expect(after.freshness).toEqual(before.freshness);
  });

  slow.it('sees folders that come, move and go', async () => {
    const repo = small();
    const watch = await watched(repo);
    await watch.until(FIRST);
    repo.file('new/deep/down/three.ts', 'export const three = 3;\n');
    await watch.until(({ edits }) => edits.blobs > 0);
    renameSync(repo.path('new'), repo.path('moved'));
    repo.file('moved/deep/down/four.ts', 'export const four = 4;\n');
    await watch.until(() => chunksOf(watch.refreshes) >= 2);
    rmSync(repo.path('moved'), { recursive: true });
    repo.file('moved/deep/down/five.ts', 'export const five = 5;\n');
    await watch.until(() => chunksOf(watch.refreshes) >= 3);
    expect((await cora(repo).query('five')).results[0]?.path).toBe('moved/deep/down/five.ts');
    expect(watch.errors).toEqual([]);
  });

  quick.it('waits for the end of a rebase', async () => {
    const repo = small();
    repo.git('branch', 'other');
    repo.file('src/one.ts', 'export function one() { return "mine"; }\n').commit();
    repo.git('checkout', '-q', 'other');
    repo.file('src/one.ts', 'export function one() { return "theirs"; }\n').commit();
    const watch = await watched(repo);
    await watch.until(FIRST);
    expect(() => repo.git('rebase', 'main')).toThrow();
    await watch.until(({ waitsFor }) => waitsFor === 'rebase');
    repo.file('src/one.ts', 'export function one() { return "both"; }\n').git('add', '-A');
    repo.git('-c', 'core.editor=true', 'rebase', '--continue');
    const head = repo.git('rev-parse', 'HEAD');
    await watch.until((refresh) => refresh.commit === head && refresh.index !== null);
    expect((await cora(repo).query('one')).freshness).toMatchObject({ commitsBehind: 0, dirtyFiles: 0 });
  });

  slow.it('takes a storm in few commits of the table, and loses no file of it', async () => {
    const repo = small();
    const watch = await watched(repo);
    await watch.until(FIRST);
    const versions = () => readdirSync(tableVersions(repo)).length;
    const before = versions();
    for (let at = 0; at < 900; at++) repo.file(`many/d${at % 30}/f${at}.ts`, `export const storm${at} = ${at};\n`);
    await watch.until(() => chunksOf(watch.refreshes) >= 900);
    expect(chunksOf(watch.refreshes)).toBe(900);
    expect((await cora(repo).query('storm899')).freshness.missingFiles).toEqual([]);
    expect(versions() - before).toBeLessThan(30);
  });

  quick.it('ends when the repository is gone', async () => {
    const repo = small();
    const watch = await watched(repo);
    await watch.until(FIRST);
    rmSync(repo.dir, { recursive: true, force: true });
    expect(await watch.ended).toMatchObject({ code: 'NOT_A_REPOSITORY' });
  });

  quick.it('refuses a bare repository', async () => {
    const watch = await watched(tempRepo({ bare: true }));
    expect(await watch.ended).toMatchObject({ code: 'USAGE', hint: expect.stringContaining('post-receive') });
  });

  slow.it('waits for the first commit', async () => {
    const repo = tempRepo();
    const watch = await watched(repo);
    expect((await watch.until(() => true)).commit).toBe(null);
    repo.file('a.ts', 'export const a = 1;\n');
    const commit = repo.commit();
    expect((await watch.until(FIRST)).commit).toBe(commit);
  });
});

function tableVersions(repo: TempRepo): string {
  const root = repo.path('.git/cora');
  const [store] = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name),
  );
  return join(root, store!.name, 'chunks.lance/_versions');
}
