/** What a command says that finds no index where `--index` points. */

import { CoraError } from '../base/errors.ts';

export function noIndexIn(place: string): CoraError {
  return new CoraError('NO_INDEX', `There is no index in ${place}.`, {
    hint: 'Name a directory that holds repo_state.json, or a packed artifact.',
  });
}
