/** Where the Codex CLI runs: an empty folder that only this user enters, so that no configuration beside or above it is another's. */

import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolderBeside, removeFolder } from '../disk/makeFolderBeside.ts';

export interface CodexFolder {
  path: string;
  remove(): Promise<void>;
}

/** @throws CoraError STORE */
export async function makeCodexFolder(): Promise<CodexFolder> {
  const folder = await makeFolderBeside(join(tmpdir(), 'cora-codex'), 'set TMPDIR to a folder that you may write');
  // Beside the file that says whose folder it is.
  const path = join(folder, 'empty');
  await mkdir(path);
  return { path, remove: () => removeFolder(folder) };
}
