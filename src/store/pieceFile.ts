/**
 * The file of a side table has a header and pieces; before each stand its length and its checksum.
 * docs/side-tables.md describes it.
 *
 *     CORAROWS <piece: header, JSON> <piece: rows> …
 *     piece: <u32: bytes of the body> <16 bytes of the body's SHA-256> <body>
 *
 * Writers append pieces. A killed writer may leave an incomplete piece at the end: readers ignore
 * it, and the next writer removes it.
 */

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { parseOrNull, SMALL_JSON } from '../base/boundedJson.ts';
import { APPEND, PRIVATE_FILE } from '../disk/makePrivate.ts';

const MAGIC = 'CORAROWS';
const DIGEST = 16;
/** Bytes of a piece before its body. */
export const LEAD_OF_PIECE = 4 + DIGEST;

/** The bytes are no side table, or have changed since they were written. */
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

/** Returns the bodies of all pieces. @param takesBack true to ignore an incomplete last piece */
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

/**
 * Returns null if the file ends before the piece does, and a null body if its checksum is wrong.
 */
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

/** Appends bytes. If that fails midway, as on a full disk, the written part is removed. */
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

/** Removes what a killed writer left at the end. */
export async function cutTo(file: string, length: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.truncate(length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
