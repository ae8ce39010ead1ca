/** Azure's blobs, by a shared key (https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key), a SAS or a token. */

import { createHmac } from 'node:crypto';
import { CoraError } from '../../base/errors.ts';
import { authorizationFor, isPrivate, keyFor } from '../../net/credentials.ts';
import {
  addressOf,
  encodeStrictly,
  isOn,
  listAddressOf,
  NoCredentials,
  type ObjectService,
  PAGE,
  type StorageOptions,
  withoutSlashes,
} from './objectService.ts';

const VERSION = '2023-11-03';
const WORDS = { root: 'EnumerationResults', object: 'Blob', key: 'Name', next: 'NextMarker', most: 5000 } as const;
/** Headers that a shared key signs by their place, and a GET here does not have. */
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
    address: (key) => new URL(`${addressOf(base, key).href}${query === '' ? '' : `?${query}`}`),
    listAddress: (prefix, page) => {
      const asked = { comp: 'list', marker: page, maxresults: PAGE, prefix, restype: 'container' };
      return new URL(`${listAddressOf(base, asked).href}${query === '' ? '' : `&${query}`}`);
    },
    headers: (url) => headers(url, { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': VERSION }),
  };
}

interface Access {
  headers(url: URL, stamps: Record<string, string>): Record<string, string>;
  /** Encoded. */
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

/** `?sv=…&sig=…`, encoded or not. */
function queryOf(sas: string): string {
  return decoded(sas)
    .replace(/^\?/, '')
    .split('&')
    .map((pair) => pair.trim())
    .filter((pair) => pair.includes('='))
    .map((pair) => `${pair.slice(0, pair.indexOf('='))}=${encodeStrictly(pair.slice(pair.indexOf('=') + 1))}`)
    .join('&');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
