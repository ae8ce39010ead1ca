/** JSON and JSON with comments to keys with positions. A file that is not JSON as a whole gives null. */

import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { type DataDocument, type DataNode, MAX_DEPTH, MAX_VALUE } from './dataModel.ts';
import { indexLines } from './indexLines.ts';

/** @throws RangeError where values nest too deep for the parser's stack */
export function jsonDocuments(text: string): DataDocument[] | null {
  const errors: ParseError[] = [];
  // A byte-order mark is blanked out, so that offsets stay.
  const root = parseTree(text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text, errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) return isJsonLines(text) ? [] : null;
  const { lineAt } = indexLines(text.split('\n'));
  return [{ ...spanOf(root), children: childrenOf(root, 0) }];

  function spanOf(node: Node): { startLine: number; endLine: number } {
    return {
      startLine: lineAt(node.offset),
      endLine: lineAt(Math.max(node.offset, node.offset + node.length - 1)),
    };
  }

  function childrenOf(node: Node, depth: number): DataNode[] {
    if (depth >= MAX_DEPTH || node.children === undefined) return [];
    if (node.type === 'array') return node.children.map((item) => nodeOf(item, item, '', true, depth));
    return node.children.flatMap((property) => {
      const [key, value] = property.children ?? [];
      return key === undefined || value === undefined ? [] : [nodeOf(property, value, String(key.value), false, depth)];
    });
  }

  function nodeOf(whole: Node, value: Node, key: string, isItem: boolean, depth: number): DataNode {
    const scalar = value.type === 'object' || value.type === 'array' ? null : String(value.value).slice(0, MAX_VALUE);
    return { key, above: [], isItem, ...spanOf(whole), value: scalar, children: childrenOf(value, depth + 1) };
  }
}

/** One value on each line: read, but without keys of its own. */
function isJsonLines(text: string): boolean {
  const lines = text
    .slice(0, 1_000_000)
    .split('\n', 3)
    .map((line) => line.trim());
  const told = lines.slice(0, 2).filter((line) => line !== '');
  return told.length > 1 && told.every((line) => /^[{[]/.test(line) && isJson(line));
}

function isJson(text: string): boolean {
  const errors: ParseError[] = [];
  return parseTree(text, errors) !== undefined && errors.length === 0;
}
