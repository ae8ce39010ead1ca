/** Output onto a file is written whole, or fails. */

import { fstatSync, writeSync } from 'node:fs';

/**
 * Node writes to a file once, and forgets what a full disk did not take: this writes the rest, which then fails with ENOSPC.
 * Pipes and terminals are not touched.
 */
export function writeFilesWhole(stream: NodeJS.WriteStream & { fd: number }): void {
  const found = fstatSync(stream.fd);
  if (stream.isTTY || !(found.isFile() || found.isCharacterDevice())) return;
  stream._write = (chunk: Uint8Array | string, encoding, done) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(stream.fd, bytes, at);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}
