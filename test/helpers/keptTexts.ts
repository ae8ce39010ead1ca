/** What lies in a store, for tests that look for what must not be there. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storeRoot } from './cora.ts';
import type { TempRepo } from './tempRepo.ts';

/** Everything that Cora keeps of a repository, as one text. */
export function keptTexts(clone: TempRepo): string {
  const names = readdirSync(storeRoot(clone), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
