/**
 * commits.json: whose history is in the table of commits, so that a run that finds nothing new reads nothing. An
 * accelerator only: without it, or where it is torn, the table is asked.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseBounded, STATE_JSON } from '../base/boundedJson.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { COMMIT_ROWS_VERSION } from './commitSchema.ts';
import { replaceFile } from './replaceFile.ts';
import { isJsonWhole, sealJson } from './seal.ts';

export interface HistoryTip {
  /** The newest `limit` commits of its history are rows. */
  commit: string;
  limit: number;
  /** What it takes as its history: names the cut of a shallow clone. */
  boundary: string;
}

/** Branches that one goes back to. */
const TIPS_KEPT = 16;

export function tipsPath(root: string): string {
  return join(root, 'commits.json');
}

export async function readTips(root: string): Promise<HistoryTip[]> {
  const json = await readTextBounded(tipsPath(root), MOST_STATE).catch(() => '');
  try {
    const { rows, tips } = parseBounded(json, STATE_JSON) as { rows?: unknown; tips?: unknown };
    return rows === COMMIT_ROWS_VERSION && Array.isArray(tips) && isJsonWhole(json) ? tips.filter(isTip) : [];
  } catch {
    return [];
  }
}

/** Newest first. */
export async function writeTips(root: string, tips: readonly HistoryTip[]): Promise<void> {
  await replaceFile(tipsPath(root), sealJson({ rows: COMMIT_ROWS_VERSION, tips: tips.slice(0, TIPS_KEPT) }));
}

export async function removeTips(root: string): Promise<void> {
  await rm(tipsPath(root), { force: true });
}

function isTip(tip: unknown): tip is HistoryTip {
  const { commit, limit, boundary } = (tip ?? {}) as Partial<HistoryTip>;
  return typeof commit === 'string' && typeof limit === 'number' && typeof boundary === 'string';
}
