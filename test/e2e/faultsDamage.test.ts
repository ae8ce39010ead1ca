/**
 * Every file of a store: a changed byte, cut in half, emptied, deleted. A query answers or says what to type, doctor finds
 * what matters, --fix mends it, and then the index is the one that was there before.
 */

import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isCoraError } from '../../src/base/errors.ts';
import type { Diagnosis } from '../../src/indexing/diagnose.ts';
import { cora, storeRoot } from '../helpers/cora.ts';
import { codeRepo, type Described, describedRepo } from '../helpers/describedRepo.ts';
import { damage, FAULTS, type Fault, filesUnder, kindOf } from '../helpers/faults/damage.ts';
import { type FaultRow, faultTable } from '../helpers/faults/faultTable.ts';
import { isUsable } from '../helpers/faults/isUsable.ts';
import { IS_FULL, randomOf } from '../helpers/faults/seed.ts';
import { tempDir } from '../helpers/tempRepo.ts';

/** Bytes that are changed in each file, one after another. */
const BYTES = IS_FULL ? 6 : 1;
const table = faultTable('Damaged files');
let here: Described;
let root: string;
let keep: string;
let whole: string;
let right: readonly unknown[];
/** The id of the view in use. */
let view: string;

beforeAll(async () => {
  const repo = codeRepo();
  for (let at = 0; at < 20; at++) repo.file(`lib/f${at}.py`, `def part_${at}(items):\n    return items[${at}]\n`);
  repo.file('lib/odd.py', Buffer.from([0, 1, 2, 3])).commit();
  here = await describedRepo(undefined, repo);
  await here.describe();
  repo.file('lib/f1.py', 'def other(items):\n    return items\n').remove('lib/f2.py').commit('second step');
  await here.describe();
  root = storeRoot(repo);
  keep = tempDir();
  cpSync(root, keep, { recursive: true, preserveTimestamps: true });
  whole = digest();
  right = await ask();
  view = readFileSync(join(storeDir(), 'views', 'current'), 'utf8');
});

/** Newest version or older ones: only the first matters to a query. */
function labelOf(path: string): string {
  const kind = kindOf(path);
  if (kind === 'search/*.segment') return `\`${kind}\`, ${useOf(path)}`;
  if (kind === 'views/*.view') return `\`${kind}\`, ${path.includes(view) ? 'in use' : 'of another commit'}`;
  if (kind === 'views/*.part') {
    const names = (file: string) =>
      readFileSync(join(keep, dirname(path), file), 'latin1').includes(basename(path, '.part'));
    const use = names(`${view}.view`)
      ? 'in use'
      : names('../repo_state.json')
        ? 'of files left out'
        : 'of another commit';
    return `\`${kind}\`, ${use}`;
  }
  const at = path.indexOf('.lance/');
  if (at === -1 || !/_versions|data|_deletions/.test(kind)) return `\`${kind}\``;
  const folder = join(keep, path.slice(0, at + 6), '_versions');
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.manifest'))
    .sort()[0]!;
  const isNewest = basename(path) === newest || readFileSync(join(folder, newest)).includes(basename(path));
  return basename(path) === 'latest_version_hint.json'
    ? `\`${kind}\``
    : `\`${kind}\`, ${isNewest ? 'in use' : 'of an older version'}`;
}

/** Rows of a pending one are nowhere else. */
function useOf(path: string): string {
  const list = JSON.parse(readFileSync(join(keep, dirname(path), 'segments.json'), 'utf8')) as {
    segments: readonly { name: string; isPending?: true }[];
  };
  const listed = list.segments.find(({ name }) => name === basename(path, '.segment'));
  return listed === undefined ? 'of an earlier run' : listed.isPending === true ? 'pending' : 'in use';
}

interface Case {
  path: string;
  label: string;
  fault: Fault;
}

function cases(): Case[] {
  const random = randomOf('which file');
  const byLabel = new Map<string, string[]>();
  for (const path of filesUnder(keep)) byLabel.set(labelOf(path), [...(byLabel.get(labelOf(path)) ?? []), path]);
  const chosen = [...byLabel].flatMap(([label, paths]) =>
    (IS_FULL ? paths : [paths[Math.floor(random() * paths.length)]!]).map((path) => ({ path, label })),
  );
  return chosen.flatMap(({ path, label }) =>
    (IS_FULL ? FAULTS : [FAULTS[Math.floor(random() * FAULTS.length)]!]).flatMap((fault) =>
      Array.from({ length: fault === 'a changed byte' ? BYTES : 1 }, () => ({ path, label, fault })),
    ),
  );
}

/** @returns `answers`, or the code of an error that has a hint */
async function outcomeOf(question: () => Promise<readonly unknown[]>): Promise<string> {
  try {
    const results = await question();
    expect(results.length).toBeGreaterThan(0);
    return 'answers';
  } catch (error) {
    if (!isCoraError(error)) throw error;
    expect(error.hint, error.message).toMatch(/cora (doctor --fix|index)/);
    return `\`${error.code}\``;
  }
}

const ask = async () => (await cora(here.repo).query('checkPassword')).results;
const query = () => outcomeOf(ask);
const history = () => outcomeOf(async () => (await cora(here.repo).commits('second step')).commits);

function digest(): string {
  return (JSON.parse(readFileSync(join(storeDir(), 'repo_state.json'), 'utf8')) as { digest: string }).digest;
}

function storeDir(): string {
  return join(root, readdirSync(root).find((name) => /^[0-9a-f]{16}$/.test(name))!);
}

/** What depends on which file and which byte it is. */
const EITHER = /search.*(?:in use|pending|segments\.json)|views.*in use/;
/** Every manifest is read before the table is opened; the rest is met by whoever needs it. */
const CODES: readonly [label: RegExp, codes: string][] = [
  [/chunks\.lance\/_versions.*older/, '`damaged-old-files` or `broken-table`'],
  [/./, '`broken-table` or `missing-files`'],
];

function rowOf({ label, fault }: Case, asked: ReadonlySet<string>, found: readonly Diagnosis[]): FaultRow {
  const errors = [...asked].filter((said) => said !== 'answers');
  const said =
    errors.length > 0 || EITHER.test(label) ? 'a query answers or says that the index is damaged' : 'a query answers';
  if (found.length === 0)
    return { fault: `${label}: ${fault}`, happens: `${said}; nothing is wrong`, mends: 'nothing needs to' };
  const codes = found.map(({ code }) => `\`${code}\``).join(', ');
  const [, either = ''] = CODES.find(([kind]) => kind.test(label)) ?? [];
  const shown = either.includes(codes) ? either : codes;
  return { fault: `${label}: ${fault}`, happens: `${said}; doctor: ${shown}`, mends: '`cora doctor --fix`' };
}

describe('a store with a damaged file', () => {
  it('answers or says why not; doctor finds what matters and mends it', async () => {
    const random = randomOf('which byte');
    const all = cases();
    for (const one of all) {
      const { path, fault } = one;
      rmSync(root, { recursive: true });
      cpSync(keep, root, { recursive: true, preserveTimestamps: true });
      damage(join(root, path), fault, random);
      const where = `${path}: ${fault}`;
      const asked = new Set([await query(), await history()]);
      // What a model wrote is a part of answers, and is not what it was without its table.
      const isOfRows = !path.includes('commentary');
      // Questions compare no checksums of sections: a byte within a segment may change an answer.
      const mayDiffer = fault === 'a changed byte' && path.endsWith('.segment');
      if (isOfRows && !asked.has('`BROKEN_INDEX`') && !mayDiffer) expect(await ask(), where).toEqual(right);
      const found = await cora(here.repo).doctor(false);
      expect(
        found.every(({ fixable }) => fixable),
        where,
      ).toBe(true);
      if (found.length > 0) {
        const fixed = await cora(here.repo).doctor(true);
        expect(
          fixed.filter((finding) => !finding.fixed),
          where,
        ).toEqual([]);
        // At once, without another run.
        expect([await query(), await history()], where).toEqual(['answers', 'answers']);
      }
      await isUsable(here.repo, where);
      expect([await query(), await history()], where).toEqual(['answers', 'answers']);
      expect(digest(), where).toBe(whole);
      if (isOfRows) expect(await ask(), where).toEqual(right);
      table.add(rowOf(one, asked, found));
    }
    table.check(IS_FULL);
    table.did(`${all.length} faults in ${new Set(all.map(({ path }) => path)).size} files`);
  });
});
