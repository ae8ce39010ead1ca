/** Index jobs of the built server: asked for over HTTP, followed as events, and done in the end whatever kills the server. */

import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { JobBody } from '../../src/server/schemas/serverState.ts';
import * as schemas from '../../src/server/schemas/serverState.ts';
import { runCli } from '../helpers/runCli.ts';
import { sourceOf } from '../helpers/sources.ts';
import { gitEnv, type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { type Failure, type Server, startServer } from './httpClient.ts';

type Answer = { job_id: string; status: string } & Record<string, unknown>;

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function serve(
  { dir, env }: Pick<TempRepo, 'dir' | 'env'>,
  home = tempDir('cora-home-'),
  args: readonly string[] = [],
): Promise<Server> {
  const server = await startServer({ cwd: dir, env, home, args });
  servers.push(server);
  return server;
}

/** Milliseconds: a test that waits for what has gone by says what it saw, instead of being cut off. */
const PATIENCE = 120_000;

/** So many that an index run can be met in the middle. */
const MANY = 1000;

function repoOf(files: number): TempRepo {
  const repo = tempRepo();
  for (let n = 0; n < files; n++) repo.file(`src/d${n % 20}/f${n}.ts`, `// ${n}\n${sourceOf('ts', n)}`);
  repo.file('src/last.ts', 'export function theVeryLast(): number {\n  return 1;\n}\n');
  repo.commit();
  return repo;
}

async function start(server: Server, path = '/repos/local_repo/index', body?: unknown): Promise<string> {
  const { status, body: answer } = await server.call<Answer>('POST', path, body);
  expect({ status, answer }).toMatchObject({ status: 202, answer: { repo_id: 'local_repo' } });
  return answer.job_id;
}

async function found(server: Server, query: string): Promise<string[]> {
  const { status, body } = await server.call<{ results: { path: string }[] }>('POST', '/search', { query });
  expect(status).toBe(200);
  return body.results.map(({ path }) => path);
}

describe('an index job', () => {
  it('is followed from its start to its end, and says what it did', async () => {
    const server = await serve(repoOf(400));
    // Before it begins: a quick machine may have done it before somebody who comes later sees anything.
    const following = followJobs(server, (job) => job.status === 'completed');
    const id = await start(server);
    const told = (await following).filter((job) => job.id === id);
    expect(told.map((job) => schemas.job.parse(job))).toEqual(told);
    expect(told.some(isInTheMiddle)).toBe(true);
    const shares = told.flatMap(({ progress }) => (progress?.phase === 'Indexing' ? [progress.done] : []));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(told.at(-1)).toMatchObject({
      kind: 'incremental',
      attempts: 1,
      progress: null,
      error: null,
      result: { files: 401, computed: 401, reused: 0, file_chunks: null },
    });

    // The log and the events come by two ways.
    await expect
      .poll(() => server.log().filter(({ job_id }) => job_id === id))
      .toMatchObject([
        { level: 'info', repo_id: 'local_repo', kind: 'incremental', status: 'processing', attempts: 1 },
        { level: 'info', status: 'completed', files: 401, computed: 401 },
      ]);

    const { body } = await server.call<Record<string, unknown>>('GET', '/repos/local_repo/index/status');
    expect(schemas.indexStatus.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      repo_id: 'local_repo',
      total_files: 401,
      indexing_status: 'completed',
      error: null,
      freshness: { commitsBehind: 0, dirtyFiles: 0 },
      job: { id },
    });
    expect(await found(server, 'theVeryLast')).toEqual(expect.arrayContaining(['src/last.ts']));
  });

  it('is waited for: everything again, what is new, one file', async () => {
    const repo = repoOf(10);
    const server = await serve(repo);
    const post = (path: string, body?: unknown) =>
      server.call<Answer & Failure>('POST', `/repos/local_repo/index${path}`, body);
    const first = await post('?wait=true', { force_reindex: false });
    expect(schemas.indexAnswer.parse(first.body)).toEqual(first.body);
    expect(first).toMatchObject({ status: 200, body: { message: 'Indexing completed', indexed_files: 11 } });
    expect((await post('/incremental?wait=true')).body).toMatchObject({
      indexed_files: 11,
      computed_files: 0,
      status: 'completed',
    });
    const again = await post('?wait=true', { force_reindex: true });
    expect((await server.call('GET', `/jobs/${again.body.job_id}`)).body).toMatchObject({
      kind: 'full',
      result: { computed: 11, reused: 0 },
    });
    repo.file('src/new.ts', 'export const fresh = 1;\n');
    const file = await post('/file?file_path=src/new.ts&wait=true');
    expect(schemas.indexFileAnswer.parse(file.body)).toEqual(file.body);
    expect(file.body).toMatchObject({ message: 'File indexed successfully', file_path: 'src/new.ts', chunks_added: 1 });
    const nowhere = await post('/file?file_path=src/nowhere.ts&wait=true');
    expect(nowhere.status).toBe(422);
    expect(nowhere.body.error).toMatchObject({
      code: 'JOB_FAILED',
      message: "'src/nowhere.ts' is not a file of this repository.",
    });
    expect((await server.call('GET', '/repos/local_repo/index/status')).body).toMatchObject({
      indexing_status: 'completed',
      error: null,
      job: { kind: 'file', target_path: 'src/nowhere.ts', status: 'failed' },
    });
    expect(await post('/file?file_path=../x')).toMatchObject({ status: 404, body: { error: { code: 'BAD_PATH' } } });
    expect(await post('/file')).toMatchObject({ status: 422 });
    const { body } = await server.call<{ jobs: { kind: string; status: string }[] }>('GET', '/jobs?repo_id=local_repo');
    expect(schemas.jobList.parse(body)).toEqual(body);
    expect(body.jobs.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'file failed',
      'file completed',
      'full completed',
      'incremental completed',
      'incremental completed',
    ]);
  });

  it('fails with the reason where the repository is broken or not there, and says nothing of the server itself', async () => {
    const repo = repoOf(3);
    const server = await serve(repo);
    const tree = repo.git('rev-parse', 'HEAD:src');
    rmSync(repo.path('.git', 'objects', tree.slice(0, 2), tree.slice(2)));
    const broken = await endOf(server, await start(server));
    expect(broken).toMatchObject({ status: 'failed', result: null, attempts: 1 });
    expect(broken.error).toContain(tree);
    const added = await server.call<{ id: string }>('POST', '/repos', {
      url: `file://${repo.dir}-nowhere`,
      name: 'gone',
    });
    expect(added.status).toBe(201);
    const events = `/repos/${added.body.id}/index/events`;
    const gone = await jobThat(server, ({ status }) => status === 'failed', events);
    expect(gone.error).toMatch(/nowhere/);
    expect(JSON.stringify([broken, gone])).not.toMatch(/\n {4}at |dist\/cli/);
    expect((await server.call('GET', `/repos/${added.body.id}`)).body).toMatchObject({ indexing_status: 'failed' });
  });

  it('is cancelled, and goes with its repository', async () => {
    const repo = repoOf(MANY);
    const server = await serve({ dir: tempDir(), env: repo.env });
    const added = await server.call<{ id: string }>('POST', '/repos', { path: repo.dir });
    const running = await jobThat(server, isInTheMiddle);
    expect((await server.call('DELETE', `/jobs/${running.id}`)).body).toMatchObject({
      status: 'failed',
      error: 'Cancelled.',
    });
    expect((await server.call('GET', `/repos/${added.body.id}`)).body).toMatchObject({
      indexing_status: 'pending',
      error: null,
    });
    await server.call('POST', `/repos/${added.body.id}/index`);
    await followJobs(server, (job) => job.id !== running.id && isInTheMiddle(job));
    expect((await server.call('DELETE', `/repos/${added.body.id}`)).status).toBe(200);
    expect((await server.call('GET', '/jobs')).body).toEqual({ jobs: [] });
    expect((await server.call<Failure>('DELETE', `/jobs/${running.id}`)).body.error.code).toBe('NO_JOB');
    // Nobody holds its lock any more.
    await server.call('POST', '/repos', { path: repo.dir });
    const last = await jobThat(server, ({ status }) => status === 'completed');
    expect(last).toMatchObject({ result: { files: MANY + 1 } });
  });

  it('of a clone fetches first', async () => {
    const origin = repoOf(5);
    const server = await serve({ dir: tempDir(), env: gitEnv() });
    const url = `file://${origin.dir}`;
    const { body } = await server.call<{ id: string }>('POST', '/repos', { url, name: 'team/clone' });
    const first = await jobThat(server, ({ status }) => status === 'completed');
    expect(first).toMatchObject({ repo_id: body.id, result: { files: 6, computed: 6 } });
    const commit = origin.file('src/more.ts', 'export function moreOfIt(): void {}\n').commit();
    const place = `/repos/${body.id}/index`;
    const next = await server.call<Answer>('POST', `${place}/incremental?wait=true`);
    expect(next.body).toMatchObject({ indexed_files: 7, computed_files: 1 });
    expect((await server.call('GET', `/jobs/${next.body.job_id}`)).body).toMatchObject({
      result: { commit, files: 7 },
    });
    expect((await server.call<Answer>('POST', `${place}?wait=true`, { force_reindex: true })).body).toMatchObject({
      indexed_files: 7,
    });
    const file = await server.call<Answer>('POST', `${place}/file?file_path=src/more.ts&wait=true`);
    expect(file.body).toMatchObject({ chunks_added: 1 });
    expect(await found(server, 'moreOfIt')).toEqual(expect.arrayContaining(['src/more.ts']));
    const manifest = JSON.parse(readFileSync(join(server.home, 'state', 'manifest.json'), 'utf8'));
    expect(manifest.repos[body.id]).toMatchObject({ lastCommit: commit, lastIndexed: commit, fileCount: 7 });
  });
});

it('is not to be had where the home cannot be written, and what is indexed answers', async () => {
  const repo = repoOf(3);
  expect(await runCli(['index', '--embedder', 'hash'], { cwd: repo.dir, env: repo.env })).toMatchObject({ code: 0 });
  const home = tempDir();
  // No folder can be made there, whoever one is.
  symlinkSync(join(home, 'nowhere', 'state'), join(home, 'state'));
  const server = await serve(repo, home);
  expect(await found(server, 'theVeryLast')).toEqual(expect.arrayContaining(['src/last.ts']));
  expect((await server.call('GET', '/repos')).body).toMatchObject([{ indexing_status: 'completed' }]);
  expect((await server.call<Failure>('GET', '/jobs')).body.error.code).toBe('NO_ROUTE');
  expect((await server.stop()).stderr).toMatch(/warning: Nothing is indexed by this server: /);
});

describe('a server that goes while a job runs', () => {
  it.each(['path', 'url'])('is killed, started again, and the job of a repository by %s ends', async (by) => {
    const repo = repoOf(MANY);
    const elsewhere = { dir: tempDir(), env: repo.env };
    const killed = await serve(elsewhere);
    const place = by === 'url' ? `file://${repo.dir}` : repo.dir;
    await killed.call('POST', '/repos', { [by]: place, name: 'team/big' });
    const { id } = await jobThat(killed, isInTheMiddle);
    killed.child.kill('SIGKILL');
    expect((await killed.ended).signal).toBe('SIGKILL');
    const next = await serve(elsewhere, killed.home);
    expect(await endOf(next, id)).toMatchObject({ status: 'completed', attempts: 2, result: { files: MANY + 1 } });
    expect(await found(next, 'theVeryLast')).toEqual(expect.arrayContaining(['src/last.ts']));
    expect((await next.call('GET', '/jobs')).body).toMatchObject({ jobs: [{ id }] });
  });

  it('leaves it pending when it is asked to end, and the next one does it', async () => {
    const repo = repoOf(MANY);
    const one = await serve(repo);
    const id = await start(one);
    await followJobs(one, isInTheMiddle);
    // Whoever waits is told, and whoever follows sees the stream end.
    const waiting = one.call<Failure>('POST', '/repos/local_repo/index?wait=true');
    const following = followJobs(one, () => false);
    // Requests that came later are answered: both of these have come in.
    for (let times = 0; times < 5; times++) expect((await one.call('GET', '/jobs')).status).toBe(200);
    expect(await one.stop()).toMatchObject({ code: 0 });
    expect((await waiting).body.error.code).toBe('STOPPING');
    expect((await following).length).toBeGreaterThan(0);
    const { jobs } = JSON.parse(readFileSync(join(one.home, 'state', 'jobs.json'), 'utf8'));
    expect(jobs[0]).toMatchObject({ id, status: 'pending', attempts: 0, owner: null });
    const two = await serve(repo, one.home);
    expect(await endOf(two, id)).toMatchObject({ status: 'completed', attempts: 1, result: { files: MANY + 1 } });
  });

  it('shares its jobs with a second server, which takes over what it was doing', async () => {
    const repo = repoOf(MANY);
    const one = await serve(repo);
    const two = await serve(repo, one.home);
    const stranger = await serve({ dir: tempDir(), env: repo.env }, one.home);
    const following = jobThat(one, isInTheMiddle);
    const id = await start(one);
    expect((await following).id).toBe(id);
    // It stands still: what the others see of the job is not a question of who is quicker.
    one.child.kill('SIGSTOP');
    const jobs = async () => (await two.call<{ jobs: unknown[] }>('GET', '/jobs')).body.jobs;
    await expect.poll(jobs).toMatchObject([{ id, status: 'processing', attempts: 1 }]);
    expect((await stranger.call('GET', '/jobs')).body).toEqual({ jobs: [] });
    one.child.kill('SIGKILL');
    expect(await endOf(two, id)).toMatchObject({ status: 'completed', attempts: 2, result: { files: MANY + 1 } });
  });
});

// Index jobs of `cora serve` as a client follows them.

/**
 * @returns what was told until `until` is content with it; the stream is left then
 * @throws Error that names the last job told, where it is not content in time
 */
async function followJobs(
  { url }: Pick<Server, 'url'>,
  until: (job: JobBody) => boolean,
  path = '/jobs/events',
): Promise<JobBody[]> {
  const stop = new AbortController();
  const told: JobBody[] = [];
  const late = setTimeout(() => stop.abort(new Error(`Last told: ${JSON.stringify(told.at(-1))}`)), PATIENCE);
  const response = await fetch(`${url}${path}`, { signal: stop.signal });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  let rest = '';
  try {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      const events = (rest + piece).split('\n\n');
      rest = events.pop()!;
      for (const event of events) {
        const [, data] = /^event: job\ndata: (.*)$/s.exec(event) ?? [];
        if (data === undefined) continue;
        const job = JSON.parse(data) as JobBody;
        told.push(job);
        if (until(job)) return told;
      }
    }
  } finally {
    clearTimeout(late);
    stop.abort();
  }
  return told;
}

/** @returns the first job that is as wanted, as it was told */
async function jobThat(
  server: Pick<Server, 'url'>,
  isWanted: (job: JobBody) => boolean,
  path?: string,
): Promise<JobBody> {
  const last = (await followJobs(server, isWanted, path)).at(-1);
  if (last === undefined || !isWanted(last)) throw new Error(`The stream ended with ${JSON.stringify(last)}`);
  return last;
}

/** @returns the job as it ended */
function endOf(server: Pick<Server, 'url'>, id: string): Promise<JobBody> {
  return jobThat(server, (job) => job.id === id && (job.status === 'completed' || job.status === 'failed'));
}

/** While files are being read and computed. */
function isInTheMiddle({ progress }: JobBody): boolean {
  return progress !== null && progress.total > 0 && progress.done > 0 && progress.done < progress.total;
}
