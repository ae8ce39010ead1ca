/** The server's repositories, their jobs and how fresh their indexes are. */

import { computed, signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { isLoopback } from '../../net/serviceAddress.ts';
import type { JobBody, PageFreshness, Repository } from '../../server/pageTypes.ts';
import { glance, requestRemoval, requestRepositories, watchJobs } from '../api/client.ts';
import {
  asRequestError,
  comebacks,
  createResource,
  isAbort,
  isReachable,
  lookForServer,
  needsToken,
  pause,
  RequestError,
  token,
} from '../api/request.ts';
import { edition } from '../api/transport.ts';

export const repositories = createResource<Repository[]>();
/** The newest job of each repository, by its id. */
export const jobs = signal<ReadonlyMap<string, JobBody>>(new Map());
export const freshness = signal<ReadonlyMap<string, PageFreshness>>(new Map());

/** The languages of each repository's files, by its id, most files first. */
export const languages = signal<ReadonlyMap<string, readonly string[]>>(new Map());

export const active = computed(() => repositories.value.value?.find(({ is_active }) => is_active) ?? null);

/** All repositories together, as POST /search and the address have it. */
export const ALL = '*';

export function refreshRepositories(): Promise<void> {
  return repositories.load((abort) => requestRepositories(abort));
}

/** Tells whether what a person asked for is on its way, and why it was refused the last time. */
export function useRequest() {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<RequestError | null>(null);
  const run = async (request: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setRefused(null);
    await request().catch((problem: unknown) => setRefused(asRequestError(problem)));
    setBusy(false);
    await refreshRepositories();
  };
  return { isBusy, refused, run };
}

/**
 * @param id as a filter holds it: '' for the active one.
 * @returns null for several, and where there is none
 */
export function repositoryOf(id: string): Repository | null {
  if (id === '') return active.value;
  return repositories.value.value?.find((one) => one.id === id) ?? null;
}

/** @param id as a filter holds it. @returns true where there is nothing to search yet */
export function lacksIndex(id: string): boolean {
  return repositoryOf(id)?.last_commit === null;
}

/** @param name as a result has it; where one repository was searched, it is that one. */
export function repositoryNamed(name: string, asked: string): Repository | null {
  const one = asked === ALL ? null : repositoryOf(asked);
  return one ?? repositories.value.value?.find((each) => each.name === name || each.id === name) ?? null;
}

/** Returns, where a browser and the repository are on one machine, the directory of its files. */
export function directoryOf(repository: Repository | null): string | null {
  return isLoopback(location) && repository?.kind === 'place' ? repository.path : null;
}

export function noteFreshness(id: string, found: PageFreshness): void {
  freshness.value = new Map(freshness.value).set(id, found);
}

/** The state of each index for which the server was asked, by repository. */
const looked = new Map<string, string>();

/**
 * Asks how fresh an index is and what is in it, once for each state of it. Beside everything else:
 * no answer is no trouble.
 */
export async function lookAt({ id, last_commit, last_indexed_at }: Repository): Promise<void> {
  // Without an index there is nothing to ask about.
  if (last_commit === null || leaving.has(id)) return;
  const state = `${last_commit} ${last_indexed_at} ${epoch.value}`;
  if (looked.get(id) === state) return;
  looked.set(id, state);
  const found = await glance(id).catch(() => null);
  if (looked.get(id) !== state) return;
  if (found === null) return void looked.delete(id);
  noteFreshness(id, found.freshness);
  languages.value = new Map(languages.value).set(
    id,
    found.languages.map(({ language }) => language),
  );
}

/** Forgets the looks, because files may be edited meanwhile: the next look asks again. */
export function forgetLooks(): void {
  looked.clear();
}

export function isRunning(job: JobBody | undefined): boolean {
  return job?.status === 'pending' || job?.status === 'processing';
}

const RETRY = 3000;

/**
 * Follows the server's jobs until the page is closed. Their stream ends with the server, so it
 * tells at once when that is gone.
 */
export async function followJobs(abort: AbortSignal): Promise<void> {
  while (!abort.aborted) {
    try {
      for await (const job of watchJobs(abort)) noteJob(job);
    } catch (error) {
      if (isAbort(error)) return;
      // A server that cannot write its home has no jobs, and no such address.
      if (error instanceof RequestError && error.status === 404) return watchServer(abort);
    }
    await lookForServer();
    await pause(RETRY, abort).catch(() => undefined);
    while (!abort.aborted && (!isReachable.value || needsToken.value)) {
      await pause(RETRY, abort).catch(() => undefined);
    }
  }
}

const LOOK = 10_000;

/** Asks now and then whether the server is there, where no stream ends with it. */
async function watchServer(abort: AbortSignal): Promise<void> {
  while (!abort.aborted && !edition.isStatic) {
    await pause(LOOK, abort).catch(() => undefined);
    if (!abort.aborted && isReachable.value && document.visibilityState === 'visible') await lookForServer();
  }
}

/** A machine that slept, or lost its network, has streams that say nothing any more. */
export function watchWakeups(): () => void {
  const look = (): void => {
    if (!edition.isStatic && document.visibilityState === 'visible') void lookForServer();
  };
  const events = [
    [document, 'visibilitychange'],
    [window, 'online'],
    [window, 'offline'],
  ] as const;
  for (const [target, name] of events) target.addEventListener(name, look);
  return () => {
    for (const [target, name] of events) target.removeEventListener(name, look);
  };
}

function noteJob(job: JobBody): void {
  const known = jobs.value.get(job.repo_id);
  if (known !== undefined && known.created_at > job.created_at) return;
  jobs.value = new Map(jobs.value).set(job.repo_id, job);
  const hasEnded = known !== undefined && isRunning(known) && !isRunning(job);
  if (!hasEnded) return;
  looked.delete(job.repo_id);
  void refreshRepositories();
}

/**
 * The repositories that are being removed: a list of a moment ago may still have it, its jobs end,
 * and nothing more is asked about it.
 */
const leaving = new Set<string>();

/** Removes a repository from the server's list. @returns settles when the list is new, too */
export async function leaveRepository(id: string): Promise<void> {
  leaving.add(id);
  try {
    await requestRemoval(id);
    await refreshRepositories();
  } finally {
    leaving.delete(id);
  }
}

/** Changes when the server is back, or has got its token: then things are asked again. */
export const epoch = computed(() => `${comebacks.value} ${token.value}`);
