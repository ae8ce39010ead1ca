/**
 * With only the package cora-query there is no command `cora`: you ask questions with `cora-query`,
 * and writing an index needs the package cora-index.
 */

import { CoraError } from '../base/errors.ts';
import { INDEX_PACKAGE } from '../base/version.ts';
import { hasNativeLance, loadNativeLance } from '../store/loadLance.ts';

/** Commands that write an index, or need one that this machine wrote. */
export const BUILDING: readonly string[] = [
  ...['init', 'index', 'watch', 'hooks', 'sync', 'push', 'merge', 'unpack', 'gc'],
];
export const ASKING: readonly string[] = [
  ...['query', 'ask', 'grep', 'symbols', 'refs', 'related', 'files', 'show', 'chunks', 'status', 'doctor', 'pack'],
  ...['pages', 'pull', 'verify', 'clean', 'mcp', 'serve', 'repos', 'completion', 'help'],
];

/** @throws CoraError PLATFORM if the command writes an index and LanceDB's binary is missing */
export function refuseWithoutBinary(command: string, { write }: { write?: boolean | undefined } = {}): void {
  if ((!BUILDING.includes(command) && !(command === 'mcp' && write === true)) || hasNativeLance()) return;
  if (INDEX_PACKAGE !== undefined) loadNativeLance();
  const typed = command === 'mcp' ? 'mcp --write' : command;
  throw new CoraError('PLATFORM', `cora-query asks an index that is there; "${typed}" is a command of cora-index.`, {
    hint: `npx cora-index ${typed}`,
  });
}

let isWhole: boolean | undefined;

/** Returns a text with its commands as the user has to type them. */
export function asTyped(text: string): string {
  isWhole ??= hasNativeLance();
  return isWhole ? text : asTypedWithout(text);
}

export function asTypedWithout(text: string): string {
  return text
    .replace(new RegExp(`\\bcora (${BUILDING.join('|')})\\b`, 'g'), 'npx cora-index $1')
    .replace(new RegExp(`\\bcora (${ASKING.join('|')})\\b`, 'g'), 'cora-query $1');
}
