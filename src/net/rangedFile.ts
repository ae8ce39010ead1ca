/**
 * A file of a web server, read by ranges. Each request says of which version it must be (If-Range)
 * and each answer is held against what was asked for, so that bytes of two versions never meet. A
 * server that gives no ranges, or no name to a version, is read whole by others.
 */

import { CoraError, HasChanged } from '../base/errors.ts';
import { TooLarge } from '../disk/boundedRead.ts';
import { GITHUB_VARIABLES } from './credentials.ts';
import { fetchSafely, type LedTo, type SafeRequest, shownUrl } from './fetchSafely.ts';
import { readBody } from './retrying.ts';

export type FileRequest = Pick<SafeRequest, 'url' | 'authorization' | 'fetch' | 'log' | 'policy'>;

/** A version of a file: what the server calls it, a strong ETag or a date, and its length. */
export interface FileVersion {
  mark: string;
  size: number;
}

/** Tells what a server says to the first request. */
export type FirstAnswer =
  | { kind: 'same' }
  /** The server gives ranges: the first bytes of the file. */
  | { kind: 'ranges'; version: FileVersion; first: Uint8Array }
  /** The server gives the whole file, or nothing that tells one version from another. */
  | { kind: 'whole' };

/** Matches a strong ETag. A weak one (W/"…") does not name bytes. */
const STRONG_TAG = /^"[^"]*"$/;
/** The most characters of a mark. A longer one is a mistake of the server. */
export const MOST_MARK = 1024;
/** The advice about a server that gives other parts of a file than it was asked for. */
export const RANGES_GO_WRONG =
  'the server, or a proxy before it, does ranges wrongly: download the file and name it (--index FILE, cora pull FILE)';
const LACKS_TOKEN = `GitHub wants a token: ${GITHUB_VARIABLES}; another address may want https://NAME:PASSWORD@HOST/…`;

export class RangedFile {
  readonly #request: FileRequest;
  /** A release leads to a signed address: it is asked directly for as long as it answers. */
  readonly #place: { known: LedTo | null } = { known: null };

  constructor(request: FileRequest) {
    this.#request = request;
  }

  /**
   * @param known the version here: the server sends nothing if it has the same.
   * @throws CoraError NETWORK, …
   */
  begin(length: number, known: FileVersion | null): Promise<FirstAnswer> {
    const headers = {
      range: `bytes=0-${length - 1}`,
      ...(known === null ? {} : { [isTag(known.mark) ? 'if-none-match' : 'if-modified-since']: known.mark }),
    };
    return this.#ask(headers, undefined, async (response, came): Promise<FirstAnswer> => {
      if (known !== null && response.status === 304) return { kind: 'same' };
      if (response.status === 416) return { kind: 'whole' };
      const mark = markOf(response.headers);
      const range = rangeIn(response);
      const isPlain = (response.headers.get('content-encoding') ?? 'identity') === 'identity';
      if (response.status !== 206 || mark === '' || range === null || range.size === null || !isPlain) {
        await response.body?.cancel();
        return { kind: 'whole' };
      }
      const { from, to, size } = range;
      if (from !== 0 || to !== Math.min(length, size)) throw this.#lie(`bytes ${from} to ${to} of ${size}`);
      const first = await this.#bodyOf(response, to, came);
      return { kind: 'ranges', version: { mark, size }, first };
    });
  }

  /** Brings the bytes `from` to `to`, without it. @throws HasChanged, CoraError NETWORK, ABORTED */
  read(version: FileVersion, from: number, to: number, signal?: AbortSignal): Promise<Uint8Array> {
    const headers = { range: `bytes=${from}-${to - 1}`, 'if-range': version.mark };
    return this.#ask(headers, signal, async (response, came) => {
      const range = rangeIn(response);
      const mark = markOf(response.headers);
      // If-Range makes the server send the whole file where it has another one.
      const isOther = response.status !== 206 || (mark !== '' && mark !== version.mark);
      if (isOther || (range !== null && range.size !== null && range.size !== version.size)) {
        await response.body?.cancel();
        throw new HasChanged(shownUrl(this.#request.url));
      }
      if (range === null || range.from !== from || range.to !== to) {
        await response.body?.cancel();
        throw this.#lie(range === null ? 'a part that it does not name' : `bytes ${range.from} to ${range.to}`);
      }
      const encoding = response.headers.get('content-encoding') ?? 'identity';
      if (encoding !== 'identity') throw this.#lie('another encoding');
      return this.#bodyOf(response, to - from, came);
    });
  }

  #ask<T>(
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
    read: (response: Response, came: (bytes: number) => void) => Promise<T>,
  ): Promise<T> {
    // A few packed kilobytes can hold gigabytes.
    const wanted = { ...headers, 'accept-encoding': 'identity' };
    const request = { ...this.#request, place: this.#place, headers: () => wanted, signal };
    const started = performance.now();
    return fetchSafely(request, async (response, came) => {
      const { status } = response;
      if (status >= 200 && status < 300) {
        const found = await read(response, came);
        const ms = Math.round(performance.now() - started);
        this.#request.log.debug(`${shownUrl(this.#request.url)}: ${headers.range}, status ${status}, ${ms} ms`);
        return found;
      }
      if (status === 304 || status === 416) {
        await response.body?.cancel();
        return read(response, came);
      }
      throw await refusedFile(this.#request.url, response);
    });
  }

  async #bodyOf(response: Response, length: number, came: (bytes: number) => void): Promise<Uint8Array> {
    const stated = response.headers.get('content-length');
    if (stated !== null && Number(stated) !== length) {
      await response.body?.cancel();
      throw this.#lie(`${stated} bytes where there are ${length}`);
    }
    let body: Buffer;
    try {
      body = await readBody(response, length, came);
    } catch (error) {
      if (error instanceof TooLarge) throw this.#lie('more bytes than it was asked for');
      throw error;
    }
    // A connection that was cut is tried again.
    if (body.length !== length) throw new Error(`it ended after ${body.length} of ${length} bytes`);
    return body;
  }

  #lie(sent: string): CoraError {
    return new CoraError('NETWORK', `${shownUrl(this.#request.url)} sends ${sent}, which it was not asked for.`, {
      hint: RANGES_GO_WRONG,
    });
  }
}

/** Returns an empty text where the server gives neither a strong tag nor a date. */
export function markOf(headers: Headers): string {
  const tag = headers.get('etag') ?? '';
  const mark = isTag(tag) ? tag : (headers.get('last-modified') ?? '');
  return mark.length > MOST_MARK ? '' : mark;
}

function isTag(mark: string): boolean {
  return STRONG_TAG.test(mark);
}

/** `bytes 0-99/1234`, `bytes 0-99/*`: the end is included there, and here it is not. */
function rangeIn({ headers }: Response): { from: number; to: number; size: number | null } | null {
  const [, from, last, size] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (from === undefined || last === undefined || size === undefined) return null;
  return { from: Number(from), to: Number(last) + 1, size: size === '*' ? null : Number(size) };
}

/** Makes the error of an answer that gives no file. */
export async function refusedFile(url: URL, response: Response): Promise<CoraError> {
  await response.body?.cancel();
  const { status } = response;
  if (status === 404 || status === 410)
    return new CoraError('NO_ARTIFACT', `There is nothing at ${shownUrl(url)}.`, {
      hint: 'check the address; cora pack -o FILE   writes the file that belongs there',
    });
  const lacksToken = status === 401 || status === 403;
  return new CoraError('NETWORK', `${shownUrl(url)} answers with status ${status}.`, {
    ...(lacksToken ? { hint: LACKS_TOKEN } : {}),
  });
}
