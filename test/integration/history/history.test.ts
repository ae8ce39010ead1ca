/** `cora query --commits`: right for the history of HEAD, whatever is indexed and whatever else the table holds. */

import { appendFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { CommitSearchResult } from '../../../src/base/historyTypes.ts';
import { sealJson } from '../../../src/disk/replaceFile.ts';
import { SideTableForm } from '../../../src/store/sideTable.ts';
import { COMMIT_TABLE, type CommitRow, tipsPath } from '../../../src/store/sideTables.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

/** Five commits on main. */
function shop(): TempRepo {
  const repo = tempRepo();
  repo.file('src/cart.ts', 'export const cart = 1;\n').commit('Add the shopping cart');
  repo.file('src/price.ts', 'export const price = 1;\n').commit('Prices in cents\n\nRounding of the cart was wrong.');
  repo.file('docs/guide.md', '# Guide\n').commit('Write a guide');
  repo.move('src/price.ts', 'src/money.ts').commit('Rename price to money');
  repo.file('src/cart.ts', 'export const cart = 2;\n').commit('Fix rounding');
  return repo;
}

const subjects = ({ commits }: CommitSearchResult): string[] => commits.map(({ subject }) => subject);

async function storedIn(repo: TempRepo): Promise<string[]> {
  const table = await COMMIT_TABLE.open(storeRoot(repo), 'read');
  const rows = table?.scan(['commit', 'subject']) ?? [];
  expect(new Set(rows.map(({ commit }) => commit)).size).toBe(rows.length);
  return rows.map(({ subject }) => subject).sort();
}

quick.it('finds by subject first, then by body and paths; equals go by time', async () => {
  const repo = shop();
  await cora(repo).index();
  const rounding = await cora(repo).commits('rounding');
  expect(subjects(rounding)).toEqual(['Fix rounding', 'Prices in cents']);
  expect(rounding.freshness).toEqual({
    indexedCommit: repo.git('rev-parse', 'HEAD'),
    headCommit: repo.git('rev-parse', 'HEAD'),
    commitsBehind: 0,
    dirtyFiles: 0,
    asCommitted: [],
    missingFiles: [],
    searched: 5,
    readNow: 0,
    missing: 0,
    cutOff: null,
  });
  expect(rounding.commits[0]).toMatchObject({
    rank: 1,
    author: 'A U Thor',
    files: [{ status: 'modified', path: 'src/cart.ts', oldPath: null }],
  });
  const { score, why } = rounding.commits[0]!;
  expect(why.words + why.paths + why.name).toBeCloseTo(score, 10);
  expect(subjects(await cora(repo).commits('guide.md'))).toEqual(['Write a guide']);
  expect(subjects(await cora(repo).commits('money'))).toEqual(['Rename price to money']);
  expect(subjects(await cora(repo).commits('zzyzx'))).toEqual([]);
  repo.commit('Same words');
  const newer = repo.commit('Same words');
  expect((await cora(repo).commits('same words', { limit: 1 })).commits[0]).toMatchObject({ commit: newer });
});

quick.it.each([{}, { full: true }])(
  'neither shows nor keeps the messages of a version that hid fewer secrets: %j',
  async (how) => {
    const secret = ['ghp', 'xK7dQ2mVt9LrBz4WnH8pYc3JfG6sTa1RuE5o'].join('_');
    const repo = tempRepo();
    const commit = repo.file('a.ts', 'export const a = 1;\n').commit(`Rotate ${secret}`);
    await cora(repo).index();
    const row = {
      ...Object.fromEntries(COMMIT_TABLE.form.texts.map((name) => [name, ''])),
      commit,
      subject: `Rotate ${secret}`,
      subjectWords: 'rotate',
      parents: [],
      files: [],
    };
    const form = new SideTableForm({ ...COMMIT_TABLE.form, version: '2' });
    const old = await form.create(storeRoot(repo));
    await old.append([[row as unknown as CommitRow]], () => undefined);
    writeFileSync(tipsPath(storeRoot(repo)), sealJson({ rows: 2, tips: [{ commit, limit: 1e6, boundary: '' }] }));
    const bytes = () => readFileSync(COMMIT_TABLE.file(storeRoot(repo)), 'latin1');
    expect(bytes()).toContain(secret);
    expect(JSON.stringify(await cora(repo).commits('rotate'))).not.toContain(secret);
    await cora(repo).index(how);
    expect(bytes()).not.toContain(secret);
    expect(subjects(await cora(repo).commits('rotate'))).toEqual([expect.stringMatching(/^Rotate /)]);
  },
);

quick.it('lists the newest without a text, and takes the name of a commit', async () => {
  const repo = shop();
  await cora(repo).index();
  const newest = await cora(repo).commits(' ', { limit: 2 });
  expect(subjects(newest)).toEqual(['Fix rounding', 'Rename price to money']);
  expect(newest).toMatchObject({ truncated: true, commits: [{ score: 0 }, { score: 0 }] });
  const third = repo.git('rev-parse', 'HEAD~2');
  expect((await cora(repo).commits(third.slice(0, 9))).commits[0]).toMatchObject({ commit: third, rank: 1 });
});

quick.it('shows the start of a message that is too long for a list', async () => {
  const repo = tempRepo();
  repo.file('a.txt').commit('Add a');
  const long = `${'word '.repeat(300_000)}\n\n${'body '.repeat(100_000)}`;
  const commit = repo.gitInput(long, 'commit-tree', 'HEAD^{tree}', '-p', 'HEAD');
  repo.git('update-ref', 'HEAD', commit);
  await cora(repo).index();
  const { commits } = await cora(repo).commits('word');
  expect(commits[0]!.subject).toBe(`${'word '.repeat(100).slice(0, 499)}…`);
  expect(commits[0]!.body.length).toBeLessThanOrEqual(20_000);
});

quick.it('filters by path, author and time', async () => {
  const repo = shop();
  repo.git('tag', 'v1', 'HEAD~2');
  repo.git('commit', '-q', '--allow-empty', '--author=Zoë Other <zoe@example.com>', '-m', 'Nothing');
  await cora(repo).index();
  const { commits } = cora(repo);
  expect(subjects(await commits('', { path: ['src/price.ts'] }))).toEqual(['Rename price to money', 'Prices in cents']);
  expect(subjects(await commits('cart', { path: ['*.md'] }))).toEqual([]);
  expect(subjects(await commits('', { author: 'zoë' }))).toEqual(['Nothing']);
  expect(subjects(await commits('', { author: 'ZOE@' }))).toEqual(['Nothing']);
  expect(subjects(await commits('', { since: 'v1' }))).toEqual(['Nothing', 'Fix rounding', 'Rename price to money']);
  expect(subjects(await commits('', { until: 'v1', limit: 1 }))).toEqual(['Write a guide']);
  expect(subjects(await commits('', { since: '2023-11-14T22:13:25Z' }))).toEqual(['Nothing', 'Fix rounding']);
  expect(subjects(await commits('', { since: '1 week' }))).toEqual([]);
  await expect(commits('', { since: 'never' })).rejects.toMatchObject({ code: 'USAGE' });
});

quick.it('adds only what is new, and nothing where nothing is', async () => {
  const repo = shop();
  expect((await cora(repo).index()).history).toMatchObject({ added: 5 });
  expect((await cora(repo).index()).history).toMatchObject({ added: 0 });
  repo.commit('sixth');
  expect((await cora(repo).index()).history).toMatchObject({ added: 1 });
  // Without its accelerator the table is asked.
  rmSync(join(storeRoot(repo), 'commits.json'));
  repo.commit('seventh');
  expect((await cora(repo).index()).history).toMatchObject({ added: 1 });
  writeFileSync(join(storeRoot(repo), 'commits.json'), '{"tips": [');
  expect((await cora(repo).index()).history).toMatchObject({ added: 0 });
  expect(await storedIn(repo)).toHaveLength(7);
  expect((await cora(repo).index({ embedder: 'hash', full: true })).history).toMatchObject({ added: 7 });
  expect(await storedIn(repo)).toHaveLength(7);
});

quick.it('answers the same from git as from the table, and says so', async () => {
  const repo = shop();
  const live = await cora(repo).commits('cart rounding');
  expect(live.freshness).toMatchObject({ searched: 5, readNow: 5, missing: 0 });
  await cora(repo).index({ rev: 'HEAD~3' });
  const half = await cora(repo).commits('cart rounding');
  expect(half.freshness).toMatchObject({ searched: 5, readNow: 3, missing: 0 });
  await cora(repo).index();
  const whole = await cora(repo).commits('cart rounding');
  expect(whole.freshness).toMatchObject({ searched: 5, readNow: 0, missing: 0 });
  expect(whole.commits).toEqual(live.commits);
  expect(half.commits).toEqual(live.commits);
});

quick.it('shows only ancestors of HEAD: not what a rebase left behind, nor what another worktree has', async () => {
  const repo = shop();
  const side = repo.worktree('side', 'HEAD~1');
  side.file('side.ts').commit('Rounding on the side');
  await cora(repo).index();
  await cora(side).index();
  expect(subjects(await cora(repo).commits('rounding'))).toEqual(['Fix rounding', 'Prices in cents']);
  expect(subjects(await cora(side).commits('rounding'))).toEqual(['Rounding on the side', 'Prices in cents']);
  repo.git('rebase', '-q', 'side');
  expect(subjects(await cora(repo).commits('rounding'))).toEqual([
    'Fix rounding',
    'Rounding on the side',
    'Prices in cents',
  ]);
  await cora(repo).index();
  const rebased = await cora(repo).commits('fix rounding', { limit: 1 });
  expect(rebased.commits[0]).toMatchObject({ commit: repo.git('rev-parse', 'HEAD'), rank: 1 });
  expect((await cora(repo).commits('')).commits).toHaveLength(6);
  // Both ends of the rebase are rows; a fresh store gives the same scores.
  expect(await storedIn(repo)).toHaveLength(7);
  const mixed = await cora(repo).commits('rounding cart');
  await cora(repo).clean();
  await cora(repo).index();
  expect(await storedIn(repo)).toHaveLength(6);
  expect((await cora(repo).commits('rounding cart')).commits).toEqual(mixed.commits);
});

slow.it('keeps the newest commits that the setting allows, and none for 0', async () => {
  const repo = shop();
  await cora(repo, { history: 2 }).index();
  expect(await storedIn(repo)).toEqual(['Fix rounding', 'Rename price to money']);
  const two = await cora(repo, { history: 2 }).commits('');
  expect(two).toMatchObject({ freshness: { searched: 2, cutOff: 'setting' } });
  expect((await cora(repo).index()).history).toMatchObject({ added: 3 });
  const none = tempRepo();
  none.file('a.txt').commit('only');
  expect((await cora(none, { history: 0 }).index()).history).toMatchObject({ added: 0 });
  expect(readdirSync(storeRoot(none))).not.toContain('commits.rows');
  expect(subjects(await cora(none, { history: 0 }).commits('only'))).toEqual(['only']);
});

slow.it('knows a shallow clone, and its whole history once it has been fetched', async () => {
  const origin = shop();
  const repo = origin.clone('--depth=2');
  await cora(repo).index();
  const cut = await cora(repo).commits('');
  expect(subjects(cut)).toEqual(['Fix rounding', 'Rename price to money']);
  expect(cut.freshness).toMatchObject({ searched: 2, cutOff: 'shallow' });
  // At the cut nobody knows what the commit touched.
  expect(cut.commits[1]!.files).toEqual([]);
  expect(await storedIn(repo)).toEqual(['Fix rounding']);
  repo.git('fetch', '-q', '--unshallow');
  await cora(repo).index();
  const whole = await cora(repo).commits('');
  expect(whole.freshness).toMatchObject({ searched: 5, readNow: 0, cutOff: null });
  expect(whole.commits[1]!.files).toEqual([{ status: 'renamed', path: 'src/money.ts', oldPath: 'src/price.ts' }]);
});

quick.it('fails after the code is indexed where a commit is lost, and says so', async () => {
  const repo = shop();
  const lost = repo.git('rev-parse', 'HEAD~2').trim();
  rmSync(repo.path('.git', 'objects', lost.slice(0, 2), lost.slice(2)));
  await expect(cora(repo).index()).rejects.toMatchObject({
    code: 'GIT',
    message: expect.stringMatching(/rev-list failed.* The code is indexed, the commits are not\.$/),
    hint: expect.stringContaining('git fsck'),
  });
  expect((await cora(repo).query('cart')).results[0]).toMatchObject({ path: 'src/cart.ts' });
});

slow.it('reads again what a table that lost its end does not have', async () => {
  const repo = shop();
  await cora(repo).index();
  const file = COMMIT_TABLE.file(storeRoot(repo));
  const { length } = readFileSync(file);
  truncateSync(file, length - 1);
  expect((await cora(repo).commits('rounding')).freshness).toMatchObject({ searched: 5, readNow: 5 });
  expect(await cora(repo).doctor(false)).toMatchObject([{ code: 'broken-history', fixable: true }]);
  expect((await cora(repo).index()).history).toMatchObject({ added: 5 });
  expect(readFileSync(file)).toHaveLength(length);
  expect(await cora(repo).doctor(false)).toEqual([]);
});

quick.it.each<[string, (file: string) => void]>([
  ['is gone', (file) => rmSync(file)],
  [
    'has a changed byte in its middle',
    (file) => {
      const bytes = readFileSync(file);
      bytes[bytes.length >> 1]! ^= 1;
      writeFileSync(file, bytes);
    },
  ],
  ['has other bytes behind its end', (file) => appendFileSync(file, Buffer.alloc(500, 0xff))],
  ['is of other columns', (file) => writeFileSync(file, readFileSync(file).subarray(0, 8))],
])('is found by doctor and mended by a run that has nothing else to do, where the table %s', async (_, damage) => {
  const repo = shop();
  await cora(repo).index();
  const file = COMMIT_TABLE.file(storeRoot(repo));
  damage(file);
  expect(await cora(repo).doctor(false)).toMatchObject([{ code: 'broken-history', fixable: true }]);
  await cora(repo).index();
  expect(await cora(repo).doctor(false)).toEqual([]);
  expect((await cora(repo).commits('rounding')).freshness).toMatchObject({ searched: 5, readNow: 0 });
});

slow.it('answers from git where the table is broken; doctor finds it and builds it again', async () => {
  const repo = shop();
  await cora(repo).index();
  const before = await cora(repo).commits('rounding');
  expect(await cora(repo).doctor(false)).toEqual([]);
  writeFileSync(COMMIT_TABLE.file(storeRoot(repo)), 'torn');
  const torn = await cora(repo).commits('rounding');
  expect(torn.commits).toEqual(before.commits);
  expect(torn.freshness).toMatchObject({ readNow: 5 });
  expect(await cora(repo).doctor(false)).toMatchObject([{ code: 'broken-history', fixed: false, fixable: true }]);
  expect(await cora(repo).doctor(true)).toMatchObject([{ code: 'broken-history', fixed: true }]);
  expect((await cora(repo).commits('rounding')).freshness).toMatchObject({ searched: 5, readNow: 0 });
  expect((await cora(repo).clean()).paths.map((path) => path.replace(/^.*\//, ''))).toContain('commits.rows');
  expect(await storedIn(repo)).toEqual([]);
});
