/** A process whose clock goes faster, for what is done once an hour: libfaketime, which also moves the clock of native code. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LIBRARIES = '/usr/lib';

/** @param file of libfaketime; undefined: where Debian's package puts it. @returns what to add to the environment */
export function fastClock(factor, file = installed()) {
  if (factor === 1) return {};
  if (file === undefined || !existsSync(file))
    throw new Error(
      '--clock needs libfaketime (apt install libfaketime); --faketime FILE names it where it is elsewhere',
    );
  // Timers keep the true time, and times of files are what the disk says.
  return { LD_PRELOAD: file, FAKETIME: `+0 x${factor}`, FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' };
}

function installed() {
  return readdirSync(LIBRARIES)
    .map((name) => join(LIBRARIES, name, 'faketime', 'libfaketimeMT.so.1'))
    .find((path) => existsSync(path));
}
