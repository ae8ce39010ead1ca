/** Bytes of all files below a folder. */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export function bytesUnder(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
