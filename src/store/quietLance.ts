/**
 * LanceDB logs warnings to stderr unless told otherwise, and looks for dictionaries where an index says, below a folder: both it reads of its
 * process. Cora's indexes have no dictionary (store/lanceIndexFile.ts), so the folder is one that cannot be.
 */

import { devNull } from 'node:os';
import { join } from 'node:path';

/** @param env of this process; what the user has set stays */
export function quietLance(env: NodeJS.ProcessEnv): void {
  env['LANCEDB_LOG'] ??= 'error';
  env['LANCE_LANGUAGE_MODEL_HOME'] ??= join(devNull, 'none');
}
