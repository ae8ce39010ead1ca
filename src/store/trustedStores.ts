/** Places of object storage whose writers the user trusts: CORA_TRUSTED_STORES. No configuration of a repository can name one. Pure. */

import { CoraError } from '../base/errors.ts';
import { withoutSlashes } from './objects/objectService.ts';

const PLACE = /^(?:s3|gs|az):\/\/[A-Za-z0-9][\w.-]{1,254}(?:\/[^/?#@\s\\]+)*\/*$/;

/** @param uri as readStoreAddress gives it @throws CoraError USAGE for a value that names no place; it is not repeated */
export function isTrustedStore(uri: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const named = (env['CORA_TRUSTED_STORES'] ?? '').split(/\s+/).filter((place) => place !== '');
  if (named.some((place) => !PLACE.test(place))) {
    throw new CoraError('USAGE', 'CORA_TRUSTED_STORES does not name places in object storage.', {
      hint: 'such as s3://bucket/team, several with blanks between them',
    });
  }
  return named.map(withoutSlashes).some((place) => `${uri}/`.startsWith(`${place}/`));
}
