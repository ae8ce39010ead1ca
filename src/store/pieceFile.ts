/**
 * The file of a side table: a header and pieces, each behind its length and its checksum.
 * docs/side-tables.md describes it.
 *
 *     CORAROWS <piece: header, JSON> <piece: rows> …
 *     piece: <u32: bytes of the body> <16 bytes of the body's SHA-256> <body>
 *
 * A writer appends pieces. A piece that is cut off at the end is what a killed one left: readers
 * leave it out, and the next writer takes it back.
 */

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { parseOrNull, SMALL_JSON } from '../base/boundedJson.ts';
import { APPEND, PRIVATE_FILE } from '../disk/makePrivate.ts';

const MAGIC = 'CORAROWS';
const DIGEST = 16;
/** Bytes of a piece before its body. */
export const LEAD_OF_PIECE = 4 + DIGEST;

/** The bytes are not those of a side table, or not as they were written. */
export class Damaged extends Error {}

export interface Header {
  format: unknown;
  version: unknown;
  columns: unknown[];
  dimensions: number;
}

export function leadOf(header: Header): Uint8Array {
  return Buffer.concat([Buffer.from(MAGIC), pieceOf(Buffer.from(JSON.stringify(header)))]);
}

/** @throws Damaged */
export function readTableHeader(bytes: Buffer): Header & { end: number } {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Damaged();
  const { body, end } = pieceAt(bytes, MAGIC.length) ?? {};
  if (body == null || end === undefined) throw new Damaged();
  const header = parseOrNull(body.toString('utf8'), SMALL_JSON) as Partial<Header> | null;
  const { format, version, columns, dimensions } = header ?? {};
  if (!Array.isArray(columns) || !Number.isSafeInteger(dimensions) || dimensions! < 0) throw new Damaged();
  return { format, version, columns, dimensions: dimensions!, end };
}

/** Returns the bodies of all pieces. @param takesBack leaves out a last one that is torn */
export function piecesIn(bytes: Buffer, from: number, takesBack: boolean): { pieces: Uint8Array[]; end: number } {
  const pieces: Uint8Array[] = [];
  let at = from;
  for (let next = pieceAt(bytes, at); next !== null; next = pieceAt(bytes, at)) {
    if (next.body !== null) pieces.push(next.body);
    else if (takesBack && (next.end === bytes.length || bytes.subarray(at).every((byte) => byte === 0))) break;
    else throw new Damaged();
    at = next.end;
  }
  return { pieces, end: at };
}

/** Returns null where the file ends before the piece does; no body where it is not as written. */
function pieceAt(bytes: Buffer, at: number): { body: Buffer | null; end: number } | null {
  const from = at + LEAD_OF_PIECE;
  if (from > bytes.length) return null;
  const end = from + bytes.readUInt32LE(at);
  if (end > bytes.length) return null;
  const body = bytes.subarray(from, end);
  return { body: digestOf(body).equals(bytes.subarray(at + 4, from)) ? body : null, end };
}

export function pieceOf(body: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([length, digestOf(body), body]);
}

function digestOf(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest().subarray(0, DIGEST);
}

/** Where it fails midway, as on a full disk, what was written goes again. */
export async function appendTo(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, APPEND, PRIVATE_FILE);
  try {
    const { size } = await handle.stat();
    try {
      await handle.writeFile(bytes);
      await handle.datasync();
    } catch (error) {
      await handle.truncate(size).catch(() => undefined);
      throw error;
    }
  } finally {
    await handle.close();
  }
}

/** Takes back what a killed writer left. */
export async function cutTo(file: string, length: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.truncate(length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
