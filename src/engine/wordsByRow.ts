/**
 * The words of each row, out of a segment that has only the rows of each word. They tell whether
 * the rows that a word finds are those whose texts hold it.
 */

import { DEFINES, MAX_JOINED, REFERS } from '../base/words.ts';
import { ByteReader, damaged, GrowingNumbers } from './bytes.ts';
import type { SegmentReader } from './segment.ts';
import type { SegmentHeader } from './segmentFile.ts';
import { eachRow, type SeeTerm } from './segmentWords.ts';
import { type SharedTerms, TermSharer } from './sharedTerms.ts';

/** Words by their number in the dictionary, row after row, in memory that threads share. */
export interface RowTerms {
  /** By row, and one more: where its words begin. */
  starts: Uint32Array;
  terms: Uint32Array;
  /** How often the row holds the word. */
  counts: Uint32Array;
}

/** Bytes of a word: no name is longer, with what tells definitions and mentions apart. */
const MOST_BYTES = 4 * (MAX_JOINED + Math.max(DEFINES.length, REFERS.length));

/**
 * Letters of all words for each byte of text. Words stand in the texts, each at least once; a
 * dictionary writes only how a word differs from the one before, and so could say much more.
 */
const MOST_SPELT = 4;
const ALWAYS_SPELT = 2 ** 20;

export interface WordsByRow extends RowTerms {
  dictionary: SharedTerms;
}

/** @throws CoraError BROKEN_INDEX where a word would not be found by its name */
export async function readSharedTerms(segment: SegmentReader): Promise<SharedTerms> {
  mustHaveTerms(segment.header);
  const dictionary = new TermSharer(segment.header.terms);
  await eachWord(segment, (bytes) => dictionary.add(bytes));
  return dictionary.finish();
}

/**
 * @param addWord gets each word of the dictionary, in order; throws where it does not follow the
 * one before, as it would not be found by its name then
 * @throws CoraError BROKEN_INDEX for a word that finds no row, and what `addWord` throws
 */
export async function readRowTerms(segment: SegmentReader, addWord: (bytes: Uint8Array) => void): Promise<RowTerms> {
  const { rows } = segment.header;
  mustHaveTerms(segment.header);
  const postings = await segment.read('postings');
  const starts = sharedNumbers(rows + 1);
  const reader = new ByteReader(postings);
  const rowCounts = new GrowingNumbers();
  const countRow = (row: number): void => {
    starts[row + 1]! += 1;
  };
  await eachWord(segment, (bytes, count, from, to) => {
    if (count === 0 || from !== reader.at || to > postings.length) throw damaged();
    addWord(bytes);
    rowCounts.push(count);
    eachRow(reader, count, rows, countRow);
    if (reader.at !== to) throw damaged();
  });
  if (!reader.isAtEnd) throw damaged();
  for (let row = 0; row < rows; row++) starts[row + 1]! += starts[row]!;
  const next = starts.slice();
  const found = { starts, terms: sharedNumbers(starts[rows]!), counts: sharedNumbers(starts[rows]!) };
  let term = 0;
  const takeRow = (row: number, count: number): void => {
    const place = next[row]!++;
    found.terms[place] = term;
    found.counts[place] = count;
  };
  reader.at = 0;
  for (const count of rowCounts.finish()) {
    eachRow(reader, count, rows, takeRow);
    term += 1;
  }
  return found;
}

/** @throws CoraError BROKEN_INDEX for a word that is too long, alone or together with others */
async function eachWord(segment: SegmentReader, see: SeeTerm): Promise<void> {
  const { sections } = segment.header;
  // Without texts, what the dictionary takes is all there is to go by.
  let room = ALWAYS_SPELT + MOST_SPELT * (sections.texts[1] || sections.terms[1]);
  await segment.eachTerm((bytes, count, from, to) => {
    room -= bytes.length;
    if (bytes.length > MOST_BYTES || room < 0) throw damaged();
    see(bytes, count, from, to);
  });
}

/** Nothing is allocated for words that are not there: each has four numbers. */
function mustHaveTerms({ terms, sections }: Pick<SegmentHeader, 'terms' | 'sections'>): void {
  if (4 * terms > sections.terms[1]) throw damaged();
}

function sharedNumbers(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}
