import { JVM_RULES, jvmLanguage } from './jvm.ts';
import { CHARACTER_MASK, TYPE_FIRST } from './language.ts';
import query from './queries/java.scm';

export const java = jvmLanguage({
  name: 'java',
  extensions: 'java',
  syntax: { grammar: 'java', query },
  mask: CHARACTER_MASK,
  rules: { ...JVM_RULES, variablesAreCalled: false },
  bindings: { style: 'type-first', keyword: 'var', hasThinArrow: true, arrow: /^\s*->/ },
  variables: TYPE_FIRST,
  testFiles: /Tests?\.java$/,
});
