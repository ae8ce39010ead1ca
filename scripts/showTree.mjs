/**
 * Prints the syntax tree of a file as queries see it: the named nodes with their fields, and the texts of the leaves.
 *
 *   node scripts/showTree.mjs hcl main.tf
 */

import { existsSync, readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';
import { importBundled } from './bundle.mjs';
import { grammarPath } from './parserFiles.mjs';

const [grammar, file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node scripts/showTree.mjs GRAMMAR FILE');
  process.exit(2);
}
// A language that is there is shown by its own grammar: the two packages differ.
const { LANGUAGES } = await importBundled('src/languages/languages.ts');
const syntax = LANGUAGES.find((language) => language.syntax?.grammar === grammar)?.syntax;
const packages = [undefined, '@cursorless/tree-sitter-wasms', '@vscode/tree-sitter-wasm'];
const wasm = (syntax === undefined ? packages : [syntax.from])
  .map((from) => grammarPath({ grammar, from }))
  .find((path) => existsSync(path));
if (wasm === undefined) {
  console.error(`No installed package has a grammar called ${grammar}.`);
  process.exit(2);
}
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(wasm));
console.log(`; ${wasm}`);
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
