/** Two tables of a segment: which rows belong to which blob, and which row has which chunk id. */

import { chunkIdOf } from '../base/identity.ts';
import { countWhile } from '../base/lists.ts';
import type { BlobKey } from '../base/types.ts';
import { aligned, bytesOfHex, damaged, hexOf } from './bytes.ts';
import type { RowNumbers } from './rowColumns.ts';
import type { SegmentHeader } from './segmentFile.ts';

export class RowNames {
  readonly #header: SegmentHeader;
  readonly #bytes: Uint8Array;
  readonly #firstRows: Uint32Array;
  readonly #order: Uint32Array;
  readonly #languages: DataView;
  readonly #shasAt: number;
  readonly #ids: IdTable | MadeIds;
  #last = 0;

  /** @param ids the section, or the numbers from which ids are made if the segment has none */
  constructor(header: SegmentHeader, blobs: Uint8Array, ids: Uint8Array | RowNumbers) {
    this.#header = header;
    const bytes = aligned(blobs);
    this.#bytes = bytes;
    this.#firstRows = new Uint32Array(bytes.buffer, bytes.byteOffset, header.blobs + 1);
    this.#order = new Uint32Array(bytes.buffer, bytes.byteOffset + 4 * (header.blobs + 1), header.blobs);
    const languagesAt = 4 * (2 * header.blobs + 1);
    this.#languages = new DataView(bytes.buffer, bytes.byteOffset + languagesAt, 2 * header.blobs);
    this.#shasAt = languagesAt + 2 * header.blobs;
    this.#ids =
      ids instanceof Uint8Array
        ? new IdTable(ids, header.rows)
        : new MadeIds(header.rows, (row) => {
            const blob = this.blobOf(row);
            const from = ids.of('startByte', row);
            const language = header.languages[this.language(blob)] ?? '';
            return chunkIdOf(this.sha(blob), language, from, from + ids.of('bytes', row));
          });
    const isWhole = this.#firstRows[0] === 0 && this.#firstRows[header.blobs] === header.rows;
    if (!isWhole || !isAscending(this.#firstRows)) throw damaged();
  }

  rowsOf(blob: number): [from: number, to: number] {
    return [this.#firstRows[blob]!, this.#firstRows[blob + 1]!];
  }

  /** Returns the blob of a row. */
  blobOf(row: number): number {
    // Mostly it is the blob of the call before.
    const last = this.#last;
    if (this.#firstRows[last]! <= row && row < this.#firstRows[last + 1]!) return last;
    this.#last = countWhile(this.#header.blobs, (blob) => this.#firstRows[blob]! <= row) - 1;
    return this.#last;
  }

  language(blob: number): number {
    return this.#languages.getUint16(2 * blob, true);
  }

  sha(blob: number): string {
    const from = this.#shasAt + this.#header.blobBytes * blob;
    return hexOf(this.#bytes, from, from + this.#header.blobBytes);
  }

  /** Returns the keys of all blobs, in a third of the time of single calls. */
  keys(): BlobKey[] {
    const { blobs, blobBytes, languages } = this.#header;
    const hex = hexOf(this.#bytes, this.#shasAt, this.#shasAt + blobBytes * blobs);
    return Array.from({ length: blobs }, (_, blob): BlobKey => {
      const language = languages[this.language(blob)];
      if (language === undefined) throw damaged();
      return `${hex.slice(2 * blobBytes * blob, 2 * blobBytes * (blob + 1))}:${language}`;
    });
  }

  id(row: number): string {
    return this.#ids.of(row);
  }

  /** @returns −1 if the segment does not have the blob */
  findBlob(sha: string, language: string): number {
    const { blobs, blobBytes, languages } = this.#header;
    if (sha.length !== 2 * blobBytes || !HEX.test(sha)) return -1;
    const wanted = bytesOfHex(sha, blobBytes);
    const number = languages.indexOf(language);
    const found = lowest(blobs, (at) => {
      const blob = this.#blobInOrder(at);
      return compareAt(this.#bytes, this.#shasAt + blobBytes * blob, wanted) || this.language(blob) - number;
    });
    return found === -1 ? -1 : this.#blobInOrder(found);
  }

  /** True if every blob is found by its name and no other, and if every language has a blob. */
  isSorted(): boolean {
    const { blobs, blobBytes, languages } = this.#header;
    if (new Set(languages).size < languages.length) return false;
    const used = new Set<number>();
    for (let at = 0; at < blobs; at++) {
      const blob = this.#blobInOrder(at);
      used.add(this.language(blob));
      if (at === 0) continue;
      const before = this.#blobInOrder(at - 1);
      const name = this.#bytes.subarray(this.#shasAt + blobBytes * blob, this.#shasAt + blobBytes * (blob + 1));
      const order = compareAt(this.#bytes, this.#shasAt + blobBytes * before, name);
      if ((order || this.language(before) - this.language(blob)) >= 0) return false;
    }
    return used.size === languages.length && Math.max(-1, ...used) < languages.length;
  }

  #blobInOrder(at: number): number {
    const blob = this.#order[at]!;
    if (blob >= this.#header.blobs) throw damaged();
    return blob;
  }

  /** @returns −1 if the segment does not have the chunk */
  findRow(chunkId: string): number {
    return chunkId.length === 16 && HEX.test(chunkId) ? this.#ids.find(chunkId) : -1;
  }
}

/** The ids in a segment: one for each row, and the rows sorted by id. */
class IdTable {
  readonly #bytes: Uint8Array;
  readonly #order: Uint32Array;

  constructor(bytes: Uint8Array, rows: number) {
    this.#bytes = aligned(bytes);
    this.#order = new Uint32Array(this.#bytes.buffer, this.#bytes.byteOffset + 8 * rows, rows);
  }

  of(row: number): string {
    return hexOf(this.#bytes, 8 * row, 8 * row + 8);
  }

  find(chunkId: string): number {
    const wanted = bytesOfHex(chunkId, 8);
    const found = lowest(this.#order.length, (at) => compareAt(this.#bytes, 8 * this.#rowAt(at), wanted));
    return found === -1 ? -1 : this.#rowAt(found);
  }

  #rowAt(at: number): number {
    const row = this.#order[at]!;
    if (row >= this.#order.length) throw damaged();
    return row;
  }
}

/** Makes ids when they are asked for. An id that is looked up was mostly made here before. */
class MadeIds {
  readonly #rows: number;
  readonly #make: (row: number) => string;
  readonly #made = new Map<number, string>();
  readonly #found = new Map<string, number>();

  constructor(rows: number, make: (row: number) => string) {
    this.#rows = rows;
    this.#make = make;
  }

  of(row: number): string {
    const known = this.#made.get(row);
    if (known !== undefined) return known;
    const id = this.#make(row);
    this.#made.set(row, id);
    this.#found.set(id, row);
    return id;
  }

  find(chunkId: string): number {
    const known = this.#found.get(chunkId);
    if (known !== undefined) return known;
    if (this.#made.size < this.#rows) for (let row = 0; row < this.#rows; row++) this.of(row);
    return this.#found.get(chunkId) ?? -1;
  }
}

function lowest(count: number, compare: (at: number) => number): number {
  const at = countWhile(count, (one) => compare(one) < 0);
  return at < count && compare(at) === 0 ? at : -1;
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
