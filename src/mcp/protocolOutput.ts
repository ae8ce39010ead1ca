/** Nothing but the protocol on stdout: whatever else in this process prints goes to stderr from here on. */

import { Writable } from 'node:stream';

/** @returns the way to the real stdout */
export function protocolOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  // The console, too, looks for it when it prints.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      write(chunk, (error) => done(error));
    },
  });
}
