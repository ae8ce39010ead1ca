/**
 * A file of the page's own host, read by ranges, or whole where the host knows none. The name of
 * each file holds a digest, so what has another length is another page's.
 */

import { CoraError } from '../../base/errors.ts';
import { type KeptPages, PAGE, PagedRanges } from '../../engine/pagedRanges.ts';
import { type ByteRanges, MemoryRanges } from '../../engine/segmentFile.ts';
import { bytesIn } from './inflate.ts';

export interface RemoteFile {
  /** Its name, from the page. */
  file: string;
  bytes: number;
}

export interface OpenFile {
  ranges: ByteRanges;
  /** True where the host sent all of it. */
  isWhole: boolean;
}

/** Bytes that are asked for first: the manifest of most indexes, and the beginning of the view. */
const FIRST = 8 * PAGE;
/** Waits before the next try, in milliseconds, where a host is busy or a connection broke. */
const WAITS = [300, 1500];

/** Is told how many bytes have come. */
type OnBytes = (count: number) => void;

/** @throws CoraError NETWORK */
export async function openFile(
  { file, bytes: size }: RemoteFile,
  kept: KeptPages,
  onBytes: OnBytes,
): Promise<OpenFile> {
  const fetchRange = async (from: number, to: number, signal: AbortSignal): Promise<Uint8Array> => {
    const response = await askHost(file, { Range: `bytes=${from}-${to - 1}` }, signal);
    return readRange(response, file, [from, to, size], onBytes);
  };
  const paged = new PagedRanges(size, fetchRange, { kept });
  const first = Math.min(size, FIRST);
  const isKnown = paged.far.missing(0, first) === 0;
  const response = isKnown ? null : await askHost(file, { Range: `bytes=0-${first - 1}` });
  if (response?.status === 200) {
    // The server does not know ranges, or the file is small.
    const whole = await readBody(response, file, size, onBytes);
    return { ranges: new MemoryRanges(whole), isWhole: first < size };
  }
  if (response !== null) await kept.keep(0, await readRange(response, file, [0, first, size]));
  return { ranges: paged, isWhole: false };
}

/** Reads a file whole. @throws CoraError NETWORK */
export async function fetchWhole({ file, bytes }: RemoteFile, onBytes?: OnBytes): Promise<Uint8Array> {
  return readBody(await askHost(file, {}), file, bytes, onBytes);
}

/** @returns 200 or 206. @throws CoraError NETWORK */
export async function askHost(
  file: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
  cache: RequestCache = 'default',
): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const wait = WAITS[tries];
    const request = { headers, cache, ...(signal === undefined ? {} : { signal }) };
    const response = await fetch(addressOf(file), request).catch((cause: unknown) => {
      if (signal?.aborted === true || wait === undefined) throw unreachable(file, cause);
      return null;
    });
    if (response !== null && (response.status === 200 || response.status === 206)) return response;
    if (response !== null && (wait === undefined || (response.status < 500 && response.status !== 429)))
      throw refused(file, response.status);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function readRange(
  response: Response,
  file: string,
  [from, to, size]: readonly [number, number, number],
  onBytes?: OnBytes,
): Promise<Uint8Array> {
  const said = response.headers.get('content-range');
  const wanted = `bytes ${from}-${to - 1}/${size}`;
  if (response.status !== 206 || (said !== null && said.trim().toLowerCase() !== wanted)) throw another(file);
  return readBody(response, file, to - from, onBytes);
}

async function readBody(response: Response, file: string, size: number, onBytes?: OnBytes): Promise<Uint8Array> {
  const reading = response.body === null ? Promise.resolve(new Uint8Array(0)) : bytesIn(response.body, size, onBytes);
  const bytes = await reading.catch((cause: unknown) => {
    throw cause instanceof RangeError ? another(file) : unreachable(file, cause);
  });
  if (bytes.length !== size) throw another(file);
  return bytes;
}

/** Where the page lies: the worker's own file is in a folder of it. */
export function addressOf(file: string): URL {
  return new URL(`../${file}`, self.location.href);
}

const RELOAD = 'Load the page again.';

function another(file: string): CoraError {
  return new CoraError('NETWORK', `${file} is not the file that this page was written with.`, { hint: RELOAD });
}

function refused(file: string, status: number): CoraError {
  const message =
    status === 404
      ? `${file} is not there any more: the page was published anew, or only a part of it was.`
      : `The host of this page answers ${status} for ${file}.`;
  return new CoraError('NETWORK', message, { hint: RELOAD });
}

function unreachable(file: string, cause: unknown): CoraError {
  const message = `${file} cannot be reached. Is this device offline?`;
  return new CoraError('NETWORK', message, { hint: 'Try again when it is online.', cause });
}
