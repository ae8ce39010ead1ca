/**
 * Joins the segments of packed indexes. Their rows go through the checks of all rows that somebody
 * else made and are written anew. Only words are not made again: they keep their counts under new
 * numbers. The result is the segment that all rows together would make. Words that do not follow
 * from the texts are found by `cora verify` and `cora pull`.
 */

import { blobKeyOf } from '../../base/identity.ts';
import type { BlobKey } from '../../base/types.ts';
import { damaged, GrowingNumbers } from '../../engine/bytes.ts';
import type { RowNumbers } from '../../engine/rowNumbers.ts';
import { digestOfSection } from '../../engine/searchFile.ts';
import type { SegmentReader } from '../../engine/segment.ts';
import { type BuiltRow, type CountedWords, SegmentBuilder } from '../../engine/segmentBuilder.ts';
import { type RowTerms, readRowTerms } from '../../engine/wordsByRow.ts';
import { TotalsOfRows } from '../../view/statistics.ts';
import { badArtifact } from './archive.ts';
import type { ArtifactRows } from './artifactReader.ts';
import type { ArtifactBlob } from './blocks.ts';
import { type MadeSegment, NO_TEXT } from './canonicalSegment.ts';
import type { ArtifactManifest } from './members.ts';
import { inArtifact, omissionsOf, type PackedArtifact } from './packedArtifact.ts';
import { readProvenRows } from './readArtifact.ts';

type About = Pick<ArtifactManifest, 'text' | 'search' | 'embedder'>;

/** Makes one segment of several, whose blobs `add` takes in the order of the whole. */
export class PackedJoin {
  readonly #builder: SegmentBuilder;
  readonly #totals: TotalsOfRows;
  readonly #hasWords: boolean;
  readonly #redacted: BlobKey[] = [];

  constructor(about: About) {
    this.#builder = new SegmentBuilder(about.embedder.dimensions, omissionsOf(about));
    this.#totals = new TotalsOfRows(about.embedder.dimensions);
    this.#hasWords = about.text && about.search === true;
  }

  /** @throws CoraError BAD_ARTIFACT */
  async open(reader: ArtifactRows, packed: PackedArtifact): Promise<PackedSource> {
    const words = this.#hasWords ? await inArtifact(() => countedWords(packed.segment, this.#builder)) : null;
    await mustHaveItsSums(packed);
    this.#totals.addWords(packed.view.totals);
    return new PackedSource(reader, words);
  }

  get rows(): number {
    return this.#builder.rows;
  }

  /** Adds the next blob of one of them. @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
  async add(source: PackedSource, blob: BlobKey): Promise<void> {
    const rows = await source.next(blob);
    for (const row of rows) this.#totals.add(row);
    if (rows.some(({ redacted }) => redacted !== '')) this.#redacted.push(blob);
    this.#builder.add(rows);
  }

  finish(): MadeSegment {
    const segment = this.#builder.finish(digestOfSection);
    return { segment, totals: this.#totals.totals(), redacted: this.#redacted };
  }
}

/** A packed index that is read from its first blob to its last one. */
export class PackedSource {
  readonly #blobs: AsyncGenerator<ArtifactBlob, void, undefined>;
  readonly #words: WordsOfRows | null;
  #row = 0;

  /** @param words null where the segment that is made has none */
  constructor(reader: ArtifactRows, words: WordsOfRows | null) {
    this.#blobs = eachBlob(reader);
    this.#words = words;
  }

  /** @throws CoraError BAD_ARTIFACT where another one is next, or none; INCOMPATIBLE_INDEX */
  async next(key: BlobKey): Promise<BuiltRow[]> {
    const next = await this.#blobs.next();
    if (next.done === true || blobKeyOf(next.value) !== key) throw badArtifact(`it lacks the rows of blob ${key}`);
    const { blob, language, rows } = next.value;
    return rows.map(({ chunk, outline, chunkId, contentHash, vector }) => ({
      ...{ ...NO_TEXT, ...(chunk ?? outline), chunkId, blobSha: blob, language, contentHash, vector },
      ...this.#words?.(this.#row++),
    }));
  }

  /** To be called after the last blob. @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
  async finish(): Promise<void> {
    const next = await this.#blobs.next();
    if (next.done !== true) throw badArtifact(`it holds rows of blob ${blobKeyOf(next.value)}, which no file has`);
  }
}

async function* eachBlob(reader: ArtifactRows): AsyncGenerator<ArtifactBlob, void, undefined> {
  for await (const blobs of readProvenRows(reader)) yield* blobs;
}

/** Tells the words of a row, by its number. */
type WordsOfRows = (row: number) => { tokens: number; counted: CountedWords };

/** @throws CoraError BROKEN_INDEX for a dictionary or postings that lead nowhere */
async function countedWords(segment: SegmentReader, builder: SegmentBuilder): Promise<WordsOfRows> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const found = new GrowingNumbers();
  let before = '';
  const words = await readRowTerms(segment, (bytes) => {
    const word = decoder.decode(bytes);
    if (word <= before) throw damaged();
    before = word;
    found.push(builder.termOf(word));
  });
  const { terms } = words;
  const numberOf = found.finish();
  for (let at = 0; at < terms.length; at++) terms[at] = numberOf[terms[at]!]!;
  const numbers = await segment.rowNumbers();
  return (row) => ({ tokens: numbers.of('tokens', row), counted: countedIn(words, numbers, row) });
}

function countedIn({ starts, terms, counts }: RowTerms, numbers: RowNumbers, row: number): CountedWords {
  const [from, to] = [starts[row]!, starts[row + 1]!];
  return {
    terms: terms.subarray(from, to),
    counts: counts.subarray(from, to),
    words: numbers.of('words', row),
    characters: numbers.of('characters', row),
    hash: numbers.of('hash', row),
  };
}

/** @throws CoraError BAD_ARTIFACT */
async function mustHaveItsSums({ manifest, segment, view }: PackedArtifact): Promise<void> {
  // Without search tables nothing else says how many words there are.
  if (manifest.text && manifest.search !== true) return;
  const numbers = await inArtifact(() => segment.rowNumbers());
  const sumOf = (name: 'tokens' | 'words'): number => numbers.column(name).reduce((sum, value) => sum + value, 0);
  const [tokens, words] = manifest.text ? [sumOf('tokens'), sumOf('words')] : [0, segment.header.rows];
  if (view.totals.tokens !== tokens || view.totals.words !== words)
    throw badArtifact('the sums of its view are others than those of its rows');
}
