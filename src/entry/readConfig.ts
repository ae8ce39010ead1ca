/** cora.config.json of the repository around: looked for from a directory upwards, as far as the repository reaches. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CoraError } from '../index.ts';

export interface Config {
  /** Where the file stands: its relative paths begin there. */
  dir: string;
  value: unknown;
}

/** @returns null where there is none, and outside of a repository */
export function readConfig(from: string): Config | null {
  let found: string | null = null;
  for (let dir = resolve(from); ; dir = dirname(dir)) {
    const path = join(dir, 'cora.config.json');
    if (found === null && existsSync(path)) found = path;
    if (existsSync(join(dir, '.git'))) return found === null ? null : { dir: dirname(found), value: parse(found) };
    // Whoever may write to a directory above, such as /tmp, is not asked.
    if (dirname(dir) === dir) return null;
  }
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CoraError('CONFIG', `${path} is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
}
