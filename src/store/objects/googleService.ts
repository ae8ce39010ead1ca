/**
 * Google Cloud Storage by its XML interface, as LanceDB asks it. A service account needs no request for a token: it signs one itself
 * (https://google.aip.dev/auth/4111).
 */

import { createPrivateKey, sign } from 'node:crypto';
import { parseBounded, SMALL_JSON } from '../../base/boundedJson.ts';
import { readBounded } from '../../disk/boundedRead.ts';
import { authorizationFor, type Credential, keyFor } from '../../net/credentials.ts';
import {
  addressOf,
  isOn,
  LIST_V2,
  listV2AddressOf,
  NoCredentials,
  type ObjectService,
  type StorageOptions,
  withoutSlashes,
} from './objectService.ts';

const GOOGLE = 'https://storage.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
/** Of a token. Seconds. */
const LASTS = 3600;

interface Account {
  email: string;
  keyId: string;
  key: string;
  /** Of an emulator, as LanceDB reads it from the same file. */
  base: string | undefined;
  isOpen: boolean;
}

/** @throws NoCredentials, CoraError USAGE */
export async function googleService(bucket: string, options: StorageOptions): Promise<ObjectService> {
  const isAnonymous = isOn(options['google_skip_signature']);
  const token = options['google_storage_token'];
  const account = await accountIn(options);
  const origin = withoutSlashes(new URL(options['google_base_url'] ?? account?.base ?? GOOGLE).href);
  /** Of now: what uses it may take longer than a token lasts. */
  const credential = (): Credential | undefined => {
    if (isAnonymous || (token === undefined && account?.isOpen === true)) return undefined;
    if (token === undefined && account === null)
      throw new NoCredentials('no service account in the environment; roles and logins of gcloud are not read');
    const secret = token ?? tokenOf(account!, Math.floor(Date.now() / 1000));
    return keyFor(new URL(origin), { GOOGLE_STORAGE_TOKEN: secret }, 'GOOGLE_STORAGE_TOKEN', 'USAGE');
  };
  // What cannot be signed is said before anything is asked.
  credential();
  const base = `${origin}/${bucket}`;
  return {
    words: LIST_V2,
    address: (key) => addressOf(base, key),
    listAddress: (prefix, page) => listV2AddressOf(base, prefix, page),
    headers: (url): Record<string, string> => {
      const authorization = authorizationFor(url, credential());
      return authorization === undefined ? {} : { authorization };
    },
  };
}

/** @returns null where there is none that could sign */
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
    // Its name may be what somebody took for the key itself.
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
