import { partsOf } from './embeddedParts.ts';
import { SCRIPT } from './javascript.ts';
import type { Language } from './language.ts';
import query from './queries/vue.scm';

export const vue: Language = {
  ...SCRIPT,
  name: 'vue',
  extensions: 'vue',
  // Blocks of a component begin their lines, and a tag in its template is text.
  syntax: { grammar: 'vue', query, embedded: (text) => partsOf(text, '^<') },
  highlight: 'xml',
};

export const svelte: Language = { ...SCRIPT, name: 'svelte', extensions: 'svelte', highlight: 'xml' };
