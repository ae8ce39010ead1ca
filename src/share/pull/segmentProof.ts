/**
 * Proves that the search tables of a packed segment say of rows what follows from their texts: the
 * rows themselves are checked by others. Whoever reads the segment afterwards reads what was
 * proven, so that it need not be made again.
 */

import type { ChunkRow } from '../../base/types.ts';
import type { ByteVectors } from '../../engine/byteVectors.ts';
import { NUMBER_COLUMNS, type NumberColumn } from '../../engine/rowNumbers.ts';
import { hashOfUnits } from '../../engine/rowWords.ts';
import { openSegment } from '../../engine/searchFile.ts';
import type { SegmentReader } from '../../engine/segment.ts';
import type { ListedSegment } from '../../engine/segmentList.ts';
import type { WordsByRow } from '../../engine/wordsByRow.ts';

/** A segment that waits in a folder to be proven, as threads tell each other of it. */
export interface Unproven {
  dir: string;
  listed: ListedSegment;
  dimensions: number;
  words: WordsByRow;
}

/** The words of a dictionary, by text and by number. */
export interface Terms {
  numbers: ReadonlyMap<string, number>;
  /** By number, and one more: where its UTF-16 code units begin. */
  starts: Uint32Array;
  units: Uint16Array;
}

/** A word that the dictionary does not have. */
export const UNKNOWN = -1;
const SPACE = 32;

export class SegmentProof {
  readonly segment: SegmentReader;
  readonly numbers: Readonly<Record<NumberColumn, Uint32Array>>;
  readonly vectors: ByteVectors;
  readonly terms: Terms;
  readonly #words: WordsByRow;
  /** Rows that were looked at: one may be looked at again, after it was decoded. */
  #looks = 0;
  /** By word: the look that met it last, and how often. */
  readonly #met: Uint32Array;
  readonly #counts: Uint32Array;
  /** The search text of a row. */
  #units = new Uint16Array(1 << 14);

  private constructor(
    segment: SegmentReader,
    parts: Pick<SegmentProof, 'numbers' | 'vectors' | 'terms'>,
    words: WordsByRow,
  ) {
    this.segment = segment;
    this.numbers = parts.numbers;
    this.vectors = parts.vectors;
    this.terms = parts.terms;
    this.#words = words;
    this.#met = new Uint32Array(segment.header.terms);
    this.#counts = new Uint32Array(segment.header.terms);
  }

  /** To be closed: `segment.close`. */
  static async open({ dir, listed, dimensions, words }: Unproven): Promise<SegmentProof> {
    const segment = await openSegment(dir, listed, dimensions);
    await segment.prepare();
    const read = await segment.rowNumbers();
    const columns = NUMBER_COLUMNS.map((name) => [name, read.column(name)] as const);
    const numbers = Object.fromEntries(columns) as Record<NumberColumn, Uint32Array>;
    const [vectors, terms] = [await segment.vectors(), await readTerms(segment)];
    return new SegmentProof(segment, { numbers, vectors, terms }, words);
  }

  /**
   * True if the tables say of a row that it holds these words and no others, in this order.
   * @param sequence numbers of words, repeated ones too; those up to `length` count
   */
  holds(row: number, sequence: Int32Array, length: number, tokens: number): boolean {
    const { starts, units } = this.terms;
    let text = this.#units;
    let characters = 0;
    let distinct = 0;
    const look = ++this.#looks;
    for (let place = 0; place < length; place++) {
      const term = sequence[place]!;
      if (term === UNKNOWN) return false;
      const [start, end] = [starts[term]!, starts[term + 1]!];
      if (characters + 1 + end - start > text.length) text = this.#larger(characters + 1 + end - start);
      if (place > 0) text[characters++] = SPACE;
      for (let at = start; at < end; at++) text[characters++] = units[at]!;
      if (this.#met[term] === look) this.#counts[term]! += 1;
      else {
        this.#met[term] = look;
        this.#counts[term] = 1;
        distinct += 1;
      }
    }
    const { numbers } = this;
    if (numbers.tokens[row] !== tokens || numbers.words[row] !== Math.max(1, length)) return false;
    if (numbers.characters[row] !== characters || numbers.hash[row] !== hashOfUnits(text, characters)) return false;
    const { starts: rowStarts, terms, counts } = this.#words;
    const [from, to] = [rowStarts[row]!, rowStarts[row + 1]!];
    if (to - from !== distinct) return false;
    for (let at = from; at < to; at++) {
      const term = terms[at]!;
      if (this.#met[term] !== look || this.#counts[term] !== counts[at]) return false;
    }
    return true;
  }

  #larger(length: number): Uint16Array<ArrayBuffer> {
    const larger = new Uint16Array(2 * length);
    larger.set(this.#units);
    this.#units = larger;
    return larger;
  }

  /**
   * @param rows all of one blob, in their order, with what follows from their texts
   * @returns what else the segment says of them; null where it says the same
   */
  complaint(rows: readonly ChunkRow[]): string | null {
    const { names } = this.segment;
    const [from] = names.rowsOf(names.findBlob(rows[0]!.blobSha, rows[0]!.language));
    for (const [at, { searchText, tokens }] of rows.entries()) {
      const words = searchText === '' ? [] : searchText.split(' ');
      const sequence = Int32Array.from(words, (word) => this.terms.numbers.get(word) ?? UNKNOWN);
      if (!this.holds(from + at, sequence, sequence.length, tokens)) return 'its words are others';
      if (!this.vectors.isSound(from + at)) return 'a vector is not of its own form';
    }
    return null;
  }
}

async function readTerms(segment: SegmentReader): Promise<Terms> {
  const numbers = new Map<string, number>();
  const starts = new Uint32Array(segment.header.terms + 1);
  let units = new Uint16Array(1 << 16);
  let length = 0;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  await segment.eachTerm((bytes) => {
    const word = decoder.decode(bytes);
    numbers.set(word, numbers.size);
    if (length + word.length > units.length) {
      const larger = new Uint16Array(2 * (length + word.length));
      larger.set(units);
      units = larger;
    }
    for (let at = 0; at < word.length; at++) units[length++] = word.charCodeAt(at);
    starts[numbers.size] = length;
  });
  return { numbers, starts, units: units.subarray(0, length) };
}
