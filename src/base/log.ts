/** Writes messages. A program chooses the stream; everything else knows only the interface Log. */

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

/** Puts a message on one line: a path or a name that it quotes may hold line breaks. */
function lineOf(message: string): string {
  return `${message.replace(/[\r\n]/g, (end) => (end === '\n' ? '\\n' : '\\r'))}\n`;
}

/** For library users and tests that want no messages. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, debug: () => undefined };
