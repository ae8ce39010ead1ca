/** What the runner says of the run: where things lie, what started it, and whether it may write what others will read. */

import { type JsonLimits, parseBounded } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import { readBounded } from '../disk/boundedRead.ts';

export interface Runner {
  /** `owner/name`; '' outside of GitHub. */
  repository: string;
  /** `push`, `pull_request`, … */
  event: string;
  /** `refs/heads/main`, `refs/pull/7/merge` */
  ref: string;
  /** Where the workspace lies: relative inputs begin there. */
  workspace: string;
  /** Emptied by the runner after the job. */
  temp: string;
  /** Why nothing may be written to the cache or a release; null where it may. */
  readOnly: string | null;
  /** A commit that GitHub merged for a pull request is nothing to publish: no clone has it. */
  isPullRequest: boolean;
}

/**
 * They run with the default branch's cache, while what they check out may be anybody's. GitHub hands them a token that
 * cannot write the cache; where a server still does, Cora does not use it.
 * https://docs.github.com/en/actions/reference/security/secure-use
 */
const BESIDE_THE_DEFAULT_BRANCH: ReadonlySet<string> = new Set(['pull_request_target', 'issue_comment']);

/** @throws CoraError USAGE outside of a runner, or where the event cannot be read */
export async function readRunner(env: NodeJS.ProcessEnv): Promise<Runner> {
  const temp = env['RUNNER_TEMP'];
  const workspace = env['GITHUB_WORKSPACE'];
  if (!temp || !workspace) {
    throw new CoraError('USAGE', 'RUNNER_TEMP and GITHUB_WORKSPACE are not set: this is no GitHub Actions runner.', {
      hint: 'elsewhere the command line does it: cora index && cora pack',
    });
  }
  const event = env['GITHUB_EVENT_NAME'] ?? '';
  return {
    repository: env['GITHUB_REPOSITORY'] ?? '',
    event,
    ref: env['GITHUB_REF'] ?? '',
    workspace,
    temp,
    readOnly: readOnlyReason(event, await readEvent(env['GITHUB_EVENT_PATH'])),
    isPullRequest: event.startsWith('pull_request'),
  };
}

interface Place {
  full_name?: string;
}

/** The part of GitHub's webhook payloads that tells whose commit it is. */
interface Payload {
  repository?: Place;
  pull_request?: { head?: { repo?: Place | null }; base?: { repo?: Place } };
  workflow_run?: { head_repository?: Place | null };
}

/** GitHub sends no more than 25 MB. */
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
function forkReason(what: string, from: Place | null | undefined, to: Place | undefined): string | null {
  if (from?.full_name !== undefined && from.full_name === to?.full_name) return null;
  return `${what} comes from a fork${from?.full_name === undefined ? '' : ` (${from.full_name})`}`;
}
