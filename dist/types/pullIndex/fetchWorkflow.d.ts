/** A packed index from the workflow artifacts of a repository: the one whose commit is nearest to HEAD, out of its zip. */
import type { Download } from '../artifact/download.ts';
import type { Asking } from '../artifact/githubRelease.ts';
import { type WorkflowArtifact } from '../artifact/workflowArtifacts.ts';
import type { Repository } from '../git/repository.ts';
import type { WorkflowPlace } from './readSource.ts';
/** @throws CoraError NO_ARTIFACT that names what to do, NETWORK, ABORTED */
export declare function chooseWorkflowArtifact(repository: Repository, place: WorkflowPlace, asking: Asking): Promise<WorkflowArtifact>;
/**
 * @param got what was downloaded: a zip, or the index itself where it was uploaded without one
 * @returns the file to read, and what removes both
 * @throws CoraError BAD_ARTIFACT; nothing is left then
 */
export declare function unwrap({ file, remove }: Pick<Download, 'file' | 'remove'>, { sha256 }: Pick<WorkflowArtifact, 'sha256'>): Promise<{
    file: string;
    remove(): Promise<void>;
}>;
