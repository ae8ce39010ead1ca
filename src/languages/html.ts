import { INLINE_LINKS } from './documents.ts';
import { partsOf } from './embeddedParts.ts';
import type { Language } from './language.ts';
import query from './queries/html.scm';

export const html: Language = {
  name: 'html',
  extensions: 'html htm xhtml',
  syntax: { grammar: 'html', query, embedded: (text) => partsOf(text, '<') },
  lines: null,
  links: INLINE_LINKS,
  mask: null,
  isProse: true,
};
