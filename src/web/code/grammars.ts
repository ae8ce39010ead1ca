/**
 * The grammars of highlight.js that code is coloured with, as trees. A file of its own: it is ten
 * times the page.
 */

import { common, createLowlight } from 'lowlight';
import { type Highlight, linesOfTree, openerOf } from './codeLines.ts';

const lowlight = createLowlight(common);

/**
 * Language → the grammar that colours it, where none has its name: the build writes in what
 * src/languages says.
 */
declare const HIGHLIGHTS: readonly (readonly [language: string, grammar: string])[] | undefined;
const highlights = new Map(typeof HIGHLIGHTS === 'undefined' ? [] : HIGHLIGHTS);

/** UTF-16 code units. Larger texts stay plain: colours are not worth the wait. */
const MAX_LENGTH = 200_000;

export const highlightCode: Highlight = (language, text) => {
  const known = lowlight.registered(language) ? language : highlights.get(language);
  if (known === undefined || text.length > MAX_LENGTH) return null;
  const opener = openerOf(language, text);
  const lines = linesOfTree(lowlight.highlight(known, opener === '' ? text : `${opener}\n${text}`));
  return opener === '' ? lines : lines.slice(1);
};
