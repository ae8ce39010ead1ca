import { HASH_MASK, type Language } from './language.ts';
import query from './queries/perl.scm';
import { NO_RULES, type PathIndex, suffixPaths } from './referenceRules.ts';

export const perl: Language = {
  name: 'perl',
  extensions: 'pl pm t pod',
  fileNames: 'cpanfile',
  interpreters: 'perl',
  syntax: { grammar: 'perl', isCursorless: true, query, separator: '::', prepare: preparePerl },
  dependencies: [/^\s*(?:requires|recommends|suggests)\s+["']([\w:]+)["']/],
  imports: { begins: /^\s*(?:use|require)\s+[A-Z]/, ends: /;\s*(?:#.*)?$/ },
  mask: ['^=[a-z][^]*?(?:\\n=cut\\b.*|$(?![^]))', ...HASH_MASK],
  rules: { ...NO_RULES, implicitReceiver: false, parenthesesCallFunctions: true },
  modules: { paths: (module, _, index) => packageFile(module, index) },
  variables: {
    moreBindings: (word) => `\\b(?:my|our|local|state)\\s*\\(?[^;=\\n]{0,300}[$@%]${word}\\b`,
    sigil: '$',
  },
  testFiles: /\.t$/,
};

/**
 * A package that is a statement lasts until the next one, or the end: it is made one with a block.
 * The last brace stands behind the text, or where what follows `__END__` begins.
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

/** `package Foo 1.0;` in the first column. */
const PACKAGE = /(^|\n)(package[ \t]+[\w:']{1,200}(?:[ \t]+v?[\d._]{1,50})?[ \t]{0,20});/g;

/** `My::Store` is a file whose path ends with My/Store.pm. */
function packageFile(module: string, index: PathIndex): string[] {
  return suffixPaths(module.replaceAll('::', '/'), ['.pm'], index);
}
