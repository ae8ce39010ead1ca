/**
 * Lists and reads objects of the one place that the user named, with the credentials that LanceDB
 * gets, and nothing else: no redirect is followed, no host is asked but the service's own or the
 * one that the user's environment names, and every answer is bounded.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { CoraError } from '../../base/errors.ts';
import { TooLarge } from '../../disk/boundedRead.ts';
import { createFetch, type Fetch } from '../../net/createFetch.ts';
import { readBody, readStart } from '../../net/retrying.ts';
import { OddField } from '../lanceFiles.ts';
import type { StoreAddress } from '../storeAddress.ts';
import { unreachable } from '../storeFailure.ts';
import { azureService, googleService, type ObjectService, s3Service } from './objectServices.ts';

export interface Objects {
  /** Tells these from others of the same names: an address without a query. */
  readonly place: string;
  /**
   * All whose names begin so, page by page: what `take` makes of each is kept.
   * @param until by `performance.now()`
   * @throws Error as storeFailure.ts reads it, CoraError NETWORK, and what `take` throws
   */
  list<T>(prefix: string, take: (object: StoredObject) => T | null, until: number): Promise<T[]>;
  /**
   * @returns null where it is another one than was listed, or gone
   * @throws OddField for one that is packed
   */
  read(object: StoredObject, most: number, until: number): Promise<Buffer | null>;
}

/** More than a table of ours has: a page is a thousand. */
const MOST_PAGES = 200;
const MOST_PAGE = 8 * 2 ** 20;
/** The most bytes of all pages. */
const MOST_LIST = 64 * 2 ** 20;
const PATIENCE_MS = 30_000;
const ATTEMPTS = 4;
const PAUSE_MS = 100;
const WORTH_REPEATING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** @throws NoCredentials, CoraError USAGE */
export async function openObjects({ scheme, uri, options, env }: StoreAddress): Promise<Objects> {
  const bucket = uri.split('/')[2]!;
  const service = await serviceOf(scheme, bucket, options, uri);
  const ask = askerOf(service, createFetch(env), uri);
  const { origin, pathname } = service.address('');
  return {
    place: `${origin}${pathname}`,
    list: async <T>(prefix: string, take: (object: StoredObject) => T | null, until: number) => {
      const found: T[] = [];
      let left = MOST_LIST;
      let page: string | null = null;
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const at: string | null = page;
        const asked = ask(() => service.listAddress(prefix, at), Math.min(MOST_PAGE, left), until);
        const answer = await asked.catch((error: unknown) => {
          throw error instanceof TooLarge ? new Error('a list of objects that is too large') : error;
        });
        if (answer.status !== 200) throw refusal(answer);
        left -= answer.body.length;
        const { objects, next } = readList(answer.body.toString('utf8'), service.words);
        if (objects.some(({ key }) => !key.startsWith(prefix)))
          throw new Error('the list holds what was not asked for');
        for (const object of objects) {
          const taken = take(object);
          if (taken !== null) found.push(taken);
        }
        if (next === null) return found;
        page = next;
      }
      throw new Error(`more than ${MOST_PAGES}000 objects`);
    },
    read: async (object, most, until) => {
      const answer = await ask(() => service.address(object.key), most, until);
      if (answer.status === 404) return null;
      if (answer.status !== 200) throw refusal(answer);
      const etag = plainEtag(answer.headers.get('etag') ?? '');
      const isOther = etag !== '' && object.etag !== '' && etag !== object.etag;
      if (isOther) return null;
      if (isEncoded(answer)) throw new OddField('objects that are packed (Content-Encoding)');
      return answer.body.length === object.size ? answer.body : null;
    },
  };
}

async function serviceOf(
  scheme: StoreAddress['scheme'],
  bucket: string,
  options: StoreAddress['options'],
  uri: string,
): Promise<ObjectService> {
  try {
    if (scheme === 'az') return azureService(bucket, options);
    return scheme === 'gs' ? await googleService(bucket, options) : s3Service(bucket, options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CoraError('USAGE', `The endpoint that the environment names for ${uri} is not an address.`, {
      hint: 'such as https://storage.example.com',
    });
  }
}

interface Answer {
  status: number;
  headers: Headers;
  /** The content; for a refusal, its beginning. */
  body: Buffer;
}

/** Fetch would unpack it, and LanceDB would not: both must see the same bytes. */
function isEncoded({ headers }: Answer): boolean {
  const encodings = [headers.get('content-encoding'), headers.get('x-goog-stored-content-encoding')];
  return encodings.some((encoding) => encoding !== null && !/^(?:identity|aws-chunked)?$/i.test(encoding.trim()));
}

type Ask = (address: () => URL, most: number, until: number) => Promise<Answer>;

function askerOf(service: ObjectService, fetch: Fetch, uri: string): Ask {
  return async (address, most, until) => {
    for (let attempt = 1; ; attempt++) {
      const left = until - performance.now();
      if (left <= 0) throw unreachable(uri);
      const isLast = attempt >= ATTEMPTS;
      try {
        const answer = await askOnce(service, fetch, address(), most, Math.ceil(Math.min(PATIENCE_MS, left)));
        if (answer.status !== 200 && service.moved?.(answer.headers) === true) continue;
        if (isLast || !WORTH_REPEATING.has(answer.status)) return answer;
      } catch (error) {
        if (error instanceof CoraError || error instanceof TooLarge) throw error;
        if (isLast || isHopeless(error as Error)) throw unreachable(uri);
      }
      await sleep(PAUSE_MS * 2 ** attempt);
    }
  };
}

async function askOnce(service: ObjectService, fetch: Fetch, url: URL, most: number, ms: number): Promise<Answer> {
  const response = await fetch(url, {
    headers: { ...service.headers(url), 'accept-encoding': 'identity' },
    redirect: 'manual',
    signal: AbortSignal.timeout(ms),
  });
  const { status, headers } = response;
  const body = status === 200 ? await readBody(response, most) : Buffer.from(await readStart(response));
  return { status, headers, body };
}

/** A host that is not there, and one that was waited for long enough. */
function isHopeless(error: Error): boolean {
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  return error.name === 'TimeoutError' || code === 'ECONNREFUSED' || code === 'ENOTFOUND';
}

const STATUS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' };

/**
 * Returns an error worded as LanceDB words it, for storeFailure.ts: the status, and the service's
 * own code.
 */
function refusal({ status, body }: Answer): Error {
  const said = status < 400 ? 'a redirect, which is not followed' : body.toString('utf8');
  return new Error(`status code: ${status} ${STATUS[status] ?? ''} ${said}`);
}

// Reads one page of a list of objects: `<Contents><Key>…</Key>…</Contents>` of S3 and Google,
// `<Blob><Name>…` of Azure. Pure.

export interface StoredObject {
  key: string;
  /** Differs when the object was written again. */
  stamp: string;
  etag: string;
  size: number;
}

interface ListPage {
  objects: StoredObject[];
  next: string | null;
}

/** @throws Error for what is no such list */
export function readList(xml: string, { root, object, key, next, most }: ObjectService['words']): ListPage {
  if (!xml.includes(`<${root}`) || !xml.includes(`</${root}>`)) throw new Error('the answer is no list of objects');
  const objects = partsOf(xml, `<${object}>`, `</${object}>`, most).map((part) => {
    const name = textIn(part, key);
    const size = Number(textIn(part, 'Size') ?? textIn(part, 'Content-Length') ?? Number.NaN);
    const etag = plainEtag(textIn(part, 'ETag') ?? textIn(part, 'Etag') ?? '');
    if (name === null || name === '' || !Number.isSafeInteger(size))
      throw new Error('the list holds an object without a name or a size');
    const times = ['LastModified', 'Last-Modified', 'Generation'].map((field) => textIn(part, field) ?? '');
    return { key: name, etag, size, stamp: [etag, ...times, size].join(' ') };
  });
  const following = textIn(xml, next);
  if (following === null && textIn(xml, 'IsTruncated') === 'true') throw new Error('the list is cut off');
  return { objects, next: following === '' ? null : following };
}

/** `W/"x"` and `"x"` are x: lists and answers write it differently. */
function plainEtag(text: string): string {
  return text.replace(/^W\//, '').replaceAll('"', '');
}

function partsOf(xml: string, begin: string, end: string, most: number): string[] {
  const parts: string[] = [];
  for (let at = xml.indexOf(begin); at >= 0; at = xml.indexOf(begin, at)) {
    const to = xml.indexOf(end, at);
    if (to < 0) throw new Error('the list is cut off');
    if (parts.length === most) throw new Error(`a page of more than ${most} objects`);
    parts.push(xml.slice(at + begin.length, to));
    at = to + end.length;
  }
  return parts;
}

function textIn(xml: string, name: string): string | null {
  const at = xml.indexOf(`<${name}>`);
  const to = at < 0 ? -1 : xml.indexOf(`</${name}>`, at);
  return to < 0 ? null : unescaped(xml.slice(at + name.length + 2, to));
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, (_, name, decimal, hex) => {
    if (name !== undefined) return NAMED[name]!;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  });
}
