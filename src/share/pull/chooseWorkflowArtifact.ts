/** Of the workflow artifacts of a repository the one whose commit is nearest to HEAD. */

import { CoraError } from '../../base/errors.ts';
import type { Repository } from '../../git/repository.ts';
import type { Asking } from '../../net/githubApi.ts';
import { lackOf } from '../../net/githubApi.ts';
import { listWorkflowArtifacts, type WorkflowArtifact } from '../artifact/workflowArtifacts.ts';
import type { WorkflowPlace } from '../readSource.ts';
import { chooseNearest } from './chooseNearest.ts';

/** @throws CoraError NO_ARTIFACT that names what to do, NETWORK, ABORTED */
export async function chooseWorkflowArtifact(
  repository: Repository,
  place: WorkflowPlace,
  asking: Asking,
): Promise<WorkflowArtifact> {
  const named = `${place.owner}/${place.repository}`;
  if (place.credential === undefined) {
    throw new CoraError('NETWORK', `GitHub gives the workflow artifacts of ${named} to those with a token only.`, {
      hint: `${lackOf(place)}; it needs to read actions`,
    });
  }
  const nearest = await chooseNearest(repository, await listWorkflowArtifacts(place, place.name, asking));
  if (nearest !== null) return nearest.offer;
  throw new CoraError('NO_ARTIFACT', `${named} has no workflow artifact named ${place.name}, or they have expired.`, {
    hint: 'the Action makes one with artifact-name; another name: cora pull actions:OWNER/REPOSITORY/NAME',
  });
}
