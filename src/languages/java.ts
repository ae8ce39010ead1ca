import { JVM_RULES, jvmLanguage } from './jvm.ts';
import { CHARACTER_MASK } from './masks.ts';
import query from './queries/java.scm';
import { TYPE_FIRST } from './variableForms.ts';

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
