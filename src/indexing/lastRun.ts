/**
 * Keeps what the last refresh after a hook did: a file for `cora status`, and a line in the log.
 */

import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseOrNull, SMALL_JSON } from '../base/boundedJson.ts';
import { readTextBounded } from '../disk/boundedRead.ts';
import { APPEND, makePrivate, PRIVATE_FILE } from '../disk/makePrivate.ts';
import { replaceFile } from '../disk/replaceFile.ts';

export interface HookRun {
  /** The time when it ended, ISO 8601, UTC. */
  at: string;
  /** Null when it was started by hand. */
  hook: string | null;
  /** A worktree, or a Git directory without one. Missing where no Cora was found. */
  worktree?: string;
  tookMs?: number;
  commit?: string;
  /** Blobs read, vectors computed and blobs reused. */
  computed?: number;
  embedded?: number;
  reused?: number;
  /** MISSING: the hook found no Node.js or no Cora. WAITING: Git was busy for too long. */
  error: { code: string; message: string } | null;
}

export function hookLogDirectory(home: string): string {
  return join(home, 'log');
}

export function hookLogPath(home: string): string {
  return join(hookLogDirectory(home), 'hook.log');
}

/** Returns all files that are ever in the log's folder, but for locks. */
export function hookLogFiles(home: string): string[] {
  const files = ['hook.log', 'hook.log.1', 'last-run.json'];
  return files.map((name) => join(hookLogDirectory(home), name));
}

/** @returns null where no hook ever ran, or nothing of it can be read */
export async function readLastRun(home: string): Promise<HookRun | null> {
  const text = await readTextBounded(join(hookLogDirectory(home), 'last-run.json'), SMALL_JSON.bytes).catch(() => null);
  const run = parseOrNull(text ?? '', SMALL_JSON) as HookRun | null;
  return typeof run?.at === 'string' ? run : null;
}

/** Writes down what a refresh after a hook did. */
export async function recordRun(home: string, run: HookRun): Promise<void> {
  await replaceFile(join(hookLogDirectory(home), 'last-run.json'), `${JSON.stringify(run)}\n`);
  await writeHookLog(home, describe(run));
}

export async function writeHookLog(home: string, message: string): Promise<void> {
  makePrivate(hookLogDirectory(home), true);
  await appendFile(hookLogPath(home), `${new Date().toISOString()} ${message}\n`, { flag: APPEND, mode: PRIVATE_FILE });
}

function describe({ hook, worktree, commit, tookMs, computed, embedded, reused, error }: HookRun): string {
  const who = `${hook ?? 'by hand'}, ${worktree}`;
  if (error !== null) return `${who}: ${error.code}: ${error.message}`;
  return `${who}: indexed ${commit} in ${tookMs} ms: ${computed} blobs read, ${embedded} vectors computed, ${reused} blobs reused`;
}
