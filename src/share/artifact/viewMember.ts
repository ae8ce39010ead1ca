/**
 * view.json.gz of an artifact: the paths of the view with the numbers of their blobs in the
 * segment, what the build left out, and the sums over all rows. With the words of the segment that
 * is what a question needs of a view.
 */

import type { JsonLimits } from '../../base/boundedJson.ts';
import { blobKeyOf } from '../../base/identity.ts';
import type { BlobKey } from '../../base/types.ts';
import type { ViewPath } from '../../store/views.ts';
import type { ViewTotals } from '../../view/statistics.ts';
import { packText, unpackText } from './archive.ts';
import {
  badMember,
  type FilesMember,
  isObject,
  isPath,
  isSafeInteger,
  listsOf,
  MOST_MEMBER_BYTES,
  parseHostileJson,
} from './members.ts';

/** A view as it is packed. */
export interface PackedView extends FilesMember {
  totals: ViewTotals;
  /** Blobs in which secrets were written over. */
  redacted: BlobKey[];
}

/** Unpacked, a few times as large: paths repeat themselves. */
const MOST_JSON = 4 * MOST_MEMBER_BYTES;
/** Three values for each file. */
const LIMITS: JsonLimits = { bytes: MOST_JSON, depth: 8, values: 12_000_000 };

export function encodeViewMember({ files, skipped, failed, totals, redacted }: PackedView): Buffer {
  const numbers = new Map<BlobKey, number>();
  const numbered = files.map((file) => {
    const key = blobKeyOf(file);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return [file.path, number];
  });
  const value = {
    files: numbered,
    skipped: skipped.map(({ path, reason, detail }) =>
      detail === undefined ? [path, reason] : [path, reason, detail],
    ),
    failed,
    redacted: redacted.map((key) => numbers.get(key)!).sort((a, b) => a - b),
    ...{ chunks: totals.chunks, tokens: totals.tokens, words: totals.words },
    ...{ vectorSum: [...totals.vectorSum], rowsDigest: [...totals.rowsDigest] },
  };
  return packText(Buffer.from(`${JSON.stringify(value)}\n`));
}

/**
 * @param blobs those of the segment, in its order
 * @throws CoraError BAD_ARTIFACT
 */
export function decodeViewMember(
  member: Uint8Array,
  blobs: readonly Omit<ViewPath, 'path'>[],
  dimensions: number,
): PackedView {
  const value = parseHostileJson(unpackText(member, MOST_JSON), LIMITS, 'a view');
  if (!isObject(value)) throw badMember('a view that is no JSON');
  const { files, skipped, failed, redacted, chunks, tokens, words, vectorSum, rowsDigest } = value;
  if (!Array.isArray(files) || !files.every(isNumbered)) throw badMember('an impossible file');
  const isBlob = (number: unknown): number is number => isSafeInteger(number) && number < blobs.length;
  if (!Array.isArray(redacted) || !redacted.every(isBlob)) throw badMember('an impossible view');
  if (![chunks, tokens, words].every((count) => isSafeInteger(count))) throw badMember('an impossible view');
  if (!isNumbers(vectorSum, dimensions) || !isNumbers(rowsDigest, 4) || !rowsDigest.every(isLane))
    throw badMember('an impossible view');
  // Blobs are numbered as they come.
  let next = 0;
  const paths = files.map(([path, number]): ViewPath => {
    if (number > next || number >= blobs.length)
      throw badMember('the rows of another blob than the next one of its files');
    if (number === next) next += 1;
    return { path, ...blobs[number]! };
  });
  if (next < blobs.length) throw badMember('rows of no file');
  return {
    ...listsOf(paths, skipped, failed),
    redacted: redacted.map((number) => blobKeyOf(blobs[number]!)).sort(),
    totals: {
      ...{ chunks: chunks as number, tokens: tokens as number, words: words as number },
      ...{ vectorSum: Float64Array.from(vectorSum), rowsDigest: Uint32Array.from(rowsDigest) },
    },
  };
}

function isNumbered(value: unknown): value is [path: string, blob: number] {
  return Array.isArray(value) && value.length === 2 && isPath(value[0]) && isSafeInteger(value[1]);
}

function isNumbers(value: unknown, count: number): value is number[] {
  return Array.isArray(value) && value.length === count && value.every((one) => Number.isSafeInteger(one));
}

function isLane(value: number): boolean {
  return value === value >>> 0;
}
