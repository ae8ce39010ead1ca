/** `--scope DIR`: a folder as the caller names it, from where they stand, to one of the repository. */

import { isAbsolute, posix, relative, sep } from 'node:path';
import { CoraError } from '../index.ts';
import type { CommandContext } from './commandContext.ts';
import { findCallerPlace } from './findCallerPlace.ts';

/**
 * @returns the folder below the repository's root with `/`; '' for the root or where no scope was asked for
 * @throws CoraError USAGE for a folder outside of the repository
 */
export async function readScope(context: CommandContext): Promise<string> {
  const { scope } = context.options;
  if (scope === undefined) return '';
  const { root, cwdPrefix = '' } = await findCallerPlace(context);
  const inside = isAbsolute(scope)
    ? root === undefined
      ? '..'
      : relative(root, scope).split(sep).join('/')
    : posix.join(cwdPrefix, scope.split(sep).join('/'));
  if (inside.startsWith('..')) {
    throw new CoraError('USAGE', `--scope ${scope} is outside of the repository.`, {
      hint: 'Name one of its folders, as seen from here.',
    });
  }
  return inside === '.' ? '' : inside.replace(/\/$/, '');
}
