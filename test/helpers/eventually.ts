/** Waiting for what another process, thread or page is about to do. */

import { setTimeout as sleep } from 'node:timers/promises';

/** A minute, on a machine that does five other things: only a test that fails waits so long. */
const PATIENCE = 60_000;

/** Looks again and again until `look` throws nothing. @returns what it saw. @throws what it threw last */
export async function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await sleep(25);
  }
}
