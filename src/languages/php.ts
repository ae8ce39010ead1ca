import { folderOf } from '../base/paths.ts';
import { escapeRegExp } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import {
  type BoundImport,
  constructed,
  type Language,
  type ModuleFiles,
  PHP_MASK,
  TYPE_FIRST,
  typed,
} from './language.ts';
import query from './queries/php.scm';
import { joinPath, NO_RULES, type PathIndex, suffixPaths } from './referenceRules.ts';

export const php: Language = {
  name: 'php',
  extensions: 'php phtml php3 php4 php5 phps',
  interpreters: 'php',
  syntax: { grammar: 'php', query, separator: '\\' },
  imports: { begins: /^(use\s+[\w\\]|(require|include)(_once)?\b)/ },
  mask: PHP_MASK,
  rules: { ...NO_RULES, variablesAreCalled: false, packageOf: folderOf },
  modules: { paths: phpPaths, bind: phpBindings },
  variables: {
    ...TYPE_FIRST,
    declarations: (word) => [typed(word), constructed(word)],
    // A variable is not called like a function.
    sigil: '$',
  },
  heirs: { isBase: ({ own }) => (/^\s*use\s[^;]*$/.test(own) ? true : null) },
  testFiles: /Tests?\.php$/,
};

/**
 * PSR-4 without its prefix table: the longest end of the namespace that is the end of one path
 * only.
 */
function phpPaths(module: string, from: string, index: PathIndex): string[] {
  if (/\.(php|inc)$/.test(module)) {
    const beside = joinPath(folderOf(from), module);
    return index.paths.has(beside) ? [beside] : [];
  }
  const parts = module.split('\\').filter((part) => part !== '');
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
