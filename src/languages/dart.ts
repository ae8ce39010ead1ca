import { type Language, TYPE_FIRST } from './language.ts';
import { FILE_MODULES } from './modulePaths.ts';
import query from './queries/dart.scm';
import { NO_RULES } from './referenceRules.ts';

export const dart: Language = {
  name: 'dart',
  extensions: 'dart',
  syntax: { grammar: 'dart', query },
  imports: { begins: /^import\s/ },
  rules: { ...NO_RULES, implicitReceiver: true },
  modules: FILE_MODULES,
  bindings: { style: 'type-first', keyword: 'var|final|const|late', parameters: 'script' },
  variables: TYPE_FIRST,
  highlight: 'typescript',
};
