import type { Language } from './language.ts';
import { FILE_MODULES } from './modulePaths.ts';
import query from './queries/css.scm';

/** How a style sheet takes in another one. */
export const STYLE_IMPORTS = { begins: /^@(import|use|forward)\b/ };

export const css: Language = {
  name: 'css',
  extensions: 'css',
  syntax: { grammar: 'css', query, atDeclares: true },
  lines: null,
  imports: STYLE_IMPORTS,
  mask: null,
  modules: FILE_MODULES,
  isProse: true,
};
