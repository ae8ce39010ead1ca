/** Contract 4: every answer says what it knows of, and no index is an error that names the command to run. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { searchFolder } from '../../../src/engine/searchFile.ts';
import { readStatus } from '../../../src/freshness/readStatus.ts';
import { UNTABLED } from '../../../src/indexing/build/keepRows.ts';
import { indexedFiles } from '../../../src/search/indexedFiles.ts';
import { sessionSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { freshnessNotes } from '../../../src/view/renderFreshness.ts';
import { cora } from '../../helpers/cora.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const limits = { ...UNTABLED };
afterEach(() => void Object.assign(UNTABLED, limits));

function indexed() {
  const repo = tempRepo();
  repo.file('a.py', sourceOf('py', 1)).file('b.py', sourceOf('py', 20));
  const commit = repo.commit();
  return { repo, commit };
}

function statusOf(repo: TempRepo, check = false) {
  const settings = sessionSettings(resolveOptions({ jobs: 0, embedder: 'hash' }, {}, null));
  return readStatus({ ...settings, check }, { dir: repo.dir, env: repo.env, cacheDir: tempDir(), log: silentLog });
}

describe('status', () => {
  it('is of HEAD though another commit was indexed after it', async () => {
    const { repo, commit } = indexed();
    const key = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0bC2dE4'}`;
    const head = repo
      .file('c.py', `token = "${key}"\n`)
      .file('d.png', Buffer.from([0, 1]))
      .commit();
    await cora(repo).index();
    const before = await statusOf(repo);
    expect(before.redacted).toEqual({ secrets: 1, files: 1 });
    await cora(repo).index({ rev: commit });
    const after = await statusOf(repo);
    expect(after.freshness).toMatchObject({ indexedCommit: head, commitsBehind: 0 });
    expect(after.lastRun.commit).toBe(commit);
    for (const part of ['counts', 'digest', 'skipped', 'failed', 'redacted', 'embedder'] as const)
      expect(after[part], part).toEqual(before[part]);
    repo.git('checkout', '-q', '--detach', commit);
    expect((await statusOf(repo)).counts.files).toBe(2);
  });

  it('finds with check a damaged byte in whatever part of a segment it lies', async () => {
    const { repo } = indexed();
    await cora(repo).index();
    expect(await statusOf(repo, true)).not.toHaveProperty('damage');
    const search = searchFolder((await statusOf(repo)).store.path);
    const file = join(search, readdirSync(search).find((name) => name.endsWith('.segment'))!);
    const sound = readFileSync(file);
    for (const at of [sound.length >> 2, sound.length >> 1, sound.length - 9]) {
      const torn = Buffer.from(sound);
      torn[at]! ^= 1;
      writeFileSync(file, torn);
      expect((await statusOf(repo, true)).damage, `byte ${at}`).toMatchObject({
        message: expect.stringContaining('is damaged'),
      });
    }
  });
});

describe('freshness', () => {
  quick.it('is an error without an index, not an empty list', async () => {
    const { repo } = indexed();
    await expect(cora(repo).query('account')).rejects.toMatchObject({
      code: 'NO_INDEX',
      exitCode: 3,
      hint: expect.stringContaining('cora index'),
    });
  });

  quick.it('names the embedder that there is an index for', async () => {
    const { repo } = indexed();
    await cora(repo).index();
    await expect(cora(repo, { embedder: 'hash:64' }).query('account')).rejects.toMatchObject({
      code: 'NO_INDEX',
      message: expect.stringContaining('hash'),
    });
  });

  quick.it('tells the indexed commit, HEAD, and how far apart they are', async () => {
    const { repo, commit } = indexed();
    await cora(repo).index();
    expect((await cora(repo).query('account')).freshness).toEqual({
      indexedCommit: commit,
      headCommit: commit,
      commitsBehind: 0,
      dirtyFiles: 0,
      asCommitted: [],
      missingFiles: [],
    });
    repo.file('c.py', 'def brand_new_thing():\n    return 1\n').commit();
    const head = repo.file('d.py', 'def other_new_thing():\n    return 2\n').commit();
    const answer = await cora(repo).query('brand_new_thing');
    expect(answer.freshness).toMatchObject({
      indexedCommit: commit,
      headCommit: head,
      commitsBehind: 2,
      missingFiles: [],
    });
    expect(answer.results[0]).toMatchObject({ path: 'c.py', symbol: 'brand_new_thing', status: 'committed' });
  });

  quick.it('searches uncommitted edits, and not with --committed', async () => {
    const { repo } = indexed();
    await cora(repo).index();
    repo
      .file('a.py', 'def edited_just_now():\n    return 3\n')
      .file('new/untracked.py', 'def never_added():\n    return 4\n')
      .remove('b.py');
    const edited = await cora(repo).query('edited_just_now');
    expect(edited.results[0]).toMatchObject({
      path: 'a.py',
      symbol: 'edited_just_now',
      status: 'modified',
      startLine: 1,
      endLine: 2,
    });
    expect(edited.freshness).toMatchObject({ dirtyFiles: 2, deletedFiles: 1 });
    expect((await cora(repo).query('never_added')).results[0]).toMatchObject({
      path: 'new/untracked.py',
      status: 'untracked',
    });
    expect((await cora(repo).query('total item', { limit: 50 })).results.map(({ path }) => path)).not.toContain('b.py');
    const committed = await cora(repo).query('edited_just_now', { committed: true });
    expect(committed.results.map(({ symbol }) => symbol)).not.toContain('edited_just_now');
    expect(committed.freshness.dirtyFiles).toBe(0);
  });

  quick.it('says that a file is deleted, and nothing of one that never was committed', async () => {
    const { repo } = indexed();
    await cora(repo).index();
    const told = async () => freshnessNotes((await statusOf(repo)).freshness);
    expect(await told()).toEqual([]);
    repo.remove('b.py').file('new.py', 'x = 1\n').remove('new.py');
    expect(await told()).toEqual(['1 file deleted and not committed']);
    repo.commit();
    await cora(repo).index();
    expect(await told()).toEqual([]);
  });

  quick.it.each(['hash', 'builtin'])(
    'ranks an uncommitted edit as the commit of it will be ranked (%s)',
    async (embedder) => {
      const { repo } = indexed();
      await cora(repo, { embedder }).index();
      repo.file('a.py', sourceOf('py', 33)).file('fresh.ts', sourceOf('ts', 41)).remove('b.py');
      const before = await cora(repo, { embedder }).query('check the digest');
      repo.commit();
      await cora(repo, { embedder }).index();
      const after = await cora(repo, { embedder }).query('check the digest');
      const plain = (results: typeof before.results) => results.map(({ status: _, commit: __, ...hit }) => hit);
      expect(plain(before.results)).toEqual(plain(after.results));
    },
  );

  quick.it('finds an uncommitted file by what finds a committed one, and by nothing else', async () => {
    const { repo } = indexed();
    await cora(repo).index();
    // A folder's name alone brings no file.
    repo.file('ledger/other.java', 'class Other {\n  int one(int n) {\n    return n + 1;\n  }\n}\n');
    const asked = () => cora(repo).query('flush the ledger', { mode: 'words' });
    const before = await asked();
    repo.commit();
    await cora(repo).index();
    expect(before.results.map(({ path }) => path)).toEqual((await asked()).results.map(({ path }) => path));
    expect(before.results.map(({ path }) => path)).not.toContain('ledger/other.java');
    const named = async () => (await cora(repo).query('new_name', { mode: 'words' })).results.map(({ path }) => path);
    repo.file('new_name.java', 'class Some {\n  int two(int n) {\n    return n + 2;\n  }\n}\n');
    expect(await named()).toEqual(['new_name.java']);
  });

  it.each(shareOf(['a build', 'cora gc'], 2))(
    'does not answer from the view of an old tree whose rows %s removed',
    async (by) => {
      const { repo } = indexed();
      const { index, gc, query } = cora(repo);
      await index();
      const before = await query('append account');
      expect(before.results).not.toEqual([]);
      // A run that needs no table leaves all rows.
      if (by === 'a build') UNTABLED.files = -1;
      for (const path of ['a.py', 'b.py']) repo.remove(path);
      if (by === 'cora gc') for (let at = 0; at < 9; at++) repo.file(`kept${at}.py`, sourceOf('py', 50 + at));
      repo.commit();
      repo.git('reflog', 'expire', '--expire=now', '--all');
      await index();
      if (by === 'cora gc') await gc();
      repo.git('revert', '--no-edit', 'HEAD');
      const plain = ({ results }: typeof before) => results.map(({ commit: _, ...hit }) => hit);
      const after = await query('append account');
      expect(plain(after)).toEqual(plain(before));
      expect(after.freshness).toMatchObject({ commitsBehind: 1, missingFiles: [] });
      await index();
      expect(plain(await query('append account'))).toEqual(plain(before));
    },
  );

  quick.it('searches no Git LFS pointer, neither before a commit of it nor after', async () => {
    const { repo } = indexed();
    const { index, query } = cora(repo);
    await index();
    const paths = async () => (await query('spec oid sha256', { mode: 'words' })).results.map(({ path }) => path);
    repo.file('large.txt', `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 2504\n`);
    expect(await paths()).toEqual([]);
    repo.commit();
    expect(await paths()).toEqual([]);
    await index();
    expect(await paths()).toEqual([]);
  });

  quick.it('follows a committed file of rules in its folder before the next index as after it', async () => {
    const { repo } = indexed();
    const sum = (at: number): string => `def sum_${at}(items):\n    return sum(items, ${at})\n`;
    for (const at of [2, 3, 4]) repo.file(`src/${at}.py`, sum(at)).file(`srcs/${at}.py`, sum(at));
    repo.file('src/.coraignore', '2.py\n').commit();
    const { index, query } = cora(repo);
    const answer = async () => {
      const { results, freshness } = await query('sum of items', { limit: 50, mode: 'words' });
      return { results, missing: freshness.missingFiles };
    };
    await index();
    const steps = [
      () => repo.file('src/.coraignore', '3.py\n').file('src/5.py', sum(5)).file('srcs/2.py', sum(6)),
      () => repo.file('src/deep/.gitattributes', '*.py linguist-generated\n').file('src/deep/a.py', sum(7)),
      () => repo.remove('src/.coraignore').remove('src/4.py'),
    ];
    for (const step of steps) {
      step().commit();
      const before = await answer();
      expect(before.results.length).toBeGreaterThan(3);
      await index();
      expect(await answer()).toEqual(before);
    }
  });

  slow.it('lists no file of which nothing is indexed, neither before the commit of it nor after', async () => {
    const { repo } = indexed();
    const { index, searcher } = cora(repo);
    await index();
    const listed = async () => {
      const now = await searcher();
      try {
        const { files } = await indexedFiles(await now.symbols(), { paths: [], languages: [], offset: 0, limit: 100 });
        return files.map(({ path }) => path);
      } finally {
        now.close();
      }
    };
    repo
      .file('empty.py', '')
      .file('blank.py', '\n\n')
      .file('binary.py', Uint8Array.of(0, 1, 2))
      .file('d.py', 'D = 1\n');
    repo.file('large.txt', `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 2504\n`);
    expect(await listed()).toEqual(['a.py', 'b.py', 'd.py']);
    repo.commit();
    expect(await listed()).toEqual(['a.py', 'b.py', 'd.py']);
    await index();
    expect(await listed()).toEqual(['a.py', 'b.py', 'd.py']);
  });

  slow.it('lists what a query does not read by itself', async () => {
    const { repo } = indexed();
    await cora(repo).index();
    for (let at = 0; at < 320; at++) repo.file(`many/f${at}.py`, `def function_number_${at}():\n    return ${at}\n`);
    const { freshness } = await cora(repo).query('function_number_7');
    expect(freshness.missingFiles).toHaveLength(20);
    expect(freshness.missingFiles[0]!.reason).toContain('cora index');
  });

  slow.it(
    'asks for no index of files that hold nothing to index, also where rules decide about all files anew',
    async () => {
      const { repo } = indexed();
      for (let at = 0; at < 320; at++) repo.file(`data/f${at}.dat`, Uint8Array.of(0, 1, at % 256, at >> 8));
      repo.commit();
      await cora(repo).index();
      repo.file('.gitattributes', '*.snap linguist-generated\n');
      const { freshness, results } = await cora(repo).query('total item');
      expect(freshness).toMatchObject({ dirtyFiles: 1, missingFiles: [] });
      expect(results).not.toEqual([]);
    },
  );

  quick.it('never answers with a blob of another branch', async () => {
    const { repo } = indexed();
    repo.git('switch', '-q', '-c', 'secret');
    repo.file('only_here.py', 'def only_on_this_branch():\n    return 5\n').commit();
    await cora(repo).index();
    repo.git('switch', '-q', 'main');
    for (const mode of ['words', 'vectors', 'hybrid']) {
      const { results } = await cora(repo).query('only_on_this_branch', { mode, limit: 50 });
      expect(results.map(({ path }) => path)).not.toContain('only_here.py');
    }
  });

  quick.it(
    'answers on a branch without a commit for what lies there, and for nothing of the branch before',
    async () => {
      const { repo } = indexed();
      await cora(repo).index();
      repo.git('switch', '-q', '--orphan', 'empty');
      repo.file('first.py', 'def first_of_its_branch(items):\n    return sum(items)\n');
      const { results, freshness } = await cora(repo).query('sum of the items', { limit: 50 });
      expect(results.map(({ path, status }) => [path, status])).toEqual([['first.py', 'untracked']]);
      expect(freshness).toMatchObject({ headCommit: null, commitsBehind: null, dirtyFiles: 1, missingFiles: [] });
      expect((await cora(repo).query('sum of the items', { committed: true })).results).toEqual([]);
    },
  );
});
