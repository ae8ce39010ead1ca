/** dist/grammars: the parser's runtime and the grammars that Cora's languages need, metered and compressed. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib';
import { importBundled } from './bundle.mjs';
import { grammarBytes, runtimeBytes } from './parserFiles.mjs';

/** Compresses what changed. A fresh file stays as it is: another brotli version may pack the same bytes differently. */
export async function buildGrammars(folder) {
  const wanted = await wantedGrammars();
  const { superfluous, different } = staleGrammars(folder, wanted);
  mkdirSync(folder, { recursive: true });
  for (const file of superfluous) rmSync(join(folder, file));
  const pack = async (file) => {
    const bytes = wanted.get(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(join(folder, file), await promisify(brotliCompress)(bytes, { params }));
  };
  await Promise.all(different.map(pack));
  return { grammars: wanted.size - 1, packed: different };
}

/** @returns file in dist/grammars → bytes that it unpacks to: the runtime and each grammar that a language of src/languages names */
export async function wantedGrammars() {
  const wanted = new Map([['tree-sitter.wasm.br', runtimeBytes()]]);
  for (const syntax of await grammars()) wanted.set(`tree-sitter-${syntax.grammar}.wasm.br`, grammarBytes(syntax));
  return wanted;
}

/** @returns the names of the grammars of all languages */
export async function grammarNames() {
  return [...new Set((await grammars()).map(({ grammar }) => grammar))];
}

async function grammars() {
  const { LANGUAGES } = await importBundled('src/languages/languages.ts');
  return LANGUAGES.flatMap(({ syntax }) => syntax ?? []);
}

/** @returns the files that are missing or unpack to something else, and those that should not be there */
export function staleGrammars(folder, wanted) {
  const there = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.wasm.br')) : [];
  return {
    superfluous: there.filter((file) => !wanted.has(file)),
    different: [...wanted.keys()].filter((file) => !isFresh(join(folder, file), wanted.get(file))),
  };
}

function isFresh(path, bytes) {
  return existsSync(path) && brotliDecompressSync(readFileSync(path)).equals(bytes);
}
