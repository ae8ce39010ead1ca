/**
 * Reads what the runner hands over: the inputs (declared here once; action.yml says the same),
 * where things lie, what started the run, and whether it may write what others will read. An error
 * names what is wrong.
 */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type JsonLimits, parseBounded } from '../base/boundedJson.ts';
import { CoraError, isCoraError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { readBounded } from '../disk/boundedRead.ts';
import { parseEmbedderSpec } from '../embed/parseEmbedderSpec.ts';
import { MOST_SHARDS, readShard } from '../indexing/takeShard.ts';
import { EVENTS_OF_WRITERS } from '../net/githubApi.ts';

type CacheUse = 'true' | 'restore-only' | 'false';

export interface ActionInputs {
  /** Any folder of the repository, as the workflow writes it; relative to `workingDirectory`. */
  path: string;
  /** Relative to the workspace. */
  workingDirectory: string;
  /** Null: the cora.config.json of the repository, where there is one. */
  config: string | null;
  /** Null: as CORA_EMBEDDER or the config has it. */
  embedder: string | null;
  cache: CacheUse;
  /** Seconds that restoring may take, and again saving. */
  cacheTimeout: number;
  cacheKeyPrefix: string;
  /** Null: no workflow artifact. */
  artifactName: string | null;
  /** Null: no release. */
  releaseTag: string | null;
  /** The folder that gets a page, relative to `workingDirectory`; null: none. */
  pages: string | null;
  /** `3/8`; null: the whole repository. */
  shard: string | null;
  token: string | null;
}

/** Name → default. `${{ github.token }}` is filled in by the runner. */
export const INPUTS = {
  path: '.',
  'working-directory': '.',
  config: '',
  embedder: '',
  cache: 'true',
  'cache-timeout': '300',
  'cache-key-prefix': 'cora-index',
  'artifact-name': '',
  'release-tag': '',
  pages: '',
  shard: '',
  token: '${{ github.token }}',
} as const;

type InputName = keyof typeof INPUTS;

const CACHE_USES: readonly string[] = ['true', 'restore-only', 'false'] satisfies CacheUse[];

/** The most characters of the prefix: a key has at most 512, and ours go on behind the prefix. */
const LONGEST_PREFIX = 200;

/** @param given '' where nothing is said. @throws CoraError USAGE that names the input */
export function readInputs(given: (name: InputName) => string): ActionInputs {
  const textOf = (name: InputName): string | null => given(name).trim() || null;
  const withDefault = (name: InputName): string => textOf(name) ?? INPUTS[name];
  const inputs: ActionInputs = {
    path: withDefault('path'),
    workingDirectory: withDefault('working-directory'),
    config: textOf('config'),
    embedder: checked('embedder', textOf('embedder'), mustBeEmbedder),
    cache: checked('cache', withDefault('cache').toLowerCase(), mustBeCacheUse) as CacheUse,
    cacheTimeout: Number(checked('cache-timeout', withDefault('cache-timeout'), mustBeSeconds)),
    cacheKeyPrefix: checked('cache-key-prefix', withDefault('cache-key-prefix'), mustBePrefix),
    artifactName: checked('artifact-name', textOf('artifact-name'), mustBeArtifactName),
    releaseTag: checked('release-tag', textOf('release-tag'), mustBeTag),
    pages: textOf('pages'),
    shard: checked('shard', textOf('shard'), mustBeShard),
    token: textOf('token'),
  };
  const whole = inputs.releaseTag !== null ? 'release-tag' : inputs.pages !== null ? 'pages' : null;
  if (inputs.shard === null || whole === null) return inputs;
  throw new CoraError('USAGE', `Input ${whole}: a shard is only a part of an index, and nobody could use it alone.`, {
    hint: 'give the shards to a job that merges them: docs/ci.md',
  });
}

/** Makes the inputs' places absolute. @throws CoraError USAGE for one that is not there */
export async function resolveInputs(
  { workingDirectory, path, config }: ActionInputs,
  workspace: string,
): Promise<{ dir: string; config: string | undefined }> {
  const home = await placed('working-directory', resolve(workspace, workingDirectory), workingDirectory, 'folder');
  const dir = await placed('path', resolve(home, path), path, 'folder');
  if (config === null) return { dir, config: undefined };
  return { dir, config: await placed('config', resolve(home, config), config, 'file') };
}

async function placed(name: InputName, path: string, given: string, what: 'file' | 'folder'): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (what === 'file' ? found?.isFile() : found?.isDirectory()) return path;
  throw new CoraError('USAGE', `Input ${name}: there is no ${what} ${given}.`, {
    hint: `Cora looked for ${path}`,
  });
}

/** @param problemOf what is wrong with a value, and what to write instead; null where nothing is */
function checked<T extends string | null>(
  name: InputName,
  value: T,
  problemOf: (value: string) => { problem: string; hint: string } | null,
): T {
  const found = value === null ? null : problemOf(value);
  if (found === null) return value;
  throw new CoraError('USAGE', `Input ${name}: ${found.problem}`, { hint: found.hint });
}

type Problem = { problem: string; hint: string } | null;

function mustBeCacheUse(value: string): Problem {
  if (CACHE_USES.includes(value)) return null;
  const near = nearest(value, CACHE_USES);
  const hint = near === undefined ? `write one of ${CACHE_USES.join(', ')}` : `did you mean ${near}?`;
  return { problem: `"${value}" is not one of ${CACHE_USES.join(', ')}.`, hint };
}

function mustBeSeconds(value: string): Problem {
  if (/^[1-9]\d{0,4}$/.test(value)) return null;
  return { problem: `"${value}" is not a number of seconds.`, hint: 'write a whole number from 1 to 99999' };
}

function mustBePrefix(value: string): Problem {
  if (value.length <= LONGEST_PREFIX && /^[^\s,]+$/.test(value)) return null;
  return {
    problem: 'a cache key holds neither commas nor blanks.',
    hint: `write up to ${LONGEST_PREFIX} characters such as ${INPUTS['cache-key-prefix']}`,
  };
}

/** Checks that GitHub takes the value as the name of a workflow artifact. */
function mustBeArtifactName(value: string): Problem {
  if (!/["':<>|*?\r\n\\/]/.test(value)) return null;
  return { problem: `"${value}" cannot name an artifact.`, hint: 'leave out quotes, slashes and : < > | * ?' };
}

/** Checks a tag as git does, and refuses @, which separates repository and tag elsewhere. */
function mustBeTag(value: string): Problem {
  const isTag = !/[\u0000-\u0020\u007f~^:?*[\\@]|\.\.|\/\/|^[-/.]|[/.]$|\.lock$/.test(value);
  return isTag
    ? null
    : { problem: `"${value}" cannot be a Git tag.`, hint: 'cora-index is the one that pull looks for' };
}

function mustBeShard(value: string): Problem {
  const hint = `write 3/8 for the third of eight; there may be up to ${MOST_SHARDS}`;
  return problemIn(() => readShard(value), hint) && { problem: `"${value}" names no shard.`, hint };
}

function mustBeEmbedder(value: string): Problem {
  return problemIn(() => parseEmbedderSpec(value), 'builtin needs nothing');
}

function problemIn(read: () => unknown, otherwise: string): Problem {
  try {
    read();
    return null;
  } catch (error) {
    if (!isCoraError(error)) throw error;
    return { problem: error.message, hint: error.hint ?? otherwise };
  }
}

// Reads from the runner's variables where things lie, what started it, and whether it may write
// what others will read.

export interface Runner {
  /** `owner/name`; '' outside of GitHub. */
  repository: string;
  /** `push`, `pull_request`, … */
  event: string;
  /** `refs/heads/main`, `refs/pull/7/merge` */
  ref: string;
  /** The folder of the workspace: relative inputs begin there. */
  workspace: string;
  /** A folder that the runner empties after the job. */
  temp: string;
  /** The reason why nothing may be written to the cache or a release; null where it may. */
  readOnly: string | null;
  /** A commit that GitHub merged for a pull request is nothing to publish: no clone has it. */
  isPullRequest: boolean;
  /** The reason why a step behind this one may not attest the index; null where it may. */
  unattestable: string | null;
}

/**
 * Events that run with the default branch's cache, while what they check out may be anybody's.
 * GitHub hands them a token that cannot write the cache; where a server still does, Cora does not
 * use it. https://docs.github.com/en/actions/reference/security/secure-use
 */
const BESIDE_THE_DEFAULT_BRANCH: ReadonlySet<string> = new Set(['pull_request_target', 'issue_comment']);

/** @throws CoraError USAGE outside of a runner, or where the event cannot be read */
export async function readRunner(env: NodeJS.ProcessEnv): Promise<Runner> {
  const temp = env['RUNNER_TEMP'];
  const workspace = env['GITHUB_WORKSPACE'];
  if (!temp || !workspace) {
    throw new CoraError('USAGE', 'RUNNER_TEMP and GITHUB_WORKSPACE are not set: this is no GitHub Actions runner.', {
      hint: 'outside of GitHub Actions, run: cora index && cora pack',
    });
  }
  const event = env['GITHUB_EVENT_NAME'] ?? '';
  const payload = await readEvent(env['GITHUB_EVENT_PATH']);
  const ref = env['GITHUB_REF'] ?? '';
  const readOnly = readOnlyReason(event, payload);
  const isPullRequest = event.startsWith('pull_request');
  const hasIdentity = (env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '') !== '';
  return {
    repository: env['GITHUB_REPOSITORY'] ?? '',
    event,
    ref,
    workspace,
    temp,
    readOnly,
    isPullRequest,
    unattestable: unattestableReason({ event, ref, readOnly, isPullRequest, hasIdentity }, payload),
  };
}

interface PayloadRepository {
  full_name?: string;
}

/** The part of GitHub's webhook payloads that tells whose commit it is. */
interface Payload {
  repository?: PayloadRepository & { default_branch?: string };
  pull_request?: { head?: { repo?: PayloadRepository | null }; base?: { repo?: PayloadRepository } };
  workflow_run?: { head_repository?: PayloadRepository | null };
}

/** The limits of a payload, of which GitHub sends no more than 25 MB. */
const MOST_PAYLOAD: JsonLimits = { bytes: 32 * 2 ** 20, depth: 64, values: 2_000_000 };

async function readEvent(path: string | undefined): Promise<Payload> {
  if (!path) return {};
  try {
    return parseBounded(await readBounded(path, MOST_PAYLOAD.bytes), MOST_PAYLOAD) as Payload;
  } catch (error) {
    throw new CoraError('USAGE', `GITHUB_EVENT_PATH (${path}) cannot be read as JSON.`, { cause: error });
  }
}

function readOnlyReason(event: string, { repository, pull_request: pull, workflow_run: run }: Payload): string | null {
  if (BESIDE_THE_DEFAULT_BRANCH.has(event)) return `${event} runs with the cache of the default branch`;
  if (event.startsWith('pull_request')) return forkReason('the pull request', pull?.head?.repo, pull?.base?.repo);
  return event === 'workflow_run' ? forkReason('the run before it', run?.head_repository, repository) : null;
}

/** A fork that is gone has no name any more. */
function forkReason(
  what: string,
  from: PayloadRepository | null | undefined,
  to: PayloadRepository | undefined,
): string | null {
  if (from?.full_name !== undefined && from.full_name === to?.full_name) return null;
  return `${what} comes from a fork${from?.full_name === undefined ? '' : ` (${from.full_name})`}`;
}

/**
 * Returns why `cora pull --signer` would refuse an attestation of this run; null where it would
 * not.
 */
function unattestableReason(
  run: Pick<Runner, 'event' | 'ref' | 'readOnly' | 'isPullRequest'> & { hasIdentity: boolean },
  { repository }: Payload,
): string | null {
  const { event, ref, readOnly, isPullRequest, hasIdentity } = run;
  if (readOnly !== null) return readOnly;
  if (isPullRequest) return `${event} builds a commit that no clone has`;
  if (!EVENTS_OF_WRITERS.has(event)) return `strangers may start ${event}, so nobody would believe it`;
  const branch = repository?.default_branch;
  if (branch !== undefined && ref !== `refs/heads/${branch}` && !ref.startsWith('refs/tags/'))
    return `${ref} is neither the default branch (${branch}) nor a tag`;
  return hasIdentity ? null : 'the job has no `permissions: id-token: write`';
}
