/** HTML, the components of Vue and Svelte, which look like it, and CSS. */

import { addTo } from '../base/lists.ts';
import { INLINE_LINKS } from './data.ts';
import { SCRIPT } from './javascript.ts';
import { blank, type EmbeddedPart, type Language, type LineRules, SLASHES } from './language.ts';
import cssQuery from './queries/css.scm';
import htmlQuery from './queries/html.scm';
import vueQuery from './queries/vue.scm';
import { FILE_MODULES } from './referenceRules.ts';

// Scripts and styles inside of HTML and of Vue's components. Each is returned as a text of its own
// language in which everything else is blank, so that offsets and lines stay those of the file.

/**
 * @param opens a pattern for the beginning of a tag
 * @returns one text for each language, with all scripts or styles of that language
 */
export function partsOf(text: string, opens: string): EmbeddedPart[] {
  const parts = new Map<string, Range[]>();
  for (const tag of ['script', 'style']) {
    for (const { attributes, start, end } of elements(text, opens, tag)) {
      const language = languageOfTag(tag, attributes);
      if (language === null || text.slice(start, end).trim() === '') continue;
      addTo(parts, language, [start, end]);
    }
  }
  return [...parts].map(([language, ranges]) => ({ language, text: onlyRanges(text, ranges) }));
}

const SCRIPTS: Readonly<Record<string, string>> = {
  '': 'javascript',
  js: 'javascript',
  jsx: 'javascript',
  module: 'javascript',
  javascript: 'javascript',
  'text/javascript': 'javascript',
  'application/javascript': 'javascript',
  'text/babel': 'javascript',
  ts: 'typescript',
  typescript: 'typescript',
  'text/typescript': 'typescript',
  tsx: 'tsx',
};

/**
 * @returns null for everything that is neither script nor style: templates, JSON, import maps,
 * preprocessors
 */
function languageOfTag(tag: string, attributes: string): string | null {
  const named = /(?:^|\s)(?:lang|type)\s*=\s*["']?([\w/+-]+)/i.exec(attributes)?.[1]?.toLowerCase() ?? '';
  if (tag === 'style') return named === '' || named === 'css' || named === 'text/css' ? 'css' : null;
  return SCRIPTS[named] ?? null;
}

/** Offsets; the end is excluded. */
type Range = readonly [start: number, end: number];

interface Element {
  attributes: string;
  /** The offset of the content. */
  start: number;
  end: number;
}

/** Finds elements with raw text, which ends at the first closing tag, whatever stands before it. */
function elements(text: string, opens: string, tag: string): Element[] {
  const out: Element[] = [];
  const opening = new RegExp(`${opens}${tag}((?:\\s(?:[^>"']|"[^"]*"|'[^']*'){0,2000})?)>`, 'gim');
  const closing = new RegExp(`</${tag}\\s*>`, 'gi');
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    closing.lastIndex = opening.lastIndex;
    const close = closing.exec(text);
    if (close === null) break;
    if (!match[1]!.trimEnd().endsWith('/'))
      out.push({ attributes: match[1]!, start: opening.lastIndex, end: close.index });
    opening.lastIndex = closing.lastIndex;
  }
  return out;
}

function onlyRanges(text: string, ranges: readonly Range[]): string {
  let out = '';
  let at = 0;
  for (const [start, end] of ranges) {
    out += blank(text.slice(at, start)) + text.slice(start, end);
    at = end;
  }
  return out + blank(text.slice(at));
}

export const html: Language = {
  name: 'html',
  extensions: 'html htm xhtml',
  syntax: { grammar: 'html', query: htmlQuery, embedded: (text) => partsOf(text, '<') },
  lines: null,
  links: INLINE_LINKS,
  mask: null,
  isProse: true,
  isMarkup: true,
};

/** `<!-- … -->`, and attributes of Vue whose value is code: see maskCode. */
const COMPONENT_MASK = ['<!--[^]*?(?:-->|$)', String.raw`(?<=\s)(?:[:@#]|v-)[\w.:[\]-]*="[^"]*(?:"|$)`, ...SCRIPT.mask];

export const vue: Language = {
  ...SCRIPT,
  mask: COMPONENT_MASK,
  name: 'vue',
  extensions: 'vue',
  isComponent: true,
  isMarkup: true,
  // The blocks of a component begin at the start of a line; other tags are in its template.
  syntax: { grammar: 'vue', query: vueQuery, embedded: (text) => partsOf(text, '^<') },
  highlight: 'xml',
};

export const svelte: Language = {
  ...SCRIPT,
  mask: COMPONENT_MASK,
  ...{ name: 'svelte', extensions: 'svelte', highlight: 'xml', isComponent: true, isMarkup: true },
};

/** Matches lines of a style sheet that import another one. */
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
