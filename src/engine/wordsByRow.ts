/**
 * The words of each row, out of a segment that has only the rows of each word. They tell whether
 * the rows that a word finds are those whose texts hold it.
 */

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

/** @throws CoraError BROKEN_INDEX where a word would not be found by its name */
export async function readWordsByRow(segment: SegmentReader): Promise<WordsByRow> {
  const { rows } = segment.header;
  const postings = await segment.read('postings');
  const starts = sharedNumbers(rows + 1);
  const terms: { count: number; from: number; to: number }[] = [];
  let before: string | null = null;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  await segment.eachTerm((bytes, count, from, to) => {
    const word = decoder.decode(bytes);
    if ((before !== null && word <= before) || to > postings.length) throw damaged();
    before = word;
    terms.push({ count, from, to });
  });
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
