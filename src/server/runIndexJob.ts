/**
 * One index job of a server, in a process of its own. A clone is fetched first, as `cora sync` does; a directory of the user is
 * indexed as it lies. "Index a file" is an incremental run too: the unit of the index is the blob, and a query sees uncommitted
 * edits anyway. It says how many chunks the file has then, or why it has none.
 */

import { basename } from 'node:path';
import { CoraError } from '../base/errors.ts';
import type { IndexReport } from '../base/types.ts';
import type { Fleet, IndexCounts, SyncReport } from '../fleet/fleetTypes.ts';
import type { Job, JobProgress, JobResult } from '../fleet/jobTypes.ts';
import { recordIndexed } from '../fleet/recordIndexed.ts';
import { fileInIndex } from '../session/fileInIndex.ts';
import { PHASES } from '../session/progress.ts';
import { indexFlags, runChild } from '../session/runChild.ts';
import type { ServedRepositories, ServedRepository } from './servedRepositories.ts';

export interface IndexJobRequest {
  fleet: Fleet;
  repositories: ServedRepositories;
  repository: ServedRepository;
  job: Job;
  report(progress: JobProgress): void;
  signal: AbortSignal;
}

/** @throws CoraError as the child said; of a file also BAD_PATH that says why it is not found by queries */
export async function runIndexJob(request: IndexJobRequest): Promise<JobResult> {
  const { repositories, repository, job } = request;
  const counts = await (repository.kind === 'clone' ? syncClone(request) : indexPlace(request));
  if (job.targetPath === null) return { ...counts, fileChunks: null };
  const { options, surroundings } = repositories.placeOf(repository);
  const { chunks } = await fileInIndex(job.targetPath, options, surroundings);
  return { ...counts, fileChunks: chunks };
}

type Counts = Omit<JobResult, 'fileChunks'>;

async function indexPlace(request: IndexJobRequest): Promise<Counts> {
  const { fleet, repositories, repository } = request;
  const { options, surroundings } = repositories.placeOf(repository);
  const args = ['index', ...fullFlag(request), ...indexFlags(options)];
  const { commit, files, ...counts } = await ended<IndexReport>(request, surroundings.dir, args);
  if (!repository.fixed) await recordIndexed(fleet, repository, { commit, files });
  return { commit, files, ...countsOf(counts) };
}

const PASSED_ON = ['embedder', 'jobs', 'repos-max-file-size', 'repos-sync-timeout'] as const;

async function syncClone(request: IndexJobRequest): Promise<Counts> {
  const { fleet, repositories, repository, report, signal } = request;
  const { home, options } = fleet;
  const id = basename(repository.dir);
  const flags = PASSED_ON.flatMap((name) => (options[name] === undefined ? [] : [`--${name}=${options[name]}`]));
  const args = ['sync', ...fullFlag(request), `--repos-base-dir=${home}`, ...flags, '--', id];
  for (;;) {
    const synced = await ended<SyncReport>(request, home, args);
    const done = synced.repositories.find((one) => one.id === id);
    if (done?.outcome === 'failed') throw new CoraError('GIT', done.error ?? 'It could not be synced.');
    if (done !== undefined) {
      const { commit, files, counts } = done;
      if (counts !== undefined) return { commit, files: files ?? 0, ...counts };
      // Nothing was new.
      const found = await repositories.summaryOf(repository);
      const { files: all, chunks } = found ?? { files: files ?? 0, chunks: 0 };
      return { commit, files: all, chunks, computed: 0, embedded: 0, reused: all };
    }
    // Another process has been syncing for as long as one waits for it.
    signal.throwIfAborted();
    report({ phase: 'Waiting for another sync', done: 0, total: 0 });
  }
}

function fullFlag({ job }: IndexJobRequest): string[] {
  return job.kind === 'full' ? ['--full'] : [];
}

function countsOf({ chunks, computed, embedded, reused }: IndexCounts): IndexCounts {
  return { chunks, computed, embedded, reused };
}

async function ended<T>(request: IndexJobRequest, cwd: string, [command, ...args]: readonly string[]): Promise<T> {
  const { fleet, report, signal } = request;
  signal.throwIfAborted();
  const child = runChild<T>([command!, '--quiet', '--json', ...args], {
    cwd,
    env: fleet.surroundings.env,
    onProgress: ({ phase, done, total }) => report({ phase: PHASES[phase], done, total }),
  });
  signal.addEventListener('abort', child.stop, { once: true });
  try {
    return await child.report;
  } finally {
    signal.removeEventListener('abort', child.stop);
  }
}
