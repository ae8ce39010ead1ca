/** `cora status`: how fresh the index is, what is in it, how large it is, what the last run did. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asSentence, CoraError, whenRefused } from '../base/errors.ts';
import { tallyOf } from '../base/renderText.ts';
import type { Freshness } from '../base/searchTypes.ts';
import type { EmbedderInfo, RepoState, SkipReason } from '../base/types.ts';
import { createLazyParsers } from '../chunk/lazyParsers.ts';
import { checkSearchFile, openSearchFile, searchFolder, withSearchFile } from '../engine/searchFile.ts';
import type { SegmentRows } from '../engine/segmentRows.ts';
import { openRepository } from '../git/openRepository.ts';
import type { Repository } from '../git/repository.ts';
import type { IndexSettings, SessionSettings, Surroundings } from '../settings/requests.ts';
import { bytesUnder, CHUNKS, tableDirectory } from '../store/location.ts';
import { COMMENTARY_TABLE, COMMIT_TABLE } from '../store/sideTables.ts';
import { readWholeState, stateFile } from '../store/state.ts';
import { countRedacted, readCurrentView } from '../store/views.ts';
import { callerView } from '../view/callerView.ts';
import { freshnessAlone } from '../view/viewFiles.ts';
import {
  locateIndex,
  noIndex,
  storeFingerprint,
  storesOfOtherVersions,
  viewIdOf,
  type Workspace,
} from '../view/workspace.ts';
import { type HooksStatus, hooksOf } from './hooks.ts';

/**
 * Says how an index is. `counts` and `shard` are those of the view that answers: HEAD's if it is
 * kept.
 */
export interface Status extends Pick<RepoState, 'embedder' | 'shard' | 'counts' | 'redacted' | 'failed' | 'digest'> {
  freshness: Freshness;
  /** The damage for which queries are refused, and what mends it. Missing for a sound index. */
  damage?: { message: string; hint: string | undefined };
  store: { path: string; fingerprint: string; writable: boolean };
  /** All rows of the store, with those of other branches, and the segments that queries read. */
  table: { rows: number; segments: number };
  /** Bytes. */
  sizes: { table: number; search: number; state: number; views: number; total: number };
  /** The size of commits.rows: all branches that were indexed. Missing where there is none. */
  history?: { commits: number; bytes: number };
  /** Chunks with prose of a language model, of all branches. Missing where there is none. */
  commentary?: { chunks: number; models: string[]; bytes: number };
  lastRun: { at: string; tookMs: number; commit: string };
  skipped: Partial<Record<SkipReason, number>>;
  /** Folders of indexes that other versions of Cora left. Missing where there is none. */
  otherVersions?: string[];
  /** Tells whether Git keeps the index fresh. Missing for an index without its repository. */
  hooks?: HooksStatus;
}

type StatusRequest = IndexSettings &
  Pick<SessionSettings, 'index'> & {
    /** True to compare every byte of the search file with its checksums. */
    check?: boolean;
  };

/** Reads how an index is. @throws CoraError NO_INDEX */
export async function readStatus(
  { index, check = false, ...settings }: StatusRequest,
  surroundings: Surroundings,
): Promise<Status> {
  if (index !== null) return ofNamed(index, check, surroundings);
  const repository = await openRepository(surroundings.dir, surroundings.env);
  const reading = ofRepository(settings, check, surroundings, repository);
  reading.catch(() => undefined);
  const hooks = await hooksOf(repository);
  const status = await reading.catch(whenRefused((error) => Promise.reject(withFailedHook(error, hooks)), 'NO_INDEX'));
  return { ...status, hooks };
}

async function ofRepository(
  settings: IndexSettings,
  check: boolean,
  surroundings: Surroundings,
  repository: Repository,
): Promise<Status> {
  const { workspace, embedder, dir } = await locateIndex(settings, surroundings, repository);
  const state = await readWholeState(dir);
  if (state === null) throw await noIndex(workspace, embedder);
  const opening = openSearchFile(dir, embedder.dimensions);
  const parsers = createLazyParsers();
  try {
    const asked = { workspace, dir, store: opening, embedder, chunk: parsers.chunk, committed: false };
    const headCommit = workspace.repository.head?.commit ?? null;
    let damage: Status['damage'];
    const orDamage = <T>(instead: T) =>
      whenRefused(({ message, hint }) => {
        damage = { message, hint };
        return instead;
      }, 'BROKEN_INDEX');
    const [table, { freshness }] = await Promise.all([
      opening.then((store) => store.counts()).catch(orDamage({ rows: state.counts.chunks, segments: 0 })),
      callerView(asked).catch(orDamage({ freshness: { ...freshnessAlone(state), headCommit } })),
    ]);
    if (check) await opening.then(checkSearchFile).catch(orDamage(undefined));
    const shown = await stateOfHead(workspace, state, embedder, opening).catch(orDamage(state));
    const { root, writable } = workspace.location;
    const otherVersions = await storesOfOtherVersions(root, embedder);
    return {
      ...(await describe(dir, shown, table, freshness, writable)),
      lastRun: lastRunOf(state),
      ...(damage === undefined ? {} : { damage }),
      ...(await describeHistory(root)),
      ...(otherVersions.length === 0 ? {} : { otherVersions }),
    };
  } finally {
    parsers.close();
    opening.then((store) => store.close()).catch(() => undefined);
  }
}

/** Returns the state of the view that answers: HEAD's if it is kept, whatever was built later. */
async function stateOfHead(
  workspace: Workspace,
  last: RepoState,
  embedder: EmbedderInfo,
  opening: Promise<SegmentRows>,
): Promise<RepoState> {
  const { head } = workspace.repository;
  if (head === null || last.view === viewIdOf(head.tree, workspace.settings)) return last;
  const { indexedStateOf } = await import('../indexing/viewOfPulled.ts');
  const kept = await indexedStateOf(workspace, embedder, head);
  if (kept === null) return last;
  const { state, record, lacking } = kept;
  const known = new Set([...state.failed, ...(record.missing ?? [])].map(({ path }) => path));
  const failed = lacking.filter((path) => !known.has(path));
  return {
    ...state,
    failed: [...state.failed, ...failed.map((path) => ({ path, error: 'not indexed with this commit' }))],
    redacted: (await countRedacted(await opening, record.files)).count,
  };
}

/** Where hooks build the first index, their error is why there is none. */
function withFailedHook(error: CoraError, { lastRun }: HooksStatus): CoraError {
  if (lastRun === null || lastRun.error === null) return error;
  const message = `${asSentence(error.message)} The last refresh after a hook failed: ${lastRun.error.message}`;
  return new CoraError(error.code, message, { hint: error.hint, cause: error });
}

/** Returns the status of an index without its repository. */
async function ofNamed(index: string, check: boolean, surroundings: Surroundings): Promise<Status> {
  const { noIndexIn, openNamedStore } = await import('../session/namedIndex.ts');
  const dir = await openNamedStore(index, surroundings);
  const state = await readWholeState(dir);
  if (state === null) throw noIndexIn(dir);
  const record = await readCurrentView(dir);
  return withSearchFile(dir, state.embedder.dimensions, async (store) => {
    if (check) await checkSearchFile(store);
    return describe(dir, state, store.counts(), freshnessAlone(record ?? state), false);
  });
}

async function describe(
  dir: string,
  state: RepoState,
  table: Status['table'],
  freshness: Freshness,
  writable: boolean,
): Promise<Status> {
  const [stateBytes, tableBytes, search, views] = await Promise.all([
    stat(stateFile(dir)).then(({ size }) => size),
    bytesUnder(tableDirectory(dir, CHUNKS)).catch(() => 0),
    bytesUnder(searchFolder(dir)).catch(() => 0),
    bytesUnder(join(dir, 'views')).catch(() => 0),
  ]);
  const skipped: Status['skipped'] = tallyOf(state.skipped.map(({ reason }) => reason));
  return {
    freshness,
    store: { path: dir, fingerprint: storeFingerprint(state.embedder), writable },
    embedder: state.embedder,
    shard: state.shard,
    counts: state.counts,
    table,
    sizes: { table: tableBytes, search, state: stateBytes, views, total: tableBytes + search + stateBytes + views },
    lastRun: lastRunOf(state),
    skipped,
    redacted: state.redacted,
    ...(await describeCommentary(dir)),
    failed: state.failed,
    digest: state.digest,
  };
}

function lastRunOf({ times, commit }: RepoState): Status['lastRun'] {
  return { at: times.builtAt, tookMs: times.tookMs, commit };
}

async function describeHistory(root: string): Promise<Pick<Status, 'history'>> {
  const table = await COMMIT_TABLE.open(root, 'read').catch(() => null);
  if (table === null) return {};
  return { history: { commits: table.count(), bytes: await COMMIT_TABLE.bytes(root) } };
}

async function describeCommentary(dir: string): Promise<Pick<Status, 'commentary'>> {
  const table = await COMMENTARY_TABLE.open(dir, 'read').catch(() => null);
  if (table === null) return {};
  const rows = table.scan(['model']);
  const models = [...new Set(rows.map(({ model }) => model))].sort();
  return { commentary: { chunks: rows.length, models, bytes: await COMMENTARY_TABLE.bytes(dir) } };
}
