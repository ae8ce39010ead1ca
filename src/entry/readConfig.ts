/** cora.config.json of the repository around: looked for from the directory upwards, as far as the repository reaches. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CoraError } from '../index.ts';

/** @returns the parsed file, null where there is none */
export function readConfig(from: string): unknown {
  for (let dir = resolve(from); ; dir = dirname(dir)) {
    const path = join(dir, 'cora.config.json');
    if (existsSync(path)) return parse(path);
    if (existsSync(join(dir, '.git')) || dirname(dir) === dir) return null;
  }
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CoraError('CONFIG', `${path} is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
}
