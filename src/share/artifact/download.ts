/**
 * Downloads a file. The bytes that came before a connection broke are kept, also for the next run,
 * and a Range request goes on with them as long as the server says that the file is still the same.
 */

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError, isCoraError } from '../../base/errors.ts';
import { readTextBounded } from '../../disk/boundedRead.ts';
import { makePrivate, PRIVATE_FILE } from '../../disk/makePrivate.ts';
import { replaceFile } from '../../disk/replaceFile.ts';
import { fetchSafely, type SafeRequest, shownUrl } from '../../net/fetchSafely.ts';
import { MOST_MARK, markOf, RANGES_GO_WRONG, refusedFile } from '../../net/rangedFile.ts';
import { mostBytesOf } from './packedArtifact.ts';

export interface DownloadRequest extends Omit<SafeRequest, 'method' | 'body' | 'headers'> {
  headers: Readonly<Record<string, string>>;
  /** A folder for what is not complete. */
  cacheDir: string;
  /** True for what GitHub packs into a zip. */
  mayBeZip?: boolean;
  /** Bytes so far, and of all where the server says it (else 0). */
  onProgress(done: number, total: number): void;
}

export interface Download {
  file: string;
  /** Bytes that came in this run. */
  received: number;
  /** The server's name for this version, an ETag or a date; '' where it gives none. */
  mark: string;
  /**
   * Removes the file, when it was used or is useless. The next run goes on with a file that stays.
   */
  remove(): Promise<void>;
}

interface Part {
  file: string;
  /** The server's name for the version that is in the file: an ETag or a date. */
  mark: string;
}

/** The most bytes of a packed index: one of a million chunks is smaller. */
export const MOST_BYTES = 16 * 2 ** 30;
/** The time after which a part is of no use any more, if no run has gone on with it. */
const GIVEN_UP_MS = 7 * 24 * 60 * 60 * 1000;
/** The first bytes, which tell whether a file is an archive and how long it is at most. */
const TELLING = 2 ** 20;

/** @throws CoraError NETWORK, NO_ARTIFACT, ABORTED, BAD_ARTIFACT for more than an index has */
export async function download(request: DownloadRequest): Promise<Download> {
  makePrivate(request.cacheDir, true);
  await removeOld(request.cacheDir);
  const name = createHash('sha256').update(request.url.href).digest('hex').slice(0, 32);
  const part = { file: join(request.cacheDir, `${name}.part`), mark: join(request.cacheDir, `${name}.mark`) };
  // Bytes on the disk are those that were sent: a few kilobytes of another encoding can hold
  // gigabytes.
  let isRest = false;
  const headers = async () => {
    const range = await rangeOf(part);
    isRest = range !== null;
    return { ...request.headers, 'accept-encoding': 'identity', ...range };
  };
  let received = 0;
  try {
    await fetchSafely({ ...request, headers }, (response, came) => {
      if (!isRest && (response.status === 206 || response.status === 416)) throw notAsked(request.url, response);
      return take(request, response, part, (bytes) => {
        received += bytes;
        came(bytes);
      });
    });
  } catch (error) {
    if (isCoraError(error) && error.code === 'BAD_ARTIFACT') await removePart(part);
    throw error;
  }
  const mark = await readTextBounded(part.mark, MOST_MARK).catch(() => '');
  return { file: part.file, received, mark, remove: () => removePart(part) };
}

async function removeOld(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const found = await stat(join(dir, name)).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > GIVEN_UP_MS) await rm(join(dir, name), { force: true });
  }
}

function notAsked(url: URL, { status }: Response): CoraError {
  const what = status === 206 ? 'a part of the file' : 'no such part of the file';
  const message = `${shownUrl(url)} answers with ${what} (status ${status}); it was asked for all of it.`;
  return new CoraError('NETWORK', message, { hint: RANGES_GO_WRONG });
}

/**
 * Returns the headers that ask for the rest of the same version, or else for all.
 * @returns null where nothing is here
 */
async function rangeOf(part: Part): Promise<Record<string, string> | null> {
  const [found, mark] = await Promise.all([
    lstat(part.file).catch(() => null),
    readTextBounded(part.mark, MOST_MARK).catch(() => ''),
  ]);
  if (found?.isFile() !== true || found.size === 0 || mark === '') return null;
  return { range: `bytes=${found.size}-`, 'if-range': mark };
}

async function take(
  request: DownloadRequest,
  response: Response,
  part: Part,
  came: (bytes: number) => void,
): Promise<void> {
  const { status } = response;
  if (status === 416 && (await isComplete(response, part))) return;
  const start = status === 206 ? await startOf(response, part) : 0;
  if (status === 416 || start === null) {
    await removePart(part);
    throw new Error('the file has changed meanwhile');
  }
  if (status !== 200 && status !== 206) throw await refusedFile(request.url, response);
  const { headers } = response;
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') {
    const message = `${shownUrl(request.url)} sends the file in another encoding than it was asked for.`;
    throw new CoraError('NETWORK', message);
  }
  const length = Number(headers.get('content-length') ?? Number.NaN);
  const total = Number.isFinite(length) ? start + length : 0;
  if (start === 0) await begin(response, part);
  const handle = await open(part.file, start === 0 ? ANEW : GOING_ON, PRIVATE_FILE);
  let done = start;
  let most = MOST_BYTES;
  let isTold = false;
  try {
    for await (const piece of response.body ?? []) {
      if (done + piece.length > most || total > most) throw tooLong(request.url, most);
      await writeAt(handle, piece, done);
      done += piece.length;
      if (!isTold && done >= TELLING) {
        most = Math.min(most, await mostIn(handle, request));
        isTold = true;
      }
      came(piece.length);
      request.onProgress(done, total);
    }
    if (total !== 0 && done !== total) throw new Error(`it ended after ${done} of ${total} bytes`);
    if (!(await isStillThere(handle, part, done))) throw new Error('another run has begun the same download anew');
  } finally {
    await handle.close();
  }
}

const { O_CREAT, O_NOFOLLOW = 0, O_RDWR, O_TRUNC } = constants;
/** A link that somebody has put there is not followed. */
const GOING_ON = O_RDWR | O_NOFOLLOW;
const ANEW = GOING_ON | O_CREAT | O_TRUNC;

const CHECK_ADDRESS = 'check what the address gives: curl -sI ADDRESS';

function tooLong(url: URL, most: number): CoraError {
  const why = most === MOST_BYTES ? 'is too large' : `goes on after the ${most} bytes that its packed index can have`;
  const message = `${shownUrl(url)} ${why}. Nothing of it was kept.`;
  return new CoraError('BAD_ARTIFACT', message, { hint: CHECK_ADDRESS });
}

/** Returns what its beginning says. @throws CoraError BAD_ARTIFACT that names the address */
async function mostIn(handle: FileHandle, { url, mayBeZip = false }: DownloadRequest): Promise<number> {
  const first = Buffer.alloc(TELLING);
  await handle.read(first, 0, TELLING, 0);
  try {
    return await mostBytesOf(first, mayBeZip);
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'BAD_ARTIFACT') throw error;
    const message = `${shownUrl(url)} is no packed index: ${error.message}. Nothing of it was kept.`;
    throw new CoraError('BAD_ARTIFACT', message, { hint: CHECK_ADDRESS, cause: error });
  }
}

/**
 * Writes a piece at its place: another run that downloads this version writes the same bytes there.
 */
async function writeAt(handle: FileHandle, piece: Uint8Array, place: number): Promise<void> {
  for (let at = 0; at < piece.length; ) {
    const { bytesWritten } = await handle.write(piece, at, piece.length - at, place + at);
    at += bytesWritten;
  }
}

async function isStillThere(handle: FileHandle, { file }: Part, size: number): Promise<boolean> {
  const [written, found] = await Promise.all([handle.stat(), lstat(file).catch(() => null)]);
  return found?.ino === written.ino && found.size === size;
}

/** @returns null where the server gives a part that does not go on with what is here */
async function startOf(response: Response, part: Part): Promise<number | null> {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  const { size } = await stat(part.file);
  return start !== undefined && Number(start) <= size ? Number(start) : null;
}

/** True if all of the very version that was asked for (If-Range) is here already. */
async function isComplete(response: Response, part: Part): Promise<boolean> {
  const { size } = await stat(part.file);
  return response.headers.get('content-range') === `bytes */${size}`;
}

/** Remembers what the bytes to come are a version of, as far as the server tells. */
async function begin({ headers }: Response, part: Part): Promise<void> {
  await removePart(part);
  await replaceFile(part.mark, markOf(headers));
}

async function removePart({ file, mark }: Part): Promise<void> {
  await Promise.all([rm(file, { force: true }), rm(mark, { force: true })]);
}
