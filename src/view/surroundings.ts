/** The surroundings of a command (folder, environment, cache, log), and what it opens there: the repository and the embedder. */

import type { Embedder, Log } from '../base/types.ts';
import { createEmbedder } from '../embed/createEmbedder.ts';
import { parseEmbedderSpec } from '../embed/parseEmbedderSpec.ts';
import type { ViewSettings } from '../git/skipReasonOf.ts';
import type { Options } from '../settings/options.ts';
import { openWorkspace, storeDirOf, type Workspace, type WorkspaceRequest } from './workspace.ts';

/** Where a command runs and what it may use. */
export interface Surroundings {
  /** Where the command runs. */
  dir: string;
  env: NodeJS.ProcessEnv;
  /** The user's cache directory. */
  cacheDir: string;
  log: Log;
}

function viewSettings(options: Options): ViewSettings {
  return { include: options.include ?? [], exclude: options.exclude ?? [], maxFileSize: options['max-file-size']! };
}

export function openWorkspaceFor(options: Options, surroundings: Surroundings): Promise<Workspace> {
  return openWorkspace(workspaceRequest(options, surroundings));
}

/** Where the index of the repository around lies; it may not be there yet. */
export async function locateIndex(
  options: Options,
  surroundings: Surroundings,
): Promise<{ workspace: Workspace; embedder: Embedder; dir: string }> {
  const [workspace, embedder] = await Promise.all([
    openWorkspaceFor(options, surroundings),
    embedderFor(options, surroundings),
  ]);
  return { workspace, embedder, dir: storeDirOf(workspace, embedder) };
}

export function workspaceRequest(options: Options, { dir, env, cacheDir }: Surroundings): WorkspaceRequest {
  return { dir, env, cacheDir, settings: viewSettings(options), store: options.store ?? null };
}

export function embedderFor(options: Options, { env, log }: Surroundings): Promise<Embedder> {
  return createEmbedder(parseEmbedderSpec(options.embedder!), env, log);
}
