/**
 * Of the archive: gzip, and Zstandard where Node has it (22.15 and newer), as streams. Of the rows in it: Brotli, which makes of
 * source code a fifth less than gzip does.
 */

import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { CoraError } from '../../base/errors.ts';
import { unpackBrotliSync } from '../../disk/unpackBounded.ts';

export type Compression = 'gzip' | 'zstd';

const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const GZIP_MAGIC = [0x1f, 0x8b];
const ZSTD_LEVEL = 19;

const brotliCompress = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);

/** What Node 20's types do not know. */
interface Zstandard {
  createZstdCompress?(options: { params: Record<number, number> }): Duplex;
  createZstdDecompress?(): Duplex;
  constants: { ZSTD_c_compressionLevel?: number };
}
const zstandard = zlib as unknown as Zstandard;

export function hasZstd(): boolean {
  return typeof zstandard.createZstdCompress === 'function';
}

/** Whether a file is called like a packed index. */
export function isPackedName(name: string): boolean {
  return /\.(tar\.gz|tgz|tar\.zst)$/i.test(name);
}

const MOST_GROWTH = 100;
/** An index of a small repository may grow as it likes. */
const FREE_GROWTH = 256 * 2 ** 20;

/**
 * The most bytes that a packed index of `packed` bytes may unpack to. Rows are compressed already, vectors of one value vanish: a row of
 * 100 bytes has a vector of a few kilobytes.
 */
export function mostUnpacked(packed: number): number {
  return FREE_GROWTH + MOST_GROWTH * packed;
}

/** By the name that the user gave. @throws CoraError PLATFORM, USAGE */
export function compressionOf(file: string): Compression {
  if (/\.(tar\.gz|tgz)$/i.test(file)) return 'gzip';
  if (!/\.tar\.zst$/i.test(file)) {
    throw new CoraError('USAGE', `${file} does not end with .tar.gz or .tar.zst.`, {
      hint: 'cora pack -o index.tar.gz',
    });
  }
  if (!hasZstd()) throw noZstd();
  return 'zstd';
}

export function createCompressor(compression: Compression): Duplex {
  if (compression === 'gzip') return zlib.createGzip({ level: 9 });
  return zstandard.createZstdCompress!({
    params: { [zstandard.constants.ZSTD_c_compressionLevel ?? 100]: ZSTD_LEVEL },
  });
}

/** @param start the first bytes of the file @throws CoraError BAD_ARTIFACT, PLATFORM */
export function createDecompressor(start: Uint8Array): Duplex {
  if (startsWith(start, GZIP_MAGIC)) return zlib.createGunzip();
  if (!startsWith(start, ZSTD_MAGIC))
    throw new CoraError('BAD_ARTIFACT', 'it is neither a .tar.gz nor a .tar.zst file');
  if (!hasZstd()) throw noZstd();
  return zstandard.createZstdDecompress!();
}

export function compressText(bytes: Buffer): Buffer {
  return zlib.brotliCompressSync(bytes, paramsFor(bytes));
}

/** The same bytes, made in a thread of their own. */
export function compressTextBeside(bytes: Buffer): Promise<Buffer> {
  return brotliCompress(bytes, paramsFor(bytes));
}

function paramsFor(bytes: Buffer): zlib.BrotliOptions {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } =
    zlib.constants;
  return {
    params: {
      [BROTLI_PARAM_QUALITY]: 9,
      [BROTLI_PARAM_LGWIN]: 22,
      [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
      [BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
}

/** @throws CoraError BAD_ARTIFACT for anything else, and for more than `most` bytes */
export function decompressText(bytes: Buffer, most: number): Buffer {
  try {
    return unpackBrotliSync(bytes, most);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const what = code === 'ERR_BUFFER_TOO_LARGE' ? 'rows that unpack to too much' : `rows that are torn: ${message}`;
    throw new CoraError('BAD_ARTIFACT', `it holds ${what}`, { cause: error });
  }
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}

function noZstd(): CoraError {
  return new CoraError('PLATFORM', `Node ${process.versions.node} cannot read or write Zstandard (.tar.zst).`, {
    hint: 'use .tar.gz, or Node 22.15 or newer',
  });
}
