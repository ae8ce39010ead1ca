/**
 * The 512 bytes before each member of a tar archive (POSIX ustar), as much of them as an artifact needs: plain files with
 * short names. Nothing is ever written to a disk by the name in a header, so what else a tar can say is refused, not handled.
 *
 *   0 name[100] mode[8] uid[8] gid[8] size[12] mtime[12] checksum[8] type[1] … 257 "ustar\0" "00" …
 */

import { CoraError } from '../../base/errors.ts';

export const BLOCK = 512;

const PLAIN_FILE = 0x30;
const TYPES: Readonly<Record<string, string>> = {
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a device',
  '4': 'a device',
  '5': 'a directory',
  '6': 'a FIFO',
};

/** Always the same bytes for the same name and size: no owner, no time. */
export function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100, 'latin1');
  header.write('0000644\x000000000\x000000000\0', 100, 'latin1');
  header.write(`${size.toString(8).padStart(11, '0')}\x00${'0'.repeat(11)}\0`, 124, 'latin1');
  header[156] = PLAIN_FILE;
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** Zeros after a member, up to the next header. */
export function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

/**
 * @returns null for a block of zeros, which ends an archive
 * @throws CoraError BAD_ARTIFACT for anything but a plain file
 */
export function readTarHeader(header: Buffer): { name: string; size: number } | null {
  if (header.every((byte) => byte === 0)) return null;
  const stated = /^[ 0]*([0-7]{1,6})[\0 ]/.exec(header.toString('latin1', 148, 156))?.[1];
  if (stated === undefined || Number.parseInt(stated, 8) !== checksumOf(header)) throw bad('it is no tar archive');
  const name = nameIn(header);
  const type = header[156]!;
  if (type !== PLAIN_FILE) {
    const what = TYPES[String.fromCharCode(type)] ?? `an entry of type ${type}`;
    throw bad(`it holds ${what} (${JSON.stringify(name)}); an artifact holds plain files only`);
  }
  const size = /^([0-7]{11})[\0 ]$/.exec(header.toString('latin1', 124, 136))?.[1];
  if (size === undefined) throw bad(`it gives no size for ${JSON.stringify(name)}`);
  return { name, size: Number.parseInt(size, 8) };
}

function nameIn(header: Buffer): string {
  const end = header.indexOf(0);
  return header.toString('latin1', 0, end === -1 ? 100 : Math.min(end, 100));
}

/** The sum of all bytes, with the checksum itself taken as eight spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 32;
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += header[at]!;
  return sum;
}

function bad(message: string): CoraError {
  return new CoraError('BAD_ARTIFACT', message);
}
