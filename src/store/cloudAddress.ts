/**
 * Addresses of databases of LanceDB Cloud and Enterprise: `db://DATABASE` and `db://DATABASE/NAME`, and what LanceDB's client needs to
 * get in. Reads the words and the environment; opens nothing. Pure.
 */

import type { ConnectionOptions } from '@lancedb/lancedb';
import { CoraError } from '../base/errors.ts';
import { readKey } from '../net/credentials.ts';
import { isLoopback } from '../net/isLoopback.ts';

/** A part of a `StoreAddress`: see there. */
export interface CloudAddress {
  scheme: 'db';
  uri: string;
  options: Readonly<Record<string, string>>;
  prefix: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A database is a part of a host's name, and a name the first part of a table's. */
const PLACE = /^db:\/\/([A-Za-z0-9](?:[\w-]{0,61}[A-Za-z0-9])?)(?:\/([A-Za-z0-9][\w-]{0,99}))?\/?$/;
const REGION = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;
/** LanceDB's own, where nobody names another one. */
const USUAL_REGION = 'us-east-1';

/** Seconds. LanceDB's own 120 and 300 let a dead host hang for half an hour. */
const CONNECT_TIMEOUT = 5;
const READ_TIMEOUT = 60;
const RETRIES = { retries: 3, connectRetries: 2, readRetries: 1 };

/** @throws CoraError USAGE; what was refused is not repeated, because it may hold a password */
export function readCloudAddress(named: string, env: Environment): CloudAddress {
  const [, database, name] = PLACE.exec(named) ?? [];
  if (database === undefined) {
    throw new CoraError('USAGE', 'That is not an address of a database, or it holds more than the place.', {
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
  if (!REGION.test(region)) throw new CoraError('USAGE', 'LANCEDB_REGION is no region.', { hint: 'such as us-east-1' });
  const host = env['LANCEDB_HOST_OVERRIDE'] ?? '';
  const seconds = Number(env['LANCE_CLIENT_READ_TIMEOUT'] || READ_TIMEOUT);
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new CoraError('USAGE', 'LANCE_CLIENT_READ_TIMEOUT is no number of seconds.', { hint: 'such as 60' });
  const options = { apiKey: key, region, readTimeout: String(seconds) };
  return host === '' ? options : { ...options, hostOverride: originOf(host) };
}

/** Without a slash at its end: LanceDB's client writes paths behind it. */
function originOf(host: string): string {
  const url = URL.canParse(host) ? new URL(host) : null;
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}` === '';
  if (!isPlain || url.hash !== '') {
    throw new CoraError('USAGE', 'LANCEDB_HOST_OVERRIDE is no address of a server, or it holds more than that.', {
      hint: 'such as https://lancedb.example.com',
    });
  }
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new CoraError('USAGE', `LANCEDB_API_KEY would go to ${url.host} without encryption.`, {
      hint: 'give that server an https address',
    });
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

/** As LanceDB's `connect` takes it. It holds the key. */
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
      // The service may answer from what it knew a while ago: this asks for what is there now.
      readConsistencyInterval: 0,
      clientConfig: { retryConfig: RETRIES, timeoutConfig },
    },
  };
}
