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
    if (existsSync(join(dir, '.git'))) return found === null ? null : readConfigFile(found);
    // Whoever may write to a directory above, such as /tmp, is not asked.
    if (dirname(dir) === dir) return null;
  }
}

/** @throws CoraError CONFIG where it is not there or no JSON */
export function readConfigFile(path: string): Config {
  return { dir: dirname(path), value: parse(path) };
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = code === undefined ? `is not valid JSON: ${message}` : `cannot be read (${code}).`;
    throw new CoraError('CONFIG', `${path} ${problem}`, { cause: error });
  }
}
