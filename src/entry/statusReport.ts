/** What `cora status` and `cora doctor` know, before it is printed as JSON or for people. Types only. */

import type { HooksStatus } from '../index.ts';
import type { Freshness } from '../searchTypes.ts';
import type { EmbedderInfo, FailedFile, RedactedCount, Shard, SkipReason } from '../types.ts';

export interface StatusReport {
  freshness: Freshness;
  store: {
    /** Absolute. */
    path: string;
    /** Of chunker and embedder: the store's folder. */
    fingerprint: string;
    writable: boolean;
  };
  /** Null without an index. */
  embedder: EmbedderInfo | null;
  /** Only where the index is one shard: then `counts` are of it. */
  shard?: Shard;
  counts: { files: number; chunks: number; bytes: number } | null;
  /** Bytes on disk. */
  sizes: { table: number; state: number; views: number; total: number };
  /** Of the table of commit messages. */
  history?: { commits: number; bytes: number };
  /** Chunks with prose of a language model, of all branches. Missing where there is none. */
  commentary?: { chunks: number; models: string[]; bytes: number };
  /** `at`: ISO 8601, UTC. */
  lastRun: { at: string; tookMs: number; commit: string } | null;
  skipped: Partial<Record<SkipReason, number>>;
  /** Secrets found by content. */
  redacted?: RedactedCount;
  /** All rows of the table, with those of other branches. */
  table?: { rows: number; unindexedRows: number; versions: number };
  /** Files that the last run could not index. */
  failed?: readonly FailedFile[];
  /** Files looked at, without starting them. Missing for an index without its repository. */
  hooks?: Pick<HooksStatus, 'hooks' | 'lastRun' | 'pending'>;
}

export interface DoctorFinding {
  /** What is wrong, in a word: 'torn-state'. */
  code: string;
  /** What was found. */
  message: string;
  /** True when `cora doctor --fix` mends it. */
  fixable: boolean;
  /** What the repair does, or what the user can do. */
  fix: string;
  /** Whether it was mended in this run. */
  fixed: boolean;
}
