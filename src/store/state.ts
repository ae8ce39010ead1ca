/**
 * Files that a run leaves beside the table. repo_state.json describes the last built commit and is
 * written last, so that everything it names is in the table. blobs.json is a cache of facts about
 * blobs that their rows do not tell.
 */

import { join } from 'node:path';
import { parseBounded, STATE_JSON } from '../base/boundedJson.ts';
import { CoraError, ifAbsent } from '../base/errors.ts';
import type { BlobKey, RepoState, SkipReason } from '../base/types.ts';
import { FORMAT_VERSION, PACKAGE_NAME, TOOL_VERSION } from '../base/version.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { isJsonWhole, readSealedJson, replaceFile, sealJson } from '../disk/replaceFile.ts';
import { isLink, refusedLink } from './location.ts';
import { explainedFailure } from './storeFailure.ts';

const STATE_FILE = 'repo_state.json';

export function stateFile(dir: string): string {
  return join(dir, STATE_FILE);
}

/**
 * @param dir the folder of one fingerprint
 * @returns null if nothing was built yet
 * @throws CoraError STORE for a link, INCOMPATIBLE_INDEX for a format that this version does not
 * read, BROKEN_INDEX for a torn file
 */
export async function readState(dir: string): Promise<RepoState | null> {
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

type AboutState = Omit<RepoState, 'formatVersion' | 'toolVersion' | 'times'>;

/** @param lookedAt when a run last checked every byte of the search file and the views */
export function newState(
  { skipped, failed, counts, redacted, digest, ...about }: AboutState,
  started: number,
  lookedAt?: string,
): RepoState {
  return {
    formatVersion: FORMAT_VERSION,
    toolVersion: TOOL_VERSION,
    ...about,
    ...{ skipped, failed, counts, redacted, digest },
    times: {
      ...{ builtAt: new Date().toISOString(), tookMs: Date.now() - started },
      ...(lookedAt === undefined ? {} : { lookedAt }),
    },
  };
}

/** @throws CoraError STORE when the file can't be written */
export async function writeState(dir: string, state: RepoState): Promise<void> {
  try {
    await replaceFile(stateFile(dir), sealJson(state));
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

function parseState(json: string, file: string): Partial<RepoState> & { checksum?: unknown } {
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
  if (version === FORMAT_VERSION) return;
  const by = typeof tool === 'string' ? ` by cora ${tool}` : '';
  const age = version > FORMAT_VERSION ? 'newer' : 'older';
  const message = `the index in ${dir} was written${by} in format ${version}, which is ${age} than cora ${TOOL_VERSION} reads (${FORMAT_VERSION})`;
  throw new CoraError('INCOMPATIBLE_INDEX', message, {
    hint: age === 'newer' ? `update cora: npm install ${PACKAGE_NAME}@latest` : 'run: cora index --full',
  });
}

function isState(state: Partial<RepoState>): state is RepoState {
  const objects = [state.embedder, state.chunker, state.counts];
  const lists = [state.skipped, state.failed];
  return (
    typeof state.commit === 'string' &&
    objects.every((value) => typeof value === 'object' && value !== null) &&
    lists.every((value) => Array.isArray(value))
  );
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
