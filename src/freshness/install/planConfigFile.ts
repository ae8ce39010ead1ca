/** cora.config.json of a repository that has none: the two settings that people look for, at their defaults. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEdit } from '../fileEdit.ts';

const BEGINNING = { include: [], exclude: [] };

/** @returns nothing to do where there is one, whatever it says */
export function planConfigFile(worktree: string): FileEdit[] {
  const file = join(worktree, 'cora.config.json');
  if (existsSync(file)) return [];
  return [
    { file, hooks: [], before: null, after: `${JSON.stringify(BEGINNING, null, 2)}\n`, mode: 0o644, problem: null },
  ];
}
