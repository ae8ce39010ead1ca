/**
 * GitHub keeps artifacts of workflow runs: the one nearest to HEAD is chosen, and its index is taken out of the zip, which is hostile
 * input. Asking needs a token (REST 2022-11-28). https://docs.github.com/en/rest/actions/artifacts
 */
import type { Repository } from '../../git/repository.ts';
import { type Asking } from '../../net/githubApi.ts';
import type { Download } from '../artifact/download.ts';
import type { WorkflowPlace } from '../readSource.ts';
/** @throws CoraError NO_ARTIFACT that names what to do, NETWORK, ABORTED */
export declare function chooseWorkflowArtifact(repository: Repository, place: WorkflowPlace, asking: Asking): Promise<WorkflowArtifact>;
interface WorkflowArtifact {
    id: number;
    /** The commit of the run that made it. */
    commit: string;
    /** SHA-256 of the zip, 64 hex digits; null where the service does not say it. */
    sha256: string | null;
    /** Where the API gives the zip. */
    url: URL;
}
/**
 * @param downloaded a zip, or the index itself where it was uploaded without one
 * @returns the file to read, and what removes both
 * @throws CoraError BAD_ARTIFACT; nothing is left then
 */
export declare function unwrapIndex(downloaded: Pick<Download, 'file' | 'remove'>, { sha256 }: Pick<WorkflowArtifact, 'sha256'>): Promise<Pick<Download, 'file' | 'remove'>>;
/**
 * @param target what is written, whole or not at all
 * @throws CoraError BAD_ARTIFACT where the zip does not hold exactly one packed index, or is not what it says
 */
export declare function extractPacked(zip: string, target: string): Promise<void>;
export {};
