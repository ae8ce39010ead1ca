/**
 * One index job, in a process of its own: answers do not wait for it, its memory goes with it, and
 * it ends with the server. A clone is fetched first, as `cora sync` does; a directory of the user
 * is indexed as it lies. "Index a file" is an incremental run too: the unit of the index is the
 * blob, and a query sees uncommitted edits anyway. It says how many chunks the file has then, or
 * why it has none.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { CoraError, type ErrorCode } from '../base/errors.ts';
import type { IndexReport, Progress } from '../base/types.ts';
import { type Fleet, type IndexCounts, recordIndexed, type SyncReport } from '../fleet/fleet.ts';
import type { Job, JobProgress, JobResult } from '../fleet/indexJobs.ts';
import type { ServedRepository } from '../mcp/places.ts';
import { fileInIndex } from '../session/fileInIndex.ts';
import { PHASES } from '../session/progress.ts';
import { indexFlags, syncFlags } from '../settings/requests.ts';
import type { ServedRepositories } from './servedRepositories.ts';

interface IndexJobRequest {
  fleet: Fleet;
  repositories: ServedRepositories;
  repository: ServedRepository;
  job: Job;
  report(progress: JobProgress): void;
  signal: AbortSignal;
}

/** Files that could not be indexed and are named. */
const MOST_FAILED = 20;

/**
 * @throws CoraError as the child said; of a file also BAD_PATH that says why it is not found by
 * queries
 */
export async function runIndexJob(request: IndexJobRequest): Promise<JobResult> {
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

// A command of Cora in a process of its own, for a server: answers do not wait for it, its memory
// goes with it, and it ends with the server.

interface CoraChild {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Everything is computed again. */
  full?: boolean;
  report?(progress: Progress): void;
  signal: AbortSignal;
}

/** Milliseconds in which a child that was told to end does. */
const PATIENCE = 15_000;

/**
 * Runs a command of Cora; the signal stops it as Ctrl-C does, and what is there already is kept.
 * @returns the report that it printed
 * @throws CoraError as it said, ABORTED where it was ended
 */
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
