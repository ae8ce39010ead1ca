/**
 * Where-clauses for LanceDB (DataFusion SQL). Values come from repositories, so every one is written as a quoted
 * literal here, and nowhere else is SQL put together.
 */

import type { BlobKey } from '../base/types.ts';

/** Values in one IN list: longer lists are cut into several queries. */
const LIST_LIMIT = 1000;

/** A string literal. DataFusion knows no escapes but the doubled quote, so backslashes and newlines stay as they are. */
export function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** @returns a clause that is true for none where the list is empty */
export function isIn(column: string, values: Iterable<string>): string {
  const list = [...new Set(values)].map(quote);
  if (list.length === 0) return 'false';
  return list.length === 1 ? `${column} = ${list[0]}` : `${column} IN (${list.join(', ')})`;
}

/** All rows of the blobs, as one clause. */
export function ofBlobs(blobs: Iterable<BlobKey>): string {
  const byLanguage = new Map<string, string[]>();
  for (const key of blobs) {
    const { blobSha, language } = splitBlobKey(key);
    const shas = byLanguage.get(language);
    if (shas === undefined) byLanguage.set(language, [blobSha]);
    else shas.push(blobSha);
  }
  const clauses = [...byLanguage].map(
    ([language, shas]) => `(${isIn('language', [language])} AND ${isIn('blobSha', shas)})`,
  );
  return clauses.length === 0 ? 'false' : clauses.join(' OR ');
}

/** A blob's name holds no colon, so the first one ends it. */
export function splitBlobKey(key: BlobKey): { blobSha: string; language: string } {
  const colon = key.indexOf(':');
  return { blobSha: key.slice(0, colon), language: key.slice(colon + 1) };
}

/** Distinct values in lists short enough for one query each. */
export function batchesOf<T>(values: Iterable<T>, size = LIST_LIMIT): T[][] {
  const all = [...new Set(values)];
  const batches: T[][] = [];
  for (let start = 0; start < all.length; start += size) batches.push(all.slice(start, start + size));
  return batches;
}
