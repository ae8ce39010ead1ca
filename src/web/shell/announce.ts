/** What a screen reader says: how many results there are, that an answer has ended. */

import { signal } from '@preact/signals';

export const announcement = signal('');

export function announce(text: string): void {
  announcement.value = text;
}

/** A short word for everybody: `Path copied`. */
export const toast = signal<string | null>(null);

const SHOWN = 2200;
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string): void {
  clearTimeout(timer);
  toast.value = text;
  timer = setTimeout(() => {
    toast.value = null;
  }, SHOWN);
}

export async function copyText(text: string, what: string): Promise<void> {
  const done = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  say(done ? `${what} copied` : `The browser did not allow to copy: ${text}`);
}
