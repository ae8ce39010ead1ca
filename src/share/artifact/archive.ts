/**
 * An artifact is a tar archive (POSIX ustar) of plain files with short names; all else that a tar
 * can say is refused. It is read by ranges.
 */

import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { CoraError } from '../../base/errors.ts';

export const TAR_BLOCK = 512;

const PLAIN_FILE = 0x30;
const TAR_TYPES: Readonly<Record<string, string>> = {
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a device',
  '4': 'a device',
  '5': 'a directory',
  '6': 'a FIFO',
};

/**
 * Makes the header of a file, without owner and time: the same bytes for the same name and size.
 */
export function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(TAR_BLOCK);
  header.write(name, 0, 100, 'latin1');
  header.write('0000644\x000000000\x000000000\0', 100, 'latin1');
  header.write(`${size.toString(8).padStart(11, '0')}\x00${'0'.repeat(11)}\0`, 124, 'latin1');
  header[156] = PLAIN_FILE;
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** Returns the number of zeros after a member, up to the next header. */
export function paddingOf(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

/** @returns null for a block of zeros. @throws CoraError BAD_ARTIFACT for what is no plain file */
export function readTarHeader(header: Buffer): { name: string; size: number } | null {
  if (header.every((byte) => byte === 0)) return null;
  const stated = /^[ 0]*([0-7]{1,6})[\0 ]/.exec(header.toString('latin1', 148, 156))?.[1];
  if (stated === undefined || Number.parseInt(stated, 8) !== checksumOf(header))
    throw badArtifact('it is not a tar archive');
  const name = header.toString('latin1', 0, 100).split('\0', 1)[0]!;
  const type = header[156]!;
  if (type !== PLAIN_FILE) {
    const what = TAR_TYPES[String.fromCharCode(type)] ?? `an entry of type ${type}`;
    throw badArtifact(`it holds ${what} (${JSON.stringify(name)}); an artifact holds plain files only`);
  }
  const size = /^([0-7]{11})[\0 ]$/.exec(header.toString('latin1', 124, 136))?.[1];
  if (size === undefined) throw badArtifact(`it gives no size for ${JSON.stringify(name)}`);
  return { name, size: Number.parseInt(size, 8) };
}

/** The sum of all bytes, with the checksum itself taken as eight spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 32;
  for (let at = 0; at < TAR_BLOCK; at++) if (at < 148 || at >= 156) sum += header[at]!;
  return sum;
}

/**
 * Makes the error of an artifact that is not what it should be; whoever knows its file adds the
 * name.
 */
export function badArtifact(message: string): CoraError {
  return new CoraError('BAD_ARTIFACT', message);
}

/** True if a file that begins so is the zip of a workflow. */
export function isZip(start: Uint8Array): boolean {
  return start[0] === 0x50 && start[1] === 0x4b;
}

/** True if a file is called like a packed index. */
export function isPackedName(name: string): boolean {
  return /\.tar$/i.test(name);
}

/** Checks the name that the user gave. @throws CoraError USAGE */
export function mustBePackedName(file: string): void {
  if (isPackedName(file)) return;
  throw new CoraError('USAGE', `${file}: a packed index is compressed inside, and its name ends with .tar.`, {
    hint: 'cora pack -o index.tar',
  });
}

export function packText(bytes: Uint8Array): Buffer {
  const packed = zlib.gzipSync(bytes, { level: 9 });
  // The system that packed it is no part of what it says.
  packed[GZIP_SYSTEM] = 255;
  return packed;
}

const GZIP_SYSTEM = 9;

/** @throws CoraError BAD_ARTIFACT for anything else, and for more than `most` bytes */
export function unpackText(bytes: Uint8Array, most: number): Buffer {
  try {
    return zlib.gunzipSync(bytes, { maxOutputLength: mostOf(bytes, most) });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const problem = code === 'ERR_BUFFER_TOO_LARGE' ? 'unpack to too much' : `are torn: ${message}`;
    throw new CoraError('BAD_ARTIFACT', `it holds members that ${problem}`, { cause: error });
  }
}

/** Source code grows five to ten times, and repetitive lists a hundred times. */
const MOST_GROWTH = 250;
/** A content of so many bytes is always accepted; no member of Cora's own artifacts has more. */
const FREE_GROWTH = 16 * 2 ** 20;

function mostOf(packed: Uint8Array, most: number): number {
  return Math.min(most, FREE_GROWTH + MOST_GROWTH * packed.length);
}

/**
 * Unpacks in another thread. @throws zlib's errors; ERR_BUFFER_TOO_LARGE also if it grows more than
 * text can
 */
export function unpackBrotli(packed: Uint8Array, most: number): Promise<Buffer> {
  const unpack = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);
  return unpack(packed, { maxOutputLength: mostOf(packed, most) });
}
