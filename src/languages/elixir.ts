import { HASH_MASK, type Language, TRIPLE } from './language.ts';
import query from './queries/elixir.scm';
import { NO_RULES } from './referenceRules.ts';

export const elixir: Language = {
  name: 'elixir',
  extensions: 'ex exs',
  interpreters: 'elixir',
  syntax: { grammar: 'elixir', query, separator: '.', atDeclares: true },
  dependencies: [/\{:(\w+),\s*(?:"[~>=<]|git:|path:|github:|in_umbrella:)/],
  imports: { begins: /^\s*(alias|import|require)\s/ },
  mask: [TRIPLE, ...HASH_MASK],
  rules: {
    ...NO_RULES,
    globalTypes: true,
    namespaces: Number.POSITIVE_INFINITY,
    parenthesesCallFunctions: true,
  },
  modules: {
    paths: () => [],
    bind: ({ name }, module, _, files) => [{ local: name, name: null, paths: files(module) }],
  },
  variables: {
    moreBindings: (word) =>
      `(?:^|\\n)[^\\S\\n]*${word}\\s*=(?![=~>])|\\bfn\\b[^\\n>]{0,300}\\b${word}\\b[^\\n>]{0,300}->`,
  },
  highlight: 'ruby',
};
