/**
 * Reads one segment: its blobs, rows, words and vectors. Tables that every question needs are read
 * whole. Other sections are read in ranges, until the segment is kept in memory.
 */

import { memoized } from '../base/concurrency.ts';
import { contentHashOf, embedTextOf, splitBlobKey } from '../base/identity.ts';
import type { BlobKey, Chunk } from '../base/types.ts';
import { ByteReader, damaged, numbersIn } from './bytes.ts';
import type { VectorMemory, VectorSearch } from './byteVectors.ts';
import { saturation } from './rankRows.ts';
import { NUMBERED, RECORDED, RowNumbers, readNumbers, readRecord, redactedIn, searchTextIn } from './rowColumns.ts';
import { RowNames } from './rowNames.ts';
import type { SearchColumn, WordRanking } from './rowReader.ts';
import type { RowWords } from './rowWords.ts';
import {
  type ByteRanges,
  type Omission,
  piecesBetween,
  readHeader,
  type SectionName,
  type SegmentHeader,
} from './segmentFile.ts';
import { SegmentVectors, type TextBytes, TextTable } from './segmentTexts.ts';
import {
  countIn,
  DerivedWords,
  Dictionary,
  rowsIn,
  type SeeTerm,
  SegmentWords,
  type TermRows,
} from './segmentWords.ts';

/** Every question reads these sections whole. From far away they are fetched in one round. */
const EARLY: readonly SectionName[] = ['numbers', 'termIndex', 'terms', 'textsAt'];
/** Sections that stay in memory when the segment is kept: all but the texts. */
const KEPT: readonly SectionName[] = ['postings', 'wordsAt', 'words', 'records'];

export class SegmentReader {
  readonly header: SegmentHeader;
  readonly #ranges: ByteRanges;
  readonly #sections = new Map<SectionName, Promise<Uint8Array>>();
  readonly #vectors: SegmentVectors;
  #isKept = false;
  #sums: Float64Array | null = null;
  readonly #shas: string[] = [];

  private constructor(header: SegmentHeader, ranges: ByteRanges) {
    this.header = header;
    this.#ranges = ranges;
    this.#vectors = new SegmentVectors(header, ranges);
  }

  /** @throws CoraError BROKEN_INDEX, INCOMPATIBLE_INDEX */
  static async open(ranges: ByteRanges): Promise<SegmentReader> {
    return new SegmentReader(await readHeader(ranges), ranges);
  }

  /** The size of its file in bytes. */
  get size(): number {
    return this.#ranges.size;
  }

  close(): void {
    this.#ranges.close();
  }

  /** Returns how many bytes of memory `keep` takes. */
  get keptBytes(): number {
    const sizes = [...KEPT, 'vectors', 'terms', 'ids', 'blobs', 'numbers'] as const;
    return sizes.reduce((sum, name) => sum + this.header.sections[name][1], 0);
  }

  /** From now on keeps in memory what it reads. Bytes from far away are kept by their source. */
  keep(): void {
    this.#isKept = !this.#isFar;
  }

  /** Reads a section without keeping it. */
  read(name: SectionName): Promise<Uint8Array> {
    const [offset, length] = this.header.sections[name];
    return this.#ranges.read(offset, length);
  }

  /** Fetches a whole section from far away, before it is read in pieces. */
  async bring(name: SectionName): Promise<void> {
    const [offset, length] = this.header.sections[name];
    await this.#ranges.far?.bring(offset, length);
  }

  /** Yields all bytes of a section, or of the whole file, see piecesBetween. */
  pieces(name?: SectionName): AsyncGenerator<Uint8Array> {
    const [offset, length] = name === undefined ? [0, this.size] : this.header.sections[name];
    return piecesBetween(this.#ranges, offset, offset + length);
  }

  whole(name: SectionName): Promise<Uint8Array> {
    const known = this.#sections.get(name);
    if (known !== undefined) return known;
    const reading = this.read(name);
    this.#sections.set(name, reading);
    reading.catch(() => this.#sections.delete(name));
    return reading;
  }

  async #wholeNumbers(name: SectionName): Promise<Uint32Array> {
    return numbersIn(await this.whole(name));
  }

  /** Reads ranges of a section, in the given order. */
  async #parts(name: SectionName, ranges: readonly (readonly [from: number, to: number])[]): Promise<Uint8Array[]> {
    const [offset, length] = this.header.sections[name];
    if (ranges.some(([from, to]) => from > to || to > length)) throw damaged();
    // Ranges never overlap, so they cannot take more than the section.
    if (sizeOf(ranges) > length) throw damaged();
    const isMuch = !this.#isFar && 8 * sizeOf(ranges) > length;
    if ((this.#isKept && KEPT.includes(name)) || this.#sections.has(name) || isMuch) {
      const section = await this.whole(name);
      if (!this.#isKept && name !== 'records') this.#sections.delete(name);
      return ranges.map(([from, to]) => section.subarray(from, to));
    }
    return this.#ranges.readMany(ranges.map(([from, to]) => [offset + from, to - from]));
  }

  #part(name: SectionName, from: number, to: number): Promise<Uint8Array> {
    const [offset, length] = this.header.sections[name];
    if (from > to || to > length) throw damaged();
    return this.#ranges.read(offset + from, to - from);
  }

  /** Reads the tables of names. Call it before the methods that are not asynchronous. */
  async prepare(): Promise<void> {
    const early = this.#isFar ? EARLY.map((name) => this.whole(name)) : [];
    for (const reading of early) reading.catch(() => undefined);
    await this.#readNames();
  }

  readonly #readNames = memoized(async () => {
    const ids = this.#lacks('ids') ? this.rowNumbers() : this.whole('ids');
    this.#names = new RowNames(this.header, ...(await Promise.all([this.whole('blobs'), ids])));
  });
  #names: RowNames | null = null;

  get names(): RowNames {
    if (this.#names === null) throw new Error('a segment is prepared before its names are asked for');
    return this.#names;
  }

  get #isFar(): boolean {
    return this.#ranges.far !== undefined;
  }

  #lacks(what: Omission): boolean {
    return this.header.omits.includes(what);
  }

  // Finding blobs and rows.

  blobKey(blob: number): BlobKey {
    return `${this.shaOf(blob)}:${this.languageOf(blob)}`;
  }

  /** @returns −1 if the segment does not have the blob */
  findBlob(key: BlobKey): number {
    const { blobSha, language } = splitBlobKey(key);
    return this.names.findBlob(blobSha, language);
  }

  shaOf(blob: number): string {
    const known = this.#shas[blob] ?? this.names.sha(blob);
    this.#shas[blob] = known;
    return known;
  }

  languageOf(blob: number): string {
    const language = this.header.languages[this.names.language(blob)];
    if (language === undefined) throw damaged();
    return language;
  }

  // Words.

  /**
   * Scores all rows that hold any of the terms, and calls back for each, in no particular order.
   */
  async scoreWords({
    weights,
    averageWords,
  }: WordRanking): Promise<(found: (row: number, score: number) => void) => void> {
    const terms = [...weights].filter(([, weight]) => weight > 0);
    const found = await this.#postingsOf(terms.map(([term]) => term));
    const lengths = (await this.rowNumbers()).column('words');
    return (report) => {
      this.#sums ??= new Float64Array(this.header.rows);
      const sums = this.#sums;
      const touched: number[] = [];
      found.forEach((postings, at) => {
        if (postings === null) return;
        const weight = terms[at]![1];
        const { rows, counts } = postings;
        for (let index = 0; index < rows.length; index++) {
          const row = rows[index]!;
          if (sums[row] === 0) touched.push(row);
          sums[row] = sums[row]! + weight * saturation(counts[index]!, lengths[row]!, averageWords);
        }
      });
      const scores = touched.map((row) => sums[row]!);
      for (const row of touched) sums[row] = 0;
      touched.forEach((row, at) => void report(row, scores[at]!));
    };
  }

  /**
   * For a segment without the words of each row: the rows of terms that were read, the most recent
   * last.
   */
  readonly #termRows = new Map<string, TermRows | null>();

  async #postingsOf(terms: readonly string[]): Promise<(TermRows | null)[]> {
    if (!this.#lacks('words')) return this.rowsOf(terms);
    const missing = terms.filter((term) => !this.#termRows.has(term));
    const read = new Map((await this.rowsOf(missing)).map((found, at) => [missing[at]!, found]));
    return terms.map((term) => {
      const found = read.get(term) ?? this.#termRows.get(term) ?? null;
      this.#termRows.delete(term);
      this.#termRows.set(term, found);
      if (this.#termRows.size > MOST_TERMS) this.#termRows.delete(this.#termRows.keys().next().value!);
      return found;
    });
  }

  /** See SearchReader. */
  async readTerms(terms: readonly string[]): Promise<void> {
    if (this.#lacks('words')) await this.#postingsOf(terms);
  }

  /** @returns a function that tells how many rows hold a term */
  async frequencies(): Promise<(term: string) => number> {
    const dictionary = await this.#dictionary();
    return (term) => dictionary.find(term)?.rows ?? 0;
  }

  /** Calls `see` for all words, see Dictionary. */
  async eachTerm(see: SeeTerm, wanted: Uint8Array | null = null): Promise<void> {
    (await this.#dictionary()).each(see, wanted);
  }

  /** Returns the rows of each term with their counts; null for an unknown term. */
  async rowsOf(terms: readonly string[]): Promise<(TermRows | null)[]> {
    const dictionary = await this.#dictionary();
    const entries = terms.map((term) => dictionary.find(term));
    const there = entries.filter((entry) => entry !== null);
    const parts = await this.#parts(
      'postings',
      there.map(({ from, to }) => [from, to]),
    );
    let next = 0;
    return entries.map((entry) => (entry === null ? null : rowsIn(parts[next++]!, entry.rows, this.header.rows)));
  }

  readonly #dictionary = memoized(async () => {
    const [index, terms] = await Promise.all([this.#wholeNumbers('termIndex'), this.whole('terms')]);
    return new Dictionary(this.header.terms, index, terms);
  });

  async #words(rows: readonly number[]): Promise<RowWords[]> {
    if (this.#lacks('words')) return this.#derivedWords(rows);
    const [dictionary, numbers, parts] = await Promise.all([
      this.#dictionary(),
      this.rowNumbers(),
      this.wordBytes(rows),
    ]);
    return parts.map((bytes, index) => {
      const row = rows[index]!;
      const about = { length: numbers.of('characters', row), hash: numbers.of('hash', row) };
      return new SegmentWords(bytes, dictionary, about);
    });
  }

  /** Returns the stored words of rows: see SegmentWords. */
  async wordBytes(rows: readonly number[]): Promise<Uint8Array[]> {
    const at = await this.#wholeNumbers('wordsAt');
    return this.#parts(
      'words',
      rows.map((row) => [at[row]!, at[row + 1]!] as const),
    );
  }

  async #derivedWords(rows: readonly number[]): Promise<DerivedWords[]> {
    const numbers = await this.rowNumbers();
    const source = {
      countIn: (term: string, row: number): number => {
        const found = this.#termRows.get(term);
        if (found === undefined) throw new Error(`the rows with ${JSON.stringify(term)} were not read`);
        return found === null ? 0 : countIn(found, row);
      },
      distinctOf: (row: number) => this.#distinctOf(row),
    };
    return rows.map((row) => {
      const about = { length: numbers.of('characters', row), hash: numbers.of('hash', row) };
      return new DerivedWords(source, row, about);
    });
  }

  /** The rows whose texts are being read for their words. */
  #asked: { rows: number[]; texts: Promise<Map<number, string>> } | null = null;

  async #distinctOf(row: number): Promise<ReadonlySet<string>> {
    if (this.#asked === null) {
      const rows: number[] = [];
      const texts = Promise.resolve().then(async () => {
        this.#asked = null;
        const found = await this.columns(rows, ['searchText']);
        return new Map(rows.map((one, at) => [one, found[at]!.searchText as string]));
      });
      this.#asked = { rows, texts };
    }
    const { rows, texts } = this.#asked;
    rows.push(row);
    const words = new Set((await texts).get(row)!.split(' '));
    words.delete('');
    return words;
  }

  // Vectors.

  readonly vectors = () => this.#vectors.all();

  vectorsOf(rows: readonly number[]): Promise<Float32Array[]> {
    return this.#vectors.of(rows);
  }

  searchVectors(search: VectorSearch, memory: () => VectorMemory): Promise<void> {
    return this.#vectors.search(search, memory);
  }

  /**
   * Returns how many bytes of vectors still have to be fetched; null for a segment on this machine.
   */
  get missingVectors(): number | null {
    const [offset, length] = this.header.sections.vectors;
    return this.#ranges.far?.missing(offset, length) ?? null;
  }

  // Columns.

  readonly rowNumbers = memoized(async () => new RowNumbers(await this.whole('numbers'), this.header.rows));

  /** Returns where the record of each row ends. */
  readonly #recordEnds = memoized(async () => {
    const lengths = (await this.rowNumbers()).column('record');
    const ends = new Float64Array(lengths.length);
    let end = 0;
    for (let row = 0; row < ends.length; row++) ends[row] = end += lengths[row]!;
    return ends;
  });

  async #records(rows: readonly number[]): Promise<Uint8Array[]> {
    const ends = await this.#recordEnds();
    return this.#parts(
      'records',
      rows.map((row) => [row === 0 ? 0 : ends[row - 1]!, ends[row]!] as const),
    );
  }

  /** Returns the rows in which secrets were overwritten, with the column `redacted` of each. */
  async redactions(): Promise<{ row: number; redacted: string }[]> {
    const [bytes, ends] = await Promise.all([this.whole('records'), this.#recordEnds()]);
    if (!this.#isKept) this.#sections.delete('records');
    const found: { row: number; redacted: string }[] = [];
    const reader = new ByteReader(bytes);
    for (let row = 0; row < this.header.rows; row++) {
      reader.at = row === 0 ? 0 : ends[row - 1]!;
      const redacted = redactedIn(reader, this.header);
      if (redacted !== '') found.push({ row, redacted });
    }
    return found;
  }

  /** Returns the wanted columns of rows, in their order. */
  async columns(rows: readonly number[], columns: readonly SearchColumn[]): Promise<Record<SearchColumn, unknown>[]> {
    await this.prepare();
    const wanted = new Set<SearchColumn>(columns);
    const has = (...some: SearchColumn[]): boolean => some.some((column) => wanted.has(column));
    const isDerived = this.#lacks('words') && has('searchText');
    const isHashed = this.#lacks('contentHash') && has('contentHash');
    const hasWords = has('words') || (has('searchText') && !isDerived);
    // The search text and the content hash are computed from nearly all columns.
    const wants: ReadonlySet<SearchColumn> = isDerived || isHashed ? new Set([...NUMBERED, ...RECORDED]) : wanted;
    const isNumbered = NUMBERED.some((column) => wanted.has(column));
    const isRecorded = isDerived || isHashed || RECORDED.some((column) => wanted.has(column));
    const numbers = isNumbered || isRecorded ? await this.rowNumbers() : null;
    const [records, words, texts, vectors] = await Promise.all([
      isRecorded ? this.#records(rows) : null,
      hasWords ? this.#words(rows) : null,
      has('text', 'doc') || isDerived || isHashed ? this.#texts(rows) : null,
      has('vector') ? this.#vectors.of(rows) : null,
    ]);
    const { names } = this;
    const [hasId, hasTerms, hasSearchText] = [has('chunkId'), has('words'), has('searchText') && !isDerived];
    return rows.map((row, index) => {
      const found = {} as Record<SearchColumn, unknown>;
      if (numbers !== null) readNumbers(numbers, row, this.header, wants, found);
      if (records !== null) readRecord(records[index]!, this.header, wants, found);
      if (hasId) found.chunkId = names.id(row);
      const blob = names.blobOf(row);
      found.blobSha = this.shaOf(blob);
      found.language = this.languageOf(blob);
      if (words !== null) {
        if (hasTerms) found.words = words[index];
        if (hasSearchText) found.searchText = (words[index] as SegmentWords).searchText();
      }
      if (texts !== null) Object.assign(found, texts[index]);
      if (isDerived) found.searchText = searchTextIn(found as unknown as Chunk);
      if (isHashed) found.contentHash = contentHashOf(embedTextOf(found as unknown as Chunk));
      if (vectors !== null) found.vector = vectors[index];
      return found;
    });
  }

  /** Returns the stored bytes of neighbouring rows, records and texts, without decoding them. */
  async rowBytes(from: number, to: number): Promise<RowBytes[]> {
    const ends = await this.#recordEnds();
    const start = from === 0 ? 0 : ends[from - 1]!;
    const records = await this.#part('records', start, ends[to - 1]!);
    const texts = this.#lacks('texts') ? null : await this.#neighbouringTexts(from, to);
    return Array.from({ length: to - from }, (_, index) => {
      const row = from + index;
      const record = records.subarray((row === 0 ? 0 : ends[row - 1]!) - start, ends[row]! - start);
      return { ...(texts?.[index] ?? NO_TEXT), record };
    });
  }

  async #neighbouringTexts(from: number, to: number): Promise<TextBytes[]> {
    const texts = await this.#textTable();
    const blocks = texts.blocksOf(from, to);
    const packed = await this.#part('texts', texts.rangeOf(blocks[0]!)[0], texts.rangeOf(blocks.at(-1)!)[1]);
    return texts.neighbours(from, to, packed);
  }

  /** @throws CoraError BROKEN_INDEX if records or texts hold bytes that belong to no row */
  async checkEnds(): Promise<void> {
    const [ends, texts] = await Promise.all([this.#recordEnds(), this.#textTable()]);
    const { records, texts: place } = this.header.sections;
    if ((ends.at(-1) ?? 0) !== records[1] || texts.end !== place[1]) throw damaged();
  }

  async #texts(rows: readonly number[]): Promise<{ text: string; doc: string }[]> {
    const texts = await this.#textTable();
    const blocks = [...new Set(rows.map((row) => texts.blockOf(row)))];
    const packed = await this.#parts(
      'texts',
      blocks.map((block) => texts.rangeOf(block)),
    );
    const unpacked = new Map<number, TextBytes[]>();
    for (const [index, block] of blocks.entries()) unpacked.set(block, await texts.unpack(block, packed[index]!));
    return rows.map((row) => texts.decoded(row, unpacked));
  }

  readonly #textTable = memoized(async () => new TextTable(await this.#wholeNumbers('textsAt'), this.header));
}

export interface RowBytes extends TextBytes {
  record: Uint8Array;
}

const NO_TEXT: TextBytes = { text: new Uint8Array(0), doc: new Uint8Array(0) };

/** The most terms that are remembered. A question has some dozens. */
const MOST_TERMS = 1000;

function sizeOf(ranges: readonly (readonly [number, number])[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}
