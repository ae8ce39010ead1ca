/** Takes a lock of a folder, says so, and holds it until it is killed. Arguments: dir, the lock's name (default: write). */

import { setTimeout as sleep } from 'node:timers/promises';
import { type LockName, withWriteLock } from '../../../../src/store/withWriteLock.ts';
import { silent } from './rows.ts';

await withWriteLock(
  process.argv[2]!,
  { waitMs: 0, log: silent, lock: (process.argv[3] ?? 'write') as LockName },
  async () => {
    process.stdout.write('held\n');
    await sleep(600_000);
  },
);
