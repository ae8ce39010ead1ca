import { CHARACTER_MASK, type Language, TYPE_LAST } from './language.ts';
import query from './queries/swift.scm';
import { GLOBAL_RULES } from './referenceRules.ts';

export const swift: Language = {
  name: 'swift',
  extensions: 'swift',
  interpreters: 'swift',
  syntax: { grammar: 'swift', query },
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
