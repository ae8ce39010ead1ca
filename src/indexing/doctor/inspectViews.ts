/**
 * What is wrong with the views of a store, and its repair: what is torn or left over goes, and the next build counts again.
 * Rows and state are not looked at here.
 */

import { access, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isCoraError } from '../../base/errors.ts';
import type { Log, Shard } from '../../base/types.ts';
import type { Finding } from '../../store/finding.ts';
import { namedView, readView, readWholeView } from '../../store/views.ts';
import { withWriteLock } from '../../store/withWriteLock.ts';

export interface ViewFinding extends Omit<Finding, 'code'> {
  code: 'missing-view' | 'torn-view' | 'shard' | 'temp-files';
}

const VIEW = /^([0-9a-f]+)\.view$/;
const TEMPORARY = /\.tmp$/;
const WAIT_MS = 1000;

/** @returns nothing where all views can be read, and the last build's is among them and whole */
export async function inspectViews(dir: string): Promise<ViewFinding[]> {
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
export async function repairViews(dir: string, log: Log): Promise<void> {
  await withWriteLock(dir, { waitMs: WAIT_MS, log }, async ({ ensureOwned }) => {
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
