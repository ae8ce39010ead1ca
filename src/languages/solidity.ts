import { CHARACTER_MASK, type Language, TYPE_FIRST } from './language.ts';
import { FILE_MODULES } from './modulePaths.ts';
import query from './queries/solidity.scm';
import { NO_RULES } from './referenceRules.ts';

export const solidity: Language = {
  name: 'solidity',
  extensions: 'sol',
  syntax: { grammar: 'solidity', query },
  imports: { begins: /^import\s/ },
  mask: CHARACTER_MASK,
  rules: { ...NO_RULES, implicitReceiver: true },
  modules: FILE_MODULES,
  bindings: { style: 'type-first' },
  variables: TYPE_FIRST,
  highlight: 'typescript',
};
