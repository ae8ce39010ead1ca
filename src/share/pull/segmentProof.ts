/**
 * Proves that the search tables of a packed segment say of rows what follows from their texts: the
 * rows themselves are checked by others. Whoever reads the segment afterwards reads what was
 * proven, so that it need not be made again.
 */

import type { ChunkRow } from '../../base/types.ts';
import type { ByteVectors } from '../../engine/byteVectors.ts';
import { NUMBER_COLUMNS, type NumberColumn } from '../../engine/rowColumns.ts';
import { hashOfTerms } from '../../engine/rowWords.ts';
import { checkSections, type ListedSegment, openSegment } from '../../engine/searchFile.ts';
import type { SegmentReader } from '../../engine/segment.ts';
import { readSharedTerms, type SharedTerms, termNumber, UNKNOWN, type WordsByRow } from '../../engine/wordsByRow.ts';
import { inArtifact } from '../artifact/packedArtifact.ts';

/** A segment that waits in a folder to be proven, as threads tell each other of it. */
export interface SegmentCopy {
  dir: string;
  listed: ListedSegment;
  dimensions: number;
}

export interface Unproven extends SegmentCopy {
  words: WordsByRow;
}

/** Reads every section, and the words. @throws CoraError BAD_ARTIFACT for a byte or word amiss */
export function readDictionary({ dir, listed, dimensions }: SegmentCopy): Promise<SharedTerms> {
  return inArtifact(async () => {
    const segment = await openSegment(dir, listed, dimensions);
    try {
      await checkSections(segment);
      return await readSharedTerms(segment);
    } finally {
      segment.close();
    }
  });
}

export class SegmentProof {
  readonly segment: SegmentReader;
  readonly numbers: Readonly<Record<NumberColumn, Uint32Array>>;
  readonly vectors: ByteVectors;
  readonly dictionary: SharedTerms;
  readonly #words: WordsByRow;
  /** The number of looks at rows: a row may be looked at again, after it was decoded. */
  #looks = 0;
  /** By word, two numbers: the look that met it last, and how often. */
  readonly #met: Int32Array;

  private constructor(segment: SegmentReader, parts: Pick<SegmentProof, 'numbers' | 'vectors'>, words: WordsByRow) {
    this.segment = segment;
    this.numbers = parts.numbers;
    this.vectors = parts.vectors;
    this.dictionary = words.dictionary;
    this.#words = words;
    this.#met = new Int32Array(2 * segment.header.terms);
  }

  /** Opens a copy, which the caller closes: `segment.close`. */
  static async open({ dir, listed, dimensions, words }: Unproven): Promise<SegmentProof> {
    const segment = await openSegment(dir, listed, dimensions);
    await segment.prepare();
    const read = await segment.rowNumbers();
    const columns = NUMBER_COLUMNS.map((name) => [name, read.column(name)] as const);
    const numbers = Object.fromEntries(columns) as Record<NumberColumn, Uint32Array>;
    return new SegmentProof(segment, { numbers, vectors: await segment.vectors() }, words);
  }

  /** True if the tables give a row these words and no others, in order; `length` of them count. */
  holds(row: number, sequence: Int32Array, length: number, tokens: number): boolean {
    const { numbers, dictionary } = this;
    if (numbers.tokens[row] !== tokens || numbers.words[row] !== Math.max(1, length)) return false;
    const met = this.#met;
    const look = ++this.#looks;
    let distinct = 0;
    for (let place = 0; place < length; place++) {
      const term = sequence[place]!;
      if (term === UNKNOWN) return false;
      if (met[2 * term] === look) met[2 * term + 1]! += 1;
      else {
        met[2 * term] = look;
        met[2 * term + 1] = 1;
        distinct += 1;
      }
    }
    const { starts, terms, counts } = this.#words;
    const [from, to] = [starts[row]!, starts[row + 1]!];
    if (to - from !== distinct) return false;
    for (let at = from; at < to; at++) {
      const term = terms[at]!;
      if (met[2 * term] !== look || met[2 * term + 1] !== counts[at]) return false;
    }
    const { hash, characters } = hashOfTerms(sequence, length, dictionary);
    return numbers.hash[row] === hash && numbers.characters[row] === characters;
  }

  /** @param rows all of one blob, in order. @returns what the segment says otherwise, or null */
  complaint(rows: readonly ChunkRow[]): string | null {
    const { names } = this.segment;
    const [from] = names.rowsOf(names.findBlob(rows[0]!.blobSha, rows[0]!.language));
    for (const [at, { searchText, tokens }] of rows.entries()) {
      const words = searchText === '' ? [] : searchText.split(' ');
      const sequence = Int32Array.from(words, (word) => termNumber(this.dictionary, word));
      if (!this.holds(from + at, sequence, sequence.length, tokens)) return 'its words are others';
      if (!this.vectors.isSound(from + at)) return 'a vector is not of its own form';
    }
    return null;
  }
}
