import { folderOf } from '../base/paths.ts';
import { HASH_MASK, type Language } from './language.ts';
import { filePaths } from './modulePaths.ts';
import query from './queries/r.scm';
import { NO_RULES } from './referenceRules.ts';

export const r: Language = {
  name: 'r',
  extensions: 'r rmd',
  fileNames: '.rprofile',
  interpreters: 'Rscript',
  syntax: { grammar: 'r', isCursorless: true, query },
  imports: { begins: /^\s*(?:library|require|source)\(/ },
  mask: HASH_MASK,
  // All files of a package's folder R/ share their names.
  rules: { ...NO_RULES, variablesAreCalled: false, packageOf: folderOf },
  modules: { paths: (module, from, index) => (/\.[rR]$/.test(module) ? filePaths(module, from, index) : []) },
  variables: {
    moreBindings: (word) =>
      `(?:^|[\\n;{(])[^\\S\\n]*${word}\\s*(?:<<?-|=(?!=))|->\\s*${word}\\b|\\bfor\\s*\\(\\s*${word}\\s+in\\b|(?:\\bfunction|\\\\)\\s*\\([^()]{0,500}\\b${word}\\b`,
  },
  testFiles: /^test-.*\.[rR]$/,
};
