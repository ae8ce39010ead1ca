/**
 * The GitHub Action: restore the newest index → index what is new → pack → save → upload → publish
 * → page → prune. The steps in order. Its caller hands in what only a runner has (its cache, its
 * artifacts); each step is reported to the caller, and nothing is printed.
 */

import { copyFile, lstat, mkdir, mkdtemp } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CoraError, type ErrorCode, isCoraError, whenRefused } from '../base/errors.ts';
import type { IndexReport, Watch } from '../base/types.ts';
import { refuseLostHead } from '../git/repository.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import { createFetch } from '../net/createFetch.ts';
import { DEFAULT_FETCH } from '../net/fetchSafely.ts';
import { type Asking, askGithub, askPages, type GithubPlace } from '../net/githubApi.ts';
import { type PackReport, packIndex } from '../share/packIndex.ts';
import { type PullReport, pullIndex } from '../share/pullIndex.ts';
import { type PushReport, pushIndex } from '../share/pushIndex.ts';
import { artifactName, readRelease } from '../share/readSource.ts';
import { type PagesReport, writePages } from '../share/writePages.ts';
import { embedderFor, openWorkspaceFor, settingsHash, storeDirOf, storeFingerprint } from '../view/workspace.ts';
import {
  type ActionReport,
  type ActionRequest,
  type CacheKeys,
  cacheKeysOf,
  groupOfKey,
  type Restored,
} from './actionTypes.ts';
import type { ActionInputs } from './readInputs.ts';

/** @throws CoraError where there is no index at the end; what comes after it is in `failures` */
export async function runAction(request: ActionRequest): Promise<ActionReport> {
  const started = Date.now();
  const { inputs, runner, settings, surroundings, watch, onStep } = request;
  const [workspace, embedder] = await Promise.all([
    openWorkspaceFor(settings, surroundings).catch(
      whenRefused((error) => Promise.reject(withoutRepository(inputs, error)), 'NOT_A_REPOSITORY'),
    ),
    embedderFor(settings, surroundings),
  ]);
  refuseLostHead(workspace.repository);
  if (workspace.repository.head === null) throw withoutRepository(inputs, null);
  const { commit } = workspace.repository.head;
  const keys = cacheKeysOf({
    prefix: inputs.cacheKeyPrefix,
    fingerprint: storeFingerprint(embedder),
    settingsHash: settingsHash(workspace.settings),
    commit,
    shard: inputs.shard,
  });
  const folder = await mkdtemp(join(runner.temp, 'cora-'));
  const { index, restored } = await restoreIndex({ ...request, keys, folder });
  onStep({ step: 'indexed', report: index });
  const output = join(folder, artifactName(commit, embedder, index.shard));
  const packed = await packIndex({ ...settings, text: true, output }, surroundings);
  onStep({ step: 'packed', packed });
  const saved = await save(request, keys, output, restored);
  const failures: CoraError[] = [];
  const attempt = <T>(run: () => Promise<T | null>): Promise<T | null> =>
    run().catch((error: unknown) => {
      failures.push(asCoraError(error, watch));
      return null;
    });
  const uploaded = await attempt(() => upload(request, output));
  const published = await attempt(() => publish(request, packed));
  const pages = await attempt(() => writePage(request, output));
  const pruned = saved === null ? [] : await prune(request);
  const unattestable =
    runner.unattestable ?? (inputs.shard === null ? null : 'a shard is no index: attest the merged one');
  if (unattestable !== null) onStep({ step: 'left-out', what: 'attest', why: unattestable });
  const mayAttest = unattestable === null;
  const indexPath = storeDirOf(workspace, embedder);
  const tookMs = Date.now() - started;
  return { index, packed, restored, saved, uploaded, published, pages, pruned, mayAttest, indexPath, failures, tookMs };
}

async function save(
  { cache, inputs, runner, onStep }: ActionRequest,
  { key }: CacheKeys,
  file: string,
  restored: Restored | null,
): Promise<string | null> {
  if (cache === null || inputs.cache !== 'true' || restored?.isExact === true) return null;
  if (runner.readOnly !== null) {
    onStep({ step: 'left-out', what: 'save', why: runner.readOnly });
    return null;
  }
  const started = Date.now();
  const cached = join(dirname(file), CACHED);
  await copyFile(file, cached);
  const isNew = await cache.save(cached, key);
  onStep({ step: 'saved', key, isNew, tookMs: Date.now() - started });
  return isNew ? key : null;
}

async function upload({ inputs: { artifactName: name }, upload: make, onStep }: ActionRequest, file: string) {
  if (name === null) return null;
  await make(name, file).catch((cause: unknown) => {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new CoraError('NETWORK', `The workflow artifact ${name} could not be uploaded: ${said}`, { cause });
  });
  onStep({ step: 'uploaded', name });
  return name;
}

async function publish(request: ActionRequest, packed: PackReport): Promise<PushReport | null> {
  const { inputs, runner, settings, surroundings, watch, onStep, policy } = request;
  if (inputs.releaseTag === null) return null;
  const why = runner.readOnly ?? (runner.isPullRequest ? `${runner.event} builds a commit that no clone has` : null);
  if (why !== null) {
    onStep({ step: 'left-out', what: 'publish', why });
    return null;
  }
  const env = { ...surroundings.env, ...(inputs.token === null ? {} : { CORA_GITHUB_TOKEN: inputs.token }) };
  const destination = `${runner.repository}@${inputs.releaseTag}`;
  const refuse = (error: CoraError): never => {
    const message = `The index was not published to ${destination}: ${error.message}`;
    throw new CoraError(error.code, message, { hint: PUBLISHING, cause: error });
  };
  const asked = { ...settings, text: true, destination, policy, ready: packed };
  const published = await pushIndex(asked, { ...surroundings, env }, watch).catch(whenRefused(refuse));
  onStep({ step: 'published', published });
  return published;
}

async function writePage({ inputs, runner, search, onStep }: ActionRequest, file: string): Promise<PagesReport | null> {
  if (inputs.pages === null) return null;
  const dir = resolve(runner.workspace, inputs.workingDirectory, inputs.pages);
  await mkdir(dirname(dir), { recursive: true });
  const name = runner.repository === '' ? null : runner.repository;
  const pages = await writePages(dir, [{ name, isOwn: true, pack: async () => file }], search);
  onStep({ step: 'pages', pages });
  return pages;
}

const PUBLISHING = 'the job needs `permissions: contents: write`, and input token a token that has it';

/** Removes old cache entries. A token that may not do it is usual, and no failure. */
async function prune(request: ActionRequest): Promise<readonly string[]> {
  const { surroundings, watch, onStep } = request;
  try {
    const asked = pruneRequestOf(request);
    if (asked === null) return [];
    const keys = await pruneCaches(asked);
    onStep({ step: 'pruned', keys });
    return keys;
  } catch (error) {
    if (!isCoraError(error) || watch.signal?.aborted) throw error;
    surroundings.log.info(`Older cache entries were not looked at: ${error.message}`);
    return [];
  }
}

function asCoraError(error: unknown, { signal }: Watch): CoraError {
  if (!isCoraError(error) || signal?.aborted) throw error;
  return error;
}

/** @param cause null where there is a repository without a commit */
function withoutRepository({ path }: ActionInputs, cause: CoraError | null): CoraError {
  // A repository that git does not open, such as another user's in a container, was checked out.
  if (cause !== null && !cause.message.endsWith('is not inside a Git repository.')) return cause;
  const code = cause === null ? 'BAD_REVISION' : cause.code;
  const problem = cause === null ? `${path} has no commits yet.` : `${path} is not inside a Git repository.`;
  return new CoraError(code, `Input path: ${problem}`, { hint: 'actions/checkout has to run before this step', cause });
}

// Entries of the runner's cache: the newest index is restored, and entries that no run can reach
// any more are removed over GitHub's REST protocol. An entry is foreign input: the reader of `cora
// pull` compares each row with the repository's own blobs.

interface RestoreRequest extends ActionRequest {
  keys: CacheKeys;
  /** An empty folder of this run. */
  folder: string;
}

/** The errors that a cache entry is to blame for; any other would happen without it too. */
const ITS_FAULT: ReadonlySet<ErrorCode> = new Set([
  'BAD_ARTIFACT',
  'INCOMPATIBLE_INDEX',
  'EMBEDDER_MISMATCH',
  'NO_ARTIFACT',
  'STORE',
  'BROKEN_INDEX',
]);

/** The name of the file in an entry: entries with another one are not found. */
const CACHED = 'cora-index.tar';

/** The most refused files that are named. */
const REFUSED_LISTED = 5;

async function restoreIndex(request: RestoreRequest): Promise<{ index: IndexReport; restored: Restored | null }> {
  const { settings, surroundings, watch, onStep } = request;
  const found = await restoreEntry(request);
  if (found !== null) {
    try {
      return await pullEntry(request, found);
    } catch (error) {
      if (!isCoraError(error) || !ITS_FAULT.has(error.code)) throw error;
      const { message } = error;
      surroundings.log.warn(`The index of the cache (${found.key}) is not used, everything is indexed: ${message}`);
      await forget(request, found.key);
    }
  }
  if (found === null && request.cache !== null) onStep({ step: 'restored', restored: null, tookMs: 0 });
  return { index: await indexRepository(settings, surroundings, watch), restored: null };
}

interface Found {
  key: string;
  file: string;
  tookMs: number;
}

async function restoreEntry({ cache, keys, folder }: RestoreRequest): Promise<Found | null> {
  if (cache === null) return null;
  const started = Date.now();
  const file = join(folder, CACHED);
  const key = await cache.restore(file, keys);
  return key === null ? null : { key, file, tookMs: Date.now() - started };
}

async function pullEntry(request: RestoreRequest, { key, file, tookMs }: Found) {
  const { settings, surroundings, watch, onStep } = request;
  const entry = await lstat(file).catch(() => null);
  if (entry?.isFile() !== true) throw new CoraError('BAD_ARTIFACT', 'it holds no packed index.');
  const { commit, blobs, index, refused } = await pullIndex({ ...settings, source: file }, surroundings, watch);
  if (refused.length > 0) surroundings.log.warn(refusedNote(key, refused));
  const restored: Restored = { key, isExact: key === request.keys.key, commit, size: entry.size, blobs };
  onStep({ step: 'restored', restored, tookMs });
  return { index, restored };
}

function refusedNote(key: string, refused: PullReport['refused']): string {
  const named = refused.slice(0, REFUSED_LISTED).map(({ path, reason }) => `${path} (${reason})`);
  const more = refused.length > REFUSED_LISTED ? ` and of ${refused.length - REFUSED_LISTED} more` : '';
  return `What the cache (${key}) says of ${named.join(', ')}${more} does not fit the files: they were indexed again.`;
}

/** Removes a broken entry of this very commit, which each of its runs would find again. */
async function forget(request: RestoreRequest, key: string): Promise<void> {
  const { inputs, runner, keys, surroundings } = request;
  if (key !== keys.key || runner.readOnly !== null || inputs.cache !== 'true') return;
  try {
    const asked = pruneRequestOf(request);
    const query = `key=${encodeURIComponent(key)}&ref=${encodeURIComponent(runner.ref)}`;
    if (asked !== null) await askCaches(asked, `actions/caches?${query}`, 'DELETE', [404]);
  } catch (error) {
    if (!isCoraError(error)) throw error;
    surroundings.log.info(`The broken cache entry stays: ${error.message}`);
  }
}

// Removes cache entries of ours that no run can reach any more, over GitHub's REST protocol: behind
// the newest ones of each branch, and all of branches and pull requests that are gone. GitHub
// itself only removes what nobody used for a week, or what is over 10 GB together with the caches
// of everything else. https://docs.github.com/en/rest/actions/cache

interface PruneRequest {
  place: GithubPlace;
  /** The prefix of the keys. */
  prefix: string;
  asking: Asking;
}

interface CacheEntry {
  id: number;
  ref: string;
  key: string;
}

/**
 * The number of entries kept of a branch: the newest, and the one before it for a run that began
 * earlier.
 */
const KEPT = 2;
const MOST_PAGES = 5;
/** The most other branches that are looked up in one run; the next run goes on. */
const MOST_LOOKUPS = 20;

/** @returns null without a token, or a repository on GitHub. @throws CoraError USAGE */
function pruneRequestOf({ inputs, runner, surroundings, watch, policy }: ActionRequest): PruneRequest | null {
  const { token, cacheKeyPrefix: prefix } = inputs;
  const { env, log } = surroundings;
  const place = token === null ? null : readRelease(runner.repository, { ...env, CORA_GITHUB_TOKEN: token });
  if (place === null) return null;
  const asking = { fetch: createFetch(env), log, policy: policy ?? DEFAULT_FETCH, signal: watch.signal };
  return { place, prefix, asking };
}

/** @returns keys of what was removed @throws CoraError NETWORK with GitHub's status, ABORTED */
async function pruneCaches(request: PruneRequest): Promise<string[]> {
  const { place, prefix, asking } = request;
  const path = `actions/caches?key=${encodeURIComponent(`${prefix}-`)}&sort=created_at&direction=desc`;
  const entriesIn = (answer: unknown) => (answer as { actions_caches?: unknown[] }).actions_caches ?? [];
  const found = await askPages(place, { path, asking, refused: cacheRefusal }, entriesIn, MOST_PAGES);
  const entries = (found as CacheEntry[]).filter(({ key }) => groupOfKey(key, prefix) !== null);
  const gone = new Set<string>();
  for (const ref of [...new Set(entries.map((one) => one.ref))].slice(0, MOST_LOOKUPS))
    if (await isGone(request, ref)) gone.add(ref);
  const surplus = surplusOf(entries, prefix, gone);
  for (const { id } of surplus) await askCaches(request, `actions/caches/${id}`, 'DELETE', [404]);
  return surplus.map(({ key }) => key);
}

/** Chooses the entries to remove. @param entries newest first */
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

/** `refs/heads/NAME` that is not there, `refs/pull/7/merge` of a closed pull request. */
async function isGone(request: PruneRequest, ref: string): Promise<boolean> {
  const pull = /^refs\/pull\/(\d+)\/merge$/.exec(ref)?.[1];
  if (pull !== undefined) {
    const answer = await askCaches(request, `pulls/${pull}`, 'GET', [403, 404]);
    return (answer as { state?: string } | null)?.state === 'closed';
  }
  if (!ref.startsWith('refs/heads/')) return false;
  const path = ref
    .replace(/^refs\//, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return (await askCaches(request, `git/ref/${path}`, 'GET', [404])) === null;
}

/** @returns the answer's JSON; null for an empty one and for a status that is expected */
function askCaches(
  { place, asking }: PruneRequest,
  path: string,
  method: 'GET' | 'DELETE',
  expected: readonly number[],
): Promise<unknown> {
  const refused = (status: number): CoraError | null => (expected.includes(status) ? null : cacheRefusal(status));
  return askGithub(place, { path, method, asking, refused });
}

function cacheRefusal(status: number): CoraError {
  const message =
    status === 403 || status === 404 ? 'the token may not (it needs actions: write)' : `GitHub answers with ${status}`;
  return new CoraError('NETWORK', message);
}
