/** What tells that a file has changed, without reading it. Only equality means anything. */

import { statSync } from 'node:fs';

/** Never fails: a home directory may be another user's, or `/dev/null`, and git reads no configuration there either. */
export function fileStamp(path: string): string {
  try {
    const { ino, mtimeMs, ctimeMs, size } = statSync(path);
    return `${ino} ${mtimeMs} ${ctimeMs} ${size}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
