import { jvmLanguage } from './jvm.ts';
import { CHARACTER_MASK, TYPE_LAST } from './language.ts';
import query from './queries/scala.scm';

export const scala = jvmLanguage({
  name: 'scala',
  extensions: 'scala sc sbt',
  interpreters: 'scala',
  // That of tree-sitter-wasms is years behind its language.
  syntax: { grammar: 'scala', isCursorless: true, query },
  mask: CHARACTER_MASK,
  bindings: {
    style: 'braced',
    keyword: 'val|var|case',
    blockImport: { word: 'import', isOneLine: true },
    hasGenerators: true,
    caseFollows: /^\s*(?:\(|\.)/,
    arrow: /^\s*=>/,
    closures: /^([\s\w,:[\].()]*?)=>/,
  },
  variables: TYPE_LAST,
  highlight: 'kotlin',
  testFiles: /Tests?\.scala$/,
});
