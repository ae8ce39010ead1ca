/**
 * `cora doctor`: what is wrong with an index, and, with fix, the repair: mend what the store can,
 * build the rest again.
 */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isCoraError, whenRefused } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { INDEX_PACKAGE } from '../base/version.ts';
import { listTempFiles, removeTempFiles } from '../disk/replaceFile.ts';
import { listWorktrees } from '../git/liveBlobs.ts';
import { nothingCommitted, refuseLostHead } from '../git/repository.ts';
import { listTree, selectFiles } from '../git/treeFiles.ts';
import type { IndexingRequest, Surroundings } from '../settings/requests.ts';
import { hasNativeLance } from '../store/loadLance.ts';
import { hasTable } from '../store/openTable.ts';
import { COMMENTARY_TABLE, COMMIT_TABLE, commentaryHome, isShort, removeTips } from '../store/sideTables.ts';
import {
  type Finding,
  flaw,
  foundElsewhere,
  inspectStore,
  leftOvers,
  platformFinding,
  repairStore,
  staleLock,
} from '../store/storeHealth.ts';
import { namedView, pruneViews, readView, tornViews } from '../store/views.ts';
import { removeStaleLock, withWriteLock } from '../store/withWriteLock.ts';
import { locateIndex, storesOfOtherVersions, type Workspace } from '../view/workspace.ts';
import { indexRepository } from './indexRepository.ts';

export interface Diagnosis extends Finding {
  fixed: boolean;
}

/** The time that a repair waits for a writer, milliseconds. */
const WAIT_MS = 1000;

/**
 * Looks for damage of an index, and mends it where that is asked for.
 * @returns what was found, each with whether it was mended; nothing for a healthy index
 */
export async function diagnose(
  request: IndexingRequest,
  surroundings: Surroundings,
  { fix }: { fix: boolean },
): Promise<Diagnosis[]> {
  const { workspace, embedder, dir } = await locateIndex(request, surroundings);
  // Rows that wait for a table are looked at without the binary that makes one.
  const isAsker = INDEX_PACKAGE === undefined && !hasNativeLance();
  const platform = isAsker && !fix && !(await hasTable(dir)) ? null : await platformFinding();
  if (platform !== null) return [{ ...platform, fixed: false }];
  const { root } = workspace.location;
  const inspect = async () => ({
    ofRepository: [...(await lostObjects(workspace)), ...(await lostWorktrees(workspace))],
    ofStore: (await inspectStore(dir)).map((one) => (one.code === 'no-index' ? unbuiltIn(workspace, one) : one)),
    ofViews: await inspectViews(dir),
    ofHistory: await inspectHistory(root),
    ofCommentary: await inspectCommentary(dir),
    ofOthers: othersFinding(await storesOfOtherVersions(root, embedder)),
  });
  const { ofRepository, ofStore, ofViews, ofHistory, ofCommentary, ofOthers } = await inspect();
  const isThere = !ofStore.some(({ code }) => code === 'no-index');
  const ours = [...ofStore, ...(isThere ? ofViews : []), ...ofHistory, ...ofCommentary];
  const all = [...ofRepository, ...ours, ...ofOthers];
  if (!fix || ours.length === 0) return all.map((finding) => ({ ...finding, fixed: false }));
  await repairStore(dir, ofStore);
  if (ofViews.length > 0) await repairViews(dir, surroundings.log);
  await repairHistory(root, ofHistory, surroundings.log);
  await repairCommentary(dir, ofCommentary, surroundings.log);
  // Rows that a repair dropped are computed again; sound ones are reused.
  await indexRepository(request, surroundings, { onProgress: () => undefined });
  const left = new Set(Object.values(await inspect()).flatMap((again) => again.map(({ code }) => code)));
  return all.map((finding) => ({ ...finding, fixed: !left.has(finding.code) }));
}

/** Before the first commit none can be built. */
function unbuiltIn<T extends Finding>({ repository: { head, lostHead } }: Workspace, finding: T): T {
  if (head !== null || lostHead !== undefined) return finding;
  const { message, hint } = nothingCommitted('NO_INDEX');
  return { ...finding, message: message.replace(/\.$/, ''), fix: hint ?? finding.fix, fixable: false };
}

function othersFinding(stores: readonly string[]): Finding[] {
  if (stores.length === 0) return [];
  const message = `other versions of Cora left indexes, which may hold secrets that this one hides: ${stores.join(', ')}`;
  return [foundElsewhere('other-versions', message)];
}

// Finds what is wrong with the repository itself, as far as an index depends on it. Git mends it,
// not Cora.

const LISTED = 5;

async function lostObjects({ repository, settings }: Workspace): Promise<Finding[]> {
  try {
    refuseLostHead(repository);
    if (repository.head === null) return [];
    const { tree } = repository.head;
    const { skipped } = await selectFiles(repository, tree, await listTree(repository, tree), settings);
    const lost = skipped.filter(({ reason }) => reason === 'missing-object');
    if (lost.length === 0) return [];
    const named = lost.slice(0, LISTED).map(({ path, detail }) => `${path} (${detail})`);
    const more = lost.length > LISTED ? ` and ${lost.length - LISTED} more` : '';
    const message = `the repository is damaged: it lacks the objects of ${named.join(', ')}${more}`;
    return [foundElsewhere('missing-object', message)];
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'GIT') throw error;
    return [foundElsewhere('missing-object', error.message, error.hint)];
  }
}

async function lostWorktrees({ repository }: Workspace): Promise<Finding[]> {
  return (await listWorktrees(repository)).flatMap(({ path, prunable }): Finding[] => {
    if (prunable === null) return [];
    const message = `the folder of the worktree ${path} is gone (${prunable}); rows of what it holds are kept`;
    return [foundElsewhere('missing-worktree', message)];
  });
}

// Finds what is wrong with the views of a store, and its repair: what is torn or left over goes,
// and the next build counts again. Rows and state are not looked at here.

/** @returns nothing where all views can be read, and the last build's is among them and whole */
async function inspectViews(dir: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const torn = await tornViews(dir);
  if (torn.length > 0) {
    const message = `${torn.length} file(s) of word counts cannot be read: ${torn.join(', ')}`;
    findings.push(flaw('torn-view', message));
  }
  const current = await namedView(dir);
  if (current === null || !existsSync(join(dir, 'views', `${current}.view`))) {
    const message = `the word counts of the last indexed commit are not in ${join(dir, 'views')}`;
    findings.push(flaw('missing-view', message));
  } else if (!torn.includes(`${current}.view`)) {
    const { shard } = (await readView(dir, current)) ?? {};
    if (shard !== undefined) {
      const message = `the index is shard ${shard.index} of ${shard.count}: files of the other shards are not in it`;
      findings.push(flaw('shard', message));
    }
  }
  const names = await readdir(join(dir, 'views')).catch(() => []);
  const unfinished = names.filter((name) => name.endsWith('.tmp')).sort();
  return [...findings, ...leftOvers(join(dir, 'views'), unfinished, dir)];
}

/** @throws CoraError LOCKED when a writer is at work */
async function repairViews(dir: string, log: Log): Promise<void> {
  await withWriteLock(dir, { waitMs: WAIT_MS, log }, async ({ ensureOwned }) => {
    const torn = await tornViews(dir);
    ensureOwned();
    await pruneViews(dir, Number.POSITIVE_INFINITY, new Set(), torn);
  });
}

// Finds what is wrong with commits.rows, and its repair: it goes, and the next index run writes it
// again. That it is not there is no finding: an older index has none, and it can be switched off.

/**
 * Looks for damage of commits.rows.
 * @param root the folder that holds the stores of all embedders
 */
export async function inspectHistory(root: string): Promise<Finding[]> {
  const findings = [...staleLock(root), ...leftOvers(root, await listTempFiles(root))];
  const complaint = (await isShort(root))
    ? 'the table of commits does not have all that commits.json says'
    : await complaintOf(COMMIT_TABLE.check(root));
  return complaint === null ? findings : [...findings, flaw('broken-history', complaint)];
}

/** @throws CoraError LOCKED when a writer is at work */
async function repairHistory(root: string, findings: readonly Finding[], log: Log): Promise<void> {
  if (findings.length === 0) return;
  removeStaleLock(root);
  await withWriteLock(root, { waitMs: WAIT_MS, log }, async ({ ensureOwned }) => {
    ensureOwned();
    await removeTempFiles(root);
    if (!findings.some(({ code }) => code === 'broken-history')) return;
    await removeTips(root);
    await COMMIT_TABLE.remove(root);
  });
}

/** @returns what the check says is broken; null where nothing is */
function complaintOf(checking: Promise<void>): Promise<string | null> {
  return checking.then(
    () => null,
    whenRefused(({ message }) => message, 'BROKEN_INDEX'),
  );
}

// Finds what is wrong with commentary.rows, and its repair: it goes, because what cannot be read
// cannot be shown.

/** @param dir the folder of one fingerprint */
async function inspectCommentary(dir: string): Promise<Finding[]> {
  const home = commentaryHome(dir);
  // Whoever asks a model holds it, beside the journal.
  const asking = `a process that asked for commentary ended without giving the lock of ${home} back`;
  const findings = staleLock(home, asking);
  const complaint = await complaintOf(COMMENTARY_TABLE.check(dir));
  return complaint === null ? findings : [...findings, flaw('broken-commentary', complaint)];
}

/** @throws CoraError LOCKED when a writer is at work */
async function repairCommentary(dir: string, findings: readonly Finding[], log: Log): Promise<void> {
  removeStaleLock(commentaryHome(dir));
  if (findings.every(({ code }) => code === 'stale-lock')) return;
  await withWriteLock(dir, { waitMs: WAIT_MS, log }, async ({ ensureOwned }) => {
    ensureOwned();
    await COMMENTARY_TABLE.remove(dir);
  });
}
