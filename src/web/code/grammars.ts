/** highlight.js's grammars, as trees, to colour code with. Alone, being ten times the page. */

import { common, createLowlight } from 'lowlight';
import { type Highlight, linesOfTree, openerOf } from './codeLines.ts';

const lowlight = createLowlight(common);

/** Language → the grammar that colours it, if not its namesake: the build reads src/languages. */
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
