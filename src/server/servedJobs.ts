/**
 * The index jobs of this server, asked for on HTTP and over MCP, a line of the log when one begins
 * and when it ends, and the processes that do them. Those of the home whose repositories are not
 * served here are neither shown nor done.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { memoized, withOpened } from '../base/concurrency.ts';
import { CoraError, type ErrorCode, isCoraError } from '../base/errors.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import type { IndexReport, Log, Progress } from '../base/types.ts';
import { type Fleet, type IndexCounts, recordIndexed, type SyncReport } from '../fleet/fleet.ts';
import { type Job, type JobProgress, JobQueue, type JobResult } from '../fleet/jobQueue.ts';
import { rulesAround } from '../git/ruleFiles.ts';
import { checkPath, refusedPath, WorkingTreeFiles } from '../git/safePath.ts';
import { trackingOf } from '../git/tracking.ts';
import { selectFiles } from '../git/treeFiles.ts';
import type { Builds, ToolCall } from '../mcp/answer.ts';
import type { Place, ServedRepository } from '../mcp/places.ts';
import { PHASES } from '../session/progress.ts';
import { openSearcher } from '../session/session.ts';
import { indexFlags, type SessionSettings, type Surroundings, syncFlags } from '../settings/requests.ts';
import { readWholeState } from '../store/state.ts';
import type { CallerView } from '../view/callerView.ts';
import { locateIndex, type Workspace } from '../view/workspace.ts';
import type { WriteLog } from './apiServices.ts';
import { placeKey, type ServedRepositories } from './servedRepositories.ts';

interface ServedQueueRequest {
  /** The home in which the jobs are kept. */
  home: string;
  fleet: Fleet;
  repositories: ServedRepositories;
  log: Log;
  lines: WriteLog;
  run?: typeof runIndexJob;
}

/**
 *     {"time":"…","level":"info","job_id":"…","repo_id":"local_app","status":"completed","ms":2100}
 * @throws CoraError STORE, INCOMPATIBLE_INDEX
 */
export function openServedQueue(request: ServedQueueRequest): Promise<JobQueue> {
  const { home, fleet, repositories, log, lines, run = runIndexJob } = request;
  return JobQueue.open({
    home,
    log,
    served: () => repositories.keys(),
    run: async (job, report, signal) => {
      const repository = await repositories.find(job.repoId);
      // The repository was there when the job was claimed.
      if (repository === null) throw new Error(`${job.repoId} is not served any more.`);
      const began = performance.now();
      const say = (level: 'info' | 'error', status: string, more: object): void =>
        lines(level, { job_id: job.id, repo_id: repository.id, kind: job.kind, status, ...more });
      const ms = (): number => Math.round(performance.now() - began);
      say('info', 'processing', { attempts: job.attempts });
      try {
        const result = await run({ fleet, repositories, repository, job, report, signal });
        say('info', 'completed', { ms: ms(), files: result.files, computed: result.computed });
        return result;
      } catch (error) {
        const why = isCoraError(error) ? `${error.code} ${error.message}` : String(error);
        if (signal.aborted) say('info', 'stopped', { ms: ms() });
        else say('error', 'failed', { ms: ms(), error: why });
        throw error;
      }
    },
  });
}

/** Milliseconds before a build that failed is tried again by itself. */
const PAUSE = 60_000;

/** Builds what the tools of an agent ask for. */
export class QueuedBuilds implements Builds {
  readonly #open: () => Promise<JobQueue>;
  #opened: JobQueue | null = null;
  /** The jobs that running calls have asked for, one for each call. */
  readonly #asked: string[] = [];

  /** @param open makes the queue, when the first build is asked for */
  constructor(open: () => Promise<JobQueue>) {
    this.#open = memoized(async () => {
      this.#opened = await open();
      return this.#opened;
    });
  }

  /** Ends what runs. */
  async close(): Promise<void> {
    await this.#opened?.close();
  }

  async ensure(place: Place): Promise<boolean> {
    const queue = await this.#open();
    const repoId = placeKey(place);
    const [last] = queue.list(repoId);
    if (last !== undefined && last.completedAt === null) return true;
    if (last?.status === 'failed' && Date.now() - Date.parse(last.completedAt!) < PAUSE) return false;
    await queue.add({ repoId, kind: 'incremental', targetPath: null });
    return true;
  }

  async run(place: Place, { signal, progress }: Pick<ToolCall, 'signal' | 'progress'>): Promise<Job> {
    const queue = await this.#open();
    const repoId = placeKey(place);
    const known = queue.list(repoId);
    const job = await queue.add({ repoId, kind: 'incremental', targetPath: null });
    const isOurs = this.#asked.includes(job.id) || known.every(({ id }) => id !== job.id);
    if (isOurs) this.#asked.push(job.id);
    let said = 0;
    try {
      const ended = await queue.endOf(job, signal, (seen) => {
        if (seen.progress === null) return;
        const { phase, done, total } = seen.progress;
        // A client takes it for an error when a number does not grow.
        said = Math.max(said + 1, phase === PHASES.chunk ? done : 0);
        void progress(said, Math.max(total, said), phase).catch(() => undefined);
      });
      if (ended?.status === 'completed') return ended;
      throw new CoraError('ABORTED', ended?.error ?? 'The index was not built: the server is being stopped.');
    } finally {
      if (isOurs) this.#asked.splice(this.#asked.indexOf(job.id), 1);
      // The last call that is cancelled takes its job with it.
      if (isOurs && signal.aborted && !this.#asked.includes(job.id)) await queue.cancel(job.id);
    }
  }
}

// One index job, in a process of its own: answers do not wait for it, its memory goes with it, and
// it ends with the server. A clone is fetched first, as `cora sync` does; a directory of the user
// is indexed as it lies. "Index a file" is an incremental run too: the unit of the index is the
// blob, and a query sees uncommitted edits anyway. It says how many chunks the file has then, or
// why it has none.

interface IndexJobRequest {
  fleet: Fleet;
  repositories: ServedRepositories;
  repository: ServedRepository;
  job: Job;
  report(progress: JobProgress): void;
  signal: AbortSignal;
}

/** The most files that could not be indexed and are named. */
const MOST_FAILED = 20;

/** @throws CoraError as the child said; BAD_PATH for a file that queries do not find */
async function runIndexJob(request: IndexJobRequest): Promise<JobResult> {
  const { repositories, repository, job } = request;
  const result = await (repository.kind === 'clone' ? syncClone(request) : indexPlace(request));
  if (job.targetPath === null) return result;
  const { settings, surroundings } = repositories.placeOf(repository);
  return { ...result, fileChunks: (await fileInIndex(job.targetPath, settings, surroundings)).chunks };
}

async function indexPlace(request: IndexJobRequest): Promise<JobResult> {
  const { fleet, repositories, repository } = request;
  const { settings, surroundings } = repositories.placeOf(repository);
  const report = await runCora<IndexReport>(childOf(request, surroundings.dir), 'index', ...indexFlags(settings));
  const { commit, files, failed } = report;
  if (!repository.fixed) await recordIndexed(fleet, repository, { commit, files });
  const result = resultOf(commit, files, report);
  return failed.length === 0 ? result : { ...result, failed: failed.slice(0, MOST_FAILED) };
}

async function syncClone(request: IndexJobRequest): Promise<JobResult> {
  const { repositories, repository, report, signal } = request;
  const { home, settings } = request.fleet;
  const id = basename(repository.dir);
  const args = [`--repos-base-dir=${home}`, ...syncFlags(settings), '--', id];
  for (;;) {
    const synced = await runCora<SyncReport>(childOf(request, home), 'sync', ...args);
    const done = synced.repositories.find((one) => one.id === id);
    if (done?.outcome === 'failed') throw new CoraError('GIT', done.error ?? 'It could not be synced.');
    if (done?.counts !== undefined) return resultOf(done.commit, done.files ?? 0, done.counts);
    if (done !== undefined) {
      // Nothing was new.
      const { files, chunks } = (await repositories.summaryOf(repository)) ?? { files: done.files ?? 0, chunks: 0 };
      return resultOf(done.commit, files, { chunks, computed: 0, embedded: 0, reused: files });
    }
    // Another process has been syncing for as long as one waits for it.
    signal.throwIfAborted();
    report({ phase: 'Waiting for another sync', done: 0, total: 0 });
  }
}

function childOf({ fleet, job, report, signal }: IndexJobRequest, cwd: string): CoraChild {
  return {
    cwd,
    env: fleet.surroundings.env,
    full: job.kind === 'full',
    report: ({ phase, done, total }) => report({ phase: PHASES[phase], done, total }),
    signal,
  };
}

function resultOf(commit: string | null, files: number, counts: IndexCounts): JobResult {
  const { chunks, computed, embedded, reused } = counts;
  return { commit, files, chunks, computed, embedded, reused, fileChunks: null };
}

interface CoraChild {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** True to compute everything again. */
  full?: boolean;
  report?(progress: Progress): void;
  signal: AbortSignal;
}

/** The milliseconds that a child gets to end, after it was told to. */
const PATIENCE = 15_000;

/** The signal stops it as Ctrl-C does. @returns its report. @throws CoraError as it said */
export async function runCora<T>(request: CoraChild, command: string, ...more: string[]): Promise<T> {
  const { cwd, env, full = false, report, signal } = request;
  signal.throwIfAborted();
  const args = [command, '--quiet', '--json', ...(full ? ['--full'] : []), ...more];
  const child = spawn(process.execPath, [realpathSync(process.argv[1]!), ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  });
  child.on('message', (message) => report?.(message as Progress));
  let late: NodeJS.Timeout | undefined;
  const stop = (): void => {
    child.kill('SIGTERM');
    late = setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const ended = once(child, 'close');
    const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!), ended]);
    const [code, killedBy] = await ended;
    // A partial failure has a report too.
    if (stdout.trim() !== '' && (code === 0 || code === 1)) return JSON.parse(stdout) as T;
    throw errorOf(stderr, killedBy === null ? `exit status ${code}` : `it was ended by ${killedBy}`);
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
}

/** @param how the child ended, where it did not say why */
function errorOf(stderr: string, how: string): CoraError {
  const line = stderr.split('\n').findLast((one) => one.startsWith('{"error"'));
  if (line === undefined)
    return new CoraError('ABORTED', `The index was not built: ${how}.`, { hint: 'The next build goes on from there.' });
  const { error } = JSON.parse(line) as { error: { code: ErrorCode; message: string; hint?: string } };
  return new CoraError(error.code, error.message, error.hint === undefined ? {} : { hint: error.hint });
}

// Tells whether one file of a repository is found by a query, with how many chunks; and if not,
// why.

interface FileInIndex {
  path: string;
  status: FileStatus;
  /** The number of its chunks as a query sees it: an uncommitted edit is chunked in memory. */
  chunks: number;
}

/**
 * Finds a file as queries see it.
 * @param path with `/`.
 * @throws CoraError BAD_PATH where queries do not find it, NO_INDEX
 */
export async function fileInIndex(
  path: string,
  settings: SessionSettings,
  surroundings: Surroundings,
): Promise<FileInIndex> {
  checkPath(path);
  return withOpened(openSearcher(settings, surroundings), async (searcher) => {
    const { context, view } = await searcher.parts();
    const file = view.files.find((one) => one.path === path);
    if (file === undefined) throw await whyNot(path, view, settings, surroundings);
    const key = blobKeyOf(file);
    const fresh = view.overlay.filter((row) => rowKeyOf(row) === key).length;
    const stored = async () => (await (await context.store).rows({ blobs: [key] }, ['chunkId'])).length;
    const chunks = fresh > 0 ? fresh : await stored();
    if (chunks === 0) throw await whyNot(path, view, settings, surroundings);
    return { path, status: file.status, chunks };
  });
}

async function whyNot(path: string, { freshness }: CallerView, settings: SessionSettings, surroundings: Surroundings) {
  const missing = freshness.missingFiles.find((one) => one.path === path);
  if (missing !== undefined) return refusedPath(path, `is not in the index: ${missing.reason}`);
  const { workspace, dir } = await locateIndex(settings, surroundings);
  // Only reading tells these: binary, empty, a pointer of Git LFS, a file that the parser failed
  // on.
  const state = await readWholeState(dir);
  const failed = state?.failed.find((one) => one.path === path);
  if (failed !== undefined) return refusedPath(path, `could not be indexed: ${failed.error}`);
  const skipped = state?.skipped.find((one) => one.path === path) ?? (await skippedNow(path, workspace));
  if (skipped === null) return refusedPath(path, 'is not a file of this repository');
  const { reason, detail } = skipped;
  return refusedPath(path, `is left out of the index: ${reason}${detail === undefined ? '' : ` (${detail})`}`);
}

/** @returns null where there is no such file */
async function skippedNow(
  path: string,
  { repository, settings }: Workspace,
): Promise<{ reason: string; detail?: string | undefined } | null> {
  const { worktree } = repository;
  const found = worktree === null ? null : new WorkingTreeFiles(worktree).find(path);
  const { kind, headBlob } =
    worktree === null ? { kind: 'tracked', headBlob: null } : await trackingOf(repository, path);
  if (headBlob === null && found?.kind !== 'file') return null;
  if (kind === 'ignored') return { reason: 'ignored', detail: 'by Git' };
  const size = found?.kind === 'file' ? found.size : 1;
  const file = { path, blob: '', size, mode: '100644' };
  const changed = rulesAround(repository, [file]);
  const { skipped } = await selectFiles(repository, repository.head?.tree ?? null, [file], settings, { changed });
  return skipped[0] ?? { reason: size === 0 ? 'empty' : 'no text' };
}
