/**
 * Where the hooks leave their marks and logs is a folder of the Git directory, with files of its own. A link among them would
 * have the background write, and `cora status` read, what lies elsewhere. hooks/cora.sh looks for the same.
 */

import { join } from 'node:path';
import { isLink, refused } from '../../store/refuseLinks.ts';

const FILES = [
  '',
  'runner',
  'pending',
  'pending.moved',
  'taken',
  'log',
  'log/hook.log',
  'log/hook.log.1',
  'log/last-run.json',
];

/** @param home `cora` in the common Git directory. @throws CoraError STORE */
export function refuseLinkedHome(home: string): void {
  const link = FILES.map((name) => join(home, name)).find(isLink);
  if (link !== undefined) throw refused(link);
}
