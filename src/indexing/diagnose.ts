/** `cora doctor`: what is wrong with an index, and, with fix, the repair: mend what the store can, build the rest again. */

import { access, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isCoraError } from '../base/errors.ts';
import type { Log, Shard } from '../base/types.ts';
import { listWorktrees } from '../git/liveBlobs.ts';
import { FIND_LOST, refuseLostHead } from '../git/repository.ts';
import { listTree, selectFiles } from '../git/treeFiles.ts';
import type { IndexingRequest, Surroundings } from '../settings/requests.ts';
import {
  commentaryDirectory,
  commentaryHome,
  hasCommentary,
  openCommentary,
  removeCommentary,
} from '../store/commentaryTable.ts';
import {
  commitsDirectory,
  hasCommitTable,
  openCommitTable,
  removeCommitTable,
  removeTips,
} from '../store/commitTable.ts';
import { inspectSums, removeOldFiles, takeSums, writeSums } from '../store/fileSums.ts';
import { type Finding, inspectStore } from '../store/inspectStore.ts';
import { platformFinding } from '../store/openStore.ts';
import { repairStore } from '../store/repairStore.ts';
import { TEMP_FILE } from '../store/replaceFile.ts';
import { namedView, readView, readWholeView } from '../store/views.ts';
import { isLockStale, removeStaleLock, withWriteLock } from '../store/withWriteLock.ts';
import { storesOfOtherVersions } from '../view/noIndex.ts';
import { locateIndex } from '../view/surroundings.ts';
import type { Workspace } from '../view/workspace.ts';
import { indexRepository } from './indexRepository.ts';

export interface Diagnosis extends Omit<Finding, 'code'> {
  code:
    | Finding['code']
    | 'missing-object'
    | 'missing-worktree'
    | 'missing-view'
    | 'torn-view'
    | 'shard'
    | 'broken-history'
    | 'broken-commentary'
    | 'old-commentary'
    | 'other-versions';
  fixed: boolean;
}

/** @returns what was found, each with whether it was mended; nothing for a healthy index */
export async function diagnose(
  request: IndexingRequest,
  surroundings: Surroundings,
  { fix }: { fix: boolean },
): Promise<Diagnosis[]> {
  const { workspace, embedder, dir } = await locateIndex(request, surroundings);
  const platform = await platformFinding();
  if (platform !== null) return [{ ...platform, fixed: false }];
  const { root } = workspace.location;
  const inspect = async () => ({
    ofRepository: await inspectRepository(workspace),
    ofStore: await inspectStore(dir),
    ofViews: await inspectViews(dir),
    ofHistory: await inspectHistory(root),
    ofCommentary: await inspectCommentary(dir),
    ofOthers: othersFinding(await storesOfOtherVersions(root, embedder)),
  });
  const { ofRepository, ofStore, ofViews, ofHistory, ofCommentary, ofOthers } = await inspect();
  const isThere = !ofStore.some(({ code }) => code === 'no-index');
  const ours = [...ofStore, ...(isThere ? ofViews : []), ...ofHistory, ...ofCommentary];
  const found = [...ofRepository, ...ours, ...ofOthers];
  if (!fix || ours.length === 0) return found.map((finding) => ({ ...finding, fixed: false }));
  await repairStore(dir, ofStore);
  if (ofViews.length > 0) await repairViews(dir, surroundings.log);
  await repairHistory(root, ofHistory, surroundings.log);
  await repairCommentary(dir, ofCommentary, surroundings.log);
  // What a repair dropped is computed again; what was whole is reused.
  await indexRepository(request, surroundings, { onProgress: () => undefined });
  const left = new Set(Object.values(await inspect()).flatMap((again) => again.map(({ code }) => code as string)));
  return found.map((finding) => ({ ...finding, fixed: !left.has(finding.code) }));
}

function othersFinding(stores: readonly string[]): (Omit<Finding, 'code'> & { code: 'other-versions' })[] {
  if (stores.length === 0) return [];
  const message = `other versions of Cora left indexes, which may hold secrets that this one hides: ${stores.join(', ')}`;
  return [{ code: 'other-versions', message, fixable: false, fix: 'cora clean --old --yes   deletes them' }];
}

// What is wrong with the repository itself, as far as an index depends on it. Git mends it, not Cora.

interface RepositoryFinding extends Omit<Finding, 'code'> {
  code: 'missing-object' | 'missing-worktree';
}

const LISTED = 5;

async function inspectRepository(workspace: Workspace): Promise<RepositoryFinding[]> {
  return [...(await lostObjects(workspace)), ...(await lostWorktrees(workspace))];
}

async function lostObjects({ repository, settings }: Workspace): Promise<RepositoryFinding[]> {
  try {
    refuseLostHead(repository);
    if (repository.head === null) return [];
    const { tree } = repository.head;
    const { skipped } = await selectFiles(repository, tree, await listTree(repository, tree), settings);
    const lost = skipped.filter(({ reason }) => reason === 'missing-object');
    if (lost.length === 0) return [];
    const named = lost.slice(0, LISTED).map(({ path, detail }) => `${path} (${detail})`);
    const more = lost.length > LISTED ? ` and ${lost.length - LISTED} more` : '';
    return [missingObject(`the repository is damaged: it lacks the objects of ${named.join(', ')}${more}`, FIND_LOST)];
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'GIT') throw error;
    return [missingObject(error.message, error.hint ?? FIND_LOST)];
  }
}

function missingObject(message: string, fix: string): RepositoryFinding {
  return { code: 'missing-object', message, fixable: false, fix };
}

async function lostWorktrees({ repository }: Workspace): Promise<RepositoryFinding[]> {
  return (await listWorktrees(repository)).flatMap(({ path, prunable }): RepositoryFinding[] => {
    if (prunable === null) return [];
    const message = `the folder of the worktree ${path} is gone (${prunable}); rows of what it holds are kept`;
    const fix = 'bring the folder back, or: git worktree prune   forgets it';
    return [{ code: 'missing-worktree', message, fixable: false, fix }];
  });
}

// What is wrong with the views of a store, and its repair: what is torn or left over goes, and the next build counts again.
// Rows and state are not looked at here.

interface ViewFinding extends Omit<Finding, 'code'> {
  code: 'missing-view' | 'torn-view' | 'shard' | 'temp-files';
}

const VIEW = /^([0-9a-f]+)\.view$/;
const TEMPORARY = /\.tmp$/;
const VIEWS_WAIT_MS = 1000;

/** @returns nothing where all views can be read, and the last build's is among them and whole */
async function inspectViews(dir: string): Promise<ViewFinding[]> {
  const names = await namesIn(dir);
  const findings: ViewFinding[] = [];
  const torn = await tornViews(dir, names);
  if (torn.length > 0) {
    const message = `${torn.length} file(s) of word counts cannot be read: ${torn.join(', ')}`;
    findings.push({ code: 'torn-view', message, fixable: true, fix: 'remove them and count again' });
  }
  const current = await namedView(dir);
  if (current === null || !(await exists(join(dir, 'views', `${current}.view`)))) {
    const message = `the word counts of the last indexed commit are not in ${join(dir, 'views')}`;
    findings.push({ code: 'missing-view', message, fixable: true, fix: 'count again' });
  } else if (!torn.includes(`${current}.view`)) {
    const { shard } = (await readView(dir, current)) ?? {};
    if (shard !== undefined) findings.push(shardFinding(shard));
  }
  const left = names.filter((name) => TEMPORARY.test(name));
  if (left.length > 0) {
    const message = `${left.length} unfinished file(s) of an interrupted run in ${join(dir, 'views')}: ${left.join(', ')}`;
    findings.push({ code: 'temp-files', message, fixable: true, fix: 'remove them' });
  }
  return findings;
}

function shardFinding({ index, count }: Shard): ViewFinding {
  const message = `the index is shard ${index} of ${count}: files of the other shards are not in it`;
  return { code: 'shard', message, fixable: true, fix: 'index the rest (cora index); what is there is reused' };
}

/** @throws CoraError LOCKED when a writer is at work */
async function repairViews(dir: string, log: Log): Promise<void> {
  await withWriteLock(dir, { waitMs: VIEWS_WAIT_MS, log }, async ({ ensureOwned }) => {
    const names = await namesIn(dir);
    const bad = [...(await tornViews(dir, names)), ...names.filter((name) => TEMPORARY.test(name))];
    ensureOwned();
    await Promise.all(bad.map((name) => rm(join(dir, 'views', name), { force: true })));
  });
}

async function tornViews(dir: string, names: readonly string[]): Promise<string[]> {
  const views = names.filter((name) => VIEW.test(name));
  const whole = await Promise.all(views.map((name) => isWhole(dir, VIEW.exec(name)![1]!)));
  return views.filter((_, at) => !whole[at]);
}

async function isWhole(dir: string, id: string): Promise<boolean> {
  try {
    return (await readWholeView(dir, id)) !== null;
  } catch (error) {
    // A view of a newer Cora is not torn.
    return isCoraError(error) && error.code === 'INCOMPATIBLE_INDEX';
  }
}

async function namesIn(dir: string): Promise<string[]> {
  return (await readdir(join(dir, 'views')).catch(() => [])).sort();
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

// What is wrong with commits.lance, and its repair: it goes, and the next index run writes it again. That it is not there
// is no finding: an older index has none, and it can be switched off.

interface HistoryFinding extends Omit<Finding, 'code'> {
  code: 'broken-history' | 'stale-lock' | 'temp-files';
}

const HISTORY_WAIT_MS = 1000;

/** @param root the folder that holds the stores of all embedders */
export async function inspectHistory(root: string): Promise<HistoryFinding[]> {
  const findings: HistoryFinding[] = [];
  if (isLockStale(root)) {
    const message = `a process that held the write lock of ${root} ended without giving it back`;
    findings.push({ code: 'stale-lock', message, fixable: true, fix: 'remove the lock' });
  }
  const left = await tempFiles(root);
  if (left.length > 0) {
    const message = `${left.length} unfinished file(s) of an interrupted run in ${root}: ${left.join(', ')}`;
    findings.push({ code: 'temp-files', message, fixable: true, fix: 'remove them' });
  }
  const complaint = await complaintOfHistory(root);
  if (complaint !== null) {
    findings.push({ code: 'broken-history', message: complaint, fixable: true, fix: 'remove it and index again' });
  }
  return findings;
}

/** @throws CoraError LOCKED when a writer is at work */
async function repairHistory(root: string, findings: readonly HistoryFinding[], log: Log): Promise<void> {
  if (findings.length === 0) return;
  removeStaleLock(root);
  await withWriteLock(root, { waitMs: HISTORY_WAIT_MS, log }, async ({ ensureOwned }) => {
    ensureOwned();
    await Promise.all((await tempFiles(root)).map((name) => rm(join(root, name), { force: true })));
    if (!findings.some(({ code }) => code === 'broken-history')) return;
    await removeTips(root);
    await removeCommitTable(root);
  });
}

/** Every row, because nothing else tells that a data file is gone. @returns the complaint */
async function complaintOfHistory(root: string): Promise<string | null> {
  if (!(await hasCommitTable(root))) return null;
  try {
    // First: LanceDB may never come back from a damaged file.
    const { rows, newer, old } = await inspectSums(commitsDirectory(root));
    const [first] = [...rows, ...newer, ...old];
    if (first !== undefined) return `the table of commits has a file that is not as it was written: ${first}`;
    const table = await openCommitTable(root, 'read');
    try {
      await table?.scan(['commit', 'subject', 'body', 'files', 'subjectWords', 'bodyWords', 'pathWords']);
    } finally {
      table?.close();
    }
    return null;
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'BROKEN_INDEX') throw error;
    return error.message;
  }
}

async function tempFiles(root: string): Promise<string[]> {
  return (await readdir(root).catch(() => [])).filter((name) => TEMP_FILE.test(name)).sort();
}

// What is wrong with commentary.lance, and its repair: it goes, because what cannot be read cannot be shown.

interface CommentaryFinding extends Omit<Finding, 'code'> {
  code: 'broken-commentary' | 'old-commentary' | 'stale-lock';
}

const COMMENTARY_WAIT_MS = 1000;

/** @param dir the folder of one fingerprint */
async function inspectCommentary(dir: string): Promise<CommentaryFinding[]> {
  return [...inspectAskingLock(commentaryHome(dir)), ...(await inspectAnswers(dir))];
}

/** Of whoever asks a model, beside the journal. */
function inspectAskingLock(home: string): CommentaryFinding[] {
  if (!isLockStale(home)) return [];
  const message = `a process that asked for commentary ended without giving the lock of ${home} back`;
  return [{ code: 'stale-lock', message, fixable: true, fix: 'remove the lock' }];
}

async function inspectAnswers(dir: string): Promise<CommentaryFinding[]> {
  if (!(await hasCommentary(dir))) return [];
  try {
    // First: LanceDB may never come back from a damaged file.
    const { rows, newer, old } = await inspectSums(commentaryDirectory(dir));
    const said = (path: string) => `the table of commentary has a file that is not as it was written: ${path}`;
    if (rows[0] !== undefined) return [brokenCommentary(said(rows[0]))];
    const table = await openCommentary(dir, null, 'read');
    // Every row, because nothing else tells that a data file is gone.
    await table?.scan(['contentHash', 'model', 'prompt', 'origin', 'text', 'words']).finally(() => table.close());
    const [other] = [...newer, ...old];
    return other === undefined ? [] : [outdatedCommentary(said(other))];
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'BROKEN_INDEX') throw error;
    return [brokenCommentary(error.message)];
  }
}

function brokenCommentary(message: string): CommentaryFinding {
  const fix = 'remove it; cora index --commentary writes it again';
  return { code: 'broken-commentary', message, fixable: true, fix };
}

/** What is there can be read. */
function outdatedCommentary(message: string): CommentaryFinding {
  const fix = 'keep what can be read; cora index --commentary writes what is missing';
  return { code: 'old-commentary', message, fixable: true, fix };
}

/** @throws CoraError LOCKED when a writer is at work */
async function repairCommentary(dir: string, findings: readonly CommentaryFinding[], log: Log): Promise<void> {
  removeStaleLock(commentaryHome(dir));
  if (findings.every(({ code }) => code === 'stale-lock')) return;
  await withWriteLock(dir, { waitMs: COMMENTARY_WAIT_MS, log }, async ({ ensureOwned }) => {
    ensureOwned();
    if (findings.some(({ code }) => code === 'broken-commentary')) return removeCommentary(dir);
    const directory = commentaryDirectory(dir);
    await removeOldFiles(directory);
    await writeSums(directory, await takeSums(directory));
  });
}
