/** Git's letters for what a commit did to a file; any other one is a change of its content. */

import type { CommitFile } from '../base/historyTypes.ts';

export const CHANGE_STATUSES: Readonly<Record<string, CommitFile['status']>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  R: 'renamed',
  T: 'type-changed',
};
