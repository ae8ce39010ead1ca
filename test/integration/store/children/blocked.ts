/** A writer one of whose threads waits for ever: node blocked.mjs <folder> <pipe> <stays|leaves> */

import { open } from 'node:fs';
import { silentLog } from '../../../../src/base/log.ts';
import { interruptSignal } from '../../../../src/cli/interruptSignal.ts';
import { withWriteLock } from '../../../../src/store/withWriteLock.ts';

const [dir, pipe, mode] = process.argv.slice(2) as [string, string, string];
const signal = interruptSignal();
signal.addEventListener('abort', () => {
  process.stdout.write('aborted\n');
  // As a command that has ended in order does.
  if (mode === 'leaves') setImmediate(() => process.exit(2));
});
void withWriteLock(dir, { waitMs: 0, log: silentLog }, async () => {
  open(pipe, () => undefined);
  process.stdout.write('waiting\n');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
});
