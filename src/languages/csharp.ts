import { CHARACTER_MASK, type Language, TYPE_FIRST } from './language.ts';
import query from './queries/csharp.scm';
import { GLOBAL_RULES } from './referenceRules.ts';

export const csharp: Language = {
  name: 'csharp',
  extensions: 'cs csx',
  syntax: { grammar: 'c_sharp', query, separator: '.' },
  imports: { begins: /^(global\s+)?using\s+[\w.]+(\s*=[^;(]+)?;/ },
  mask: CHARACTER_MASK,
  rules: { ...GLOBAL_RULES, namespaces: 1, classFiles: true, outerMembers: true },
  bindings: { style: 'type-first', keyword: 'var', nullableTypes: true, arrow: /^\s*=>/ },
  variables: TYPE_FIRST,
  testFiles: /Tests?\.cs$/,
};
