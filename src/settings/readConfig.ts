/** cora.config.json of the repository around: looked for from a directory upwards, as far as the repository reaches. */

import { existsSync, lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { parseJson } from '../base/parseJson.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';

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
    if (existsSync(join(dir, '.git'))) return found === null ? null : readConfigFile(regular(found));
    // Whoever may write to a directory above, such as /tmp, is not asked.
    if (dirname(dir) === dir) return null;
  }
}

/** @throws CoraError CONFIG for a link, which a clone may bring: what it leads to would be quoted in messages */
function regular(path: string): string {
  if (lstatSync(path).isFile()) return path;
  throw new CoraError('CONFIG', `${path} is no regular file.`, {
    hint: 'Copy the settings there: a link does not count.',
  });
}

/** @throws CoraError CONFIG where it is not there or no JSON */
export function readConfigFile(path: string): Config {
  return { dir: dirname(path), value: parse(path) };
}

/** More than any settings have. */
const MOST_BYTES = 2 ** 20;

function parse(path: string): unknown {
  try {
    return parseJson(readBoundedSync(path, MOST_BYTES).toString('utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = code === undefined ? `is not valid JSON: ${message}` : `cannot be read (${code}).`;
    const hint =
      code === undefined ? 'mend its quotes, commas and brackets; it holds one JSON object' : 'check its permissions';
    throw new CoraError('CONFIG', `${path} ${problem}`, { hint, cause: error });
  }
}
