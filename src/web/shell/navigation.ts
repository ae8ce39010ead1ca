/**
 * Lets a person move about: the address as a signal, one listener for the keys of all views, and
 * where the focus stays. Typing replaces the last entry of the history; opening something makes a
 * new one.
 */

import { computed, signal } from '@preact/signals';
import { edition } from '../api/transport.ts';
import { filtersOf, formatRoute, NO_FILTERS, parseRoute, type Route } from '../urlState.ts';

/** Typing that goes on after such a pause is another search: Back leads to the one before. */
const PAUSE = 2000;

let lastTyped = 0;
const hash = signal(location.hash);

/** The number of steps that Back can undo without leaving the page; it outlives a reload. */
let steps = stepsOf(history.state);
/** A link of the page was followed: what comes next is no step back. */
let isFollowing = false;
/** The links that views were left by, by the address of the view. */
const leftBy = new Map<string, string>();
/** The link that the view was left by that is shown again now; null for a new one. */
let cameBackTo: string | null = null;

/** @returns once: the address of the link that a reader followed from the view that is back now */
export function takeReturn(): string | null {
  const link = cameBackTo;
  cameBackTo = null;
  return link;
}

/** Goes a step back; where a link led here from elsewhere, to the search. */
export function goBack(): boolean {
  if (steps > 0) history.back();
  else openRoute({ view: 'search', query: '', ...NO_FILTERS, repo: filtersOf(route.value).repo });
  return true;
}

document.addEventListener(
  'click',
  ({ target }) => {
    const link = target instanceof Element ? target.closest('a[href^="#/"]')?.getAttribute('href') : null;
    if (link == null || link === location.hash) return;
    isFollowing = true;
    leftBy.set(location.hash, link);
  },
  { capture: true },
);

/** A link to a view that this page does not have is one to the search. */
export const route = computed<Route>(() => {
  const there = parseRoute(hash.value);
  return there.view === 'ask' && edition.isStatic ? { ...there, view: 'search' } : there;
});

export function openRoute(next: Route): void {
  const text = formatRoute(next);
  if (text === formatRoute(route.value)) return;
  pushStep(text);
  cameBackTo = null;
  hash.value = text;
  lastTyped = 0;
}

/** Changes the address while somebody types. */
export function changeRoute(next: Route): void {
  const text = formatRoute(next);
  if (text === formatRoute(route.value)) return;
  const now = Date.now();
  const isBare = route.value.view === 'search' && route.value.query === '';
  if (now - lastTyped > PAUSE && !isBare) pushStep(text);
  else history.replaceState({ steps }, '', text);
  lastTyped = now;
  hash.value = text;
}

function pushStep(text: string): void {
  steps += 1;
  history.pushState({ steps }, '', text);
}

function stepsOf(state: unknown): number {
  const known = (state as { steps?: unknown } | null)?.steps;
  return typeof known === 'number' ? known : 0;
}

/** Back causes this event, and so do links. */
addEventListener('popstate', ({ state }) => {
  const next = location.hash;
  cameBackTo = isFollowing ? null : (leftBy.get(next) ?? null);
  steps = isFollowing ? steps + 1 : stepsOf(state);
  if (isFollowing) history.replaceState({ steps }, '');
  isFollowing = false;
  hash.value = next;
});

addEventListener('hashchange', () => {
  hash.value = location.hash;
});

type KeyHandler = (event: KeyboardEvent) => boolean;

/** Asked first to last; the first that returns true has handled the key. */
const handlers: KeyHandler[] = [];

/** @returns takes it away again */
export function onKey(handler: KeyHandler): () => void {
  handlers.unshift(handler);
  return () => {
    const at = handlers.indexOf(handler);
    if (at !== -1) handlers.splice(at, 1);
  };
}

/**
 * The keys of a view, which do nothing while somebody types or a dialog is open.
 * @param table what each does, as keyOf names it; false where it does nothing now
 * @returns takes them away again
 */
export function onKeys(table: Readonly<Record<string, () => boolean>>): () => void {
  return onKey((event) => {
    const key = viewKey(event);
    return key !== null && !isTyping(event) && !isInDialog() && Object.hasOwn(table, key) && table[key]!();
  });
}

/** @returns false where there is no such button or link */
export function press(selector: string): boolean {
  const button = document.querySelector<HTMLElement>(selector);
  button?.click();
  return button !== null;
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  for (const handler of [...handlers]) {
    if (handler(event)) {
      event.preventDefault();
      return;
    }
  }
});

/**
 * @returns `Ctrl+k`, `j`, `?`; Ctrl stands for Command too. Null for a letter that is being typed
 */
export function viewKey(event: KeyboardEvent): string | null {
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return `Ctrl+${event.key.toLowerCase()}`;
  return event.key;
}

/** True where somebody types: letters are text there. */
export function isTyping({ target }: Event): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type))
  );
}

/** True while a dialog is open: views under it do not answer keys. */
export function isInDialog(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

/** Focuses the box of a view, else its heading. */
export function focusView(): void {
  if (isInDialog()) return;
  const place = document.querySelector<HTMLElement>('main [data-box]') ?? heading();
  place?.focus({ preventScroll: true });
}

/** Leaves the box of a view: what is below it has the keys then. */
export function focusContent(): boolean {
  const place = document.querySelector<HTMLElement>('main .is-selected [data-open], main [data-step]');
  (place ?? document.getElementById('main'))?.focus();
  return true;
}

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
  // A heading takes the focus only from here, never by Tab.
  if (found !== null && !found.hasAttribute('tabindex')) found.tabIndex = -1;
  return found;
}

/** Keeps the focus nearby where what has it is taken away. @returns ends it */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  let around: Element | null = null;
  const note = ({ target }: FocusEvent): void => {
    last = target instanceof HTMLElement ? target : null;
    around = last?.closest('main article') ?? null;
  };
  const look = (): void => {
    if (last === null || document.activeElement !== document.body || isInDialog()) return;
    // Still there: a click beside it took the focus away.
    if (last.isConnected && !last.matches(':disabled')) return;
    const near = around?.isConnected === true ? around.querySelector<HTMLElement>('a, button:enabled') : null;
    if (near !== null) near.focus({ preventScroll: true });
    else (heading() ?? document.body).focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  document.addEventListener('focusin', note);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', note);
    observer.disconnect();
  };
}

/**
 * @param by 1 for the next item of a view's lists, -1 for the one before
 * @returns false where there is none
 */
export function stepThrough(by: 1 | -1): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('main [data-step]')].filter((one) => one.checkVisibility());
  if (all.length === 0) return false;
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? firstAfter(all) : at + by;
  if (next < 0) focusView();
  else all[Math.min(next, all.length - 1)]!.focus();
  return true;
}

/**
 * Returns the first item behind the element that has the focus, which may be a link within an item.
 */
function firstAfter(all: readonly HTMLElement[]): number {
  const from = document.activeElement ?? document.body;
  const found = all.findIndex((one) => (from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  return Math.max(0, found);
}

/** Attributes of a field for code, an address or a secret. */
export const AS_TYPED = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

/** Makes a handler for a form that the page itself answers. */
export function submitting(act: () => unknown): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    act();
  };
}
