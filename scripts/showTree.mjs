/**
 * Prints the syntax tree of a file as queries see it: the named nodes with their fields, and the texts of the leaves.
 *
 *   node scripts/showTree.mjs hcl main.tf
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import { root } from './installMissing.mjs';

const [grammar, file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node scripts/showTree.mjs GRAMMAR FILE');
  process.exit(2);
}
const wasms = ['tree-sitter-wasms', '@cursorless/tree-sitter-wasms'].map((name) =>
  join(root, 'node_modules', name, 'out', `tree-sitter-${grammar}.wasm`),
);
const found = wasms.filter((path) => existsSync(path));
if (found.length === 0) {
  console.error(`No installed package has a grammar called ${grammar}.`);
  process.exit(2);
}
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(found.at(-1)));
console.log(`; ${found.at(-1)}`);
print(parser.parse(readFileSync(file, 'utf8')).rootNode, '', '');

function print(node, field, indentation) {
  const name = field === '' ? node.type : `${field}: ${node.type}`;
  const text = node.namedChildCount === 0 ? ` ${JSON.stringify(node.text.slice(0, 60))}` : '';
  console.log(`${indentation}${name}${text}`);
  for (let at = 0; at < node.childCount; at++) {
    const child = node.child(at);
    if (child.isNamed) print(child, node.fieldNameForChild(at) ?? '', `${indentation}  `);
  }
}
