/**
 * Files that a run leaves beside the table. repo_state.json describes the last built commit and is
 * written last, so that everything it names is there: rows, a view, and the parts that list the
 * files that were left out. blobs.json is a cache of facts about blobs that their rows do not tell.
 */

import { join } from 'node:path';
import { parseBounded, STATE_JSON } from '../base/boundedJson.ts';
import { CoraError, ifAbsent } from '../base/errors.ts';
import type { BlobKey, RepoState, SkippedFile, SkipReason } from '../base/types.ts';
import { FORMAT_VERSION, PACKAGE_NAME, STATE_VERSION, TOOL_VERSION } from '../base/version.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { isJsonWhole, readSealedJson, replaceFile, sealJson } from '../disk/replaceFile.ts';
import { isLink, refusedLink } from './location.ts';
import { explainedFailure } from './storeFailure.ts';
import {
  areParts,
  bodyOfFiles,
  readParts,
  VIEWS,
  type ViewPart,
  type ViewPath,
  withChange,
  writeParts,
} from './viewFile.ts';

const STATE_FILE = 'repo_state.json';
/** The format in which the state lists the files that were left out. It is read, too. */
const LISTED = 2;
/** If a writer has just removed the parts, the state is read again, up to so many times. */
const ATTEMPTS = 3;

export function stateFile(dir: string): string {
  return join(dir, STATE_FILE);
}

/** The content of repo_state.json. */
type StoredState = Omit<RepoState, 'skipped'> & {
  /** An unpacked index, and an older one, holds the list itself; any other its parts. */
  skipped: SkippedFile[] | { parts: ViewPart[] };
};

/**
 * Reads all but the list of files that were left out.
 * @param dir the folder of one fingerprint
 * @returns null if nothing was built yet
 * @throws CoraError STORE for a link, INCOMPATIBLE_INDEX for a format that this version does not
 * read, BROKEN_INDEX for a torn file
 */
export async function readState(dir: string): Promise<Omit<RepoState, 'skipped'> | null> {
  return readStored(dir);
}

/** Reads also the list of files that were left out. @throws as readState */
export async function readWholeState(dir: string): Promise<RepoState | null> {
  const folder = join(dir, VIEWS);
  if (isLink(folder)) throw refusedLink(folder);
  for (let attempt = 1; ; attempt++) {
    const state = await readStored(dir);
    if (state === null) return null;
    const { skipped } = state;
    if (Array.isArray(skipped)) return { ...state, skipped };
    const found = await readParts(dir, skipped.parts).catch((error: unknown) => {
      throw explainedFailure(error, `the index in ${dir} can't be read`, 'BROKEN_INDEX', 'check its permissions');
    });
    if (found) {
      const { files } = found.change === null ? found.whole : withChange(found.whole, found.change);
      return { ...state, skipped: files.map(skippedOf), parts: skipped.parts };
    }
    if (found === null || attempt === ATTEMPTS)
      throw new CoraError('BROKEN_INDEX', `The index in ${dir} has lost the list of the files that it leaves out.`, {
        hint: 'cora index   (or cora doctor --fix) writes it again.',
      });
  }
}

/** Returns the parts that the state names. @throws as readState */
export async function partsOfState(dir: string): Promise<ViewPart[]> {
  const skipped = (await readStored(dir))?.skipped ?? [];
  return Array.isArray(skipped) ? [] : skipped.parts;
}

async function readStored(dir: string): Promise<StoredState | null> {
  const file = stateFile(dir);
  // This also protects callers that read the states of many stores and open none.
  if (isLink(file)) throw refusedLink(file);
  const json = await readIfThere(file);
  if (json === null) return null;
  const { checksum: _, ...state } = parseState(json, file);
  if (!isJsonWhole(json)) throw tornError(file);
  checkFormat(state.formatVersion, state.toolVersion, dir);
  if (!isState(state)) throw tornError(file);
  return state;
}

function skippedOf({ path, blob: reason, language: detail }: ViewPath): SkippedFile {
  return { path, reason: reason as SkipReason, ...(detail === '' ? {} : { detail }) };
}

/** A detail may be a pattern, which may have any character; a part separates texts by NUL. */
function pathOf({ path, reason, detail = '' }: SkippedFile): ViewPath {
  return { path, blob: reason, language: detail.replaceAll('\0', '') };
}

type AboutState = Omit<RepoState, 'formatVersion' | 'toolVersion' | 'times'>;

/** @param lookedAt when a run last checked every byte of the search file and the views */
export function newState(
  { skipped, failed, counts, redacted, digest, ...about }: AboutState,
  started: number,
  lookedAt?: string,
): RepoState {
  return {
    formatVersion: STATE_VERSION,
    toolVersion: TOOL_VERSION,
    ...about,
    ...{ skipped, failed, counts, redacted, digest },
    times: {
      ...{ builtAt: new Date().toISOString(), tookMs: Date.now() - started },
      ...(lookedAt === undefined ? {} : { lookedAt }),
    },
  };
}

/**
 * @param from a state of the store: of the list of files that were left out, only the differences
 * to its list are written. An unpacked index holds the list itself, for other readers
 * @throws CoraError STORE if a file can't be written
 */
export async function writeState(dir: string, state: RepoState, from: RepoState | null = null): Promise<void> {
  const { parts: _, ...about } = state;
  const bodyOf = ({ skipped }: RepoState) => bodyOfFiles(skipped.map(pathOf));
  try {
    const before = from?.parts === undefined ? null : { ...bodyOf(from), parts: from.parts };
    const isListed = state.files !== undefined || state.skipped.length === 0;
    const skipped = isListed ? state.skipped : { parts: await writeParts(dir, bodyOf(state), before) };
    await replaceFile(stateFile(dir), sealJson({ ...about, skipped } satisfies StoredState));
  } catch (error) {
    const hint = 'check permissions and free space, then run: cora index';
    throw explainedFailure(error, `the index state in ${dir} can't be written`, 'STORE', hint);
  }
}

function readIfThere(file: string): Promise<string | null> {
  return readTextBounded(file, MOST_STATE)
    .catch(ifAbsent(null))
    .catch((error: unknown) => {
      throw explainedFailure(error, `${file} can't be read`, 'BROKEN_INDEX', 'check its permissions');
    });
}

function parseState(json: string, file: string): Partial<StoredState> & { checksum?: unknown } {
  try {
    const value: unknown = parseBounded(json, STATE_JSON);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw tornError(file, error);
  }
  throw tornError(file);
}

function tornError(file: string, cause?: unknown): CoraError {
  return new CoraError('BROKEN_INDEX', `${file} is damaged: it does not hold an index state.`, {
    hint: 'run: cora doctor --fix',
    cause,
  });
}

function checkFormat(version: unknown, tool: unknown, dir: string): void {
  if (typeof version !== 'number') throw tornError(stateFile(dir));
  if (version === STATE_VERSION || version === LISTED) return;
  const by = typeof tool === 'string' ? ` by cora ${tool}` : '';
  const age = version > STATE_VERSION ? 'newer' : 'older';
  const message = `the index in ${dir} was written${by} in format ${version}, which is ${age} than cora ${TOOL_VERSION} reads (${STATE_VERSION})`;
  throw new CoraError('INCOMPATIBLE_INDEX', message, {
    hint: age === 'newer' ? `update cora: npm install ${PACKAGE_NAME}@latest` : 'run: cora index --full',
  });
}

function isState(state: Partial<StoredState>): state is StoredState {
  const { commit, embedder, chunker, counts, skipped, failed } = state;
  const objects = [embedder, chunker, counts, skipped];
  return (
    typeof commit === 'string' &&
    objects.every((value) => typeof value === 'object' && value !== null) &&
    isListOfFiles(failed) &&
    (Array.isArray(skipped) ? isListOfFiles(skipped) : areParts(skipped!.parts))
  );
}

function isListOfFiles(list: unknown): boolean {
  return Array.isArray(list) && list.every((file) => typeof file?.path === 'string');
}

// blobs.json: facts about blobs from chunking. Blobs without rows (binary, empty, LFS pointers) are
// listed, so that they are not read again, and so are notes about fallbacks, so that every run
// reports them. It is a cache: without it blobs are read once more.

interface BlobOutcome {
  skipped?: SkipReason;
  note?: string;
}

export type StoredOutcomes = Record<BlobKey, BlobOutcome>;

export function outcomesFile(dir: string): string {
  return join(dir, 'blobs.json');
}

/** @returns an empty result for a missing, torn or older file: the blobs are then read again */
export async function readOutcomes(dir: string): Promise<StoredOutcomes> {
  return (await parseOutcomes(dir)) ?? {};
}

/** @returns null if there is no file that this version understands */
export async function parseOutcomes(dir: string): Promise<StoredOutcomes | null> {
  const { formatVersion, blobs } = await readSealedJson(outcomesFile(dir));
  return formatVersion === FORMAT_VERSION && typeof blobs === 'object' && blobs !== null
    ? (blobs as StoredOutcomes)
    : null;
}

export function writeOutcomes(dir: string, blobs: StoredOutcomes): Promise<void> {
  return replaceFile(outcomesFile(dir), sealJson({ formatVersion: FORMAT_VERSION, blobs }));
}
