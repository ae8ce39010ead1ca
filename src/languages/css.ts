import type { Language } from './language.ts';
import { type LineRules, SLASHES } from './lineRules.ts';
import cssQuery from './queries/css.scm';
import { FILE_MODULES } from './referenceRules.ts';

/** How a style sheet takes in another one. */
const STYLE_IMPORTS = { begins: /^@(import|use|forward)\b/ };

export const css: Language = {
  name: 'css',
  extensions: 'css',
  syntax: { grammar: 'css', query: cssQuery, atDeclares: true },
  lines: null,
  imports: STYLE_IMPORTS,
  mask: null,
  modules: FILE_MODULES,
  isProse: true,
};

const LINES: LineRules = {
  ...SLASHES,
  attached: /^[^{};@$]*,\s*$/,
  extent: 'indentation',
  closer: /^[)\]}]/,
  starts: [
    { pattern: /^\s*@(?:mixin|function)\s+([\w-]+)/, kind: 'function' },
    { pattern: /^(?<name>[.#&%:[*a-zA-Z][^{};]*)\{\s*$/, kind: 'object' },
  ],
  references: [
    { pattern: /^\s*@(?:use|import|forward)\s+["']([^"']+)/g, kind: 'import' },
    { pattern: /@include\s+([\w.-]+)/g, kind: 'call' },
    { pattern: /@extend\s+([\w.%-]+)/g, kind: 'inherit' },
  ],
};

export const scss: Language = {
  name: 'scss',
  extensions: 'scss',
  lines: LINES,
  imports: STYLE_IMPORTS,
  mask: null,
  modules: FILE_MODULES,
  isProse: true,
};

export const less: Language = {
  name: 'less',
  extensions: 'less',
  lines: LINES,
  imports: STYLE_IMPORTS,
  mask: null,
  isProse: true,
};

export const sass: Language = { name: 'sass', extensions: 'sass', lines: LINES, highlight: 'scss' };
