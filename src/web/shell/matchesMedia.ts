/** A media query as a signal: what is drawn at all depends on the width, where hiding it would not be enough. */

import { type ReadonlySignal, signal } from '@preact/signals';

export function matchesMedia(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener('change', () => {
    matches.value = list.matches;
  });
  return matches;
}
