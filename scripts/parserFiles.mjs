/** The parser's runtime and its grammars as node_modules has them, metered. Sources read them here; dist has them packed. */

import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { meterLinked, meterWasm } from './meterWasm.mjs';

const { resolve } = createRequire(import.meta.url);

/** The bytes of a field of a query's analysis: six arrays of three numbers each come before `did_abort`. */
const BEFORE_ABORTED = 6 * 3 * 4;
/**
 * Tree-sitter looks through all states of a grammar for patterns that can never match, and for steps that cannot fail once
 * they have begun: 3 to 500 ms for each language and process. Tests look for the first. The second spares a cursor a second
 * try, which it makes all the same where a capture is inside, and in these queries that is everywhere but where a step may
 * fail. So the function only says that it gave up, `analysis->did_abort = true`, upon which every step counts as one that may
 * fail. The compiler has made `analysis` its fourth parameter.
 */
export const WITHOUT_ANALYSIS = new Map([['ts_query__perform_analysis', [0x20, 3, 0x41, 1, 0x3a, 0, BEFORE_ABORTED]]]);

/** The path of web-tree-sitter as CommonJS: a module of ES is never given up once it is loaded. */
export function runtimePath() {
  return realpathSync(resolve('web-tree-sitter'));
}

export function runtimeBytes() {
  return meterWasm(unmeteredRuntime(), WITHOUT_ANALYSIS);
}

/** @throws Error where there is no such grammar */
export function grammarBytes(syntax) {
  return meterLinked(unmeteredGrammar(syntax));
}

export function unmeteredRuntime() {
  return readFileSync(resolve('web-tree-sitter/tree-sitter.wasm'));
}

export function unmeteredGrammar(syntax) {
  return readFileSync(grammarPath(syntax));
}

/** @throws Error where the package is not installed */
export function grammarPath({ grammar, from = 'tree-sitter-wasms' }) {
  const file =
    from === '@vscode/tree-sitter-wasm'
      ? `wasm/tree-sitter-${grammar.replaceAll('_', '-')}.wasm`
      : `out/tree-sitter-${grammar}.wasm`;
  return join(dirname(resolve(`${from}/package.json`)), file);
}
