/**
 * Lists and reads objects of the one place that the user named, with the credentials for LanceDB.
 * No redirect is followed, no host is asked but the service's own or the one in the user's
 * environment, and the size of every answer is limited. A table is checked here before LanceDB
 * opens it.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { CoraError } from '../../base/errors.ts';
import { TooLarge } from '../../disk/boundedRead.ts';
import { createFetch, type Fetch } from '../../net/createFetch.ts';
import { readBody, readStart } from '../../net/retrying.ts';
import { type CheckedPart, checkedPart, mustBeFolder } from '../checkTable.ts';
import { OddField } from '../lanceFiles.ts';
import type { StoreAddress } from '../storeAddress.ts';
import { credentialsHint, unreachable } from '../storeFailure.ts';
import { azureService, googleService, NoCredentials, type ObjectService, s3Service } from './objectServices.ts';

interface Objects {
  /** The address without a query; it distinguishes objects of the same name. */
  readonly place: string;
  /**
   * Lists all objects whose names begin with a prefix, page by page, and keeps what `take` makes of
   * each.
   * @param until a time of `performance.now()`
   * @throws Error in the form that storeFailure.ts reads, CoraError NETWORK, and the errors of
   * `take`
   */
  list<T>(prefix: string, take: (object: StoredObject) => T | null, until: number): Promise<T[]>;
  /**
   * @returns null if the object has changed since it was listed. @throws OddField for a compressed
   * object
   */
  read(object: StoredObject, most: number, until: number): Promise<Buffer | null>;
}

/** More pages than a table of Cora's has; a page has a thousand objects. */
const MOST_PAGES = 200;
const MOST_PAGE = 8 * 2 ** 20;
/** The most bytes of all pages together. */
const MOST_LIST = 64 * 2 ** 20;
const PATIENCE_MS = 30_000;
const ATTEMPTS = 4;
const PAUSE_MS = 100;
const WORTH_REPEATING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** @throws NoCredentials, CoraError USAGE */
async function openObjects({ scheme, uri, options, env }: StoreAddress): Promise<Objects> {
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
  /** The content, or the beginning of an error message. */
  body: Buffer;
}

/**
 * True for compressed content. Fetch would unpack it and LanceDB would not, but both must see the
 * same bytes.
 */
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

/** True for a host that does not exist, and after the time limit. */
function isHopeless(error: Error): boolean {
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  return error.name === 'TimeoutError' || code === 'ECONNREFUSED' || code === 'ENOTFOUND';
}

const STATUS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' };

/** Returns an error in LanceDB's words, for storeFailure.ts: the status and the service's code. */
function refusal({ status, body }: Answer): Error {
  const said = status < 400 ? 'a redirect, which is not followed' : body.toString('utf8');
  return new Error(`status code: ${status} ${STATUS[status] ?? ''} ${said}`);
}

// Reads one page of a list of objects: `<Contents><Key>…</Key>…</Contents>` of S3 and Google,
// `<Blob><Name>…` of Azure. Pure.

interface StoredObject {
  key: string;
  /** Changes when the object is written again. */
  stamp: string;
  etag: string;
  size: number;
}

interface ListPage {
  objects: StoredObject[];
  next: string | null;
}

/** @throws Error if the XML is no such list */
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

/** `W/"x"` and `"x"` become x: lists and answers write it differently. */
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

// Checks a table in object storage before LanceDB opens it, as checkTable.ts checks a folder, and
// again afterwards, so that LanceDB opened what was checked. LanceDB does not give manifests away,
// so Cora reads them from the service itself.

/** The versions that were checked, newest first; empty if there is no table. */
export type Looked = readonly number[];

interface Opening<T> {
  /** Opens the table and says which versions LanceDB read. */
  open(looked: Looked): Promise<{ made: T; versions: readonly number[] }>;
  /** Closes a table that is not used after all. */
  close(made: T): void;
}

/**
 * Checks a table, opens it, and checks that it has not changed meanwhile.
 * @param versions to check beside the newest one; `all` if LanceDB is going to write
 * @throws CoraError BROKEN_INDEX, LOCKED, NETWORK, and Error in the form that storeFailure.ts reads
 */
export type TableGuard = <T>(name: string, versions: readonly number[] | 'all', opening: Opening<T>) => Promise<T>;

interface Part extends CheckedPart {
  object: StoredObject;
}

/** If others publish meanwhile, the table is checked again, up to so many times. */
const LOOKS = 4;
const LOOK_PAUSE_MS = 200;
/** The time limit for all requests of one check. */
const WHOLE_MS = 60_000;
const AT_ONCE = 4;
/**
 * The most bytes of one object: a manifest of half a million data files. Several are in memory at
 * once.
 */
const MOST_PART = 64 * 2 ** 20;

/**
 * Objects that were checked, by place and stamp. They never change, and tables are opened often.
 */
const known = new Set<string>();
const MOST_KNOWN = 10_000;

/**
 * @returns null for a folder, a database or a trusted place, which need no check. @throws CoraError
 * USAGE
 */
export async function guardTables(address: StoreAddress): Promise<TableGuard | null> {
  const { scheme, uri, isTrusted } = address;
  if (scheme === 'file' || isTrusted) return null;
  const objects = await openObjects(address).catch((error: unknown) => {
    throw error instanceof NoCredentials ? lacking(address, error) : error;
  });
  return async (name, versions, opening) => {
    for (let attempt = 1; attempt <= LOOKS; attempt++) {
      const before = await lookAt(objects, address, name, versions);
      if (before !== null) {
        const looked = before.flatMap(({ version }) => version ?? []).sort((a, b) => b - a);
        const { made, versions: reached } = await opening.open(looked);
        // There is no table, so there is nothing to check again.
        if (looked.length === 0 && reached.length === 0) return made;
        try {
          if (reached.every((version) => looked.includes(version)) && (await areStill(before, objects, address, name)))
            return made;
        } catch (error) {
          opening.close(made);
          throw error;
        }
        opening.close(made);
      }
      if (attempt < LOOKS) await sleep(LOOK_PAUSE_MS * attempt);
    }
    throw new CoraError('LOCKED', `The index in ${uri} changes while it is opened.`, { hint: 'wait, and try again' });
  };
}

/** @returns null if something was replaced while it was read @throws CoraError BROKEN_INDEX */
async function lookAt(
  objects: Objects,
  address: StoreAddress,
  name: string,
  versions: readonly number[] | 'all',
): Promise<readonly Part[] | null> {
  const until = performance.now() + WHOLE_MS;
  const parts = await partsIn(objects, address, name, until);
  const newest = Math.max(...parts.map(({ version }) => version ?? 0));
  const isRead = ({ version }: Part): boolean =>
    version === null || version === newest || versions === 'all' || versions.includes(version);
  const wanted = parts.filter(isRead);
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const reading = wanted.slice(at, at + AT_ONCE).map((part) => isAsOurs(objects, part, until));
    const are = await refusing(address, Promise.all(reading));
    if (are.includes(false)) return null;
  }
  return wanted;
}

async function isAsOurs(objects: Objects, { object, most, check }: Part, until: number): Promise<boolean> {
  const id = idOf(objects, object);
  if (known.has(id)) return true;
  const limit = Math.min(most, MOST_PART);
  if (object.size > limit) throw new OddField('a manifest or an index of that size');
  const bytes = await objects.read(object, limit, until);
  if (bytes === null) return false;
  check(bytes);
  if (known.size >= MOST_KNOWN) known.clear();
  known.add(id);
  return true;
}

async function areStill(before: readonly Part[], objects: Objects, address: StoreAddress, name: string) {
  const after = await partsIn(objects, address, name, performance.now() + WHOLE_MS);
  const there = new Set(after.map(({ object }) => idOf(objects, object)));
  return before.every(({ object }) => there.has(idOf(objects, object)));
}

/** @throws CoraError BROKEN_INDEX for objects that no table of Cora's has */
async function partsIn(objects: Objects, address: StoreAddress, name: string, until: number): Promise<Part[]> {
  const prefix = prefixOf(address, name);
  const take = (object: StoredObject): Part | null => {
    const path = object.key.slice(prefix.length).split('/');
    for (let depth = 1; depth < path.length; depth++) mustBeFolder(path.slice(0, depth));
    const part = checkedPart(path);
    return part === null ? null : { ...part, object };
  };
  return refusing(address, objects.list(prefix, take, until));
}

/**
 * `s3://bucket/prefix` → `prefix/name.lance/`, in LanceDB's spelling: a character that an address
 * cannot hold is encoded, and the code is part of the key.
 */
function prefixOf({ uri }: StoreAddress, name: string): string {
  const folders = uri.split('/').slice(3);
  return [...folders, `${name}.lance`, ''].join('/').replace(/[^\x21-\x7e]|["<>`{}]/gu, encodeURIComponent);
}

async function refusing<T>({ uri }: StoreAddress, looking: Promise<T>): Promise<T> {
  try {
    return await looking;
  } catch (error) {
    if (!(error instanceof OddField) && !(error instanceof TooLarge)) throw error;
    throw new CoraError('BROKEN_INDEX', `the index in ${uri} is not opened: it has ${error.message}`, {
      hint: 'Cora did not write that: find out who may write there, and push to another place',
      cause: error,
    });
  }
}

function idOf({ place }: Objects, { key, stamp }: StoredObject): string {
  return `${place} ${key} ${stamp}`;
}

function lacking({ scheme, uri }: StoreAddress, { message }: NoCredentials): CoraError {
  return new CoraError('USAGE', `There are no credentials for ${uri} that Cora could check it with: ${message}.`, {
    hint: `set ${credentialsHint(scheme)}; or, if you trust all who may write there: CORA_TRUSTED_STORES=${uri}`,
  });
}
