/** What every command owes to whoever typed it: it worked, or it says in one line what is wrong and in the next what to type. */

import { expect } from 'vitest';
import type { CliResult } from '../runCli.ts';

const CODES = [0, 1, 2, 3, 4];

/** @returns the error's line, without `cora: `; null where there was none */
export function clearEnd({ code, signal, stderr, stdout }: CliResult, where: string): string | null {
  expect(signal, `${where}\n${stderr}`).toBeNull();
  expect(CODES, `${where}\n${stderr}`).toContain(code);
  expect(stderr, where).not.toMatch(/unexpected error|^ {4}at |panicked at/m);
  if (code === 0 || code === 1) return null;
  const lines = stderr.trim().split('\n');
  const at = lines.findIndex((line) => line.startsWith('cora: '));
  expect(at, `${where}\n${stderr}${stdout}`).toBeGreaterThanOrEqual(0);
  // The hint is the last line.
  expect(lines.slice(at + 1), where).toEqual([expect.stringMatching(/^ {2}\S/)]);
  return lines[at]!.slice('cora: '.length);
}
