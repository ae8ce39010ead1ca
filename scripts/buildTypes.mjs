/** dist/types: the declarations that a program needs which imports the package. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
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

/**
 * Leaves what entry/api.d.ts reaches. It reaches the core through src/index.ts, and with that all of it; so each name is first led to
 * the module that declares it.
 */
function trimTypes(folder) {
  const files = filesOf(folder);
  const barrel = join(folder, 'index.d.ts');
  const moduleOf = new Map();
  for (const [, names, path] of readFileSync(barrel, 'utf8').matchAll(
    /^export (?:type )?\{([^}]*)\} from '(.*)';$/gm,
  )) {
    for (const name of names.split(',')) moduleOf.set(name.replace(/^\s*type /, '').trim(), declaration(barrel, path));
  }
  for (const file of files.filter((one) => one.startsWith(join(folder, 'entry') + sep))) {
    writeFileSync(file, pastTheBarrel(file, barrel, moduleOf));
  }
  const wanted = reachable(join(folder, 'entry/api.d.ts'));
  for (const file of files) if (!wanted.has(file)) rmSync(file);
  for (const empty of foldersOf(folder)) if (readdirSync(empty).length === 0) rmdirSync(empty);
}

/** `import type { A, B } from '../index.ts'` becomes an import of each name from its module. */
function pastTheBarrel(file, barrel, moduleOf) {
  return readFileSync(file, 'utf8').replace(
    /^(import|export) (type )?\{([^}]*)\} from '([^']*)';$/gm,
    (line, verb, type = '', names, path) => {
      if (declaration(file, path) !== barrel) return line;
      const led = names.split(',').map((one) => {
        const name = one.replace(/^\s*type /, '').trim();
        const from = moduleOf.get(name);
        if (from === undefined) throw new Error(`${file}: src/index.ts does not name the module of ${name}`);
        return `${verb} ${type}{ ${one.trim()} } from '${specifier(file, from)}';`;
      });
      return led.join('\n');
    },
  );
}

/** A file, and all that its imports lead to. */
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

function specifier(from, to) {
  const path = relative(dirname(from), to)
    .split(sep)
    .join('/')
    .replace(/\.d\.ts$/, '.ts');
  return path.startsWith('.') ? path : `./${path}`;
}

function filesOf(folder) {
  return entriesOf(folder, (entry) => entry.isFile());
}

/** The innermost first. */
function foldersOf(folder) {
  return entriesOf(folder, (entry) => entry.isDirectory()).sort((a, b) => b.length - a.length);
}

function entriesOf(folder, isWanted) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(isWanted)
    .map((entry) => join(resolve(entry.parentPath), entry.name));
}
