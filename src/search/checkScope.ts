/** A scope without a single file is a typing error, not a preference. */

import { CoraError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import type { ViewPath } from '../store/storePort.ts';

/** @throws CoraError USAGE that suggests the folder with the nearest name */
export function checkScope(scope: string, files: readonly Pick<ViewPath, 'path'>[]): void {
  if (scope === '' || files.some(({ path }) => path.startsWith(`${scope}/`))) return;
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path)));
  const near = nearest(scope, [...folders].sort());
  throw new CoraError('USAGE', `No indexed file is in the folder ${scope}.`, {
    hint: near === undefined ? 'cora files   lists what is indexed' : `Did you mean --scope ${near}?`,
  });
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
