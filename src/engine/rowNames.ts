/** The tables of a segment that tell which rows are whose: by blob and by chunk id. */

import { aligned, bytesOfHex, damaged, hexOf } from './bytes.ts';
import type { SegmentHeader } from './segmentFile.ts';

export class RowNames {
  readonly #header: SegmentHeader;
  readonly #bytes: Uint8Array;
  readonly #firstRows: Uint32Array;
  readonly #order: Uint32Array;
  readonly #languages: DataView;
  readonly #shasAt: number;
  readonly #ids: Uint8Array;
  readonly #idOrder: Uint32Array;

  constructor(header: SegmentHeader, blobs: Uint8Array, ids: Uint8Array) {
    this.#header = header;
    const bytes = aligned(blobs);
    this.#bytes = bytes;
    this.#firstRows = new Uint32Array(bytes.buffer, bytes.byteOffset, header.blobs + 1);
    this.#order = new Uint32Array(bytes.buffer, bytes.byteOffset + 4 * (header.blobs + 1), header.blobs);
    const languagesAt = 4 * (2 * header.blobs + 1);
    this.#languages = new DataView(bytes.buffer, bytes.byteOffset + languagesAt, 2 * header.blobs);
    this.#shasAt = languagesAt + 2 * header.blobs;
    this.#ids = aligned(ids);
    this.#idOrder = new Uint32Array(this.#ids.buffer, this.#ids.byteOffset + 8 * header.rows, header.rows);
    const isWhole = this.#firstRows[0] === 0 && this.#firstRows[header.blobs] === header.rows;
    if (!isWhole || !isAscending(this.#firstRows)) throw damaged();
  }

  rowsOf(blob: number): [from: number, to: number] {
    return [this.#firstRows[blob]!, this.#firstRows[blob + 1]!];
  }

  /** The blob of a row. */
  blobOf(row: number): number {
    let [low, high] = [0, this.#header.blobs - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#firstRows[middle]! <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  language(blob: number): number {
    return this.#languages.getUint16(2 * blob, true);
  }

  sha(blob: number): string {
    const from = this.#shasAt + this.#header.blobBytes * blob;
    return hexOf(this.#bytes, from, from + this.#header.blobBytes);
  }

  id(row: number): string {
    return hexOf(this.#ids, 8 * row, 8 * row + 8);
  }

  /** @returns −1 where the segment does not have it */
  findBlob(sha: string, language: string): number {
    const { blobs, blobBytes, languages } = this.#header;
    if (sha.length !== 2 * blobBytes || !HEX.test(sha)) return -1;
    const wanted = bytesOfHex(sha, blobBytes);
    const number = languages.indexOf(language);
    const found = this.#lowest(blobs, (at) => {
      const blob = this.#blobInOrder(at);
      return compareAt(this.#bytes, this.#shasAt + blobBytes * blob, wanted) || this.language(blob) - number;
    });
    return found === -1 ? -1 : this.#blobInOrder(found);
  }

  #blobInOrder(at: number): number {
    const blob = this.#order[at]!;
    if (blob >= this.#header.blobs) throw damaged();
    return blob;
  }

  /** @returns −1 where the segment does not have it */
  findRow(chunkId: string): number {
    if (chunkId.length !== 16 || !HEX.test(chunkId)) return -1;
    const wanted = bytesOfHex(chunkId, 8);
    const found = this.#lowest(this.#header.rows, (at) => compareAt(this.#ids, 8 * this.#rowInOrder(at), wanted));
    return found === -1 ? -1 : this.#rowInOrder(found);
  }

  #rowInOrder(at: number): number {
    const row = this.#idOrder[at]!;
    if (row >= this.#header.rows) throw damaged();
    return row;
  }

  #lowest(count: number, compare: (at: number) => number): number {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(middle) < 0) low = middle + 1;
      else high = middle;
    }
    return low < count && compare(low) === 0 ? low : -1;
  }
}

function isAscending(numbers: Uint32Array): boolean {
  for (let at = 1; at < numbers.length; at++) if (numbers[at - 1]! > numbers[at]!) return false;
  return true;
}

const HEX = /^[0-9a-f]+$/;

function compareAt(bytes: Uint8Array, from: number, wanted: Uint8Array): number {
  for (let at = 0; at < wanted.length; at++) {
    const difference = bytes[from + at]! - wanted[at]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
