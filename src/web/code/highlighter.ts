/** Colours, loaded after the first code is there: until then it stands in plain text, in the same place. */

import { signal } from '@preact/signals';
import type { Highlight } from './tokens.ts';

/** Null until the grammars are there. */
export const highlight = signal<Highlight | null>(null);

let isAskedFor = false;

export function wantColours(): void {
  if (isAskedFor) return;
  isAskedFor = true;
  import('./grammars.ts').then(
    ({ highlightCode }) => {
      highlight.value = highlightCode;
    },
    () => {
      // Code can be read without colours; the next result asks again.
      isAskedFor = false;
    },
  );
}
