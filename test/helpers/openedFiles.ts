/**
 * Which files the code under test opens, for tests in which it must open none outside of its folders:
 *
 *     vi.mock('node:fs', async (original) => (await import('…/openedFiles.ts')).noting(await original()));
 *     vi.mock('node:fs/promises', async (original) => (await import('…/openedFiles.ts')).noting(await original()));
 *     allowOpening(repo.dir, home);
 *
 * What git, ripgrep and LanceDB open is not seen. This file may itself not import what is mocked.
 */

import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const OPENING = [
  'open',
  'openSync',
  'readFile',
  'readFileSync',
  'createReadStream',
  'opendir',
  'readdir',
  'readdirSync',
];

/** Null until a test says what may be opened. */
let allowed: string[] | null = null;
let outside: string[] = [];

/** @param module node:fs or node:fs/promises. @returns the same, which notes what it opens */
export function noting<T extends object>(module: T): T {
  const wrapped = { ...module } as Record<string, unknown>;
  for (const name of OPENING) {
    const real: unknown = Reflect.get(module, name);
    if (typeof real !== 'function') continue;
    wrapped[name] = (...args: unknown[]): unknown => {
      note(args[0]);
      return Reflect.apply(real, module, args);
    };
  }
  return { ...wrapped, default: wrapped } as T;
}

function note(path: unknown): void {
  if (allowed === null || typeof path === 'number') return;
  const text = path instanceof URL ? fileURLToPath(path) : String(path);
  if (!allowed.some((root) => text === root || text.startsWith(root + sep))) outside.push(text);
}

/** From now on. @param roots absolute folders; the sources of this package and /proc may be opened always */
export function allowOpening(...roots: readonly string[]): void {
  const own = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
  allowed = [...roots, own, '/proc'];
}

/** @returns what was opened elsewhere since the last call */
export function openedOutside(): string[] {
  const found = outside;
  outside = [];
  return found;
}
