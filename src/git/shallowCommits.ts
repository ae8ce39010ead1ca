/** Where a shallow clone's history is cut off. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from './repository.ts';

/** The commits whose parents are missing; none in a whole clone. */
export async function shallowCommits(repo: Repository): Promise<ReadonlySet<string>> {
  if (!repo.shallow) return new Set();
  return new Set((await readFile(join(repo.commonDir, 'shallow'), 'utf8')).split('\n').filter(Boolean));
}
