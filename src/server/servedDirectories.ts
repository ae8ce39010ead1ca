/** Which directories `cora serve` answers for beside the fleet. */

import { isCoraError } from '../base/errors.ts';
import type { CommandContext } from '../session/commandContext.ts';
import { openWorkspaceFor } from '../view/surroundings.ts';

/** @returns those of the command line, else the repository around the working directory, if there is one */
export async function servedDirectories({ words, surroundings, settle }: CommandContext): Promise<readonly string[]> {
  if (words.length > 0) return words;
  const { dir } = surroundings;
  try {
    await openWorkspaceFor(settle(dir), surroundings);
    return [dir];
  } catch (error) {
    if (isCoraError(error) && error.code === 'NOT_A_REPOSITORY') return [];
    throw error;
  }
}
