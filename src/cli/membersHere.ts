/** The repositories that a question is for where its command line names none. */

import { isCoraError } from '../base/errors.ts';
import type { FleetRepository } from '../fleet/fleet.ts';
import type { CommandContext } from '../settings/commandContext.ts';

/** Returns the repository around with its submodules, where those are asked for. */
export async function membersHere({ options, surroundings }: CommandContext): Promise<FleetRepository[]> {
  const { membersAt } = await import('../fleet/findMembers.ts');
  return membersAt(surroundings, options.submodules === true);
}

/**
 * @param error the reason why the repository around could not be asked
 * @returns the clones in the folder, where it is in no repository
 * @throws the error itself where it is another one, or there are none
 */
export async function clonesInstead(context: CommandContext, error: unknown): Promise<FleetRepository[]> {
  const isNowhere = isCoraError(error) && error.code === 'NOT_A_REPOSITORY' && context.options.index === undefined;
  const members = isNowhere ? await membersHere(context) : [];
  if (members.length === 0) throw error;
  return members;
}
