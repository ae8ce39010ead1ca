/** Where the Codex CLI is. Only absolute places count: a repository must not bring its own `codex`. */

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { programPath } from '../base/programPath.ts';

/** @returns null where there is none; CORA_CODEX names one that PATH does not lead to */
export async function findCodex(env: Record<string, string | undefined>): Promise<string | null> {
  const named = env.CORA_CODEX?.trim();
  if (named !== undefined && named !== '') return isAbsolute(named) && (await isProgram(named)) ? named : null;
  const name = process.platform === 'win32' ? 'codex.exe' : 'codex';
  for (const folder of programPath(env.PATH ?? env.Path ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && (await isProgram(path))) return path;
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  const isExecutable = access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  return ((await stat(path).catch(() => null))?.isFile() ?? false) && isExecutable;
}
