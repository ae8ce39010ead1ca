/** Defects that are known and not mended yet, so that the machine finds the next one. The list is to be empty. */

import type { Answers } from './answers.ts';
import type { Difference } from './differences.ts';

export const KNOWN: readonly { why: string; is(difference: Difference, grown: Answers): boolean }[] = [
  {
    why: 'more than 300 uncommitted files are not all searched',
    is: (_, { status }) => {
      const { missingFiles = [], asCommitted = [] } = status as Status;
      return (
        asCommitted.length > 0 || missingFiles.some(({ reason }) => reason.includes('than a query reads by itself'))
      );
    },
  },
];

type Status = Partial<{ missingFiles: { reason: string }[]; asCommitted: string[] }>;
