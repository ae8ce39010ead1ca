/** What the commands of the fleet are given, from a command line. */

import { type Fleet, fleetHomeOf } from '../index.ts';
import type { CommandContext } from './commandContext.ts';

export function fleetOf({ options, surroundings, settle }: CommandContext): Fleet {
  return { home: fleetHomeOf(options, surroundings.env), options, surroundings, settle };
}
