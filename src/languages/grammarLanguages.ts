/** Languages that need a grammar, a query and few rules of their own. */

import { folderOf } from '../base/patterns.ts';
import { branchesOf } from './conditionals.ts';
import {
  BLOCK,
  CHARACTER_MASK,
  DASH_MASK,
  HASH,
  HASH_MASK,
  type Language,
  STRING,
  TRIPLE,
  TYPE_FIRST,
  TYPE_LAST,
  typed,
} from './language.ts';
import csharpQuery from './queries/csharp.scm';
import dartQuery from './queries/dart.scm';
import elixirQuery from './queries/elixir.scm';
import hclQuery from './queries/hcl.scm';
import luaQuery from './queries/lua.scm';
import nixQuery from './queries/nix.scm';
import ocamlQuery from './queries/ocaml.scm';
import rQuery from './queries/r.scm';
import solidityQuery from './queries/solidity.scm';
import swiftQuery from './queries/swift.scm';
import zigQuery from './queries/zig.scm';
import {
  type ChainForms,
  FILE_MODULES,
  filePaths,
  GLOBAL_RULES,
  joinPath,
  NO_RULES,
  type PathIndex,
  suffixPaths,
} from './referenceRules.ts';

const CSHARP_CHAINS: ChainForms = {
  separator: '[?!]?\\.',
  closers: ')',
  statement:
    /^(?:if|while|for|foreach|switch|catch|return|lock|using|throw|case|when|await|nameof|typeof|and|or|is|in)$/,
  // A method that returns Task<A> is nearly always awaited, so its call has the type A.
  result: (before) => {
    const said = /(?<![\w.])[\w.]+(?:<[^;{}()]{0,300}>)?\??\s+$/.exec(before)?.[0] ?? '';
    return /^(?:Value)?Task<(.*)>\s*$/.exec(said)?.[1] ?? said;
  },
  assigned: (word) => new RegExp(`\\bvar\\s+${word}\\s*=(?!=)`, 'g'),
  // `a => …`, `(a, b) => …`, `out var a`, `foreach (var a in all)`
  isOpen: (word) =>
    new RegExp(
      `(?<!\\w)${word}\\s*=>|\\([^();]{0,200}(?<!\\w)${word}\\s*(?:,[^();]{0,200})?\\)\\s*=>|\\bvar\\s+${word}\\s*(?:[,)]|in\\b)`,
    ),
  inComments: false,
  hasOverloads: true,
  namespaces: {
    own: /^[ \t]*namespace[ \t]+([\w.]+)/m,
    used: /^[ \t]*(?:global[ \t]+)?using[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;/gm,
    areNested: true,
    isInterface: (said) => /^I[A-Z]/.test(said),
    callsTakeBlocks: false,
    extends: (type, { signature }) => new RegExp(`\\(\\s*this\\s+(?:[\\w.]+\\.)?${type}\\b`).test(signature),
  },
};

export const csharp: Language = {
  name: 'csharp',
  extensions: 'cs csx',
  syntax: {
    grammar: 'c_sharp',
    from: '@vscode/tree-sitter-wasm',
    query: csharpQuery,
    branches: branchesOf,
    separator: '.',
  },
  imports: { begins: /^(global\s+)?using\s+[\w.]+(\s*=[^;(]+)?;/ },
  // `@"C:\"` has no escapes.
  mask: ['(?<=@\\$?)"(?:[^"]|"")*"?', ...CHARACTER_MASK],
  rules: { ...GLOBAL_RULES, namespaces: 1, classFiles: true, outerMembers: true, chains: CSHARP_CHAINS },
  bindings: { style: 'type-first', keyword: 'var', nullableTypes: true, arrow: /^\s*=>/ },
  variables: {
    ...TYPE_FIRST,
    // `Type<A>? name { get; }`
    declarations: (word, isField) => [
      typed(word, '\\??', isField ? '{' : ''),
      ...TYPE_FIRST.declarations!(word, isField),
    ],
  },
  testFiles: /Tests?\.cs$/,
};

export const dart: Language = {
  name: 'dart',
  extensions: 'dart',
  syntax: { grammar: 'dart', query: dartQuery },
  imports: { begins: /^import\s/ },
  rules: { ...NO_RULES, implicitReceiver: true },
  modules: FILE_MODULES,
  bindings: { style: 'type-first', keyword: 'var|final|const|late', parameters: 'script' },
  variables: TYPE_FIRST,
  highlight: 'typescript',
};

export const elixir: Language = {
  name: 'elixir',
  extensions: 'ex exs',
  interpreters: 'elixir',
  syntax: { grammar: 'elixir', query: elixirQuery, separator: '.', atDeclares: true },
  dependencies: [/\{:(\w+),\s*(?:"[~>=<]|git:|path:|github:|in_umbrella:)/],
  imports: { begins: /^\s*(alias|import|require)\s/ },
  mask: [TRIPLE, ...HASH_MASK],
  rules: {
    ...NO_RULES,
    globalTypes: true,
    namespaces: Number.POSITIVE_INFINITY,
    qualifiersAreModules: true,
    parenthesesCallFunctions: true,
  },
  modules: {
    paths: () => [],
    bind: ({ name }, module, _, files) => [{ local: name, name: null, paths: files(module) }],
  },
  variables: {
    moreBindings: (word) =>
      `(?:^|\\n)[^\\S\\n]*${word}\\s*=(?![=~>])|\\bfn\\b[^\\n>]{0,300}\\b${word}\\b[^\\n>]{0,300}->`,
  },
  highlight: 'ruby',
};

/** Holds what HCL and Terraform have in common. The files of a folder are one module. */
const HCL = {
  syntax: { grammar: 'hcl', from: '@cursorless/tree-sitter-wasms', query: hclQuery },
  mask: [BLOCK, '\\/\\/[^\\n]*', HASH, STRING],
  family: 'hcl',
  rules: { ...NO_RULES, packageOf: folderOf, ownSpaces: ['var', 'local', 'module'] },
  modules: { paths: modulePaths },
  highlight: 'ini',
} satisfies Partial<Language>;

export const hcl: Language = { ...HCL, name: 'hcl', extensions: 'hcl nomad' };

export const terraform: Language = { ...HCL, name: 'terraform', extensions: 'tf tfvars' };

/** `./modules/vpc` means a folder. */
function modulePaths(module: string, from: string, { filesIn }: PathIndex): string[] {
  if (!/^\.{1,2}\//.test(module)) return [];
  return filesIn(joinPath(folderOf(from), module)).filter((path) => /\.(?:tf|hcl)$/.test(path));
}

export const lua: Language = {
  name: 'lua',
  extensions: 'lua rockspec',
  fileNames: '.luacheckrc',
  interpreters: 'lua luajit',
  // The grammar in tree-sitter-wasms is years older than the language.
  syntax: { grammar: 'lua', from: '@cursorless/tree-sitter-wasms', query: luaQuery },
  imports: { begins: /^local\s+\w+\s*=\s*require\b/ },
  mask: DASH_MASK,
  modules: {
    paths: (module, _, index) => suffixPaths(module.replace(/\./g, '/'), ['.lua', '/init.lua'], index),
    bind: ({ name }, module, _, files) => [{ local: name, name: null, paths: files(module) }],
  },
  variables: {
    moreBindings: (word) =>
      `\\blocal\\s+(?:function\\s+)?(?:\\w+\\s*,\\s*){0,50}${word}\\b|\\bfor\\s[\\w\\s,]{0,200}\\b${word}\\b|\\bfunction\\b[^()\\n]{0,200}\\([^()\\n]{0,300}\\b${word}\\b`,
  },
};

export const nix: Language = {
  name: 'nix',
  extensions: 'nix',
  syntax: { grammar: 'nix', from: '@cursorless/tree-sitter-wasms', query: nixQuery },
  mask: [BLOCK, HASH, STRING],
  modules: { paths: nixPaths },
};

/** `./tests.nix` is a file; for the folder `../lib` it is its default.nix. */
function nixPaths(module: string, from: string, { paths }: PathIndex): string[] {
  if (!/^\.{1,2}(?:\/|$)/.test(module)) return [];
  const path = joinPath(folderOf(from), module);
  return [path, joinPath(path, 'default.nix')].filter((file) => paths.has(file)).slice(0, 1);
}

export const ocaml: Language = {
  name: 'ocaml',
  extensions: 'ml mli',
  interpreters: 'ocaml',
  syntax: { grammar: 'ocaml', query: ocamlQuery, prepare: prepareOCaml },
  imports: { begins: /^open\s/ },
  mask: CHARACTER_MASK,
  variables: {
    moreBindings: (word) =>
      `\\b(?:let|and)\\s+(?:rec\\s+)?\\w+[^=\\n]{0,300}\\s${word}\\b[^=\\n]{0,300}=|\\bfun\\b[^\\n>]{0,300}\\b${word}\\b[^\\n>]{0,300}->|\\|[^|\\n>]{0,300}\\b${word}\\b[^|\\n>]{0,300}->`,
  },
  declarations: [/\.mli$/, ['.ml']],
};

/**
 * Makes an interface (.mli) readable by the grammar of implementations, as the content of `sig` …
 * `end`. The beginning replaces the first comment:
 *   (** Keeps users. *)   →   module type I__=sig(*)
 */
function prepareOCaml(text: string): string {
  const value = /^val\s/m.exec(text);
  if (value === null || /^let\s/m.test(text)) return text;
  for (const { index } of text.slice(0, value.index).matchAll(/^\(\*/gm)) {
    const end = index + SIGNATURE.length;
    const close = text.indexOf('*)', index + 2);
    if (close === -1) break;
    if (close >= end) return `${text.slice(0, index)}${SIGNATURE}${text.slice(end)}\nend`;
  }
  return text;
}

const SIGNATURE = 'module type I__=sig(*';

export const r: Language = {
  name: 'r',
  extensions: 'r rmd',
  fileNames: '.rprofile',
  interpreters: 'Rscript',
  syntax: { grammar: 'r', from: '@cursorless/tree-sitter-wasms', query: rQuery },
  imports: { begins: /^\s*(?:library|require|source)\(/ },
  mask: HASH_MASK,
  // All files in a package's folder R/ share their names.
  rules: { ...NO_RULES, variablesAreCalled: false, packageOf: folderOf },
  modules: { paths: (module, from, index) => (/\.[rR]$/.test(module) ? filePaths(module, from, index) : []) },
  variables: {
    moreBindings: (word) =>
      `(?:^|[\\n;{(])[^\\S\\n]*${word}\\s*(?:<<?-|=(?!=))|->\\s*${word}\\b|\\bfor\\s*\\(\\s*${word}\\s+in\\b|(?:\\bfunction|\\\\)\\s*\\([^()]{0,500}\\b${word}\\b`,
  },
  testFiles: /^test-.*\.[rR]$/,
};

export const solidity: Language = {
  name: 'solidity',
  extensions: 'sol',
  syntax: { grammar: 'solidity', query: solidityQuery },
  imports: { begins: /^import\s/ },
  mask: CHARACTER_MASK,
  rules: { ...NO_RULES, implicitReceiver: true },
  modules: FILE_MODULES,
  bindings: { style: 'type-first' },
  variables: TYPE_FIRST,
  highlight: 'typescript',
};

export const swift: Language = {
  name: 'swift',
  extensions: 'swift',
  interpreters: 'swift',
  syntax: { grammar: 'swift', query: swiftQuery },
  imports: { begins: /^(@\w+\s+)?import\s/ },
  mask: CHARACTER_MASK,
  rules: { ...GLOBAL_RULES, namespaces: 0 },
  bindings: {
    style: 'braced',
    keyword: 'let|var|for(?:\\s+case)?',
    closures: /^([\s\w,:<>?.()[\]!&@]*?(?:->[\s\w.?<>[\]]*?)?)\bin\b/,
  },
  variables: TYPE_LAST,
  members: { block: /^(\s*)(?:\w+\s+)*extension\s+(?:\w+\.)*(\w+)/ },
  testFiles: /Tests?\.swift$/,
};

export const zig: Language = {
  name: 'zig',
  extensions: 'zig zon',
  syntax: { grammar: 'zig', query: zigQuery },
  testFiles: /^tests?\.zig$/,
  isUnitTest: ({ nodeType }) => nodeType === 'test_declaration',
  imports: { begins: /^const\s+\w+\s*=\s*@import\(/ },
  mask: CHARACTER_MASK,
  modules: {
    ...FILE_MODULES,
    bind: ({ name }, module, _, files) => [{ local: name, name: null, paths: files(module) }],
  },
  bindings: { style: 'braced' },
  highlight: 'rust',
};
