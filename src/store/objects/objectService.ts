/**
 * What a service of object storage has to be asked to list and to give objects: addresses and headers. S3 and Google speak one language
 * (ListObjectsV2), Azure its own; each is a file beside this one. Options are those that LanceDB gets: storageOptions.ts.
 */

export interface ObjectService {
  /** @param page what the page before said of the next one; null for the first */
  listAddress(prefix: string, page: string | null): URL;
  address(key: string): URL;
  /** Of a GET, signed now. */
  headers(url: URL): Record<string, string>;
  /** The names of elements in a list, and how many objects a page of it has at most. */
  readonly words: { root: string; object: string; key: string; next: string; most: number };
  /**
   * Where an answer says that the bucket lies elsewhere in the same cloud. It is believed once.
   * @returns false where it says nothing, or nothing new
   */
  moved?(answer: Headers): boolean;
}

export type StorageOptions = Readonly<Record<string, string>>;

/** Objects on one page of a list. */
export const PAGE = '1000';

/** What ListObjectsV2 says. */
export const LIST_V2 = {
  root: 'ListBucketResult',
  object: 'Contents',
  key: 'Key',
  next: 'NextContinuationToken',
  most: 1000,
} as const;

/** Encodes as signatures want it: all but letters, digits and `-._~`. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** An endpoint, to write paths behind it. */
export function withoutSlashes(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '');
}

/** @param base without a slash at its end */
export function addressOf(base: string, key: string): URL {
  return new URL(`${base}/${key.split('/').map(encodeStrictly).join('/')}`);
}

export function listAddressOf(base: string, query: Readonly<Record<string, string | null>>): URL {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : `${encodeStrictly(name)}=${encodeStrictly(value)}`,
  );
  return new URL(`${base}?${given.join('&')}`);
}

/** Of a page of ListObjectsV2. */
export function listV2AddressOf(base: string, prefix: string, page: string | null): URL {
  return listAddressOf(base, { 'continuation-token': page, 'list-type': '2', 'max-keys': PAGE, prefix });
}

export function isOn(value: string | undefined): boolean {
  return value !== undefined && /^(?:1|true|on|yes|y)$/i.test(value.trim());
}

/** There is none, or only one that LanceDB gets by ways of its own: a role, a profile, a program. */
export class NoCredentials extends Error {}
