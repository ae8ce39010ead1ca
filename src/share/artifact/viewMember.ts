/**
 * view.json.gz of an artifact: the paths of the view with the numbers of their blobs in the
 * segment, what the build left out, and the sums over all rows. With the words of the segment that
 * is what a question needs of a view.
 */

import type { JsonLimits } from '../../base/boundedJson.ts';
import { isObject } from '../../base/boundedJson.ts';
import type { CommitRecord } from '../../base/historyTypes.ts';
import { blobKeyOf } from '../../base/identity.ts';
import type { BlobKey } from '../../base/types.ts';
import { CHANGE_STATUSES, letterOf } from '../../git/diffTrees.ts';
import { withinBounds } from '../../git/readCommits.ts';
import { redactText } from '../../secrets/redact.ts';
import type { ViewPath } from '../../store/views.ts';
import type { ViewTotals } from '../../view/statistics.ts';
import { packText, unpackText } from './archive.ts';
import {
  badMember,
  type FilesMember,
  isHex,
  isPath,
  isSafeInteger,
  isText,
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

/** The most bytes of JSON, a few times as large as packed: paths repeat themselves. */
const MOST_JSON = 4 * MOST_MEMBER_BYTES;
/** The limits of its JSON: three values for each file. */
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

/** @param blobs those of the segment, in its order. @throws CoraError BAD_ARTIFACT */
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
  if (
    !isNumbers(vectorSum, dimensions) ||
    !isNumbers(rowsDigest, 4) ||
    !rowsDigest.every((value) => value === value >>> 0)
  )
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

// commits.json.gz of an artifact: the commits of the packed one's history that the index had,
// newest first, by column. Their words follow from what they say.

const TEXTS = ['author', 'email', 'authorDate', 'commitDate', 'subject', 'body'] as const;

/**
 * The limits of its JSON: a commit that touched everything has tens of thousands of files, two
 * values each.
 */
const COMMIT_LIMITS: JsonLimits = { bytes: 4 * MOST_MEMBER_BYTES, depth: 8, values: 24_000_000 };
/** The most characters of a message or a path. */
const MOST_MESSAGE = 2 ** 22;

export function encodeCommits(commits: readonly CommitRecord[]): Buffer {
  const value = {
    commit: commits.map(({ commit }) => commit),
    parents: commits.map(({ parents }) => parents),
    ...Object.fromEntries(TEXTS.map((name) => [name, commits.map((one) => one[name])])),
    // A letter and the path, then where it was before.
    files: commits.map(({ files }) =>
      files.map(({ status, path, oldPath }) =>
        oldPath === null ? [letterOf(status) + path] : [letterOf(status) + path, oldPath],
      ),
    ),
  };
  return packText(Buffer.from(`${JSON.stringify(value)}\n`));
}

/** @param json unpacked @throws CoraError BAD_ARTIFACT */
export function decodeCommits(json: Buffer): CommitRecord[] {
  const value = parseHostileJson(json, COMMIT_LIMITS, 'commits');
  if (!isObject(value)) throw badMember('commits that are no JSON');
  const commits = value['commit'];
  if (!Array.isArray(commits) || !commits.every(isName)) throw badMember('an impossible commit');
  const column = <T>(name: string, check: (cell: unknown) => cell is T): T[] => {
    const cells = value[name];
    if (!Array.isArray(cells) || cells.length !== commits.length || !cells.every(check))
      throw badMember(`an impossible ${name} of a commit`);
    return cells;
  };
  const parents = column('parents', isNames);
  const files = column('files', isFiles);
  const [author, email, authorDate, commitDate, subject, body] = TEXTS.map((name) => column(name, isMessage));
  return commits.map(
    (commit, at): CommitRecord => ({
      ...withinBounds({ commit, parents: parents[at]!, author: author![at]!, email: email![at]! }),
      ...{ authorDate: authorDate![at]!, commitDate: commitDate![at]! },
      // An honest packer has redacted them already.
      ...{ subject: redactText(subject![at]!), body: redactText(body![at]!) },
      files: files[at]!.map(([path, oldPath = null]) => ({
        status: CHANGE_STATUSES[path[0]!]!,
        path: path.slice(1),
        oldPath,
      })),
    }),
  );
}

function isName(value: unknown): value is string {
  return isHex(value, 40, 64);
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isName);
}

function isMessage(value: unknown): value is string {
  return isText(value, MOST_MESSAGE);
}

type PackedFile = [path: string, oldPath?: string];

function isFiles(value: unknown): value is PackedFile[] {
  const isFile = (file: unknown): boolean =>
    Array.isArray(file) &&
    (file.length === 1 || (file.length === 2 && isMessage(file[1]))) &&
    isMessage(file[0]) &&
    Object.hasOwn(CHANGE_STATUSES, file[0][0] ?? '');
  return Array.isArray(value) && value.every(isFile);
}
