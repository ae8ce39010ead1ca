/** Takes the write lock of a folder, says so, and holds it until it is killed. Argument: dir. */

import { setTimeout as sleep } from 'node:timers/promises';
import { withWriteLock } from '../../../../src/store/withWriteLock.ts';
import { silent } from './rows.ts';

await withWriteLock(process.argv[2]!, { waitMs: 0, log: silent }, async () => {
  process.stdout.write('held\n');
  await sleep(600_000);
});
