/**
 * Artifacts of workflow runs over GitHub's REST protocol (version 2022-11-28). Their content comes as a zip from a storage host
 * that the API redirects to; asking needs a token, also for public repositories.
 * https://docs.github.com/en/rest/actions/artifacts
 */
import { type Asking, type GithubPlace } from './githubRelease.ts';
export interface WorkflowArtifact {
    id: number;
    /** The commit of the run that made it. */
    commit: string;
    /** SHA-256 of the zip, 64 hex digits; null where the service does not say it. */
    sha256: string | null;
    /** Where the API gives the zip. */
    url: URL;
}
/**
 * @param name of the artifacts, whole
 * @returns those that are still there, newest first. Those of forks are left out: anybody can make one by a pull request
 * @throws CoraError NO_ARTIFACT where there is no such repository, NETWORK, ABORTED
 */
export declare function listWorkflowArtifacts(place: GithubPlace, name: string, asking: Asking): Promise<WorkflowArtifact[]>;
