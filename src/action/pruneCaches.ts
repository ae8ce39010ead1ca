/**
 * Removes cache entries of ours that no run can reach any more, over GitHub's REST protocol: behind the newest ones of each
 * branch, and all of branches and pull requests that are gone. GitHub itself only removes what nobody used for a week, or
 * what is over 10 GB together with the caches of everything else.
 * https://docs.github.com/en/rest/actions/cache
 */

import { CoraError } from '../base/errors.ts';
import { createFetch } from '../net/createFetch.ts';
import { DEFAULT_FETCH } from '../net/fetchSafely.ts';
import { type Asking, askGithub, askPages, type GithubPlace, type Question } from '../net/githubApi.ts';
import { readRelease } from '../share/readSource.ts';
import type { ActionRequest } from './actionTypes.ts';
import { groupOfKey } from './cacheKeys.ts';

export interface PruneRequest {
  place: GithubPlace;
  /** Of the keys. */
  prefix: string;
  asking: Asking;
}

interface CacheEntry {
  id: number;
  ref: string;
  key: string;
}

/** The newest entry of a branch is found by its prefix; the one before serves a run that began earlier. */
const KEPT = 2;
const MOST_PAGES = 5;
/** So many other branches are looked up in one run; the next one goes on. */
const MOST_LOOKUPS = 20;

/** @returns null where there is no token to ask with, or no repository on GitHub. @throws CoraError USAGE */
export function pruneRequestOf({ inputs, runner, surroundings, watch, policy }: ActionRequest): PruneRequest | null {
  const { token, cacheKeyPrefix: prefix } = inputs;
  const { env, log } = surroundings;
  const place = token === null ? null : readRelease(runner.repository, { ...env, CORA_GITHUB_TOKEN: token });
  if (place === null) return null;
  const asking = { fetch: createFetch(env), log, policy: policy ?? DEFAULT_FETCH, signal: watch.signal };
  return { place, prefix, asking };
}

/** @returns keys of what was removed @throws CoraError NETWORK with GitHub's status, ABORTED */
export async function pruneCaches(request: PruneRequest): Promise<string[]> {
  const entries = await listEntries(request);
  const gone = await goneRefs(request, new Set(entries.map(({ ref }) => ref)));
  const surplus = surplusOf(entries, request.prefix, gone);
  for (const { id } of surplus) await ask(request, `actions/caches/${id}`, 'DELETE');
  return surplus.map(({ key }) => key);
}

/** @param entries newest first */
export function surplusOf(entries: readonly CacheEntry[], prefix: string, gone: ReadonlySet<string>): CacheEntry[] {
  const seen = new Map<string, number>();
  return entries.filter(({ key, ref }) => {
    const group = groupOfKey(key, prefix);
    if (group === null) return false;
    const place = `${ref} ${group}`;
    const older = seen.get(place) ?? 0;
    seen.set(place, older + 1);
    return older >= KEPT || gone.has(ref);
  });
}

/** An entry that was found broken would be found again by every run of its commit. */
export async function removeCache(request: PruneRequest, key: string, ref: string): Promise<void> {
  const query = `key=${encodeURIComponent(key)}&ref=${encodeURIComponent(ref)}`;
  await ask(request, `actions/caches?${query}`, 'DELETE');
}

/** Newest first. */
async function listEntries(request: PruneRequest): Promise<CacheEntry[]> {
  const { place, prefix } = request;
  const query = `key=${encodeURIComponent(`${prefix}-`)}&sort=created_at&direction=desc`;
  const entries = await askPages(place, questionOf(request, `actions/caches?${query}`), entriesIn, MOST_PAGES);
  return (entries as CacheEntry[]).filter(({ key }) => groupOfKey(key, prefix) !== null);
}

function entriesIn(answer: unknown): unknown[] {
  return (answer as { actions_caches?: unknown[] }).actions_caches ?? [];
}

async function goneRefs(request: PruneRequest, refs: ReadonlySet<string>): Promise<Set<string>> {
  const gone = new Set<string>();
  for (const ref of [...refs].slice(0, MOST_LOOKUPS)) if (await isGone(request, ref)) gone.add(ref);
  return gone;
}

/** `refs/heads/NAME` that is not there, `refs/pull/7/merge` of a closed pull request. */
async function isGone(request: PruneRequest, ref: string): Promise<boolean> {
  const pull = /^refs\/pull\/(\d+)\/merge$/.exec(ref)?.[1];
  if (pull !== undefined) {
    const answer = await ask(request, `pulls/${pull}`, 'GET', [403, 404]);
    return (answer as { state?: string } | null)?.state === 'closed';
  }
  if (!ref.startsWith('refs/heads/')) return false;
  const path = ref
    .replace(/^refs\//, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return (await ask(request, `git/ref/${path}`, 'GET', [404])) === null;
}

/** @returns the answer's JSON; null for an empty one and for a status that is expected */
function ask(request: PruneRequest, ...about: QuestionParts): Promise<unknown> {
  return askGithub(request.place, questionOf(request, ...about));
}

type QuestionParts = [path: string, method?: 'GET' | 'DELETE', expected?: readonly number[]];

function questionOf(
  { asking }: PruneRequest,
  ...[path, method = 'GET', expected = method === 'DELETE' ? [404] : []]: QuestionParts
): Question {
  const refused = (status: number): CoraError | null => (expected.includes(status) ? null : refusalOf(status));
  return { path, method, asking, refused };
}

function refusalOf(status: number): CoraError {
  const message =
    status === 403 || status === 404 ? 'the token may not (it needs actions: write)' : `GitHub answers with ${status}`;
  return new CoraError('NETWORK', message);
}
