/**
 * Finds the grammars and the parser's own files: compressed in `grammars/` beside the bundle, or in
 * node_modules when Cora runs from source. scripts/meterWasm.mjs has made all of them count their
 * own work. This file only reads bytes; parser.ts loads them.
 *
 *   grammars/tree-sitter-NAME.wasm.br   one per grammar
 *   grammars/tree-sitter.wasm.br        web-tree-sitter's own
 *   grammars/web-tree-sitter.cjs        its JavaScript, loaded again after a crash
 */

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { CoraError } from '../base/errors.ts';
import { PACKAGE_NAME } from '../base/version.ts';
import type { Syntax } from '../languages/language.ts';

export interface ParserFiles {
  /** Returns the path of web-tree-sitter as CommonJS. */
  runtimePath(): string;
  runtimeBytes(): Uint8Array<ArrayBuffer>;
  /** @throws Error if there is no such grammar */
  grammarBytes(syntax: Pick<Syntax, 'grammar' | 'from'>): Uint8Array<ArrayBuffer>;
}

/**
 * Checks the installation. Without the parser every file would be cut by lines: a worse index, and
 * no error.
 * @throws CoraError PLATFORM if files of the installation are missing
 */
export function assertInstalled(): void {
  const folder = bundledFolder();
  if (folder === null || existsSync(join(folder, RUNTIME))) return;
  throw new CoraError('PLATFORM', `This installation of Cora is incomplete: ${join(folder, RUNTIME)} is missing.`, {
    hint: `Install it again: npm install ${PACKAGE_NAME}`,
  });
}

const RUNTIME = 'tree-sitter.wasm.br';
/** Computed, because the bundler would follow a plain name. */
const OF_SOURCES = '../../scripts/parserFiles.mjs';

export async function findParserFiles(): Promise<ParserFiles> {
  const folder = bundledFolder();
  if (folder === null) return import(new URL(OF_SOURCES, import.meta.url).href);
  return {
    runtimePath: () => realpathSync(join(folder, 'web-tree-sitter.cjs')),
    runtimeBytes: () => unpacked(join(folder, RUNTIME)),
    grammarBytes: ({ grammar }) => unpacked(join(folder, `tree-sitter-${grammar}.wasm.br`)),
  };
}

/**
 * Returns the folder beside the bundle, or one level up if the bundler has put shared code into a
 * folder.
 */
function bundledFolder(): string | null {
  const candidates = ['./grammars', '../grammars'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return candidates.find((path) => existsSync(join(path, 'web-tree-sitter.cjs'))) ?? null;
}

function unpacked(path: string): Uint8Array<ArrayBuffer> {
  return brotliDecompressSync(readFileSync(path));
}
