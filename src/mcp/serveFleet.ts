/** `cora mcp --repo NAME`: the repositories of a fleet in the place of directories. */

import { CoraError } from '../base/errors.ts';
import { fleetOf } from '../fleet/fleetContext.ts';
import { memberSettings } from '../fleet/indexMember.ts';
import { listRepositories, matchingRepositories } from '../fleet/manageFleet.ts';
import { openFleetSearcher } from '../fleet/searchFleet.ts';
import type { CommandContext } from '../session/commandContext.ts';
import type { PlacesRequest } from './places.ts';

export interface FleetService {
  request: Pick<PlacesRequest, 'fleet' | 'settle'>;
  close(): void;
}

/** @returns null where no repository of the fleet is asked for. @throws CoraError USAGE for directories beside it */
export function serveFleet(context: CommandContext): FleetService | null {
  const { words, options } = context;
  const wanted = options.repo ?? [];
  if (wanted.length === 0) return null;
  if (words.length > 0) throw new CoraError('USAGE', 'Name directories, or repositories with --repo, not both.');
  const fleet = fleetOf(context);
  const searcher = openFleetSearcher(fleet);
  const clones = new Set<string>();
  const list = async () => {
    const found = matchingRepositories(await listRepositories(fleet), wanted);
    for (const { kind, dir } of found) if (kind === 'clone') clones.add(dir);
    return found;
  };
  return {
    request: {
      settle: (dir) => memberSettings(fleet, { kind: clones.has(dir) ? 'clone' : 'place', dir }).options,
      fleet: {
        list,
        search: async (names, request, signal) => {
          const chosen = (await list()).filter(({ name }) => names.includes(name));
          return searcher.searchIn(chosen, request, signal);
        },
      },
    },
    close: () => searcher.close(),
  };
}
