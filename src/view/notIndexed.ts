/** The error for a file that a caller names and that the view does not hold. */

import { CoraError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import type { ViewPath } from '../store/storePort.ts';

/** @returns an error that suggests the nearest path */
export function notIndexed(
  code: 'USAGE' | 'BAD_PATH',
  path: string,
  files: readonly Pick<ViewPath, 'path'>[],
): CoraError {
  const near = nearest(
    path,
    files.map((file) => file.path),
  );
  return new CoraError(code, `${path} is not indexed.`, {
    hint: near === undefined ? 'cora files   lists what is indexed, and why the rest is not' : `Did you mean ${near}?`,
  });
}
