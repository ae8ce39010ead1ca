/**
 * Lists what a place holds, as far as this version can read it, and holds its contents against the
 * digests that their rows name.
 */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { CoraError, isCoraError } from '../base/errors.ts';
import { PACKAGE_NAME, TOOL_VERSION } from '../base/version.ts';
import { PUBLISHED_VERSION, type PublishedRow, type PublishedTable } from '../store/publishedIndexes.ts';
import { decodeView, type ViewPath, type ViewRecord } from '../store/viewFile.ts';
import { unpackBrotli } from './artifact/archive.ts';
import { type ArtifactManifest, chunkerMismatch, isHex, isPath, isText, parseManifest } from './artifact/members.ts';
import { refusalNaming } from './artifact/readArtifact.ts';

export interface Publication {
  row: PublishedRow;
  manifest: ArtifactManifest;
}

/**
 * Returns the publications, at least one, in the order of the rows.
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, …
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
  return refusalNaming(uri, error, `cora push ${uri}   writes it again`);
}

function readRow(row: PublishedRow): Publication | CoraError {
  const { format, version, manifest } = row;
  if (!(Number(format) <= PUBLISHED_VERSION)) {
    const message = `it was published in format ${format}, which is newer than cora ${TOOL_VERSION} reads (${PUBLISHED_VERSION})`;
    return new CoraError('INCOMPATIBLE_INDEX', message, { hint: `update cora: npm install ${PACKAGE_NAME}@latest` });
  }
  try {
    const parsed = parseManifest(Buffer.from(manifest), true);
    if (!/^[1-9]\d{0,14}$/.test(version)) return new CoraError('BAD_ARTIFACT', 'it names no version');
    return chunkerMismatch(parsed, 'publish it again with this cora') ?? { row, manifest: parsed };
  } catch (error) {
    if (isCoraError(error)) return error;
    throw error;
  }
}

/** @throws CoraError BAD_ARTIFACT, NETWORK, BROKEN_INDEX where it was removed meanwhile */
export async function readPublishedView(published: PublishedTable, { row }: Publication): Promise<ViewRecord> {
  return viewIn(await unpackContent(await published.view(row), row.viewDigest));
}

/**
 * Reads a view of object storage. Its paths are shown and compared, never opened.
 * @throws CoraError BAD_ARTIFACT for what is no view
 */
export function viewIn(bytes: Buffer): ViewRecord {
  const record = decodeView(bytes);
  if (record === null) throw new CoraError('BAD_ARTIFACT', 'its statistics are not those of a view');
  const { files, missing = [] } = record;
  if (![...files, ...missing].every(isFile)) throw new CoraError('BAD_ARTIFACT', 'it holds an impossible file');
  if (!files.every(({ path }, at) => at === 0 || files[at - 1]!.path < path))
    throw new CoraError('BAD_ARTIFACT', 'it holds files out of order');
  return record;
}

function isFile({ path, blob, language }: ViewPath): boolean {
  return isPath(path) && isHex(blob, 40, 64) && isText(language, 40);
}

/** The most bytes to unpack: statistics of a million files are smaller, and more is a bomb. */
const MOST_BYTES = 2 ** 30;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export function packContent(bytes: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(bytes, QUALITY);
}

/** Unpacks a content, and compares it with its digest. @throws CoraError BAD_ARTIFACT */
async function unpackContent(packed: Buffer, digest: string): Promise<Buffer> {
  const bytes = await unpackBrotli(packed, MOST_BYTES).catch((cause: unknown) => {
    throw new CoraError('BAD_ARTIFACT', 'its view cannot be unpacked', { cause });
  });
  if (sha256Of(bytes) !== digest) throw new CoraError('BAD_ARTIFACT', 'its view has another SHA-256');
  return bytes;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
