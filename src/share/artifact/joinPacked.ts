/**
 * Joins the segments of packed indexes: rows go from one to the other as their bytes lie, under new
 * numbers of words and kinds. It comes to the segment that all rows together would make. The rows
 * must be those of each index's digest; that words follow from texts is what each index says, and
 * is proven by `cora verify` and `cora pull`.
 */

import { isFrame } from '../../base/frame.ts';
import { blobKeyOf, chunkIdOf, contentHashOf, embedTextOf } from '../../base/identity.ts';
import type { BlobKey } from '../../base/types.ts';
import { ByteReader, hexOf, textIn } from '../../engine/bytes.ts';
import type { ByteVectors } from '../../engine/byteVectors.ts';
import { signed } from '../../engine/rowColumns.ts';
import { NUMBER_COLUMNS, type NumberColumn } from '../../engine/rowNumbers.ts';
import { hashOfText } from '../../engine/rowWords.ts';
import { digestOfSection } from '../../engine/searchFile.ts';
import type { SegmentReader } from '../../engine/segment.ts';
import { type PackedRow, SegmentBuilder } from '../../engine/segmentBuilder.ts';
import { REFERENCE_KINDS } from '../../engine/segmentFile.ts';
import { readWordsByRow, type WordsByRow } from '../../engine/wordsByRow.ts';
import { digestOfRow, RowsDigest, TotalsOfRows } from '../../view/statistics.ts';
import { badArtifact } from './archive.ts';
import { BlobOrder } from './blocks.ts';
import type { MadeSegment } from './canonicalSegment.ts';
import { type ArtifactManifest, chunkerMismatch } from './members.ts';
import { inArtifact, omissionsOf, type PackedArtifact } from './packedArtifact.ts';
import { blobSpans, mustFit } from './packedRows.ts';
import { checkDigest } from './readArtifact.ts';

/** Makes one segment of several, whose blobs `add` takes in the order of the whole. */
export class PackedJoin {
  readonly #builder: SegmentBuilder;
  readonly #totals: TotalsOfRows;
  readonly #hasWords: boolean;
  readonly #redacted: BlobKey[] = [];
  #tokens = 0;
  #words = 0;

  constructor(about: Pick<ArtifactManifest, 'text' | 'search' | 'embedder'>) {
    this.#builder = new SegmentBuilder(about.embedder.dimensions, omissionsOf(about));
    this.#totals = new TotalsOfRows(about.embedder.dimensions);
    this.#hasWords = about.text && about.search === true;
  }

  /** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
  async open(artifact: PackedArtifact): Promise<PackedSource> {
    const source = await PackedSource.open(artifact, this.#hasWords ? this.#builder : null);
    this.#tokens += artifact.view.totals.tokens;
    this.#words += artifact.view.totals.words;
    return source;
  }

  get rows(): number {
    return this.#builder.rows;
  }

  /** Adds the next blob of one of them. @throws CoraError BAD_ARTIFACT */
  async add(source: PackedSource): Promise<void> {
    const blob = await source.next();
    if (blob.rows.some(({ isRedacted }) => isRedacted)) this.#redacted.push(blobKeyOf(blob));
    for (const { row, chunkId, contentHash, digest } of blob.rows)
      this.#totals.add({ chunkId, contentHash, vector: row.vector, tokens: 0 }, 0, digest);
    const packed = blob.rows.map(({ row }) => row);
    const about = { sha: blob.blob, language: blob.language };
    await inArtifact(async () => this.#builder.addPacked(about, packed, blob.kinds));
  }

  finish(): MadeSegment {
    const totals = { ...this.#totals.totals(), tokens: this.#tokens, words: this.#words };
    return { segment: this.#builder.finish(digestOfSection), totals, redacted: this.#redacted };
  }
}

interface CheckedRow {
  row: PackedRow;
  chunkId: string;
  contentHash: string;
  digest: Uint32Array;
  isRedacted: boolean;
}

interface CheckedBlob {
  blob: string;
  language: string;
  kinds: readonly string[];
  rows: CheckedRow[];
}

interface WordTables extends WordsByRow {
  /** By word: its number in the segment that is made. */
  numbers: Uint32Array;
}

/** A packed index that is read from its first blob to its last one. */
export class PackedSource {
  readonly #artifact: PackedArtifact;
  readonly #numbers: Readonly<Record<NumberColumn, Uint32Array>>;
  readonly #vectors: ByteVectors;
  readonly #words: WordTables | null;
  readonly #blobs: AsyncGenerator<CheckedBlob, void, undefined>;
  readonly #sum = new RowsDigest();

  private constructor(
    artifact: PackedArtifact,
    numbers: Readonly<Record<NumberColumn, Uint32Array>>,
    vectors: ByteVectors,
    words: WordTables | null,
  ) {
    this.#artifact = artifact;
    this.#numbers = numbers;
    this.#vectors = vectors;
    this.#words = words;
    this.#blobs = this.#read();
  }

  /** @param builder numbers the words; null where the segment that is made has none */
  static async open(artifact: PackedArtifact, builder: SegmentBuilder | null): Promise<PackedSource> {
    const { segment, manifest, view } = artifact;
    const mismatch = chunkerMismatch(manifest, 'use the cora that packed it, or pack it again');
    if (mismatch !== null) throw mismatch;
    await mustFit(segment);
    return inArtifact(async () => {
      const read = await segment.rowNumbers();
      const columns = NUMBER_COLUMNS.map((name) => [name, read.column(name)] as const);
      const numbers = Object.fromEntries(columns) as Record<NumberColumn, Uint32Array>;
      const words = builder === null ? null : await numberedWords(segment, builder);
      const sumOf = (name: NumberColumn): number => numbers[name].reduce((sum, value) => sum + value, 0);
      // Without search tables nothing else says how many words there are.
      const { tokens, words: counted } = view.totals;
      if (words !== null && (sumOf('tokens') !== tokens || sumOf('words') !== counted))
        throw badArtifact('the sums of its view are others than those of its rows');
      return new PackedSource(artifact, numbers, await segment.vectors(), words);
    });
  }

  /** @throws CoraError BAD_ARTIFACT, also where there is none any more */
  async next(): Promise<CheckedBlob> {
    const next = await this.#blobs.next();
    if (next.done === true) throw badArtifact('it lacks rows of its files');
    return next.value;
  }

  /** To be called after the last blob. @throws CoraError BAD_ARTIFACT */
  async finish(): Promise<void> {
    const next = await this.#blobs.next();
    if (next.done !== true) throw badArtifact('it holds rows of no file');
    checkDigest({ manifest: this.#artifact.manifest, files: this.#artifact.view }, this.#sum);
  }

  async *#read(): AsyncGenerator<CheckedBlob, void, undefined> {
    const { segment, manifest, view } = this.#artifact;
    const order = new BlobOrder(view.files, manifest.counts);
    for (const { from, to } of await blobSpans(this.#artifact, '')) {
      const [first] = segment.names.rowsOf(from);
      const rows = await inArtifact(() => segment.rowBytes(first, segment.names.rowsOf(to - 1)[1]));
      for (let at = from; at < to; at++) {
        const [begin, end] = segment.names.rowsOf(at);
        const blob = { blob: segment.shaOf(at), language: segment.languageOf(at) };
        order.take(blob, end - begin);
        const checked = await inArtifact(async () => {
          return Array.from({ length: end - begin }, (_, place) =>
            this.#checked(blob, begin + place, rows[begin - first + place]!),
          );
        });
        mustBeInOrder(checked);
        for (const one of checked) this.#sum.add({ ...one, vector: one.row.vector }, one.digest);
        yield { ...blob, kinds: segment.header.kinds, rows: checked };
      }
    }
    order.finish();
  }

  #checked(blob: { blob: string; language: string }, at: number, { record, text, doc }: CheckedBytes): CheckedRow {
    const { kinds, nodeTypes, omits } = this.#artifact.segment.header;
    const numbers = this.#numbersOf(at);
    const { startByte, bytes, startLine, lines, part, parts } = numbers;
    const isRange = bytes > 0 && bytes <= MOST_BYTES && lines <= bytes && startLine >= 1 && startLine - 1 <= startByte;
    const [kind, nodeType] = [kinds[numbers.kind], nodeTypes[numbers.nodeType]];
    if (!isRange || part > LARGEST || parts > LARGEST || kind === undefined || nodeType === undefined)
      throw badArtifact('it holds an impossible row');
    const said = readSaid(record, numbers, omits.includes('contentHash'));
    const chunkId = chunkIdOf(blob.blob, blob.language, startByte, startByte + bytes);
    const contentHash =
      said.contentHash ?? contentHashOf(embedTextOf({ ...said, part, text: textIn(text, 0, text.length) }));
    const vector = this.#vectors.at(at);
    const words = this.#wordsOf(at);
    const row = { record, text, doc, kind, nodeType, vector, ...words, numbers };
    const digest = digestOfRow({ chunkId, contentHash, vector });
    return { row, chunkId, contentHash, digest, isRedacted: said.isRedacted };
  }

  #numbersOf(row: number): PackedRow['numbers'] {
    const { kind, nodeType, startLine, lines, startByte, bytes, part, parts, tokens, words } = this.#numbers;
    const { characters, hash, record } = this.#numbers;
    return {
      ...{ kind: kind[row]!, nodeType: nodeType[row]!, startLine: startLine[row]!, lines: lines[row]! },
      ...{ startByte: startByte[row]!, bytes: bytes[row]!, part: part[row]!, parts: parts[row]! },
      ...{ tokens: tokens[row]!, words: words[row]!, characters: characters[row]!, hash: hash[row]! },
      record: record[row]!,
      ...(this.#words === null ? NO_WORDS : {}),
    };
  }

  #wordsOf(row: number): Pick<PackedRow, 'terms' | 'counts'> {
    if (this.#words === null) return { terms: NONE, counts: NONE };
    const { starts, terms, counts, numbers } = this.#words;
    const [from, to] = [starts[row]!, starts[row + 1]!];
    return { terms: terms.subarray(from, to).map((term) => numbers[term]!), counts: counts.subarray(from, to) };
  }
}

/** @throws CoraError BROKEN_INDEX for a dictionary or postings that lead nowhere */
async function numberedWords(segment: SegmentReader, builder: SegmentBuilder): Promise<WordTables> {
  const words = await readWordsByRow(segment);
  const numbers = new Uint32Array(segment.header.terms);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let term = 0;
  await segment.eachTerm((bytes) => {
    numbers[term++] = builder.termOf(decoder.decode(bytes));
  });
  return { ...words, numbers };
}

/** Two rows of the same range would have one id. @throws CoraError BAD_ARTIFACT */
function mustBeInOrder(rows: readonly CheckedRow[]): void {
  let [begin, end] = [-1, -1];
  for (const { row } of rows) {
    const { startByte, bytes } = row.numbers;
    if (startByte < begin || (startByte === begin && startByte + bytes <= end))
      throw badArtifact('it holds an impossible range');
    [begin, end] = [startByte, startByte + bytes];
  }
}

type CheckedBytes = Pick<PackedRow, 'record' | 'text' | 'doc'>;

const NONE = new Uint32Array(0);
/** The numbers of a row without a search text. */
const NO_WORDS = { tokens: 0, words: 1, characters: 0, hash: hashOfText('') };
const LARGEST = 2 ** 31 - 1;
const MOST_BYTES = 2 ** 28;
const HASH_BYTES = 16;

/**
 * Reads what a record says of the text to embed, and sees that the rest of it can be read.
 * @throws CoraError BROKEN_INDEX, BAD_ARTIFACT
 */
function readSaid(record: Uint8Array, { startLine, lines }: PackedRow['numbers'], isHashLeftOut: boolean) {
  const reader = new ByteReader(record);
  const contentHash = isHashLeftOut ? null : hexOf(record, reader.skip(HASH_BYTES), HASH_BYTES);
  reader.skipRun();
  const signature = reader.utf8();
  reader.skipRun();
  const isRedacted = reader.run().length > 0;
  const code = reader.varint();
  const range = code === 0 ? '' : `${startLine + signed(code - 1)}-${startLine + lines + signed(reader.varint())}`;
  if (!isFrame(range + reader.utf8()) && isHashLeftOut) throw badArtifact('it holds an impossible frame');
  const scope: string[] = [];
  for (const inner = new ByteReader(reader.run()); !inner.isAtEnd; ) scope.push(inner.utf8());
  for (const inner = new ByteReader(reader.run()); !inner.isAtEnd; ) {
    const isNamed = inner.varint() % 2 === 1;
    if (isNamed) inner.skipRun();
    const from = startLine + signed(inner.varint());
    if (from < 1 || from + inner.varint() > LARGEST) throw badArtifact('it holds an impossible definition');
  }
  for (const inner = new ByteReader(reader.run()); !inner.isAtEnd; ) {
    inner.skipRun();
    const kind = inner.varint();
    if (REFERENCE_KINDS[kind >> 1] === undefined) throw badArtifact('it holds an impossible reference');
    if (kind % 2 === 1) inner.skipRun();
  }
  if (!reader.isAtEnd) throw badArtifact('it holds a record with a rest');
  return { contentHash, signature, scope, isRedacted };
}
