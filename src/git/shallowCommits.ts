/** Where a shallow clone's history is cut off. */

import { join } from 'node:path';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import type { Repository } from './repository.ts';

/** The commits whose parents are missing; none in a whole clone. */
export async function shallowCommits(repo: Repository): Promise<ReadonlySet<string>> {
  if (!repo.shallow) return new Set();
  return new Set((await readTextBounded(join(repo.commonDir, 'shallow'), MOST_STATE)).split('\n').filter(Boolean));
}
