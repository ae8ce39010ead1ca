/** How large the indexes of a fleet's repositories are and of which commit: for lists that are asked for again and again. */

import { stat } from 'node:fs/promises';
import { memoized } from '../base/parallel.ts';
import type { RepoState } from '../base/types.ts';
import { readState, stateFile } from '../store/state.ts';
import { embedderFor, openWorkspaceFor } from '../view/surroundings.ts';
import { storeDirOf } from '../view/workspace.ts';
import type { Fleet, FleetRepository } from './fleetTypes.ts';
import { indexDirOf } from './indexDirOf.ts';
import { memberSettings } from './indexMember.ts';

export interface IndexSummary {
  commit: string;
  /** ISO 8601. */
  builtAt: string;
  files: number;
  chunks: number;
}

/**
 * Reads a file again only when it has changed.
 * @returns null where nothing was built. @throws CoraError INCOMPATIBLE_INDEX, BROKEN_INDEX, NOT_A_REPOSITORY
 */
export type SummaryOf = (member: Pick<FleetRepository, 'kind' | 'dir'>) => Promise<IndexSummary | null>;

export function createIndexSummaries(fleet: Fleet): SummaryOf {
  const dirOf = createIndexFolders(fleet);
  const known = new Map<string, { stamp: string; summary: IndexSummary | null }>();

  return async (member) => {
    const dir = await dirOf(member);
    const found = await stat(stateFile(dir)).catch(() => null);
    if (found === null) return null;
    const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`;
    const last = known.get(dir);
    if (last?.stamp === stamp) return last.summary;
    const summary = summaryOf(await readState(dir));
    known.set(dir, { stamp, summary });
    return summary;
  };
}

/** Names the folder of the index that this version and these settings make of a repository; it may not be there. */
export function createIndexFolders(fleet: Fleet): (member: Pick<FleetRepository, 'kind' | 'dir'>) => Promise<string> {
  const embedder = memoized(() => embedderFor(fleet.options, fleet.surroundings));
  const dirs = new Map<string, string>();
  return async (member) => {
    if (member.kind === 'clone') return indexDirOf(member.dir, await embedder());
    const { options, surroundings } = memberSettings(fleet, member);
    const key = `${member.dir}\0${JSON.stringify(options)}`;
    const dir =
      dirs.get(key) ??
      storeDirOf(await openWorkspaceFor(options, surroundings), await embedderFor(options, surroundings));
    dirs.set(key, dir);
    return dir;
  };
}

function summaryOf(state: RepoState | null): IndexSummary | null {
  if (state === null) return null;
  const { commit, counts, times } = state;
  return { commit, builtAt: times.builtAt, files: counts.files, chunks: counts.chunks };
}
