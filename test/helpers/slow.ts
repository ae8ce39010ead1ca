/**
 * `npm test` has a short form of what takes long: of the files in SHARED (vitest.config.ts) it runs a part of the tests, and the
 * project `slow`, of `npm run test:e2e`, runs the others.
 */

import { describe, it } from 'vitest';

/** True in the project `slow`. */
export const isSlow = process.env['CORA_TESTS'] === 'slow';

const never = Object.assign(() => undefined, { each: () => () => undefined, skipIf: () => never });
const none = { describe: never as unknown as typeof describe, it: never as unknown as typeof it };

/** Tests that `npm test` runs, and the project `slow` does not run again. */
export const quick = isSlow ? none : { describe, it };

/** Tests that the project `slow` alone runs. */
export const slow = isSlow ? { describe, it } : none;

/** Returns every n-th of the rows in `npm test`, and all the others in the project `slow`. */
export function shareOf<T>(rows: readonly T[], every: number, first = 0): T[] {
  return rows.filter((_, at) => (at % every === first) !== isSlow);
}
