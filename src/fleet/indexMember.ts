/** Indexes one repository of the fleet: pulled where somebody publishes its index, built here where not. */

import { isCoraError } from '../base/errors.ts';
import type { IndexReport, Progress } from '../base/types.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import type { FetchPolicy } from '../net/fetchSafely.ts';
import type { Options } from '../settings/options.ts';
import { pullIndex } from '../share/pullIndex.ts';
import type { Surroundings } from '../view/surroundings.ts';
import type { Fleet, FleetRepository, IndexCounts } from './fleetTypes.ts';
import { packBytes } from './networkGit.ts';

export interface Indexed {
  commit: string;
  files: number;
  index: 'pulled' | 'built';
  /** Files that could not be indexed. */
  failed: number;
  counts: IndexCounts;
}

export interface IndexMemberRequest {
  /** Everything is computed again, here. */
  full: boolean;
  signal?: AbortSignal | undefined;
  onProgress?(progress: Progress): void;
}

/** A release that is not there must not hold three hundred repositories up. */
const PULLING: FetchPolicy = { attempts: 2, firstDelayMs: 300, maxDelayMs: 2000, stallMs: 20_000 };

/** Below so many packed bytes threads take longer to start than to parse. */
const SMALL = 400_000;

/** @throws CoraError what building throws; a pull that fails is not one of them */
export async function indexMember(
  fleet: Fleet,
  member: FleetRepository,
  { full, signal, onProgress = () => undefined }: IndexMemberRequest,
): Promise<Indexed> {
  const { options, surroundings } = memberSettings(fleet, member);
  const watch = { onProgress, signal };
  const isSmall = member.kind === 'clone' && (await packBytes(member.dir)) < SMALL;
  const own = isSmall ? { ...options, jobs: 0 } : options;
  if (!full && isWorthAsking(member)) {
    try {
      const { index } = await pullIndex(member.source, own, surroundings, watch, PULLING);
      return indexedBy(index, 'pulled');
    } catch (error) {
      if (!isCoraError(error) || error.code === 'ABORTED' || error.code === 'LOCKED') throw error;
      const message = `${member.name}: no index to pull (${error.message}); it is built here`;
      if (member.source === null) surroundings.log.debug(message);
      else surroundings.log.warn(message);
    }
  }
  return indexedBy(await indexRepository({ ...own, full }, surroundings, watch), 'built');
}

function indexedBy(report: IndexReport, index: Indexed['index']): Indexed {
  const { commit, files, failed, chunks, computed, embedded, reused } = report;
  return { commit, files, index, failed: failed.length, counts: { chunks, computed, embedded, reused } };
}

/** A clone is indexed by the fleet's settings, a directory that is used in place by its own. */
export function memberSettings(
  { options, surroundings, settle }: Fleet,
  { kind, dir }: Pick<FleetRepository, 'kind' | 'dir'>,
): { options: Options; surroundings: Surroundings } {
  const here = { ...surroundings, dir };
  if (kind === 'place') return { options: settle(dir), surroundings: here };
  // One commit deep there is no history to search; one store for all would mix them.
  const { store: _, ...own } = options;
  const size = options['repos-max-file-size'] ?? options['max-file-size']!;
  return { options: { ...own, 'max-file-size': size, history: 0, committed: true }, surroundings: here };
}

/** Where nobody named a source it is asked once, for the release of a repository on GitHub: later commits are built from there on. */
function isWorthAsking({ kind, source, url, lastIndexed }: FleetRepository): boolean {
  if (source !== null) return true;
  return kind === 'clone' && lastIndexed === null && /(^|[/@.])github\.com[:/]/i.test(url);
}
