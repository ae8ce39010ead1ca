/** dist/types: the declarations that a program needs which imports the package. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './installMissing.mjs';

/** @param folder emptied first; the declarations keep the places of their sources in it */
export function buildTypes(folder) {
  rmSync(folder, { recursive: true, force: true });
  const tsc = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');
  const args = [tsc, '-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', folder];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0)
    throw new Error(`tsc could not write the type declarations (exit ${status}); its messages are above`);
  trimTypes(folder);
}

/** Removes all declarations that api.d.ts does not reach. */
function trimTypes(folder) {
  const files = filesOf(folder);
  const wanted = reachable(join(folder, 'api.d.ts'));
  for (const file of files) if (!wanted.has(file)) rmSync(file);
  for (const empty of foldersOf(folder)) if (readdirSync(empty).length === 0) rmdirSync(empty);
}

/** Returns a file, and all files that its imports lead to. */
function reachable(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]*)['"]/g)) {
    reachable(declaration(file, path), found);
  }
  return found;
}

function declaration(from, path) {
  return path.startsWith('.') ? resolve(dirname(from), path).replace(/\.ts$/, '.d.ts') : path;
}

function filesOf(folder) {
  return entriesOf(folder, (entry) => entry.isFile());
}

/** Returns the folders, the innermost first. */
function foldersOf(folder) {
  return entriesOf(folder, (entry) => entry.isDirectory()).sort((a, b) => b.length - a.length);
}

function entriesOf(folder, isWanted) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(isWanted)
    .map((entry) => join(resolve(entry.parentPath), entry.name));
}
