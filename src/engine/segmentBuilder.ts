/**
 * Makes a segment. Rows are added blob after blob; at the end everything is sorted and laid out.
 * Equal rows in equal order give equal bytes.
 */

import { deflateRawSync } from 'node:zlib';
import { TermTable } from '../base/termTable.ts';
import type { ChunkRow } from '../base/types.ts';
import {
  ByteReader,
  ByteWriter,
  bytesOfHex,
  GrowingNumbers,
  type PieceKeeper,
  type Pieces,
  PiecesInMemory,
  PieceWriter,
} from './bytes.ts';
import { VectorWriter } from './byteVectors.ts';
import { encodeFrame, RowNumbersWriter, zigzag } from './rowColumns.ts';
import { hashOfText, type RowWords } from './rowWords.ts';
import { digestOfSection } from './searchFile.ts';
import {
  encodeSegment,
  MOST_CHARACTERS,
  OMISSIONS,
  type Omission,
  REFERENCE_KINDS,
  type SegmentFacts,
  TERMS_IN_BLOCK,
} from './segmentFile.ts';

/**
 * A block of texts has about so many bytes. It ends with a blob, so that reading one file unpacks
 * little more than the file. A large blob has several blocks.
 */
const TEXT_BLOCK = 1 << 12;
const MOST_OF_BLOCK = 1 << 14;
/** Small tables: clearing zlib's default ones takes longer than packing a block. */
const PACKING = { level: 4, windowBits: 14, memLevel: 5 } as const;

/** The words of a row, counted by somebody else. */
export interface CountedWords {
  /** Word numbers from `termOf`, and how often the row holds each. */
  terms: Uint32Array;
  counts: ArrayLike<number>;
  /** The number of words, repeated ones included. */
  words: number;
  /** The length of the search text in UTF-16 code units, and its hash. */
  characters: number;
  hash: number;
}

/**
 * A row from another segment brings its words, whose hash also covers their order. If they are
 * counted already, its search text is not read.
 */
export type BuiltRow = ChunkRow & { words?: Pick<RowWords, 'hash'>; counted?: CountedWords };

export class SegmentBuilder {
  readonly #dimensions: number;
  readonly #omits: ReadonlySet<Omission>;
  readonly #vectors: VectorWriter;
  readonly #languages = new Numbering();
  readonly #kinds = new Numbering();
  readonly #nodeTypes = new Numbering();
  readonly #blobs: { sha: string; language: number; firstRow: number }[] = [];
  readonly #ids: string[] = [];
  readonly #numbers = new RowNumbersWriter();
  readonly #terms = new TermTable();
  /**
   * By word: the number of its rows; the last of these rows plus one; the word's place in that row.
   */
  readonly #rowsOf = new GrowingNumbers();
  readonly #lastRow = new GrowingNumbers();
  readonly #lastPlace = new GrowingNumbers();
  /** The words of the current row, and how often it holds each. */
  readonly #rowTerms: number[] = [];
  readonly #rowCounts: number[] = [];
  /**
   * The words of all rows, which take most of the builder's memory. For each row the number of its
   * words, then twice the number of each word, plus one if a count above 1 follows.
   */
  readonly #pairs = new PieceWriter();
  readonly #records: PieceWriter;
  readonly #texts: TextBlocks;
  readonly #scratch = new ByteWriter();

  /**
   * @param packed the parts to leave out, if the segment will be packed
   * @param newKeeper takes the largest sections while they are made
   */
  constructor(
    dimensions: number,
    packed: readonly Omission[] | null = null,
    newKeeper: () => PieceKeeper = () => new PiecesInMemory(),
  ) {
    this.#dimensions = dimensions;
    this.#vectors = new VectorWriter(dimensions, newKeeper());
    this.#records = new PieceWriter(newKeeper());
    this.#omits = new Set(packed);
    this.#texts = new TextBlocks(packed === null, newKeeper());
  }

  get rows(): number {
    return this.#ids.length;
  }

  get blobs(): number {
    return this.#blobs.length;
  }

  /** @param rows all rows of one blob, in their final order */
  add(rows: readonly BuiltRow[]): void {
    const [first] = rows;
    if (first === undefined) return;
    const language = this.#languages.of(first.language);
    this.#blobs.push({ sha: first.blobSha, language, firstRow: this.rows });
    for (const row of rows) this.#addRow(row);
    this.#texts.endBlob();
  }

  /**
   * Returns the number of a word, for rows with counted words. A word that no row has in the end is
   * left out.
   */
  termOf(word: string): number {
    const term = this.#terms.numberOf(word);
    // The word is new.
    if (term === this.#lastRow.length) this.#addTerm();
    return term;
  }

  #addRow(row: BuiltRow): void {
    this.#ids.push(row.chunkId);
    this.#vectors.add(row.vector);
    const { words, characters, hash } = row.counted === undefined ? this.#addWords(row) : this.#addCounted(row.counted);
    const before = this.#records.length;
    this.#addRecord(row);
    this.#numbers.add({
      kind: this.#kinds.of(row.kind),
      nodeType: this.#nodeTypes.of(row.nodeType),
      startLine: row.startLine,
      lines: row.endLine - row.startLine,
      startByte: row.startByte,
      bytes: row.endByte - row.startByte,
      part: row.part,
      parts: row.parts,
      tokens: row.tokens,
      words,
      characters,
      hash,
      record: this.#records.length - before,
    });
    this.#records.settle();
    if (!this.#omits.has('texts')) this.#texts.add(row.text, row.doc);
  }

  #addWords({ searchText, words }: BuiltRow): Omit<CountedWords, 'terms' | 'counts'> {
    if (searchText.length > MOST_CHARACTERS) throw new RangeError(`a search text of ${searchText.length} characters`);
    const row = this.rows;
    const pieces = this.#omits.has('terms')
      ? searchText.split(' ').length
      : this.#terms.eachIn(searchText, (term) => this.#count(row, term, 1));
    this.#endRow();
    return { words: pieces, characters: searchText.length, hash: words?.hash ?? hashOfText(searchText) };
  }

  #addCounted({ terms, counts, words, characters, hash }: CountedWords): Omit<CountedWords, 'terms' | 'counts'> {
    for (let at = 0; at < terms.length; at++) this.#count(this.rows, terms[at]!, counts[at]!);
    this.#endRow();
    return { words, characters, hash };
  }

  /** @param row its number plus one */
  #count(row: number, term: number, times: number): void {
    if (term === this.#lastRow.length) this.#addTerm();
    if (this.#lastRow.at(term) === row) {
      this.#rowCounts[this.#lastPlace.at(term)]! += times;
      return;
    }
    this.#lastRow.set(term, row);
    this.#lastPlace.set(term, this.#rowTerms.length);
    this.#rowsOf.increase(term, 1);
    this.#rowTerms.push(term);
    this.#rowCounts.push(times);
  }

  #addTerm(): void {
    for (const numbers of [this.#rowsOf, this.#lastRow, this.#lastPlace]) numbers.push(0);
  }

  #endRow(): void {
    const [out, terms, counts] = [this.#pairs.open, this.#rowTerms, this.#rowCounts];
    out.varint(terms.length);
    for (let at = 0; at < terms.length; at++) writeCounted(out, terms[at]!, counts[at]!);
    terms.length = 0;
    counts.length = 0;
    this.#pairs.settle();
  }

  #addRecord(row: BuiltRow): void {
    const out = this.#records.open;
    if (!this.#omits.has('contentHash')) out.bytes(bytesOfHex(row.contentHash, 16));
    for (const text of [row.symbol, row.signature, row.parentChunk, row.redacted]) out.text(text);
    encodeFrame(out, row);
    out.run((inner) => {
      for (const name of row.scope) inner.text(name);
    }, this.#scratch);
    out.run((inner) => {
      for (const { name, kind, startLine, endLine } of row.defines) {
        inner.varint(2 * this.#kinds.of(kind) + (name === row.symbol ? 0 : 1));
        if (name !== row.symbol) inner.text(name);
        inner.varint(zigzag(startLine - row.startLine));
        inner.varint(endLine - startLine);
      }
    }, this.#scratch);
    out.run((inner) => {
      for (const { name, kind, from } of row.references) {
        inner.text(name);
        inner.varint(2 * REFERENCE_KINDS.indexOf(kind) + (from === undefined ? 0 : 1));
        if (from !== undefined) inner.text(from);
      }
    }, this.#scratch);
  }

  /**
   * Returns the bytes of the segment in pieces. Nothing can be added afterwards.
   * @param digestOf as in `encodeSegment`
   */
  finish(digestOf = digestOfSection): Pieces {
    const { count: terms, ...words } = this.#wordTables();
    const vectors = this.#vectors.finish();
    const blobBytes = (this.#blobs[0]?.sha.length ?? 40) / 2;
    if (blobBytes !== 20 && blobBytes !== 32) throw new RangeError(`"${this.#blobs[0]!.sha}" is no name of a blob`);
    const facts: SegmentFacts = {
      ...{ rows: this.rows, blobs: this.#blobs.length, blobBytes, dimensions: this.#dimensions },
      ...{ terms, longest: vectors.longest },
      ...{ languages: this.#languages.names, kinds: this.#kinds.names, nodeTypes: this.#nodeTypes.names },
      omits: OMISSIONS.filter((one) => this.#omits.has(one)),
    };
    return encodeSegment(
      facts,
      {
        blobs: this.#blobTable(blobBytes),
        ids: this.#idTable(),
        numbers: this.#numbers.finish(),
        ...{ vectors: vectors.rows, exceptions: vectors.exceptions },
        ...words,
        records: this.#records.take(),
        ...this.#texts.finish(),
      },
      digestOf,
    );
  }

  /**
   * Writes for each blob its first row, then the blobs sorted by name and language, their
   * languages, and their names.
   */
  #blobTable(blobBytes: number): Uint8Array {
    const blobs = this.#blobs;
    const count = blobs.length;
    const out = new Uint8Array(count * (10 + blobBytes) + 4);
    const view = new DataView(out.buffer);
    const order = blobs.map((_, at) => at);
    order.sort((a, b) => {
      const [one, other] = [blobs[a]!, blobs[b]!];
      return one.sha === other.sha ? one.language - other.language : one.sha < other.sha ? -1 : 1;
    });
    const languagesAt = 4 * (2 * count + 1);
    const namesAt = languagesAt + 2 * count;
    for (const [at, { sha, language, firstRow }] of blobs.entries()) {
      view.setUint32(4 * at, firstRow, true);
      view.setUint32(4 * (count + 1 + at), order[at]!, true);
      view.setUint16(languagesAt + 2 * at, language, true);
      out.set(bytesOfHex(sha, blobBytes), namesAt + blobBytes * at);
    }
    view.setUint32(4 * count, this.rows, true);
    return out;
  }

  /** Writes the id of each row, then the rows sorted by id. */
  #idTable(): Uint8Array {
    if (this.#omits.has('ids')) return NOTHING;
    const ids = this.#ids;
    const out = new Uint8Array(12 * ids.length);
    for (const [row, id] of ids.entries()) out.set(bytesOfHex(id, 8), 8 * row);
    const order = Uint32Array.from(ids, (_, row) => row);
    order.sort((a, b) => (ids[a]! < ids[b]! ? -1 : ids[a]! > ids[b]! ? 1 : a - b));
    out.set(bytesOf(order), 8 * ids.length);
    return out;
  }

  #wordTables() {
    const { names: unsorted } = this.#terms;
    const order = Uint32Array.from(unsorted, (_, term) => term).filter((term) => this.#rowsOf.at(term) > 0);
    order.sort((a, b) => (unsorted[a]! < unsorted[b]! ? -1 : 1));
    const names = Array.from(order, (term) => unsorted[term]!);
    const rankOf = new Uint32Array(unsorted.length);
    order.forEach((term, rank) => {
      rankOf[term] = rank;
    });
    const rowsOf = Array.from(order, (term) => this.#rowsOf.at(term));
    const { termIndex, terms, postings } = dictionary(names, rowsOf, this.#byTerm(rankOf));
    const words = this.#omits.has('words') ? { wordsAt: NOTHING, words: NOTHING } : this.#byRow(rankOf);
    return { count: names.length, termIndex, terms, postings, ...words };
  }

  /** Writes the postings of each word in two passes: the first one measures them. */
  #byTerm(rankOf: Uint32Array): Postings {
    const starts = new Uint32Array(rankOf.length + 1);
    const measure = new ByteWriter();
    this.#eachPosting(rankOf, (rank, gap, count) => {
      measure.length = 0;
      writeCounted(measure, gap, count);
      starts[rank + 1]! += measure.length;
    });
    for (let rank = 0; rank < rankOf.length; rank++) starts[rank + 1]! += starts[rank]!;
    const ends = starts.slice();
    const out = new ByteWriter(starts.at(-1)! + ROOM_FOR_NUMBER);
    this.#eachPosting(rankOf, (rank, gap, count) => {
      out.length = ends[rank]!;
      writeCounted(out, gap, count);
      ends[rank] = out.length;
    });
    out.length = starts.at(-1)!;
    return { starts, bytes: out.take() };
  }

  #eachPosting(rankOf: Uint32Array, use: (rank: number, gap: number, count: number) => void): void {
    const next = new Uint32Array(rankOf.length);
    this.#eachRow(rankOf, (row, ranks, countOf) => {
      for (const rank of ranks) {
        use(rank, row - next[rank]!, countOf[rank]!);
        next[rank] = row + 1;
      }
    });
  }

  /** Writes the words of each row, ascending. */
  #byRow(rankOf: Uint32Array): { wordsAt: Uint8Array; words: Pieces } {
    const out = new PieceWriter();
    const wordsAt = new Uint32Array(this.rows + 1);
    this.#eachRow(rankOf, (row, ranks, countOf) => {
      let next = 0;
      for (const rank of ranks.sort()) {
        writeCounted(out.open, rank - next, countOf[rank]!);
        next = rank + 1;
      }
      wordsAt[row + 1] = out.length;
      out.settle();
    });
    return { wordsAt: bytesOf(wordsAt), words: out.take() };
  }

  /**
   * Calls `use` for each row with its words, in their original order, and how often it holds each.
   */
  #eachRow(rankOf: Uint32Array, use: (row: number, ranks: Uint32Array, countOf: Uint32Array) => void): void {
    const pieces = Array.from(this.#pairs.take(), (piece) => new ByteReader(piece));
    let pairs = pieces.shift()!;
    const countOf = new Uint32Array(rankOf.length);
    let ranks = new Uint32Array(1 << 10);
    for (let row = 0; row < this.rows; row++) {
      if (pairs.isAtEnd) pairs = pieces.shift()!;
      const size = pairs.varint();
      if (size > ranks.length) ranks = new Uint32Array(2 * size);
      for (let at = 0; at < size; at++) {
        const number = pairs.varint();
        const rank = rankOf[number >>> 1]!;
        ranks[at] = rank;
        countOf[rank] = (number & 1) === 1 ? pairs.varint() + 2 : 1;
      }
      use(row, ranks.subarray(0, size), countOf);
    }
  }
}

const NOTHING = new Uint8Array(0);
/** The most bytes that a number takes; the writer makes room for them first. */
const ROOM_FOR_NUMBER = 8;

/** The postings of all words, word after word, in the form of `writeCounted`. */
interface Postings {
  /** Where the bytes of each word begin, by number, and where the last ones end. */
  starts: Uint32Array;
  bytes: Uint8Array;
}

/** Writes a number. Its lowest bit says if a count above 1 follows. */
function writeCounted(out: ByteWriter, number: number, count: number): void {
  out.varint(2 * number + (count > 1 ? 1 : 0));
  if (count > 1) out.varint(count - 2);
}

/**
 * Writes the words in blocks. Each word has the length that it shares with the word before, its
 * other letters, the number of its rows and the bytes of its postings. For each block it also
 * writes where the block and its postings begin.
 */
function dictionary(names: readonly string[], rowsOf: readonly number[], { starts, bytes }: Postings) {
  const terms = new ByteWriter(1 << 16);
  const index = new Uint32Array(2 * (Math.ceil(names.length / TERMS_IN_BLOCK) + 1));
  // The bytes of the current word and of the one before.
  let [word, before] = [new ByteWriter(), new ByteWriter()];
  names.forEach((name, term) => {
    [word, before] = [before, word];
    word.length = 0;
    word.utf8(name);
    if (term % TERMS_IN_BLOCK === 0) {
      index[2 * (term / TERMS_IN_BLOCK)] = terms.length;
      index[2 * (term / TERMS_IN_BLOCK) + 1] = starts[term]!;
      before.length = 0;
    }
    const shared = word.sharedWith(before);
    terms.varint(shared);
    terms.varint(word.length - shared);
    terms.bytes(word.take().subarray(shared));
    terms.varint(rowsOf[term]!);
    terms.varint(starts[term + 1]! - starts[term]!);
  });
  index[index.length - 2] = terms.length;
  index[index.length - 1] = bytes.length;
  return { termIndex: bytesOf(index), terms: terms.take(), postings: bytes };
}

/**
 * Texts and comments in packed blocks. For each block: its first row, where its bytes end, and its
 * unpacked size.
 */
class TextBlocks {
  readonly #blocks: PieceWriter;
  readonly #at: number[] = [];
  /** False if blocks are stored unpacked. */
  readonly #isDeflated: boolean;
  #open = new ByteWriter(2 * TEXT_BLOCK);
  #first = 0;
  #rows = 0;

  constructor(isDeflated: boolean, keeper: PieceKeeper) {
    this.#isDeflated = isDeflated;
    this.#blocks = new PieceWriter(keeper);
  }

  add(text: string, doc: string): void {
    this.#open.text(text);
    this.#open.text(doc);
    this.#rows += 1;
    if (this.#open.length >= MOST_OF_BLOCK) this.#close();
  }

  endBlob(): void {
    if (this.#open.length >= TEXT_BLOCK) this.#close();
  }

  finish(): { textsAt: Uint8Array; texts: Pieces } {
    if (this.#open.length > 0) this.#close();
    return { textsAt: bytesOf(Uint32Array.from(this.#at)), texts: this.#blocks.take() };
  }

  #close(): void {
    const bytes = this.#open.take();
    const deflated = this.#isDeflated ? deflateRawSync(bytes, PACKING) : bytes;
    const packed = deflated.length < bytes.length ? deflated : bytes;
    this.#blocks.open.bytes(packed);
    this.#at.push(this.#first, this.#blocks.length, bytes.length);
    this.#blocks.settle();
    this.#first = this.#rows;
    this.#open.length = 0;
  }
}

/** Numbers names in the order in which they first occur. */
class Numbering {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
