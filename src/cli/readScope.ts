/** `--scope DIR`: a folder as the caller names it, from where they stand, to one of the repository. */

import { CoraError } from '../base/errors.ts';
import type { CommandContext } from '../session/commandContext.ts';
import { findCallerPlace, pathInRepository } from './findCallerPlace.ts';

/**
 * @returns the folder below the repository's root with `/`; '' for the root or where no scope was asked for
 * @throws CoraError USAGE for a folder outside of the repository
 */
export async function readScope(context: CommandContext): Promise<string> {
  const { scope } = context.options;
  if (scope === undefined) return '';
  const inside = pathInRepository(scope, await findCallerPlace(context));
  if (inside === null) {
    throw new CoraError('USAGE', `--scope ${scope} is outside of the repository.`, {
      hint: 'Name one of its folders, as seen from here.',
    });
  }
  return inside === '.' ? '' : inside.replace(/\/$/, '');
}
