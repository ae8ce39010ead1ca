/**
 * An artifact is a tar archive (POSIX ustar) of plain files with short names; all else that a tar
 * can say is refused. It is read by ranges; one of version 1 from a stream in exact amounts,
 * compressed by gzip or, where Node has it (22.15), Zstandard.
 */

import type { Duplex } from 'node:stream';
import zlib from 'node:zlib';
import { CoraError } from '../../base/errors.ts';
import { unpackBrotliSync, unpackGzipSync } from '../../disk/packedContent.ts';

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

/** Always the same bytes for the same name and size: no owner, no time. */
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

/** Zeros after a member, up to the next header. */
export function paddingOf(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

/**
 * @returns null for a block of zeros, which ends an archive
 * @throws CoraError BAD_ARTIFACT for anything but a plain file
 */
export function readTarHeader(header: Buffer): { name: string; size: number } | null {
  if (header.every((byte) => byte === 0)) return null;
  const stated = /^[ 0]*([0-7]{1,6})[\0 ]/.exec(header.toString('latin1', 148, 156))?.[1];
  if (stated === undefined || Number.parseInt(stated, 8) !== checksumOf(header))
    throw badArtifact('it is not a tar archive');
  const name = nameIn(header);
  const type = header[156]!;
  if (type !== PLAIN_FILE) {
    const what = TAR_TYPES[String.fromCharCode(type)] ?? `an entry of type ${type}`;
    throw badArtifact(`it holds ${what} (${JSON.stringify(name)}); an artifact holds plain files only`);
  }
  const size = /^([0-7]{11})[\0 ]$/.exec(header.toString('latin1', 124, 136))?.[1];
  if (size === undefined) throw badArtifact(`it gives no size for ${JSON.stringify(name)}`);
  return { name, size: Number.parseInt(size, 8) };
}

function nameIn(header: Buffer): string {
  const end = header.indexOf(0);
  return header.toString('latin1', 0, end === -1 ? 100 : Math.min(end, 100));
}

/** The sum of all bytes, with the checksum itself taken as eight spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 32;
  for (let at = 0; at < TAR_BLOCK; at++) if (at < 148 || at >= 156) sum += header[at]!;
  return sum;
}

/**
 * Returns the error of an artifact that is not what it should be; whoever knows its file names it.
 */
export function badArtifact(message: string): CoraError {
  return new CoraError('BAD_ARTIFACT', message);
}

// Bytes that come in pieces, taken in the amounts that a format wants.

export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** @throws CoraError BAD_ARTIFACT where it ends before */
  async take(size: number): Promise<Buffer> {
    const parts = [this.#held];
    let there = this.#held.length;
    while (there < size) {
      const piece = await this.#next();
      if (piece === null) throw new CoraError('BAD_ARTIFACT', 'it ends too early');
      parts.push(piece);
      there += piece.length;
    }
    const all = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    this.#held = all.subarray(size);
    return all.subarray(0, size);
  }

  /** Reads to the end. @throws CoraError BAD_ARTIFACT unless nothing but `most` zeros are left */
  async finish(most: number): Promise<void> {
    let left = most;
    for (let piece: Buffer | null = this.#held; piece !== null; piece = await this.#next()) {
      left -= piece.length;
      if (left < 0 || piece.some((byte) => byte !== 0))
        throw new CoraError('BAD_ARTIFACT', 'something follows its end');
    }
  }

  async #next(): Promise<Buffer | null> {
    try {
      const { done, value } = await this.#pieces.next();
      return done === true ? null : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    } catch (error) {
      // zlib's words: unexpected end of file, incorrect data check, invalid distance too far back,
      // …
      const { code, message } = error as NodeJS.ErrnoException;
      if (!/^(Z_|ZSTD_)/.test(code ?? '')) throw error;
      throw new CoraError('BAD_ARTIFACT', `it is torn or not what it says: ${message}`, { cause: error });
    }
  }
}

// Version 1 is a stream of gzip, or of Zstandard where Node has it (22.15 and newer), with rows
// under Brotli. It is only read.

const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const GZIP_MAGIC = [0x1f, 0x8b];
const ZIP_MAGIC = [0x50, 0x4b];

/** True if a file that begins so is compressed as a whole: version 1, or the zip of a workflow. */
export function isCompressed(start: Uint8Array): boolean {
  return [ZSTD_MAGIC, GZIP_MAGIC, ZIP_MAGIC].some((magic) => startsWith(start, magic));
}

/** Declares what Node 20's types do not know. */
interface Zstandard {
  createZstdDecompress?(): Duplex;
}
const zstandard = zlib as unknown as Zstandard;

function hasZstd(): boolean {
  return typeof zstandard.createZstdDecompress === 'function';
}

/** True if a file is called like a packed index. */
export function isPackedName(name: string): boolean {
  return /\.(tar|tar\.gz|tgz|tar\.zst)$/i.test(name);
}

/** By the name that the user gave. @throws CoraError USAGE */
export function mustBePackedName(file: string): void {
  if (/\.tar$/i.test(file)) return;
  const message = /\.(tar\.gz|tgz|tar\.zst)$/i.test(file)
    ? `${file}: a packed index is compressed inside, and its name ends with .tar.`
    : `${file} does not end with .tar.`;
  throw new CoraError('USAGE', message, { hint: 'cora pack -o index.tar' });
}

const MOST_GROWTH = 100;
/** An index of a small repository may grow as it likes. */
const FREE_GROWTH = 256 * 2 ** 20;

/**
 * The most bytes that a packed index of `packed` bytes may unpack to. Rows are compressed already,
 * vectors of one value vanish: a row of 100 bytes has a vector of a few kilobytes.
 */
export function mostUnpacked(packed: number): number {
  return FREE_GROWTH + MOST_GROWTH * packed;
}

/** @param start the first bytes of the file @throws CoraError BAD_ARTIFACT, PLATFORM */
export function createDecompressor(start: Uint8Array): Duplex {
  if (startsWith(start, GZIP_MAGIC)) return zlib.createGunzip();
  if (!startsWith(start, ZSTD_MAGIC)) throw new CoraError('BAD_ARTIFACT', 'it is no packed index (.tar)');
  if (!hasZstd()) throw noZstd();
  return zstandard.createZstdDecompress!();
}

/** @throws CoraError BAD_ARTIFACT for anything else, and for more than `most` bytes */
export function decompressText(bytes: Buffer, most: number): Buffer {
  return unpacked('rows', () => unpackBrotliSync(bytes, most));
}

// Members of version 2 that are no segment: gzip.

export function packText(bytes: Uint8Array): Buffer {
  const packed = zlib.gzipSync(bytes, { level: 9 });
  // The system that packed it is no part of what it says.
  packed[GZIP_SYSTEM] = 255;
  return packed;
}

const GZIP_SYSTEM = 9;

/** @throws CoraError BAD_ARTIFACT for anything else, and for more than `most` bytes */
export function unpackText(bytes: Uint8Array, most: number): Buffer {
  return unpacked('members', () => unpackGzipSync(bytes, most));
}

function unpacked(what: string, unpack: () => Buffer): Buffer {
  try {
    return unpack();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const problem = code === 'ERR_BUFFER_TOO_LARGE' ? 'unpack to too much' : `are torn: ${message}`;
    throw new CoraError('BAD_ARTIFACT', `it holds ${what} that ${problem}`, { cause: error });
  }
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}

function noZstd(): CoraError {
  return new CoraError('PLATFORM', `Node ${process.versions.node} cannot read Zstandard (.tar.zst).`, {
    hint: 'pack it again as .tar, or use Node 22.15 or newer',
  });
}
