/** dist/grammars: the parser's runtime and the grammars that Cora's languages need, compressed. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib';
import { importBundled } from './bundle.mjs';
import { root } from './installMissing.mjs';

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

/** @returns file in dist/grammars → bytes that it unpacks to: the runtime and each grammar that a language table of src/languages names */
export async function wantedGrammars() {
  // What Cora itself reads its grammars with when it runs from its sources: which package has which is said there alone.
  const { grammarBytes, runtimeBytes } = await importBundled('src/chunk/grammars.ts');
  const wanted = new Map([['tree-sitter.wasm.br', Buffer.from(runtimeBytes())]]);
  for (const name of grammarNames()) wanted.set(`tree-sitter-${name}.wasm.br`, Buffer.from(grammarBytes(name)));
  return wanted;
}

/** Those that a language table of src/languages names. */
export function grammarNames() {
  const tables = readdirSync(join(root, 'src/languages')).filter((name) => name.endsWith('.ts'));
  const source = tables.map((name) => readFileSync(join(root, 'src/languages', name), 'utf8')).join('\n');
  return [...new Set([...source.matchAll(/\bgrammar: '(\w+)'/g)].map(([, name]) => name))];
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
