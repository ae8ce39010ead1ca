/**
 * blobs.json: what chunking said of blobs beyond their rows: those without any (binary, empty, LFS pointer), so that
 * they are not read again, and notes about fallbacks, so that every run reports them. A cache: without it the blobs are
 * read once more and nothing else changes.
 */

import { join } from 'node:path';
import { parseBounded, STATE_JSON } from '../base/boundedJson.ts';
import type { BlobKey, SkipReason } from '../base/types.ts';
import { FORMAT_VERSION } from '../base/version.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { replaceFile } from './replaceFile.ts';
import { isJsonWhole, sealJson } from './seal.ts';

export interface BlobOutcome {
  skipped?: SkipReason;
  note?: string;
}

export type StoredOutcomes = Record<BlobKey, BlobOutcome>;

export function outcomesFile(dir: string): string {
  return join(dir, 'blobs.json');
}

/** @returns nothing where the file is missing, torn or of another format: the blobs are then read again */
export async function readOutcomes(dir: string): Promise<StoredOutcomes> {
  return (await parseOutcomes(dir)) ?? {};
}

/** @returns null where there is no file that this version understands */
export async function parseOutcomes(dir: string): Promise<StoredOutcomes | null> {
  const json = await readTextBounded(outcomesFile(dir), MOST_STATE).catch(() => null);
  if (json === null) return null;
  try {
    const { formatVersion, blobs } = parseBounded(json, STATE_JSON) as { formatVersion?: unknown; blobs?: unknown };
    const isCurrent =
      formatVersion === FORMAT_VERSION && typeof blobs === 'object' && blobs !== null && isJsonWhole(json);
    return isCurrent ? (blobs as StoredOutcomes) : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

export function writeOutcomes(dir: string, blobs: StoredOutcomes): Promise<void> {
  return replaceFile(outcomesFile(dir), sealJson({ formatVersion: FORMAT_VERSION, blobs }));
}

/** What Cora said until it told crashes on a file's bytes from a want of memory or threads: such rows are made once more. */
const OLD_CRASH = /^not parsed: (?:the \S+ grammar failed|its parsing thread died): /;

export function isDoubtful(outcome: BlobOutcome | undefined): boolean {
  return outcome?.note !== undefined && OLD_CRASH.test(outcome.note);
}
