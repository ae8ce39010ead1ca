/**
 * Queries are run without tree-sitter's analysis of them (see scripts/parserFiles.mjs). It would change nothing
 * that they find: in tree-sitter's query.c, ts_query__step_is_fallible is asked about steps that
 * have children and no capture inside. Nearly no query has such a step.
 */

import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import type * as TreeSitter from 'web-tree-sitter';
// @ts-expect-error: a script without declarations
import * as files from '../../../scripts/parserFiles.mjs';
import type { Syntax } from '../../../src/languages/language.ts';
import { languageNames, syntaxOf } from '../../../src/languages/languages.ts';
import { shareOf } from '../../helpers/slow.ts';
import { OUTLINES } from './codeSamples.ts';

async function started(runtime: Uint8Array<ArrayBuffer>): Promise<typeof TreeSitter> {
  const path = files.runtimePath();
  const load = createRequire(path);
  delete load.cache[path];
  const module = load(path) as typeof TreeSitter;
  const instantiateWasm = (imports: WebAssembly.Imports, receive: (instance: object, module: object) => void) => {
    const compiled = new WebAssembly.Module(runtime);
    receive(new WebAssembly.Instance(compiled, imports), compiled);
  };
  await module.Parser.init({ instantiateWasm });
  return module;
}

const analysed = started(files.unmeteredRuntime());
const asItIs = started(files.runtimeBytes());

/** @throws QueryError for a pattern that can never match, with the analysis */
async function readerOf(module: typeof TreeSitter, syntax: Syntax) {
  const language = await module.Language.load(files.unmeteredGrammar(syntax));
  const parser = new module.Parser();
  parser.setLanguage(language);
  const query = new module.Query(language, syntax.query);
  return (text: string) =>
    query.matches(parser.parse(text)!.rootNode).map(({ patternIndex, captures }) => ({
      patternIndex,
      captures: captures.map(({ name, node }) => [name, node.startIndex, node.endIndex]),
    }));
}

/** Those whose queries have such steps. */
const UNCAPTURED: [language: string, text: string][] = [
  [
    'elixir',
    `defmodule A.B do
  use GenServer, restart: :transient
  @moduledoc false
  @doc "Says it."
  @limit 5
  @doc ~S"""
  Runs.
  """
  @spec run(integer) :: :ok
  def run(a) when a > @limit, do: send(self(), {:ok, a}).(1)
  @doc false
  defp stop(), do: run(1)
  @callback go(term) :: term
  test "it works" do
    run(2)
  end
end
`,
  ],
  [
    'swift',
    `import Foundation
func a(_ n: Int) -> Int { b(n) { $0 + 1 } }
let c = d[1](2) { e() }
f { g(h, i: 1) } j: { k() }
class L: M { init() { super.init(); n?(1).o(); p[0] = q() } }
`,
  ],
  [
    'dart',
    `import 'a.dart';
class A extends B {
  final c = d(1)(2)[3];
  void e() { f.g(1).h().i; j..k(1)..l(); m?.n(); print(o[0](p)); new Q(); }
}
`,
  ],
  ['nix', 'let a = { b = { c = 1; }; d = { }; }; in rec { e = rec { f = 2; g = { h = 3; }; }; i = rec { }; }\n'],
];

const SAMPLES = [...UNCAPTURED, ...OUTLINES].map(([name, text]) => ({ name, text }));

it.each(shareOf(SAMPLES, 3))('finds the same in $name', async ({ name, text }) => {
  const syntax = syntaxOf(name, text)!;
  const [wanted, found] = await Promise.all([readerOf(await analysed, syntax), readerOf(await asItIs, syntax)]);
  expect(wanted(text).length).toBeGreaterThan(0);
  for (const some of [text, `${text}\n${text}`, `${text}\n}}} ((( "\n${text}`])
    expect(found(some)).toEqual(wanted(some));
});

const SYNTAXES = [...new Map(languageNames().map((name) => [syntaxOf(name)?.query, name])).values()].filter(
  (name) => syntaxOf(name) !== null,
);

it.each(shareOf(SYNTAXES, 8))('has no pattern in the query of %s that can never match', async (name) => {
  await expect(readerOf(await analysed, syntaxOf(name)!)).resolves.toBeDefined();
});

/** Returns the nodes of a query that have children and no capture, neither of their own nor inside. */
function uncapturedParents(query: string): string[] {
  const found: string[] = [];
  const open: { from: number; isNode: boolean; children: number; hasCapture: boolean }[] = [];
  let closed: (typeof open)[number] | null = null;
  const settle = (to: number): void => {
    if (closed === null) return;
    const { from, isNode, children, hasCapture } = closed;
    if (isNode && children > 0 && !hasCapture) found.push(query.slice(from, to).trim());
    const outer = open.at(-1);
    if (outer !== undefined) outer.hasCapture ||= hasCapture;
    closed = null;
  };
  for (const { 0: token, index } of query.matchAll(/;.*|"(?:\\.|[^"\\])*"|\(#|@[\w.-]+|[([\])]|![\w]+|[\w-]+:?/g)) {
    if (/^[;!]/.test(token)) continue;
    const inner = closed ?? open.at(-1);
    if (token.startsWith('@')) {
      if (inner !== undefined) inner.hasCapture = true;
      continue;
    }
    settle(index);
    const outer = open.at(-1);
    if (token === ')' || token === ']') closed = open.pop()!;
    else {
      if (outer !== undefined && token !== '(#' && !token.endsWith(':')) outer.children += 1;
      if (/^[([]/.test(token))
        open.push({ from: index, isNode: token === '(', children: token === '(' ? -1 : 0, hasCapture: false });
    }
  }
  settle(query.length);
  return found;
}

it('tells such a step from others', () => {
  expect(uncapturedParents('(a (b (c)) @d (#eq? @d "e")) @f')).toEqual([]);
  expect(uncapturedParents('(a [(b (c)) (d . (_) @e)]) @f (g h: (i) !j)')).toEqual(['(b (c))', '(g h: (i) !j)']);
});

it('has no other query with such a step', () => {
  const names = SYNTAXES.filter((name) => uncapturedParents(syntaxOf(name)!.query).length > 0);
  expect(names.sort()).toEqual(UNCAPTURED.map(([name]) => name).sort());
});
