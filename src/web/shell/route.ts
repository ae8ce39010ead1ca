/** The address as a signal. What is typed replaces the last entry of the history; what is opened makes a new one. */

import { computed, signal } from '@preact/signals';
import { useToken } from '../api/request.ts';
import { formatRoute, parseRoute, type Route, tokenIn } from '../urlState.ts';

/** Typing that goes on after such a pause is another search: Back leads to the one before. */
const PAUSE = 2000;

let lastTyped = 0;
const hash = signal(takeHash());

export const route = computed<Route>(() => parseRoute(hash.value));

addEventListener('hashchange', () => {
  hash.value = takeHash();
});

export function openRoute(next: Route): void {
  const text = formatRoute(next);
  if (text === formatRoute(route.value)) return;
  history.pushState(null, '', text);
  hash.value = text;
  lastTyped = 0;
}

/** For what is typed. */
export function changeRoute(next: Route): void {
  const text = formatRoute(next);
  if (text === formatRoute(route.value)) return;
  const now = Date.now();
  if (now - lastTyped > PAUSE && !isBare(route.value)) history.pushState(null, '', text);
  else history.replaceState(null, '', text);
  lastTyped = now;
  hash.value = text;
}

addEventListener('popstate', () => {
  hash.value = takeHash();
});

function isBare(there: Route): boolean {
  return there.view === 'search' && there.query === '';
}

/** A token in the address goes where it is kept, and out of the address and the history. */
function takeHash(): string {
  const given = tokenIn(location.hash);
  if (given === null) return location.hash;
  useToken(given);
  history.replaceState(null, '', '#/search');
  return '#/search';
}
