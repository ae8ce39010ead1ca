/** Whether a relative path leaves the folder that it begins in. */

import { isAbsolute } from 'node:path';

/** @param way as path.relative gives it: absolute on another drive. A name may begin with two dots. */
export function leadsOut(way: string): boolean {
  return /^\.\.(?:[/\\]|$)/.test(way) || isAbsolute(way);
}
