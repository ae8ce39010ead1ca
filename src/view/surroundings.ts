/**
 * Opens what a command needs of its surroundings: the repository, the embedder, and the place of
 * the index that belongs to both.
 */

import type { Embedder } from '../base/types.ts';
import { createEmbedder } from '../embed/createEmbedder.ts';
import { parseEmbedderSpec } from '../embed/parseEmbedderSpec.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { openWorkspace, storeDirOf, type Workspace, type WorkspaceRequest } from './workspace.ts';

export function openWorkspaceFor(settings: IndexSettings, surroundings: Surroundings): Promise<Workspace> {
  return openWorkspace(workspaceRequest(settings, surroundings));
}

/** Returns where the index of the repository around lies; it may not be there yet. */
export async function locateIndex(
  settings: IndexSettings,
  surroundings: Surroundings,
): Promise<{ workspace: Workspace; embedder: Embedder; dir: string }> {
  const [workspace, embedder] = await Promise.all([
    openWorkspaceFor(settings, surroundings),
    embedderFor(settings, surroundings),
  ]);
  return { workspace, embedder, dir: storeDirOf(workspace, embedder) };
}

export function workspaceRequest(
  { include, exclude, maxFileSize, store }: IndexSettings,
  { dir, env, cacheDir }: Surroundings,
): WorkspaceRequest {
  return { dir, env, cacheDir, settings: { include, exclude, maxFileSize }, store };
}

export function embedderFor(
  { embedder }: Pick<IndexSettings, 'embedder'>,
  { env, log }: Pick<Surroundings, 'env' | 'log'>,
): Promise<Embedder> {
  return createEmbedder(parseEmbedderSpec(embedder), env, log);
}
