/**
 * The GitHub Action: restore the newest index → index what is new → pack → save → upload → publish
 * → page → prune. The steps in order. Its caller hands in what only a runner has (its cache, its
 * artifacts); each step is reported to the caller, and nothing is printed.
 */

import { copyFile, mkdir, mkdtemp } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CoraError, isCoraError } from '../base/errors.ts';
import type { Watch } from '../base/types.ts';
import { refuseLostHead } from '../git/repository.ts';
import { type PackReport, packIndex } from '../share/packIndex.ts';
import { type PushReport, pushIndex } from '../share/pushIndex.ts';
import { artifactName } from '../share/readSource.ts';
import { type PagesReport, writePages } from '../share/writePages.ts';
import { embedderFor, openWorkspaceFor } from '../view/surroundings.ts';
import { settingsHash, storeDirOf, storeFingerprint } from '../view/workspace.ts';
import { type ActionReport, type ActionRequest, type CacheKeys, cacheKeysOf, type Restored } from './actionTypes.ts';
import { CACHED, pruneCaches, pruneRequestOf, restoreIndex } from './cacheEntries.ts';
import type { ActionInputs } from './readInputs.ts';

/** @throws CoraError where there is no index at the end; what comes after it is in `failures` */
export async function runAction(request: ActionRequest): Promise<ActionReport> {
  const started = Date.now();
  const { inputs, runner, settings, surroundings, watch, onStep } = request;
  const [workspace, embedder] = await Promise.all([
    openWorkspaceFor(settings, surroundings).catch((error: unknown) => {
      throw isCoraError(error) && error.code === 'NOT_A_REPOSITORY' ? withoutRepository(inputs, error) : error;
    }),
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
  const packed = await packIndex({ ...settings, text: true, search: true, output }, surroundings);
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
  const published = await pushIndex(
    { ...settings, text: true, search: true, destination, policy, ready: packed },
    { ...surroundings, env },
    watch,
  ).catch((error: unknown) => {
    if (!isCoraError(error)) throw error;
    const message = `The index was not published to ${destination}: ${error.message}`;
    throw new CoraError(error.code, message, { hint: PUBLISHING, cause: error });
  });
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

/** A token that may not is the usual case: nothing is wrong with it. */
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

function withoutRepository({ path }: ActionInputs, cause: CoraError | null): CoraError {
  const code = cause === null ? 'BAD_REVISION' : cause.code;
  const problem = cause === null ? `${path} has no commits yet.` : `${path} is not inside a Git repository.`;
  return new CoraError(code, `Input path: ${problem}`, { hint: 'actions/checkout has to run before this step', cause });
}
