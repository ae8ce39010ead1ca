/** A folder for what is not finished, on the disk of what it will be. */

import { mkdir, mkdtemp } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CoraError, systemFailure } from '../errors.ts';

/**
 * @param target a path; the folder's name is that of the target, a dot and six characters
 * @param hint what to do where nothing can be written there
 * @throws CoraError STORE that names the target
 */
export async function makeFolderBeside(target: string, hint: string): Promise<string> {
  try {
    await mkdir(dirname(target), { recursive: true });
    return await mkdtemp(`${target}.`);
  } catch (error) {
    const known = systemFailure(error, `${target} cannot be written`);
    throw new CoraError('STORE', known?.message ?? `${target} cannot be written: ${(error as Error).message}`, {
      hint,
      cause: error,
    });
  }
}
