import { DASH_MASK, type Language } from './language.ts';
import { suffixPaths } from './modulePaths.ts';
import query from './queries/lua.scm';

export const lua: Language = {
  name: 'lua',
  extensions: 'lua rockspec',
  fileNames: '.luacheckrc',
  interpreters: 'lua luajit',
  // That of tree-sitter-wasms is years behind its language.
  syntax: { grammar: 'lua', isCursorless: true, query },
  imports: { begins: /^local\s+\w+\s*=\s*require\b/ },
  mask: DASH_MASK,
  modules: {
    paths: (module, _, index) => suffixPaths(module.replace(/\./g, '/'), ['.lua', '/init.lua'], index),
    bind: ({ name }, module, _, files) => [{ local: name, name: null, paths: files(module) }],
  },
  variables: {
    moreBindings: (word) =>
      `\\blocal\\s+(?:function\\s+)?(?:\\w+\\s*,\\s*){0,50}${word}\\b|\\bfor\\s[\\w\\s,]{0,200}\\b${word}\\b|\\bfunction\\b[^()\\n]{0,200}\\([^()\\n]{0,300}\\b${word}\\b`,
  },
};
