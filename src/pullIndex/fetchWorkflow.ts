/** A packed index from the workflow artifacts of a repository: the one whose commit is nearest to HEAD, out of its zip. */

import { open, rm } from 'node:fs/promises';
import type { Download } from '../artifact/download.ts';
import type { Asking } from '../artifact/githubRelease.ts';
import { extractPacked } from '../artifact/readZip.ts';
import { sha256Of } from '../artifact/sha256Of.ts';
import { listWorkflowArtifacts, type WorkflowArtifact } from '../artifact/workflowArtifacts.ts';
import { CoraError } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
import { chooseNearest } from './chooseNearest.ts';
import type { WorkflowPlace } from './readSource.ts';

/** @throws CoraError NO_ARTIFACT that names what to do, NETWORK, ABORTED */
export async function chooseWorkflowArtifact(
  repository: Repository,
  place: WorkflowPlace,
  asking: Asking,
): Promise<WorkflowArtifact> {
  const named = `${place.owner}/${place.repository}`;
  if (place.token === undefined) {
    throw new CoraError('NETWORK', `GitHub gives the workflow artifacts of ${named} to those with a token only.`, {
      hint: 'set CORA_TOKEN, GITHUB_TOKEN or GH_TOKEN; it needs to read actions',
    });
  }
  const nearest = await chooseNearest(repository, await listWorkflowArtifacts(place, place.name, asking));
  if (nearest !== null) return nearest.offer;
  throw new CoraError('NO_ARTIFACT', `${named} has no workflow artifact named ${place.name}, or they have expired.`, {
    hint: 'the Action makes one with artifact-name; another name: cora pull actions:OWNER/REPOSITORY/NAME',
  });
}

/**
 * @param got what was downloaded: a zip, or the index itself where it was uploaded without one
 * @returns the file to read, and what removes both
 * @throws CoraError BAD_ARTIFACT; nothing is left then
 */
export async function unwrap(
  { file, remove }: Pick<Download, 'file' | 'remove'>,
  { sha256 }: Pick<WorkflowArtifact, 'sha256'>,
): Promise<{ file: string; remove(): Promise<void> }> {
  try {
    if (sha256 !== null && (await sha256Of(file)) !== sha256)
      throw new CoraError('BAD_ARTIFACT', 'The workflow artifact is refused: its SHA-256 is another one.');
    if (!(await isZip(file))) return { file, remove };
    const packed = `${file}.packed`;
    await extractPacked(file, packed);
    return {
      file: packed,
      remove: async () => {
        await Promise.all([rm(packed, { force: true }), remove()]);
      },
    };
  } catch (error) {
    // It would be refused again.
    await remove();
    throw error;
  }
}

async function isZip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const start = Buffer.alloc(4);
    await handle.read(start, 0, start.length, 0);
    return start.toString('latin1', 0, 2) === 'PK';
  } finally {
    await handle.close();
  }
}
