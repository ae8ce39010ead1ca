/** Whether the server answers. While it does not, it is asked again, ever less often. */

import { signal } from '@preact/signals';

export const isReachable = signal(true);
/** Grows each time that the server is back: what failed is asked for again. */
export const comebacks = signal(0);

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;

let timer: ReturnType<typeof setTimeout> | undefined;

export function reportGone(): void {
  if (!isReachable.value) return;
  isReachable.value = false;
  askLater(FIRST_WAIT);
}

/** @returns settles when the server has answered or not */
export async function askNow(wait = FIRST_WAIT): Promise<void> {
  clearTimeout(timer);
  const answers = await fetch('/health', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  if (isReachable.value) return;
  if (!answers) return askLater(Math.min(wait * 2, LONGEST_WAIT));
  isReachable.value = true;
  comebacks.value += 1;
}

function askLater(wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void askNow(wait), wait);
}
