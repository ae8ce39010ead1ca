/**
 * Addresses of indexes in object storage: `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix`, `file:///folder` for one
 * that machines share, and `db://database` (cloudAddress.ts). Reads the words and the environment; opens nothing.
 */

import { fileURLToPath } from 'node:url';
import { CoraError } from '../errors.ts';
import { readCloudAddress } from './cloudAddress.ts';
import { type StorageScheme, storageOptions } from './storageOptions.ts';

export interface StoreAddress {
  scheme: StorageScheme | 'file' | 'db';
  /** It holds no secret and may be shown. */
  uri: string;
  /** What LanceDB needs to get in. It holds secrets: never shown, logged or written. */
  options: Readonly<Record<string, string>>;
  /** What the names of its tables begin with: a database has no folders. */
  prefix: string;
}

const FORMS = 's3://BUCKET/PREFIX, gs://BUCKET/PREFIX, az://CONTAINER/PREFIX, db://DATABASE/NAME or file:///FOLDER';
const ADDRESS = /^([a-z][a-z0-9+.-]+):\/\//i;
const PLACE = /^([a-z0-9]+):\/\/([A-Za-z0-9][\w.-]{1,254})((?:\/[^/?#@\s\\]+)*)\/*$/;

/** Whether this is meant as an address of LanceDB's: also one that is refused then. */
export function isStoreAddress(named: string): boolean {
  const scheme = ADDRESS.exec(named)?.[1]?.toLowerCase();
  return scheme !== undefined && /^(s3a?|s3\+ddb|gs|gcs|az|azure|abfss?|adls?|db|file)$/.test(scheme);
}

/**
 * @param env where the credentials are: AWS_*, GOOGLE_*, AZURE_*, LANCEDB_*
 * @throws CoraError USAGE; what was refused is not repeated, because it may hold a password
 */
export function readStoreAddress(named: string, env: NodeJS.ProcessEnv): StoreAddress {
  const scheme = ADDRESS.exec(named)?.[1]?.toLowerCase();
  if (scheme === 'db') return readCloudAddress(named, env);
  if (scheme === 'file') return { scheme, uri: folderOf(named), options: {}, prefix: '' };
  const [, , container = '', path = ''] = PLACE.exec(named) ?? [];
  const isOdd = container === '' || path.split('/').some((part) => part === '.' || part === '..');
  if ((scheme !== 's3' && scheme !== 'gs' && scheme !== 'az') || isOdd) {
    throw new CoraError(
      'USAGE',
      'That names no place in object storage: a bucket or container (3 characters or more), then a path, and nothing else.',
      {
        hint: `${FORMS}; credentials come from the environment`,
      },
    );
  }
  return { scheme, uri: `${scheme}://${container}${path}`, options: storageOptions(scheme, env), prefix: '' };
}

function folderOf(named: string): string {
  try {
    return fileURLToPath(named);
  } catch (cause) {
    throw new CoraError('USAGE', 'A folder is named as file:///its/path.', { hint: FORMS, cause });
  }
}
