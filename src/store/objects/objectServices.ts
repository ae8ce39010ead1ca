/**
 * Addresses and headers for listing and reading objects of a storage service. S3 and Google have
 * the same protocol (ListObjectsV2), Azure its own. The options are those for LanceDB:
 * lanceEnvironment.ts.
 */

import { createHash, createHmac, createPrivateKey, sign } from 'node:crypto';
import { parseBounded, SMALL_JSON } from '../../base/boundedJson.ts';
import { decodeLoosely } from '../../base/decodeText.ts';
import { CoraError } from '../../base/errors.ts';
import { readBounded } from '../../disk/boundedRead.ts';
import { authorizationFor, type Credential, isPrivate, keyFor } from '../../net/credentials.ts';

export interface ObjectService {
  /** @param page the token from the page before; null for the first page */
  listAddress(prefix: string, page: string | null): URL;
  address(key: string): URL;
  /** Returns the headers of a GET, signed with the current time. */
  headers(url: URL): Record<string, string>;
  /** The names of elements in a list, and the most objects of a page. */
  readonly words: { root: string; object: string; key: string; next: string; most: number };
  /**
   * Accepts, once, that the bucket is in another region of the same cloud. @returns false if that
   * is nothing new
   */
  moved?(answer: Headers): boolean;
}

export type StorageOptions = Readonly<Record<string, string>>;

/** The most objects on a page. */
const PAGE = '1000';

/** The names of elements in ListObjectsV2. */
export const LIST_V2 = {
  root: 'ListBucketResult',
  object: 'Contents',
  key: 'Key',
  next: 'NextContinuationToken',
  most: 1000,
} as const;

/** Encodes a text for a signature: all but letters, digits and `-._~`. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Removes slashes at the end of an address, so that a path can follow. */
export function withoutSlashes(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '');
}

/** @param base without a slash at its end */
function objectAddress(base: string, key: string): URL {
  return new URL(`${base}/${key.split('/').map(encodeStrictly).join('/')}`);
}

function listAddressOf(base: string, query: Readonly<Record<string, string | null>>): URL {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : `${encodeStrictly(name)}=${encodeStrictly(value)}`,
  );
  return new URL(`${base}?${given.join('&')}`);
}

/** Returns the address of a page of ListObjectsV2. */
function listV2AddressOf(base: string, prefix: string, page: string | null): URL {
  return listAddressOf(base, { 'continuation-token': page, 'list-type': '2', 'max-keys': PAGE, prefix });
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && /^(?:1|true|on|yes|y)$/i.test(value.trim());
}

/**
 * There are no credentials, or only those that need a role, a profile or a program, which LanceDB
 * supports but Cora does not.
 */
export class NoCredentials extends Error {}

/** The region that LanceDB uses for services other than Amazon's. */
const REGION_ELSEWHERE = 'us-west-2';
/** The first region to ask at Amazon. The answer names the bucket's region. */
const FIRST_REGION = 'us-east-1';
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d+$/;

/** The settings that change how a bucket is asked, and that Cora does not support. */
const OTHER_WAYS = ['aws_s3_express', 'aws_sse_customer_key_base64'];

/** @throws NoCredentials */
export function s3Service(bucket: string, options: StorageOptions): ObjectService {
  const { aws_endpoint: given } = options;
  const endpoint = given === undefined ? undefined : withoutSlashes(given);
  const isAnonymous = isOn(options['aws_skip_signature']);
  const other = OTHER_WAYS.find((name) => options[name] !== undefined && options[name] !== 'false');
  if (other !== undefined || bucket.endsWith('--x-s3'))
    throw new NoCredentials(`a way to ask that Cora does not know (${other ?? 'S3 Express'})`);
  const { aws_access_key_id: id, aws_secret_access_key: secret } = options;
  if (!isAnonymous && (id === undefined || secret === undefined))
    throw new NoCredentials('no key in the environment; roles and profiles are not read');
  let region = options['aws_region'] ?? (endpoint === undefined ? FIRST_REGION : REGION_ELSEWHERE);
  let hasMoved = false;
  const isVirtual = isOn(options['aws_virtual_hosted_style_request']);
  const base = (): string => {
    if (endpoint !== undefined) return isVirtual ? endpoint : `${endpoint}/${bucket}`;
    return isVirtual ? `https://${bucket}.s3.${region}.amazonaws.com` : `https://s3.${region}.amazonaws.com/${bucket}`;
  };
  const payer: Record<string, string> = isOn(options['aws_request_payer'])
    ? { 'x-amz-request-payer': 'requester' }
    : {};
  return {
    words: LIST_V2,
    address: (key) => objectAddress(base(), key),
    listAddress: (prefix, page) => listV2AddressOf(base(), prefix, page),
    headers: (url) => {
      const key: AwsKey = { id: id!, secret: secret!, session: options['aws_session_token'], region };
      return isAnonymous ? payer : signV4(url, key, new Date(), payer);
    },
    moved: (headers) => {
      const named = headers.get('x-amz-bucket-region') ?? '';
      // A region or endpoint from the user is kept, and only hosts of Amazon are asked.
      if (endpoint !== undefined || options['aws_region'] !== undefined) return false;
      if (hasMoved || !REGION.test(named) || named === region) return false;
      hasMoved = true;
      region = named;
      return true;
    },
  };
}

// Signs a request without a body as Amazon's S3 wants it, with Signature Version 4:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. Pure.

interface AwsKey {
  id: string;
  secret: string;
  /** The session token of a temporary key. */
  session: string | undefined;
  region: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * @param url encoded by `encodeStrictly`, with its query
 * @param more headers of the request, in lower case
 * @returns all headers but Host
 */
export function signV4(
  url: URL,
  { id, secret, session, region }: AwsKey,
  at: Date,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const headers: Record<string, string> = {
    ...more,
    'x-amz-content-sha256': sha256(''),
    'x-amz-date': time,
    ...(session === undefined ? {} : { 'x-amz-security-token': session }),
  };
  const signed = Object.entries({ ...headers, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const query = url.search.slice(1).split('&').sort().join('&');
  const request = ['GET', url.pathname, query, lines, names, sha256('')].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

const GOOGLE = 'https://storage.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
/** The lifetime of a token in seconds. */
const LASTS = 3600;

interface Account {
  email: string;
  keyId: string;
  key: string;
  /** The address of an emulator, from the same file that LanceDB reads. */
  base: string | undefined;
  isOpen: boolean;
}

/** @throws NoCredentials, CoraError USAGE */
export async function googleService(bucket: string, options: StorageOptions): Promise<ObjectService> {
  const isAnonymous = isOn(options['google_skip_signature']);
  const token = options['google_storage_token'];
  const account = await accountIn(options);
  const origin = withoutSlashes(new URL(options['google_base_url'] ?? account?.base ?? GOOGLE).href);
  /** Returns credentials for a request now: reading may take longer than a token lives. */
  const credential = (): Credential | undefined => {
    if (isAnonymous || (token === undefined && account?.isOpen === true)) return undefined;
    if (token === undefined && account === null)
      throw new NoCredentials('no service account in the environment; roles and logins of gcloud are not read');
    const secret = token ?? tokenOf(account!, Math.floor(Date.now() / 1000));
    return keyFor(new URL(origin), { GOOGLE_STORAGE_TOKEN: secret }, 'GOOGLE_STORAGE_TOKEN', 'USAGE');
  };
  // Fails early, before any request, if nothing can be signed.
  credential();
  const base = `${origin}/${bucket}`;
  return {
    words: LIST_V2,
    address: (key) => objectAddress(base, key),
    listAddress: (prefix, page) => listV2AddressOf(base, prefix, page),
    headers: (url): Record<string, string> => {
      const authorization = authorizationFor(url, credential());
      return authorization === undefined ? {} : { authorization };
    },
  };
}

/** @returns null if there are no credentials for signing */
async function accountIn(options: StorageOptions): Promise<Account | null> {
  const own = options['google_service_account'] ?? options['google_service_account_path'];
  const file = own ?? options['google_application_credentials'];
  const json = options['google_service_account_key'] ?? (file === undefined ? null : await fileOf(file));
  if (json === null) return null;
  const fields = fieldsOf(json);
  const text = (name: string): string | undefined => {
    const value = fields[name];
    return typeof value === 'string' ? value : undefined;
  };
  const [email, keyId, key] = [text('client_email'), text('private_key_id'), text('private_key')];
  if (email === undefined || keyId === undefined || key === undefined) return null;
  const isOwn = own !== undefined || options['google_service_account_key'] !== undefined;
  const base = isOwn ? text('gcs_base_url') : undefined;
  return { email, keyId, key, base, isOpen: isOwn && fields['disable_oauth'] === true };
}

async function fileOf(file: string): Promise<Buffer> {
  return readBounded(file, SMALL_JSON.bytes).catch(() => {
    // The path is not shown: somebody may have put the key itself there.
    throw new NoCredentials('a file of credentials that cannot be read');
  });
}

function fieldsOf(json: Buffer | string): Record<string, unknown> {
  try {
    return (parseBounded(json, SMALL_JSON) ?? {}) as Record<string, unknown>;
  } catch {
    throw new NoCredentials('credentials that are no JSON');
  }
}

function tokenOf({ email, keyId, key }: Account, now: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: email, sub: email, scope: SCOPE, iat: now, exp: now + LASTS };
  const text = `${part({ typ: 'JWT', alg: 'RS256', kid: keyId })}.${part(claims)}`;
  try {
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), createPrivateKey(key)).toString('base64url')}`;
  } catch {
    throw new NoCredentials('a service account whose key cannot be read');
  }
}

const VERSION = '2023-11-03';
const WORDS = { root: 'EnumerationResults', object: 'Blob', key: 'Name', next: 'NextMarker', most: 5000 } as const;
/** Headers that Azure's signature lists by position, and that these GETs do not have. */
const NO_HEADERS = Array<string>(11).fill('');

/** @throws NoCredentials, CoraError USAGE */
export function azureService(container: string, options: StorageOptions): ObjectService {
  const account = options['azure_storage_account_name'];
  if (account === undefined) throw new NoCredentials('no account in the environment');
  if (isOn(options['azure_storage_use_emulator']) || isOn(options['azure_use_fabric_endpoint']))
    throw new NoCredentials('a way to ask that Cora does not know (the emulator, Fabric)');
  const endpoint =
    options['azure_storage_endpoint'] ?? options['azure_endpoint'] ?? `https://${account}.blob.core.windows.net`;
  const base = `${withoutSlashes(endpoint)}/${container}`;
  const { headers, query } = accessTo(new URL(base), account, options);
  return {
    words: WORDS,
    address: (key) => new URL(`${objectAddress(base, key).href}${query === '' ? '' : `?${query}`}`),
    listAddress: (prefix, page) => {
      const asked = { comp: 'list', marker: page, maxresults: PAGE, prefix, restype: 'container' };
      return new URL(`${listAddressOf(base, asked).href}${query === '' ? '' : `&${query}`}`);
    },
    headers: (url) => headers(url, { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': VERSION }),
  };
}

interface Access {
  headers(url: URL, stamps: Record<string, string>): Record<string, string>;
  /** The URL-encoded query. */
  query: string;
}

function accessTo(base: URL, account: string, options: StorageOptions): Access {
  const plain: Access = { headers: (_, stamps) => stamps, query: '' };
  if (isOn(options['azure_skip_signature'])) return plain;
  const token = options['azure_storage_token'];
  if (token !== undefined) {
    const credential = keyFor(base, { AZURE_STORAGE_TOKEN: token }, 'AZURE_STORAGE_TOKEN', 'USAGE');
    const headers: Access['headers'] = (url, stamps) => {
      const authorization = authorizationFor(url, credential);
      return authorization === undefined ? stamps : { ...stamps, authorization };
    };
    return { ...plain, headers };
  }
  const key =
    options['azure_storage_account_key'] ?? options['azure_storage_access_key'] ?? options['azure_storage_master_key'];
  if (key !== undefined) {
    const headers: Access['headers'] = (url, stamps) => ({
      ...stamps,
      authorization: `SharedKey ${account}:${signature(url, stamps, account, key)}`,
    });
    return { ...plain, headers };
  }
  const sas = options['azure_storage_sas_token'] ?? options['azure_storage_sas_key'];
  if (sas === undefined)
    throw new NoCredentials('no key, SAS or token in the environment; identities and logins are not read');
  if (!isPrivate(base))
    throw new CoraError('USAGE', `The SAS would go to ${base.host} without encryption.`, {
      hint: 'give that server an https address',
    });
  return { ...plain, query: queryOf(sas) };
}

function signature(url: URL, stamps: Readonly<Record<string, string>>, account: string, key: string): string {
  const headers = Object.entries(stamps).map(([name, value]) => `${name}:${value}`);
  const query = [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}:${value}`);
  const text = ['GET', ...NO_HEADERS, ...headers, `/${account}${url.pathname}`, ...query].join('\n');
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64');
}

/** Reads `?sv=…&sig=…`, encoded or not. */
function queryOf(sas: string): string {
  return decodeLoosely(sas)
    .replace(/^\?/, '')
    .split('&')
    .map((pair) => pair.trim())
    .filter((pair) => pair.includes('='))
    .map((pair) => `${pair.slice(0, pair.indexOf('='))}=${encodeStrictly(pair.slice(pair.indexOf('=') + 1))}`)
    .join('&');
}
