/**
 * The words of each row, out of a segment that has only the rows of each word. They tell whether
 * the rows that a word finds are those whose texts hold it.
 */

import { DEFINES, MAX_JOINED, REFERS } from '../base/words.ts';
import { damaged } from './bytes.ts';
import type { SegmentReader } from './segment.ts';
import { rowsIn } from './segmentWords.ts';

/** Words by their number in the dictionary, row after row, in memory that threads share. */
export interface WordsByRow {
  /** By row, and one more: where its words begin. */
  starts: Uint32Array;
  terms: Uint32Array;
  /** How often the row holds the word. */
  counts: Uint32Array;
}

/** Bytes of a word: no name is longer, with what tells definitions and mentions apart. */
const MOST_BYTES = 4 * (MAX_JOINED + Math.max(DEFINES.length, REFERS.length));

/** @throws CoraError BROKEN_INDEX where a word would not be found by its name, or finds no row */
export async function readWordsByRow(segment: SegmentReader): Promise<WordsByRow> {
  const { rows } = segment.header;
  const postings = await segment.read('postings');
  const starts = sharedNumbers(rows + 1);
  const terms: { count: number; from: number; to: number }[] = [];
  let before: string | null = null;
  let end = 0;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  await segment.eachTerm((bytes, count, from, to) => {
    if (bytes.length > MOST_BYTES || count === 0 || from !== end || to > postings.length) throw damaged();
    const word = decoder.decode(bytes);
    if (before !== null && word <= before) throw damaged();
    before = word;
    end = to;
    terms.push({ count, from, to });
  });
  if (end !== postings.length) throw damaged();
  const rowsOf = ({ count, from, to }: (typeof terms)[number]) => rowsIn(postings.subarray(from, to), count, rows);
  for (const term of terms) for (const row of rowsOf(term).rows) starts[row + 1]! += 1;
  for (let row = 0; row < rows; row++) starts[row + 1]! += starts[row]!;
  const next = starts.slice();
  const found = { starts, terms: sharedNumbers(starts[rows]!), counts: sharedNumbers(starts[rows]!) };
  for (const [number, term] of terms.entries()) {
    const own = rowsOf(term);
    own.rows.forEach((row, at) => {
      const place = next[row]!++;
      found.terms[place] = number;
      found.counts[place] = own.counts[at]!;
    });
  }
  return found;
}

function sharedNumbers(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}
