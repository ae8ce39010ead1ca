/** `cora status`: how fresh the index is, what is in it, how large it is, what the last run did. */

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError } from './errors.ts';
import type { HooksStatus } from './hooks.ts';
import { callerView } from './search/callerView.ts';
import type { Freshness } from './searchTypes.ts';
import { bytesUnder } from './store/bytesUnder.ts';
import { commentaryDirectory, openCommentary } from './store/commentaryTable.ts';
import { commitsDirectory, openCommitTable } from './store/commitTable.ts';
import { listFingerprints } from './store/location.ts';
import { openStore } from './store/openStore.ts';
import { readState } from './store/state.ts';
import type { ChunkStore } from './storePort.ts';
import type {
  ChunkedBlob,
  Embedder,
  EmbedderInfo,
  FailedFile,
  RedactedCount,
  RepoState,
  Shard,
  SkipReason,
} from './types.ts';
import { storeDirOf, storeFingerprint, type Workspace } from './workspace.ts';

export interface Status {
  freshness: Freshness;
  store: { path: string; fingerprint: string; writable: boolean };
  embedder: EmbedderInfo;
  /** Only where the last built view is one shard. */
  shard?: Shard;
  /** Of the last built view; bytes of its files. */
  counts: { files: number; chunks: number; bytes: number };
  /** All rows of the table, with those of other branches, and what of it is on disk. */
  table: { rows: number; unindexedRows: number; versions: number };
  /** Bytes. */
  sizes: { table: number; state: number; views: number; total: number };
  /** Of commits.lance: all branches that were indexed. Missing where there is none. */
  history?: { commits: number; bytes: number };
  /** Chunks with prose of a language model, of all branches. Missing where there is none. */
  commentary?: { chunks: number; models: string[]; bytes: number };
  lastRun: { at: string; tookMs: number; commit: string };
  skipped: Partial<Record<SkipReason, number>>;
  /** Secrets found by content, of the last built view. */
  redacted: RedactedCount;
  failed: FailedFile[];
  digest: string;
  /** Whether Git keeps the index fresh. Missing for an index without its repository. */
  hooks?: HooksStatus;
}

export interface StatusRequest {
  workspace: Workspace;
  embedder: Embedder;
  chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
}

/** @throws CoraError NO_INDEX */
export async function readStatus({ workspace, embedder, chunk }: StatusRequest): Promise<Status> {
  const dir = storeDirOf(workspace, embedder);
  const state = await readState(dir);
  if (state === null) throw noIndex(workspace, embedder);
  const opening = openStore(dir, embedder.dimensions, 'read');
  const [store, view] = await Promise.all([
    opening,
    callerView({ workspace, dir, store: opening, embedder, chunk, committed: false }),
  ]);
  try {
    const { root, writable } = workspace.location;
    return { ...(await describe(dir, state, store, view.freshness, writable)), ...(await describeHistory(root)) };
  } finally {
    store.close();
  }
}

/**
 * Of an index without its repository.
 * @param dir holds repo_state.json
 * @throws CoraError NO_INDEX
 */
export async function readNamedStatus(dir: string): Promise<Status> {
  const state = await readState(dir);
  if (state === null)
    throw new CoraError('NO_INDEX', `There is no index in ${dir}.`, {
      hint: 'Name a directory that holds repo_state.json, or a packed artifact.',
    });
  const store = await openStore(dir, state.embedder.dimensions, 'read');
  const freshness = {
    indexedCommit: state.commit,
    headCommit: null,
    commitsBehind: null,
    dirtyFiles: 0,
    missingFiles: [],
    shard: state.shard,
  };
  try {
    return await describe(dir, state, store, freshness, false);
  } finally {
    store.close();
  }
}

function noIndex({ location }: Workspace, embedder: Embedder): CoraError {
  const others = listFingerprints(location.root).filter((name) => name !== storeFingerprint(embedder)).length;
  const beside = others === 0 ? 'yet' : `for the embedder ${embedder.id}; there is one for another embedder or version`;
  return new CoraError('NO_INDEX', `There is no index of this repository ${beside}.`, {
    hint: 'cora index   builds it',
  });
}

async function describe(
  dir: string,
  state: RepoState,
  store: ChunkStore,
  freshness: Freshness,
  writable: boolean,
): Promise<Status> {
  const { rows, unindexedRows, versions, bytes } = await store.stats();
  const [stateBytes, views] = await Promise.all([sizeOf(join(dir, 'repo_state.json')), sizeOf(join(dir, 'views'))]);
  const skipped: Status['skipped'] = {};
  for (const { reason } of state.skipped) skipped[reason] = (skipped[reason] ?? 0) + 1;
  return {
    freshness,
    store: { path: dir, fingerprint: storeFingerprint(state.embedder), writable },
    embedder: state.embedder,
    shard: state.shard,
    counts: state.counts,
    table: { rows, unindexedRows, versions },
    sizes: { table: bytes, state: stateBytes, views, total: bytes + stateBytes + views },
    lastRun: { at: state.times.builtAt, tookMs: state.times.tookMs, commit: state.commit },
    skipped,
    redacted: state.redacted,
    ...(await describeCommentary(dir)),
    failed: state.failed,
    digest: state.digest,
  };
}

async function describeHistory(root: string): Promise<Pick<Status, 'history'>> {
  const table = await openCommitTable(root, 'read').catch(() => null);
  if (table === null) return {};
  const commits = await table.count();
  table.close();
  return { history: { commits, bytes: await bytesUnder(commitsDirectory(root)) } };
}

async function describeCommentary(dir: string): Promise<Pick<Status, 'commentary'>> {
  const table = await openCommentary(dir, null, 'read').catch(() => null);
  if (table === null) return {};
  const rows = await table.scan(['model']);
  table.close();
  const models = [...new Set(rows.map(({ model }) => model))].sort();
  return { commentary: { chunks: rows.length, models, bytes: await bytesUnder(commentaryDirectory(dir)) } };
}

/** Bytes of a file, or of all files directly in a directory; 0 where there is none. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isDirectory()) return found?.size ?? 0;
  const sizes = await Promise.all((await readdir(path)).map((name) => stat(join(path, name)).catch(() => null)));
  return sizes.reduce((sum, entry) => sum + (entry?.size ?? 0), 0);
}
