/**
 * Finds the grammars and the parser's own files: beside the bundle in `grammars/`, compressed, or,
 * when Cora runs from its sources, in node_modules. Stops at bytes and addresses: parser.ts loads
 * them.
 *
 *   grammars/tree-sitter-NAME.wasm.br   one per grammar
 *   grammars/tree-sitter.wasm.br        web-tree-sitter's own
 *   grammars/web-tree-sitter.cjs        its JavaScript, of its own: a crashed one is loaded afresh
 */

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { CoraError } from '../base/errors.ts';
import { PACKAGE_NAME } from '../base/version.ts';
import type { Syntax } from '../languages/language.ts';

/**
 * Without the parser every file would be cut by lines, which is a worse index and no error.
 * @throws CoraError PLATFORM where the files of the installation are not there
 */
export function assertInstalled(): void {
  const folder = bundledFolder();
  if (folder === null || existsSync(join(folder, RUNTIME))) return;
  throw new CoraError('PLATFORM', `This installation of Cora is incomplete: ${join(folder, RUNTIME)} is missing.`, {
    hint: `Install it again: npm install ${PACKAGE_NAME}`,
  });
}

const RUNTIME = 'tree-sitter.wasm.br';

/** @throws Error where there is no such grammar */
export function grammarBytes({ grammar, isCursorless }: Pick<Syntax, 'grammar' | 'isCursorless'>): Uint8Array {
  const folder = bundledFolder();
  if (folder !== null) return unpacked(join(folder, `tree-sitter-${grammar}.wasm.br`));
  const from = isCursorless === true ? '@cursorless/tree-sitter-wasms' : 'tree-sitter-wasms';
  return readFileSync(join(packageFolder(`${from}/package.json`), 'out', `tree-sitter-${grammar}.wasm`));
}

export function runtimeBytes(): Uint8Array {
  const folder = bundledFolder();
  if (folder !== null) return unpacked(join(folder, RUNTIME));
  return readFileSync(join(packageFolder('web-tree-sitter'), 'tree-sitter.wasm'));
}

/** The path of web-tree-sitter as CommonJS: a module of ES is never given up once it is loaded. */
export function runtimePath(): string {
  const folder = bundledFolder();
  if (folder !== null) return realpathSync(join(folder, 'web-tree-sitter.cjs'));
  return realpathSync(join(packageFolder('web-tree-sitter'), 'tree-sitter.cjs'));
}

/** Next to the bundle, or one up where the bundler put shared code into a folder. */
function bundledFolder(): string | null {
  const candidates = ['./grammars', '../grammars'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return candidates.find((path) => existsSync(join(path, 'web-tree-sitter.cjs'))) ?? null;
}

function packageFolder(entry: string): string {
  return dirname(createRequire(import.meta.url).resolve(entry));
}

function unpacked(path: string): Uint8Array {
  return brotliDecompressSync(readFileSync(path));
}
