/**
 * Artifacts of workflow runs over GitHub's REST protocol (version 2022-11-28). Their content comes as a zip from a storage host
 * that the API redirects to; asking needs a token, also for public repositories.
 * https://docs.github.com/en/rest/actions/artifacts
 */

import { CoraError } from '../../base/errors.ts';
import { type Asking, addressOf, askPages, type GithubPlace } from '../../net/githubApi.ts';
import { isHex, isObject, isSafeInteger, isText } from './checkValue.ts';

export interface WorkflowArtifact {
  id: number;
  /** The commit of the run that made it. */
  commit: string;
  /** SHA-256 of the zip, 64 hex digits; null where the service does not say it. */
  sha256: string | null;
  /** Where the API gives the zip. */
  url: URL;
}

const MOST_PAGES = 10;

/**
 * @param name of the artifacts, whole
 * @returns those that are still there, newest first. Those of forks are left out: anybody can make one by a pull request
 * @throws CoraError NO_ARTIFACT where there is no such repository, NETWORK, ABORTED
 */
export async function listWorkflowArtifacts(
  place: GithubPlace,
  name: string,
  asking: Asking,
): Promise<WorkflowArtifact[]> {
  const question = { path: `actions/artifacts?name=${encodeURIComponent(name)}`, asking };
  const found: WorkflowArtifact[] = [];
  for (const artifact of await askPages(place, question, artifactsIn, MOST_PAGES)) {
    if (!isObject(artifact) || artifact['name'] !== name || artifact['expired'] === true) continue;
    const { id, digest, workflow_run: run } = artifact;
    if (!isSafeInteger(id) || !isObject(run)) throw odd();
    const { head_sha: commit, repository_id: own, head_repository_id: head } = run;
    if (!isSafeInteger(own) || own !== head || !isHex(commit, 40, 64)) continue;
    const sha256 = isText(digest, 100) ? (/^sha256:([0-9a-f]{64})$/.exec(digest)?.[1] ?? null) : null;
    // Not the address that the answer gives: that could be another host.
    found.push({ id, commit, sha256, url: addressOf(place, `actions/artifacts/${id}/zip`) });
  }
  return found.sort((a, b) => b.id - a.id);
}

function artifactsIn(answer: unknown): unknown[] {
  const artifacts = isObject(answer) ? answer['artifacts'] : null;
  if (!Array.isArray(artifacts)) throw odd();
  return artifacts;
}

function odd(): CoraError {
  return new CoraError('NETWORK', 'The list of workflow artifacts is not one that GitHub would give.');
}
