/**
 * `cora init`: settings, hooks and the first index of a repository. Each step does only what is not
 * there yet, so that it can be repeated, and goes on when another one could not.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isCoraError } from '../base/errors.ts';
import type { IndexReport, Watch } from '../base/types.ts';
import { openRepository } from '../git/openRepository.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import type { IndexingRequest, Surroundings } from '../settings/requests.ts';
import { changesOf, type FileChange, type FileEdit, writeFiles } from './fileEdit.ts';
import { type HooksChange, installHooks } from './hooks.ts';
import type { Program } from './initClients.ts';

interface InitRequest {
  program: Program;
  settings: IndexingRequest;
  surroundings: Surroundings;
  /** True to write hooks also where they are shared with other people or repositories. */
  force: boolean;
  /** True where hooks may be run, to see whether Git gets to Cora. */
  runHooks: boolean;
  /** `files`: say which files would be written, and nothing else. */
  extent: 'files' | 'dry-run' | 'all';
  watch: Watch;
}

export interface InitReport {
  /** cora.config.json, unless it is there. */
  config: FileChange[];
  hooks: HooksChange | null;
  /** The reason why there are no hooks. */
  refused: { message: string; hint: string | undefined } | null;
  /** Null where there is no commit yet: the hooks index the first one. */
  index: IndexReport | null;
}

export async function initRepository(request: InitRequest): Promise<InitReport> {
  const { settings, surroundings, extent, watch } = request;
  const repository = await openRepository(surroundings.dir, surroundings.env);
  const config = repository.worktree === null ? [] : planConfigFile(repository.worktree);
  if (extent === 'all') writeFiles(config);
  const { hooks, refused } = await setHooks(request);
  const index =
    extent === 'files' || (repository.head === null && repository.lostHead === undefined)
      ? null
      : await indexRepository({ ...settings, dryRun: extent === 'dry-run' }, surroundings, watch);
  return { config: changesOf(config), hooks, refused, index };
}

/** Hooks that are shared with others need a word of the user; the rest does not wait for it. */
async function setHooks({
  program,
  surroundings,
  extent,
  force,
  runHooks,
}: InitRequest): Promise<Pick<InitReport, 'hooks' | 'refused'>> {
  try {
    const mayRun = async () => runHooks;
    const request = { surroundings, force, dryRun: extent !== 'all', mayRun };
    return { hooks: await installHooks(program, request), refused: null };
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'USAGE') throw error;
    return { hooks: null, refused: { message: error.message, hint: error.hint } };
  }
}

// cora.config.json of a repository that has none: the two settings that people look for, at their
// defaults.

const BEGINNING = { include: [], exclude: [] };

/** @returns nothing to do where there is one, whatever it says */
function planConfigFile(worktree: string): FileEdit[] {
  const file = join(worktree, 'cora.config.json');
  if (existsSync(file)) return [];
  return [{ file, before: null, after: `${JSON.stringify(BEGINNING, null, 2)}\n`, mode: 0o644, problem: null }];
}
