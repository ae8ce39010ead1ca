/**
 * Reads addresses of indexes elsewhere: `s3://bucket/prefix`, `gs://…`, `az://…`, `file:///folder`
 * for a folder that machines share, and `db://database` of LanceDB Cloud. It also decides which of
 * them the user trusts, and makes the settings of LanceDB's client. It reads text and environment
 * and opens nothing.
 */

import { fileURLToPath } from 'node:url';
import type { ConnectionOptions } from '@lancedb/lancedb';
import { CoraError, isCoraError } from '../base/errors.ts';
import type { Environment } from '../base/types.ts';
import { readKey } from '../net/credentials.ts';
import { isLoopback } from '../net/serviceAddress.ts';
import { type StorageScheme, schemeOf, storageOptions } from './lanceEnvironment.ts';
import { refuseOddPath } from './location.ts';
import { withoutSlashes } from './objects/objectServices.ts';

export interface StoreAddress {
  scheme: StorageScheme | 'file' | 'db';
  /** The address without secrets, which may be shown. */
  uri: string;
  /** LanceDB's settings with credentials: never show, log or write them. */
  options: Readonly<Record<string, string>>;
  /** The prefix of its tables' names: a database has no folders. */
  prefix: string;
  /** True if the user trusts all who may write there: its tables are not checked. */
  isTrusted: boolean;
  /** The environment, for proxies. It holds secrets. */
  env: NodeJS.ProcessEnv;
}

const FORMS = 's3://BUCKET/PREFIX, gs://BUCKET/PREFIX, az://CONTAINER/PREFIX, db://DATABASE/NAME or file:///FOLDER';
const PLACE = /^([a-z0-9]+):\/\/([A-Za-z0-9][\w.-]{1,254})((?:\/[^/?#@\s\\]+)*)\/*$/;

/**
 * @param env holds the credentials: AWS_*, GOOGLE_*, AZURE_*, LANCEDB_*
 * @throws CoraError USAGE, which does not repeat the address, because it may hold a password
 */
export function readStoreAddress(named: string, env: NodeJS.ProcessEnv): StoreAddress {
  const scheme = schemeOf(named);
  if (scheme === 'db') return { ...readCloudAddress(named, env), isTrusted: false, env };
  if (scheme === 'file') return { scheme, uri: folderOf(named), options: {}, prefix: '', isTrusted: false, env };
  const [, , container = '', path = ''] = PLACE.exec(named) ?? [];
  const isOdd = container === '' || leadsElsewhere(path);
  if ((scheme !== 's3' && scheme !== 'gs' && scheme !== 'az') || isOdd) {
    const message =
      'That names no place in object storage: a bucket or container (3 characters or more), then a path, and nothing else.';
    throw new CoraError('USAGE', message, { hint: `${FORMS}; credentials come from the environment` });
  }
  const uri = `${scheme}://${container}${path}`;
  return { scheme, uri, options: storageOptions(scheme, env), prefix: '', isTrusted: isTrustedStore(uri, env), env };
}

/** True for a path with `.` or `..`, also when they are percent-encoded. */
function leadsElsewhere(path: string): boolean {
  const parts = path.replace(/%2e/gi, '.').split(/\/|%2f|%5c/i);
  return parts.some((part) => part === '.' || part === '..');
}

function folderOf(named: string): string {
  // The URL parser drops tabs and line breaks, and would name another folder.
  refuseOddPath(named);
  try {
    const folder = fileURLToPath(named);
    refuseOddPath(folder);
    return folder;
  } catch (cause) {
    if (isCoraError(cause)) throw cause;
    throw new CoraError('USAGE', 'A folder is named as file:///its/path.', { hint: FORMS, cause });
  }
}

// Places whose writers the user trusts: CORA_TRUSTED_STORES. No configuration of a repository can
// add one. Pure.

const TRUSTED_PLACE = /^(?:s3|gs|az):\/\/[A-Za-z0-9][\w.-]{1,254}(?:\/[^/?#@\s\\]+)*\/*$/;

/** @param uri from readStoreAddress. @throws CoraError USAGE that does not repeat the value */
export function isTrustedStore(uri: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const named = (env['CORA_TRUSTED_STORES'] ?? '').split(/\s+/).filter((place) => place !== '');
  if (named.some((place) => !TRUSTED_PLACE.test(place))) {
    throw new CoraError('USAGE', 'CORA_TRUSTED_STORES does not name places in object storage.', {
      hint: 'such as s3://bucket/team, several with blanks between them',
    });
  }
  return named.map(withoutSlashes).some((place) => `${uri}/`.startsWith(`${place}/`));
}

// Reads addresses of LanceDB Cloud and Enterprise, `db://DATABASE` and `db://DATABASE/NAME`, and
// makes the settings of LanceDB's client.

type CloudAddress = Pick<StoreAddress, 'uri' | 'options' | 'prefix'> & { scheme: 'db' };

/** The database is part of a host name, and NAME is the beginning of table names. */
const DATABASE_PLACE = /^db:\/\/([A-Za-z0-9](?:[\w-]{0,61}[A-Za-z0-9])?)(?:\/([A-Za-z0-9][\w-]{0,99}))?\/?$/;
const REGION_NAME = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;
/** LanceDB's default region. */
const USUAL_REGION = 'us-east-1';

/** In seconds. With LanceDB's own limits, 120 and 300, a dead host takes half an hour. */
const CONNECT_TIMEOUT = 5;
const READ_TIMEOUT = 60;
const RETRIES = { retries: 3, connectRetries: 2, readRetries: 1 };

/** @throws CoraError USAGE, which does not repeat the address, because it may hold a password */
export function readCloudAddress(named: string, env: Environment): CloudAddress {
  const [, database, name] = DATABASE_PLACE.exec(named) ?? [];
  if (database === undefined) {
    const message = 'That is not the address of a database, or it holds more than the database and a name.';
    throw new CoraError('USAGE', message, {
      hint: 'db://DATABASE or db://DATABASE/NAME; the API key comes from the environment',
    });
  }
  const uri = name === undefined ? `db://${database}` : `db://${database}/${name}`;
  return { scheme: 'db', uri, options: optionsIn(env, uri), prefix: name === undefined ? '' : `${name}-` };
}

function optionsIn(env: Environment, uri: string): Record<string, string> {
  const key = readKey(env, 'LANCEDB_API_KEY', 'USAGE');
  if (key === undefined)
    throw new CoraError('USAGE', `There is no API key for ${uri}.`, { hint: 'set LANCEDB_API_KEY' });
  const region = env['LANCEDB_REGION'] || USUAL_REGION;
  if (!REGION_NAME.test(region))
    throw new CoraError('USAGE', 'LANCEDB_REGION is not a region.', { hint: 'such as us-east-1' });
  const host = env['LANCEDB_HOST_OVERRIDE'] ?? '';
  const seconds = Number(env['LANCE_CLIENT_READ_TIMEOUT'] || READ_TIMEOUT);
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new CoraError('USAGE', 'LANCE_CLIENT_READ_TIMEOUT is not a number of seconds.', { hint: 'such as 60' });
  const options = { apiKey: key, region, readTimeout: String(seconds) };
  return host === '' ? options : { ...options, hostOverride: originOfHost(host) };
}

/** Returns the origin without a slash at its end, because LanceDB's client appends paths. */
function originOfHost(host: string): string {
  const url = URL.canParse(host) ? new URL(host) : null;
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}` === '';
  if (!isPlain || url.hash !== '') {
    throw new CoraError('USAGE', 'LANCEDB_HOST_OVERRIDE must be the address of a server and nothing else.', {
      hint: 'such as https://lancedb.example.com',
    });
  }
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new CoraError('USAGE', `LANCEDB_API_KEY would go to ${url.host} without encryption.`, {
      hint: 'give that server an https address',
    });
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

/** Returns the arguments of LanceDB's `connect`. They hold the key. */
export function cloudConnection({ uri, options }: Pick<CloudAddress, 'uri' | 'options'>): {
  uri: string;
  options: Partial<ConnectionOptions>;
} {
  const { apiKey, region, hostOverride, readTimeout } = options;
  const timeoutConfig = { connectTimeout: CONNECT_TIMEOUT, readTimeout: Number(readTimeout) };
  return {
    uri: uri.split('/').slice(0, 3).join('/'),
    options: {
      ...{ apiKey: apiKey!, region: region! },
      ...(hostOverride === undefined ? {} : { hostOverride }),
      // Without it the service may answer from an older state.
      readConsistencyInterval: 0,
      clientConfig: { retryConfig: RETRIES, timeoutConfig },
    },
  };
}
