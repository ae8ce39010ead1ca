/**
 * The one writer of messages. An entry chooses the stream; the core only knows the Log interface.
 */

import type { Log } from './types.ts';

export interface LogOptions {
  quiet: boolean;
  verbose: boolean;
}

export function createLog(write: (line: string) => void, { quiet, verbose }: LogOptions): Log {
  return {
    info: (message) => {
      if (!quiet) write(lineOf(message));
    },
    warn: (message, hint) => {
      write(lineOf(`warning: ${message}`) + (hint === undefined ? '' : lineOf(`  ${hint}`)));
    },
    debug: (message) => {
      if (verbose) write(lineOf(message));
    },
  };
}

/** A path or a name that a message quotes may hold line breaks. */
function lineOf(message: string): string {
  return `${message.replace(/[\r\n]/g, (end) => (end === '\n' ? '\\n' : '\\r'))}\n`;
}

/** For library users and tests that want no messages. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, debug: () => undefined };
