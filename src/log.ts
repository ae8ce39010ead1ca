/** The one writer of messages. An entry chooses the stream; the core only knows the Log interface. */

import type { Log } from './types.ts';

export interface LogOptions {
  quiet: boolean;
  verbose: boolean;
}

export function createLog(write: (line: string) => void, { quiet, verbose }: LogOptions): Log {
  return {
    info: (message) => {
      if (!quiet) write(`${message}\n`);
    },
    warn: (message) => {
      write(`warning: ${message}\n`);
    },
    debug: (message) => {
      if (verbose) write(`${message}\n`);
    },
  };
}

/** For library users and tests that want no messages. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, debug: () => undefined };
