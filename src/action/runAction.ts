/**
 * The GitHub Action: restore the newest index → index what is new → pack → save → upload → publish
 * → page. The steps in order. Its caller hands in what only a runner has (its cache, its
 * artifacts); each step is reported to the caller, and nothing is printed.
 */

import { copyFile, lstat, mkdir, mkdtemp } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CoraError, type ErrorCode, isCoraError, whenRefused } from '../base/errors.ts';
import type { IndexReport, Watch } from '../base/types.ts';
import { refuseLostHead } from '../git/repository.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import { type PackReport, packIndex } from '../share/packIndex.ts';
import { type PullReport, pullIndex } from '../share/pullIndex.ts';
import { type PushReport, pushIndex } from '../share/pushIndex.ts';
import { artifactName } from '../share/readSource.ts';
import { type PagesReport, writePages } from '../share/writePages.ts';
import { embedderFor, openWorkspaceFor, settingsHash, storeDirOf, storeFingerprint } from '../view/workspace.ts';
import { type ActionReport, type ActionRequest, type CacheKeys, cacheKeysOf, type Restored } from './actionTypes.ts';
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
  const unattestable =
    runner.unattestable ?? (inputs.shard === null ? null : 'a shard is no index: attest the merged one');
  if (unattestable !== null) onStep({ step: 'left-out', what: 'attest', why: unattestable });
  const mayAttest = unattestable === null;
  const indexPath = storeDirOf(workspace, embedder);
  const tookMs = Date.now() - started;
  return { index, packed, restored, saved, uploaded, published, pages, mayAttest, indexPath, failures, tookMs };
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

// Entries of the runner's cache, of which the newest index is restored. An entry is foreign input:
// the reader of `cora pull` compares each row with the repository's own blobs.

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
