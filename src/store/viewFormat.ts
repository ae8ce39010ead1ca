/**
 * views/<id>.view: what depends on a whole commit, in one file that a query reads in about a millisecond.
 *
 *   CORAVIEW <header length as decimal>\n
 *   {"formatVersion":1,"commit":…,"tree":…,"repository":…,("shard":{"index":N,"count":N},)"chunks":N,"tokens":N,"words":N,"terms":N,"dimensions":N,"files":N,("missing":N,)"redacted":["BLOB:LANGUAGE",…]}
 *   padding to 8 bytes, vectorSum float64[dimensions], rowsDigest uint32[4], hashes uint32[terms], counts uint32[terms]
 *   path NUL blob NUL language NUL …, of the files, then of those that are missing
 *   checksum of all that (seal.ts)
 */

import { parseBounded, STATE_JSON } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import type { BlobKey, Shard } from '../base/types.ts';
import { FORMAT_VERSION, READ_MIN_FORMAT } from '../base/version.ts';
import { areBytesWhole } from './seal.ts';
import type { ViewPath, ViewRecord } from './storePort.ts';

const MAGIC = 'CORAVIEW ';

export function encodeView(view: ViewRecord): Buffer {
  const header = Buffer.from(
    JSON.stringify({
      formatVersion: FORMAT_VERSION,
      commit: view.commit,
      tree: view.tree,
      repository: view.repository,
      shard: view.shard,
      chunks: view.chunks,
      tokens: view.tokens,
      words: view.words,
      terms: view.hashes.length,
      dimensions: view.vectorSum.length,
      files: view.files.length,
      missing: view.missing?.length,
      redacted: view.redacted,
    }),
  );
  const lead = Buffer.concat([Buffer.from(`${MAGIC}${header.length}\n`), header]);
  const paths = [...view.files, ...(view.missing ?? [])];
  const files = Buffer.from(paths.map(({ path, blob, language }) => `${path}\0${blob}\0${language}\0`).join(''));
  const padding = Buffer.alloc((8 - (lead.length % 8)) % 8);
  return Buffer.concat([
    lead,
    padding,
    bytesOf(view.vectorSum),
    bytesOf(view.rowsDigest),
    bytesOf(view.hashes),
    bytesOf(view.counts),
    files,
  ]);
}

/**
 * @returns null for bytes that are cut off or no view
 * @throws CoraError INCOMPATIBLE_INDEX for whole bytes of another format
 */
export function decodeView(bytes: Buffer): ViewRecord | null {
  const lineEnd = bytes.indexOf(10);
  const lead = bytes.subarray(0, Math.max(0, lineEnd)).toString('latin1');
  if (!lead.startsWith(MAGIC)) return null;
  const headerEnd = lineEnd + 1 + Number(lead.slice(MAGIC.length));
  const header = parseHeader(bytes.subarray(lineEnd + 1, headerEnd).toString());
  if (header === null) return null;
  if (header['formatVersion']! > FORMAT_VERSION || header['formatVersion']! < READ_MIN_FORMAT) {
    if (!areBytesWhole(bytes)) return null;
    throw new CoraError(
      'INCOMPATIBLE_INDEX',
      `The index was written in format ${header['formatVersion']}; this Cora reads ${READ_MIN_FORMAT} to ${FORMAT_VERSION}.`,
      {
        hint: 'update cora: npm install cora-query@latest; or build the index again: cora index --full',
      },
    );
  }
  // Views of the first builds lack these: like torn ones they are counted again.
  if (header['words'] === undefined || header.redacted === undefined) return null;
  let at = headerEnd + ((8 - (headerEnd % 8)) % 8);
  const take = (length: number): ArrayBuffer => {
    const part = new Uint8Array(length);
    part.set(bytes.subarray(at, at + length));
    at += length;
    return part.buffer;
  };
  const [dimensions, terms] = [header['dimensions']!, header['terms']!];
  if (![dimensions, terms].every((size) => Number.isSafeInteger(size) && size >= 0)) return null;
  if (bytes.length < at + 8 * dimensions + 16 + 8 * terms) return null;
  const paths = decodeFiles(bytes.subarray(at + 8 * dimensions + 16 + 8 * terms).toString());
  const missing = header['missing'] ?? 0;
  if (paths.length !== header['files']! + missing) return null;
  return {
    commit: header.commit,
    tree: header.tree,
    repository: header.repository,
    shard: header.shard,
    chunks: header['chunks']!,
    tokens: header['tokens']!,
    words: header['words'],
    vectorSum: new Float64Array(take(8 * dimensions)),
    rowsDigest: new Uint32Array(take(16)),
    redacted: header.redacted,
    hashes: new Uint32Array(take(4 * terms)),
    counts: new Uint32Array(take(4 * terms)),
    files: missing === 0 ? paths : paths.slice(0, -missing),
    ...(missing === 0 ? {} : { missing: paths.slice(-missing) }),
  };
}

type Header = Record<string, number> & {
  commit: string;
  tree: string;
  repository: string;
  shard?: Shard;
  redacted?: BlobKey[];
};

/** @returns null for a header that was cut off */
function parseHeader(text: string): Header | null {
  try {
    return parseBounded(text, STATE_JSON) as Header;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function decodeFiles(text: string): ViewPath[] {
  const parts = text.split('\0');
  const files: ViewPath[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3)
    files.push({ path: parts[at]!, blob: parts[at + 1]!, language: parts[at + 2]! });
  return files;
}

function bytesOf(array: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
