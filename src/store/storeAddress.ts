/**
 * Addresses of indexes in object storage: `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix`, `file:///folder` for one
 * that machines share, and `db://database` (cloudAddress.ts). Reads the words and the environment; opens nothing.
 */

import { fileURLToPath } from 'node:url';
import { CoraError, isCoraError } from '../base/errors.ts';
import { readCloudAddress } from './cloudAddress.ts';
import { schemeOf } from './isStoreAddress.ts';
import { refuseOddPath } from './location.ts';
import { type StorageScheme, storageOptions } from './storageOptions.ts';
import { isTrustedStore } from './trustedStores.ts';

export interface StoreAddress {
  scheme: StorageScheme | 'file' | 'db';
  /** It holds no secret and may be shown. */
  uri: string;
  /** What LanceDB needs to get in. It holds secrets: never shown, logged or written. */
  options: Readonly<Record<string, string>>;
  /** What the names of its tables begin with: a database has no folders. */
  prefix: string;
  /** True where the user says that they trust all who may write there: its tables are not looked at. */
  isTrusted: boolean;
  /** Where proxies are named. It holds secrets. */
  env: NodeJS.ProcessEnv;
}

const FORMS = 's3://BUCKET/PREFIX, gs://BUCKET/PREFIX, az://CONTAINER/PREFIX, db://DATABASE/NAME or file:///FOLDER';
const PLACE = /^([a-z0-9]+):\/\/([A-Za-z0-9][\w.-]{1,254})((?:\/[^/?#@\s\\]+)*)\/*$/;

/**
 * @param env where the credentials are: AWS_*, GOOGLE_*, AZURE_*, LANCEDB_*
 * @throws CoraError USAGE; what was refused is not repeated, because it may hold a password
 */
export function readStoreAddress(named: string, env: NodeJS.ProcessEnv): StoreAddress {
  const scheme = schemeOf(named);
  if (scheme === 'db') return { ...readCloudAddress(named, env), isTrusted: false, env };
  if (scheme === 'file') return { scheme, uri: folderOf(named), options: {}, prefix: '', isTrusted: false, env };
  const [, , container = '', path = ''] = PLACE.exec(named) ?? [];
  const isOdd = container === '' || leadsElsewhere(path);
  if ((scheme !== 's3' && scheme !== 'gs' && scheme !== 'az') || isOdd) {
    throw new CoraError(
      'USAGE',
      'That names no place in object storage: a bucket or container (3 characters or more), then a path, and nothing else.',
      {
        hint: `${FORMS}; credentials come from the environment`,
      },
    );
  }
  const uri = `${scheme}://${container}${path}`;
  return { scheme, uri, options: storageOptions(scheme, env), prefix: '', isTrusted: isTrustedStore(uri, env), env };
}

/** By `.` or `..`, also in the codes that a reader of addresses takes for them. */
function leadsElsewhere(path: string): boolean {
  const parts = path.replace(/%2e/gi, '.').split(/\/|%2f|%5c/i);
  return parts.some((part) => part === '.' || part === '..');
}

function folderOf(named: string): string {
  // A reader of addresses leaves out a tab and a line break: it would name another folder.
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
