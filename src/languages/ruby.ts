import { folderOf } from '../base/paths.ts';
import { HASH_MASK, type Language, type NamePlace } from './language.ts';
import query from './queries/ruby.scm';
import { GLOBAL_RULES, joinPath, type PathIndex, suffixPaths } from './referenceRules.ts';

export const ruby: Language = {
  name: 'ruby',
  extensions: 'rb rake gemspec ru podspec jbuilder',
  fileNames:
    'rakefile gemfile guardfile podfile vagrantfile capfile fastfile brewfile dangerfile thorfile .irbrc .pryrc',
  interpreters: 'ruby',
  syntax: { grammar: 'ruby', query, separator: '::' },
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
