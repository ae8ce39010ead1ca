/**
 * Keeps the keyboard somewhere: each view that opens has the focus on its box or its heading, one
 * that is come back to on the link that was left by, and what is taken away while it has the focus
 * leaves it nearby.
 */

import { isInDialog } from './navigation.ts';

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

/** @returns ends it */
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

// Lists: results, sources, repositories, what stands at home.

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

/** The first item behind what has the focus: below an item are links of its own. */
function firstAfter(all: readonly HTMLElement[]): number {
  const from = document.activeElement ?? document.body;
  const found = all.findIndex((one) => (from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  return Math.max(0, found);
}
