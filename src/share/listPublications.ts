/** What a place holds, of the rows that this version can read. The rows come from elsewhere: a manifest is checked as a packed index's is. */

import { CoraError, isCoraError } from '../base/errors.ts';
import { TOOL_VERSION } from '../base/version.ts';
import { PUBLISHED_VERSION, type PublishedRow } from '../store/publishedTable.ts';
import { chunkerMismatch, type Manifest, parseManifest } from './artifact/manifest.ts';
import { refusalOf } from './artifact/readArtifact.ts';

export interface Publication {
  row: PublishedRow;
  manifest: Manifest;
}

/**
 * @returns in the order of the rows, those that this version reads; at least one
 * @throws CoraError NO_INDEX; INCOMPATIBLE_INDEX, BAD_ARTIFACT without the address, which refusedIn adds
 */
export function listPublications(rows: readonly PublishedRow[], uri: string): Publication[] {
  if (rows.length === 0)
    throw new CoraError('NO_INDEX', `There is no index in ${uri}.`, { hint: `cora push ${uri}   puts one there` });
  const read = rows.map((row) => readRow(row));
  const publications = read.filter((one) => !isCoraError(one)) as Publication[];
  if (publications.length > 0) return publications;
  throw read[0];
}

/** For what is wrong with all that is published there: as a packed index says it. */
export function refusedIn(uri: string, error: unknown): unknown {
  return refusalOf(uri, error, `cora push ${uri}   writes it again`);
}

function readRow(row: PublishedRow): Publication | CoraError {
  const { format, version, manifest } = row;
  if (!(Number(format) <= PUBLISHED_VERSION)) {
    const message = `it was published in format ${format}, which is newer than cora ${TOOL_VERSION} reads (${PUBLISHED_VERSION})`;
    return new CoraError('INCOMPATIBLE_INDEX', message, { hint: 'update cora: npm install cora-query@latest' });
  }
  try {
    const parsed = parseManifest(Buffer.from(manifest));
    if (!/^[1-9]\d{0,14}$/.test(version)) return new CoraError('BAD_ARTIFACT', 'it names no version');
    return chunkerMismatch(parsed, 'publish it again with this cora') ?? { row, manifest: parsed };
  } catch (error) {
    if (isCoraError(error)) return error;
    throw error;
  }
}
