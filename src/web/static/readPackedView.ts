/**
 * The view of a packed index: which paths hold which blobs of its segment, and the sums over all
 * rows. How often a word occurs is told by the segment itself.
 */

import type { SegmentReader } from '../../engine/segment.ts';
import type { PageIndex } from '../../share/pagesFile.ts';
import type { CallerView } from '../../view/callerView.ts';
import { numbersOf } from '../../view/statistics.ts';
import { viewAlone } from '../../view/viewOfRecord.ts';
import { unpacked } from './inflate.ts';

/** The part of view.json.gz that questions need: src/share/artifact/viewMember.ts writes it. */
interface PackedView {
  files: [path: string, blob: number][];
  chunks: number;
  tokens: number;
  words: number;
  vectorSum: number[];
  rowsDigest: number[];
}

/** Bytes that a view may unpack to: that of a million files is smaller. */
const MOST = 2 ** 28;

export async function readPackedView(
  packed: Uint8Array,
  segment: SegmentReader,
  { repository, commit }: PageIndex,
): Promise<CallerView> {
  const bytes = await unpacked(packed, 'gzip', MOST);
  const view = JSON.parse(new TextDecoder().decode(bytes)) as PackedView;
  await segment.prepare();
  const blobs = Array.from({ length: segment.header.blobs }, (_, blob) => ({
    blob: segment.shaOf(blob),
    language: segment.languageOf(blob),
  }));
  const files = view.files.map(([path, number]) => ({ path, ...blobs[number]! }));
  const { chunks, tokens, words, vectorSum, rowsDigest } = view;
  const sums = { vectorSum: Float64Array.from(vectorSum), rowsDigest: Uint32Array.from(rowsDigest) };
  const numbers = numbersOf({ chunks, tokens, words, ...sums }, await segment.frequencies());
  return viewAlone({ commit, repository, files }, numbers);
}
