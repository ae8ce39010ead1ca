/** Languages of scripts: Bash, Perl, PHP and Ruby. */

import { escapeRegExp, folderOf } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import {
  type BoundImport,
  blank,
  constructed,
  HASH_MASK,
  type Language,
  type ModuleFiles,
  type NamePlace,
  PHP_MASK,
  TYPE_FIRST,
  typed,
} from './language.ts';
import bashQuery from './queries/bash.scm';
import perlQuery from './queries/perl.scm';
import phpQuery from './queries/php.scm';
import rubyQuery from './queries/ruby.scm';
import {
  type ChainForms,
  FILE_MODULES,
  GLOBAL_RULES,
  joinPath,
  NO_RULES,
  type PathIndex,
  suffixPaths,
} from './referenceRules.ts';

export const bash: Language = {
  name: 'bash',
  extensions: 'sh bash zsh ksh bats ebuild',
  fileNames: '.bashrc .bash_profile .bash_aliases .zshrc .zshenv .zprofile .profile pkgbuild gradlew',
  interpreters: 'ash bash bats dash ksh sh zsh',
  // The grammar in tree-sitter-wasms cannot be linked.
  syntax: {
    grammar: 'bash',
    from: '@cursorless/tree-sitter-wasms',
    query: bashQuery,
    prepare: prepareBash,
    atDeclares: true,
  },
  imports: { begins: /^(source|\.)\s/ },
  mask: HASH_MASK,
  rules: { ...NO_RULES, packageOf: folderOf },
  modules: FILE_MODULES,
};

/**
 * Makes functions of Bats tests, with the title as name, and commands of aliases, with the name as
 * first argument:
 *   @test "it deploys" {   →         ···········(){
 *   alias gs='git status'  →   alias gs 'git status'
 */
function prepareBash(text: string): string {
  return text
    .replace(/^([ \t]*@test[ \t]+)([^ \t\n\r][^\n\r]*)$/gm, batsTest)
    .replace(/^([^\n\r\u2028\u2029#'"]*\balias[ \t]+(?:--?\w*[ \t]+)*[^\s='"#]+)=/gm, '$1 ');
}

/**
 * The title ends before a quote or spaces in front of the last brace; there must be room for `()`.
 */
function batsTest(line: string, head: string, rest: string): string {
  const whole = rest.replace(BLANKS_AT_END, '');
  const before = whole.slice(0, -1);
  const stem = before.replace(BLANKS_AT_END, '');
  const least = /^["']/.test(stem) ? 2 : 1;
  const quote = stem.length > least && /["']$/.test(stem) ? 1 : 0;
  const title = Math.max(least, stem.length - quote);
  const tail = before.length - title;
  if (!whole.endsWith('{') || before === stem || tail < 2) return line;
  return `${blank(head)}${'·'.repeat(title)}()${' '.repeat(tail - 2)}{`.padEnd(line.length);
}

const BLANKS_AT_END = /(?<![ \t])[ \t]+$/;

export const perl: Language = {
  name: 'perl',
  extensions: 'pl pm t pod',
  fileNames: 'cpanfile',
  interpreters: 'perl',
  syntax: {
    grammar: 'perl',
    from: '@cursorless/tree-sitter-wasms',
    query: perlQuery,
    separator: '::',
    prepare: preparePerl,
  },
  dependencies: [/^\s*(?:requires|recommends|suggests)\s+["']([\w:]+)["']/],
  imports: { begins: /^\s*(?:use|require)\s+[A-Z]/, ends: /;\s*(?:#.*)?$/ },
  mask: ['^=[a-z][^]*?(?:\\n=cut\\b.*|$(?![^]))', ...HASH_MASK],
  rules: { ...NO_RULES, implicitReceiver: false, parenthesesCallFunctions: true },
  // `My::Store` is a file whose path ends with My/Store.pm.
  modules: { paths: (module, _, index) => suffixPaths(module.replaceAll('::', '/'), ['.pm'], index) },
  variables: {
    moreBindings: (word) => `\\b(?:my|our|local|state)\\s*\\(?[^;=\\n]{0,300}[$@%]${word}\\b`,
    sigil: '$',
  },
  testFiles: /\.t$/,
};

/**
 * Gives a block to a package statement, which lasts until the next one or the end. The last brace
 * goes behind the text, or in front of `__END__`.
 *   package Foo;   →   package Foo{
 *   sub a { … }        sub a { … }
 *   package Bar;      }package Bar{
 */
function preparePerl(text: string): string {
  const end = /\n(?=__(?:END|DATA)__)/.exec(text)?.index ?? text.length;
  let isOpen = false;
  const code = text.slice(0, end).replace(PACKAGE, (_, before: string, head: string) => {
    const start = isOpen && before !== '' ? '}' : before;
    isOpen = true;
    return `${start}${head}{`;
  });
  return isOpen ? `${code}}${text.slice(end + 1)}` : text;
}

/** Matches `package Foo 1.0;` in the first column. */
const PACKAGE = /(^|\n)(package[ \t]+[\w:']{1,200}(?:[ \t]+v?[\d._]{1,50})?[ \t]{0,20});/g;

const PHP_CHAINS: ChainForms = {
  separator: '\\??->|::',
  closers: ')',
  statement: /^(?:if|while|for|foreach|switch|match|catch|return|elseif|throw|echo|print|and|or|case)$/,
  result: (_, after) => /^\s*:\s*([?\w\\|]+)/.exec(after)?.[1] ?? '',
  assigned: (word) => new RegExp(`${word}\\s*(?:\\?\\?)?=(?![=>])`, 'g'),
  // `as $a`, `&$a`, `list($a)`, `[$a, $b] =`, `function ($a)`
  isOpen: (word) =>
    new RegExp(
      `\\bas\\s[^();]{0,200}${word}|(?<!&)&\\s?${word}|\\b(?:list|function|fn)\\s?\\([^()]{0,300}${word}|\\[[^\\]=]{0,200}${word}[^\\]=]{0,200}\\]\\s*=(?!=)`,
    ),
  inComments: true,
  hasOverloads: false,
};

export const php: Language = {
  name: 'php',
  extensions: 'php phtml php3 php4 php5 phps',
  isMarkup: true,
  interpreters: 'php',
  syntax: { grammar: 'php', query: phpQuery, separator: '\\' },
  imports: { begins: /^(use\s+[\w\\]|(require|include)(_once)?\b)/ },
  mask: PHP_MASK,
  rules: { ...NO_RULES, variablesAreCalled: false, constantsAreCalled: false, packageOf: folderOf, chains: PHP_CHAINS },
  modules: { paths: phpPaths, bind: phpBindings },
  variables: {
    ...TYPE_FIRST,
    declarations: (word) => [typed(word), constructed(word)],
    // Variables are not called like functions.
    sigil: '$',
  },
  heirs: { isBase: ({ own }) => (/^\s*use\s[^;]*$/.test(own) ? true : null) },
  testFiles: /Tests?\.php$/,
};

/**
 * Finds a file in the way of PSR-4: by the prefixes in composer.json, else by the longest end of
 * the namespace that is the end of only one path.
 */
function phpPaths(module: string, from: string, index: PathIndex): string[] {
  if (/\.(php|inc)$/.test(module)) {
    const beside = joinPath(folderOf(from), module);
    return index.paths.has(beside) ? [beside] : [];
  }
  const parts = module.split('\\').filter((part) => part !== '');
  for (let length = parts.length - 1; length > 0; length--) {
    const prefix = `${parts.slice(0, length).join('\\')}\\`;
    const folder = index.packages.get(prefix);
    if (folder === undefined) continue;
    const own = parts.slice(length).join('/');
    const files = index.targets(prefix, prefix).map((target) => `${joinPath(folder, target, own)}.php`);
    const found = files.filter((path) => index.paths.has(path));
    if (found.length > 0) return found;
  }
  for (let at = 0; at < Math.max(1, parts.length - 1); at++) {
    const found = suffixPaths(parts.slice(at).join('/'), ['.php'], index);
    if (found.length > 0) return found;
  }
  return [];
}

function phpBindings({ name, from }: Reference, module: string, text: string, files: ModuleFiles): BoundImport[] {
  const whole = from === undefined || module.split('\\').at(-1) === name ? module : `${module}\\${name}`;
  const alias = new RegExp(`\\b${escapeRegExp(name)}\\s+as\\s+(\\w+)`).exec(text)?.[1];
  return [{ local: alias ?? name, name, paths: files(whole) }];
}

export const ruby: Language = {
  name: 'ruby',
  extensions: 'rb rake gemspec ru podspec jbuilder',
  fileNames:
    'rakefile gemfile guardfile podfile vagrantfile capfile fastfile brewfile dangerfile thorfile .irbrc .pryrc',
  interpreters: 'ruby',
  syntax: { grammar: 'ruby', query: rubyQuery, separator: '::' },
  dependencies: [/^\s*gem\s+["']([\w-]+)["']/, /\.add_(?:runtime_|development_)?dependency[\s(]+["']([\w-]+)["']/],
  imports: { begins: /^(require|require_relative|load)\b/ },
  mask: HASH_MASK,
  rules: { ...GLOBAL_RULES, functionsAreMembers: true, lexicalConstants: true, parenthesesCallFunctions: true },
  modules: { paths: rubyPaths },
  variables: {
    moreBindings: (word) =>
      `(?:^|[\\n;])[^\\S\\n]*(?:\\w+\\s*,\\s*){0,50}${word}\\s*(?:,\\s*\\w+\\s*){0,50}(?:\\|\\||&&|[-+*/])?=(?![=~>])|\\|[^|\\n]{0,300}\\b${word}\\b[^|\\n]{0,300}\\|`,
  },
  heirs: { isBase, isCertain: true },
};

function isBase({ own, inside }: NamePlace): boolean {
  if (/(?:^|;)\s*class\s[^#;]*<\s*[\w:]*$/.test(own)) return true;
  const isMixed = /(?:^|;)\s*(?:include|extend|prepend)(?:\s+|\s*\(\s*)[\w:,\s]*$/.test(own);
  const kind = isMixed ? inside() : undefined;
  return kind !== undefined && kind !== 'function' && kind !== 'method';
}

function rubyPaths(module: string, from: string, index: PathIndex): string[] {
  const beside = joinPath(folderOf(from), module);
  for (const path of [beside, `${beside}.rb`]) if (index.paths.has(path)) return [path];
  return /^\.\.?\//.test(module) ? [] : suffixPaths(module.replace(/\.rb$/, ''), ['.rb'], index);
}
