/**
 * A packed index that answers questions where it lies: nothing is unpacked, and no table is made.
 * Such an index shows what whoever packed it says.
 */

import { stat } from 'node:fs/promises';
import { CoraError, isCoraError } from '../base/errors.ts';
import type { CommitRecord } from '../base/historyTypes.ts';
import type { EmbedderInfo } from '../base/types.ts';
import type { ByteRanges } from '../engine/segmentFile.ts';
import { SegmentRows } from '../engine/segmentRows.ts';
import type { Reach } from '../settings/requests.ts';
import type { CallerView } from '../view/callerView.ts';
import { numbersOf } from '../view/statistics.ts';
import { viewAlone } from '../view/viewFiles.ts';
import { chunkerMismatch, SEGMENT_MEMBER } from './artifact/members.ts';
import { inArtifact, isSearchable, openPackedArtifact, readPackedPlaces } from './artifact/packedArtifact.ts';
import { openRanges, refusalNaming } from './artifact/readArtifact.ts';
import type { WebIndex } from './openWebIndex.ts';

export interface IndexInPlace {
  embedder: EmbedderInfo;
  view: CallerView;
  /** The rows. The caller closes them. */
  rows: SegmentRows;
  /** Newest first; null where none came with it. @throws CoraError BAD_ARTIFACT, NETWORK */
  commits(): Promise<CommitRecord[] | null>;
}

/** @returns null for what cannot be searched as it is. @throws CoraError NO_INDEX, … */
export async function openInPlace(path: string): Promise<IndexInPlace | null> {
  if ((await stat(path).catch(() => null))?.isFile() !== true) return null;
  const ranges = await openRanges(path);
  try {
    const index = await openIndexIn(ranges);
    if (index === null) ranges.close();
    return index;
  } catch (error) {
    ranges.close();
    throw refusalNaming(path, error);
  }
}

const REMEDY = 'cora pack -o FILE   writes a new one';

/** An index of a web server that is a file here. */
interface FetchedIndex {
  /** Does what reads the file; what is wrong with it is said of the address. */
  read<T>(use: (file: string) => Promise<T>): Promise<T>;
}

/**
 * Does the same for the address of a web server.
 * @param whole true to download it: ranges of it have failed
 * @returns the file where it cannot be read by ranges
 * @throws CoraError as of openWebIndex, INCOMPATIBLE_INDEX; HasChanged
 */
export async function openWebInPlace(
  address: string,
  surroundings: Reach,
  whole: boolean,
): Promise<IndexInPlace | FetchedIndex> {
  // Nothing of a network is loaded for a file.
  const { openWebIndex } = await import('./openWebIndex.ts');
  const opened = await openWebIndex(address, surroundings, { whole });
  const { ranges } = opened;
  if (ranges === null) return fetchedIndex(opened);
  try {
    const index = await namingAddress(opened, () => openIndexIn(ranges));
    if (index !== null) return index;
  } catch (error) {
    ranges.close();
    throw error;
  }
  ranges.close();
  return fetchWebIndex(address, surroundings);
}

/** Brings all of it. @throws CoraError as of openWebIndex */
export async function fetchWebIndex(address: string, surroundings: Reach): Promise<FetchedIndex> {
  const { openWebIndex } = await import('./openWebIndex.ts');
  return fetchedIndex(await openWebIndex(address, surroundings, { whole: true }));
}

function fetchedIndex(opened: WebIndex): FetchedIndex {
  const file = opened.file!;
  return { read: (use) => namingAddress(opened, () => use(file)) };
}

/**
 * Reads a fetched file, and forgets it where it is no index. Errors name the address, because
 * nobody knows its place in the cache.
 */
async function namingAddress<T>({ file, shown, forget }: WebIndex, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'BAD_ARTIFACT') throw error;
    await forget();
    const message = file === null ? error.message : error.message.replaceAll(file, shown);
    throw refusalNaming(shown, new CoraError(error.code, message, { hint: REMEDY, cause: error }), REMEDY);
  }
}

/**
 * Returns the commits that came with a packed index, newest first.
 * @param named a file, or the address of a web server
 * @throws CoraError NO_INDEX where it has none, BAD_ARTIFACT, INCOMPATIBLE_INDEX; of an address
 * also as of openWebIndex
 */
export async function readPackedCommits(named: string, surroundings: Reach): Promise<CommitRecord[]> {
  const { shown, ranges } = await openNamed(named, surroundings);
  try {
    const commits = ranges === null ? null : await (await openPackedArtifact(ranges)).commits();
    if (commits !== null) return commits;
  } catch (error) {
    throw refusalNaming(shown, error);
  } finally {
    ranges?.close();
  }
  throw new CoraError('NO_INDEX', `${shown} holds no commits.`, {
    hint: 'cora pack   takes those that are indexed: cora index --history N',
  });
}

async function openNamed(named: string, surroundings: Reach): Promise<{ shown: string; ranges: ByteRanges | null }> {
  if (isWebAddress(named)) {
    const { openWebIndex } = await import('./openWebIndex.ts');
    const opened = await openWebIndex(named, surroundings);
    return { shown: opened.shown, ranges: opened.ranges ?? (await fetchedIndex(opened).read(openRanges)) };
  }
  if ((await stat(named).catch(() => null))?.isDirectory() === true)
    throw new CoraError('NO_INDEX', `${named} is a folder: an unpacked index has no commits.`, {
      hint: 'ask the packed file: cora query --index FILE --commits',
    });
  return { shown: named, ranges: await openRanges(named) };
}

export function isWebAddress(named: string): boolean {
  return /^https?:\/\//i.test(named);
}

/**
 * The most bytes of an index that is brought at once: a question would read more than half of it,
 * in rounds that wait for each other.
 */
const SMALL = 12 * 2 ** 20;

/** Brings a small one from afar at once: all but its commits. */
async function bringSmall(ranges: ByteRanges): Promise<void> {
  if (ranges.far === undefined) return;
  const segment = (await readPackedPlaces(ranges)).places.find(({ name }) => name === SEGMENT_MEMBER);
  const end = segment === undefined ? 0 : segment.from + segment.size;
  if (end <= Math.min(SMALL, ranges.size)) await ranges.far.bring(0, end);
}

/** Opens what brings ranges of one: see openInPlace. */
async function openIndexIn(ranges: ByteRanges): Promise<IndexInPlace | null> {
  await bringSmall(ranges);
  const artifact = await openPackedArtifact(ranges);
  if (!isSearchable(artifact)) return null;
  const { manifest, view, segment } = artifact;
  const mismatch = chunkerMismatch(manifest, 'use the cora that packed it, or pack it again');
  if (mismatch !== null) throw mismatch;
  const { embedder, commit, repository, shard } = manifest;
  const about = { commit, repository, files: view.files, ...(shard === undefined ? {} : { shard }) };
  const frequency = await inArtifact(() => segment.frequencies());
  return {
    embedder,
    view: viewAlone(about, numbersOf(view.totals, frequency)),
    rows: await SegmentRows.of(segment),
    commits: artifact.commits,
  };
}
