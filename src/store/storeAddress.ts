/**
 * Reads addresses of indexes elsewhere: `s3://bucket/prefix`, `gs://…`, `az://…`, and
 * `file:///folder` for a folder that machines share. It also decides which of them the user trusts.
 * It reads text and environment and opens nothing.
 */

import { fileURLToPath } from 'node:url';
import { CoraError, isCoraError } from '../base/errors.ts';
import { type StorageScheme, schemeOf, storageOptions } from './lanceEnvironment.ts';
import { refuseOddPath } from './location.ts';
import { withoutSlashes } from './objects/objectServices.ts';

export interface StoreAddress {
  scheme: StorageScheme | 'file';
  /** The address without secrets, which may be shown. */
  uri: string;
  /** LanceDB's settings with credentials: never show, log or write them. */
  options: Readonly<Record<string, string>>;
  /** True if the user trusts all who may write there: its tables are not checked. */
  isTrusted: boolean;
  /** The environment, for proxies. It holds secrets. */
  env: NodeJS.ProcessEnv;
}

const FORMS = 's3://BUCKET/PREFIX, gs://BUCKET/PREFIX, az://CONTAINER/PREFIX or file:///FOLDER';
const PLACE = /^([a-z0-9]+):\/\/([A-Za-z0-9][\w.-]{1,254})((?:\/[^/?#@\s\\]+)*)\/*$/;

/**
 * @param env holds the credentials: AWS_*, GOOGLE_*, AZURE_*
 * @throws CoraError USAGE, which does not repeat the address, because it may hold a password
 */
export function readStoreAddress(named: string, env: NodeJS.ProcessEnv): StoreAddress {
  const scheme = schemeOf(named);
  const hint = `${FORMS}; credentials come from the environment`;
  if (scheme === 'db') throw new CoraError('USAGE', 'Cora keeps no index in LanceDB Cloud (db://).', { hint });
  if (scheme === 'file') return { scheme, uri: folderOf(named), options: {}, isTrusted: false, env };
  const [, , container = '', path = ''] = PLACE.exec(named) ?? [];
  const isOdd = container === '' || leadsElsewhere(path);
  if ((scheme !== 's3' && scheme !== 'gs' && scheme !== 'az') || isOdd) {
    const message =
      'That names no place in object storage: a bucket or container (3 characters or more), then a path, and nothing else.';
    throw new CoraError('USAGE', message, { hint });
  }
  const uri = `${scheme}://${container}${path}`;
  return { scheme, uri, options: storageOptions(scheme, env), isTrusted: isTrustedStore(uri, env), env };
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
