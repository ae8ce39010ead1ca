/** TOML to keys with positions. A table `[a.b]` is a node of its own, b under the path a. */

import { type AST, parseTOML } from 'toml-eslint-parser';
import { type DataDocument, type DataNode, MAX_DEPTH, MAX_VALUE } from './dataModel.ts';

/** @throws ParseError for what is not TOML, RangeError where values nest too deep */
export function tomlDocuments(text: string): DataDocument[] {
  const program = parseTOML(text.startsWith('\ufeff') ? text.slice(1) : text, { tomlVersion: 'latest' });
  return program.body.map((table) => ({
    ...spanOf(table),
    children: table.body.map((it) => (it.type === 'TOMLTable' ? tableOf(it) : pairOf(it, 0))),
  }));
}

function tableOf(table: AST.TOMLTable): DataNode {
  return {
    key: nameOf(table.key.keys.at(-1)!),
    above: table.key.keys.slice(0, -1).map(nameOf),
    isItem: table.kind === 'array',
    ...spanOf(table),
    value: null,
    children: table.body.map((it) => pairOf(it, 1)),
  };
}

function pairOf(pair: AST.TOMLKeyValue, depth: number): DataNode {
  return {
    ...contentOf(pair.value, depth),
    key: nameOf(pair.key.keys.at(-1)!),
    above: pair.key.keys.slice(0, -1).map(nameOf),
    isItem: false,
    ...spanOf(pair),
  };
}

function contentOf(node: AST.TOMLContentNode, depth: number): DataNode {
  const base = { key: '', above: [], isItem: true, ...spanOf(node) };
  if (depth >= MAX_DEPTH) return { ...base, value: null, children: [] };
  if (node.type === 'TOMLArray')
    return { ...base, value: null, children: node.elements.map((it) => contentOf(it, depth + 1)) };
  if (node.type === 'TOMLInlineTable')
    return { ...base, value: null, children: node.body.map((it) => pairOf(it, depth + 1)) };
  // A date as it is written: as text it would be one of this machine's time zone.
  const value = 'datetime' in node ? node.datetime : String(node.value);
  return { ...base, value: value.slice(0, MAX_VALUE), children: [] };
}

function nameOf(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value;
}

function spanOf(node: AST.TOMLNode): { startLine: number; endLine: number } {
  return { startLine: node.loc.start.line, endLine: node.loc.end.line };
}
