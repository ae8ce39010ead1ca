/** What the commands of the fleet are given, from a command line. */

import type { CommandContext } from '../session/commandContext.ts';
import { fleetHomeOf } from '../settings/fleetHome.ts';
import type { Fleet } from './fleetTypes.ts';

export function fleetOf({ options, surroundings, settle }: CommandContext): Fleet {
  return { home: fleetHomeOf(options, surroundings.env), options, surroundings, settle };
}
