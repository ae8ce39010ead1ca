/** Defects that are known and not mended yet, so that the machine finds the next one. The list is to be empty. */

import type { Answers } from './answers.ts';
import type { Difference } from './differences.ts';

export const KNOWN: readonly { why: string; is(difference: Difference, grown: Answers): boolean }[] = [];
