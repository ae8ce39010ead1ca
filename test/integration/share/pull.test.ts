/** `cora pull`: what others have computed is not computed again, and nothing of it is believed that the caller can check. */

import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { searchSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { currentViewBytes, indexedFiles, readRepoState, rowsIn, storeDir } from '../../helpers/compareStores.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import { textOf } from '../../helpers/craftArtifact.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { EXTENSIONS, sourceOf } from '../../helpers/sources.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { changedFile, mustEqual, project, published, withReadNames } from './publishedIndex.ts';

describe('a fresh clone', () => {
  it.each(
    shareOf<[string, object]>(
      [
        ['hash', {}],
        ['builtin', {}],
        ['hash', { 'no-text': true }],
        ['builtin', { 'no-text': true }],
      ],
      4,
    ),
  )('computes no vector and has the very index that it would have built (%s, %j)', async (embedder, how) => {
    const repo = project();
    await cora(repo, { embedder }).index();
    const { file } = await cora(repo, { embedder }).pack(how);
    const [clone, builder] = [repo.clone(), repo.clone()];
    const report = await cora(clone, { embedder }).pull(file);
    expect(report).toMatchObject({
      commitsBehind: 0,
      refused: [],
      blobs: { known: 0, absent: 0, refused: 0 },
      index: { embedded: 0 },
    });
    expect(report.rows).toBe(report.index.chunks);
    await cora(builder, { embedder }).index();
    await mustEqual(clone, builder, { embedder });
    expect(await currentViewBytes(storeDir(clone))).toBe(await currentViewBytes(storeDir(builder)));
    expect(readdirSync(storeRoot(clone)).filter((name) => name.startsWith('pull.'))).toEqual([]);
    expect(await cora(clone, { embedder }).doctor(false)).toEqual([]);
  });

  quick.it('indexes the commits of the clone where that is asked for, and once some are indexed', async () => {
    const { repo, packed } = await published();
    const [clone, other] = [repo.clone(), repo.clone()];
    expect((await cora(clone).pull(packed.file)).index.history?.added ?? 0).toBe(0);
    expect((await cora(clone).pull(packed.file, { history: 100 })).index.history).toMatchObject({ added: 1 });
    repo.file('src/one.py', sourceOf('py', 79)).commit();
    other.git('pull', '-q');
    expect((await cora(other).pull(packed.file, { history: 1 })).index.history).toMatchObject({ added: 1 });
    clone.git('pull', '-q');
    expect((await cora(clone).pull(packed.file)).index.history).toMatchObject({ added: 1 });
  });

  quick.it('embeds only blobs that are newer than the artifact', async () => {
    const { repo, packed } = await published();
    repo
      .file('src/one.py', sourceOf('py', 77))
      .move('src/one.ts', 'src/renamed.ts')
      .file('fresh.go', sourceOf('go', 55));
    repo.commit();
    const clone = repo.clone();
    const report = await cora(clone).pull(packed.file);
    expect(report).toMatchObject({ commit: packed.commit, commitsBehind: 1 });
    const files = await indexedFiles(storeDir(clone));
    const fresh = files['src/one.py']!.chunks.length + files['fresh.go']!.chunks.length;
    expect(report.index.embedded).toBe(fresh);
    expect((await cora(clone).query('append the account')).freshness).toMatchObject({
      commitsBehind: 0,
      missingFiles: [],
    });
    expect((await cora(clone).index()).embedded).toBe(0);
    await cora(repo).index();
    expect(readRepoState(storeDir(clone)).digest).toBe(readRepoState(storeDir(repo)).digest);
  });

  slow.it('of depth one takes what it has', async () => {
    const { repo, packed } = await published();
    repo.file('src/one.py', sourceOf('py', 77)).commit();
    const shallow = repo.clone('--depth=1');
    const report = await cora(shallow).pull(packed.file);
    expect(report.blobs.absent).toBe(1);
    expect(report.index.embedded).toBe((await indexedFiles(storeDir(shallow)))['src/one.py']!.chunks.length);
  });

  slow.it('takes names that are written in another way than they are read', async () => {
    const repo = withReadNames(project());
    repo.commit();
    await cora(repo).index();
    const { file } = await cora(repo).pack();
    const clone = repo.clone();
    expect(await cora(clone).pull(file)).toMatchObject({ refused: [], index: { computed: 0, embedded: 0 } });
    await mustEqual(clone, repo);
    expect(await cora(clone).doctor(false)).toEqual([]);
  });

  slow.it('of another repository takes nothing, and is indexed', async () => {
    const { packed } = await published();
    const other = tempRepo();
    other.file('mine.py', 'def mine_alone():\n    return 1\n').commit();
    const report = await cora(other).pull(packed.file);
    expect(report).toMatchObject({ rows: 0, commitsBehind: null, blobs: { added: 0 }, index: { embedded: 1 } });
    expect(await rowsIn(storeDir(other))).toHaveLength(1);
  });
});

describe('a clone with an index', () => {
  slow.it('gets what it lacks, while an open reader goes on', async () => {
    const { repo, packed } = await published();
    const clone = repo.clone();
    clone.git('rm', '-q', '-r', 'lib');
    clone.commit('fewer');
    await cora(clone).index();
    const request = searchRequestOf('account', searchSettings(resolveOptions({ limit: 5, lines: 0 }, {}, null)));
    const reader = await cora(clone).searcher();
    const before = await reader.search(request);
    const report = await cora(clone).pull(packed.file);
    expect(report.blobs.known).toBeGreaterThan(0);
    expect(report.blobs.added).toBe(EXTENSIONS.length);
    expect(report.index.embedded).toBe(0);
    const after = await reader.search(request);
    expect(after.results).toEqual(before.results);
    reader.close();
    clone.git('reset', '-q', '--hard', 'HEAD~1');
    expect(await cora(clone).index()).toMatchObject({ computed: 0, embedded: 0 });
    await mustEqual(clone, repo);
  });

  quick.it('pulls the same again and adds nothing', async () => {
    const { packed, clone } = await published();
    await cora(clone).pull(packed.file);
    const list = () => readFileSync(join(storeDir(clone), 'search/segments.json'), 'utf8');
    const before = list();
    expect(await cora(clone).pull(packed.file)).toMatchObject({ rows: 0, blobs: { added: 0, absent: 0 } });
    expect(list()).toBe(before);
  });

  slow.it.each<[string, (file: string) => string | Promise<string>, string]>([
    ['torn', (file) => changedFile(file, (tar) => tar.subarray(0, tar.length - 3000)), 'BAD_ARTIFACT'],
    ['not there', () => 'nowhere.tar', 'NO_INDEX'],
    [
      'of another digest',
      (file) =>
        changedFile(file, (tar) =>
          Buffer.from(tar.toString('latin1').replace(/"digest":"..../, '"digest":"0000'), 'latin1'),
        ),
      'BAD_ARTIFACT',
    ],
  ])('stays as it is when the artifact is %s', async (_, spoil, code) => {
    const { repo, packed, clone } = await published();
    clone.git('rm', '-q', '-r', 'lib');
    clone.commit('fewer');
    await cora(clone).index();
    const [state, rows] = [
      readFileSync(join(storeDir(clone), 'repo_state.json'), 'utf8'),
      await rowsIn(storeDir(clone)),
    ];
    await expect(cora(clone).pull(await spoil(packed.file))).rejects.toMatchObject({ code });
    expect(readFileSync(join(storeDir(clone), 'repo_state.json'), 'utf8')).toBe(state);
    expect(await rowsIn(storeDir(clone))).toEqual(rows);
    expect(readdirSync(storeRoot(clone)).filter((name) => name.startsWith('pull.'))).toEqual([]);
    expect(repo.dir).not.toBe(clone.dir);
  });

  slow.it('removes no folder of a store that the user named, whatever it is called', async () => {
    const { packed, clone } = await published();
    const store = tempDir();
    const own = join(store, 'pull-requests');
    mkdirSync(own);
    writeFileSync(join(own, 'notes.md'), 'mine');
    utimesSync(own, 0, 0);
    await cora(clone, { store }).pull(packed.file);
    expect(readFileSync(join(own, 'notes.md'), 'utf8')).toBe('mine');
  });

  slow.it('has nothing of a pull that was interrupted', async () => {
    const { packed, clone } = await published();
    const aborted = AbortSignal.abort();
    await expect(cora(clone).pull(packed.file, {}, { signal: aborted })).rejects.toMatchObject({ code: 'ABORTED' });
    expect(existsSync(storeRoot(clone)) ? readdirSync(storeRoot(clone)) : []).toEqual([]);
  });
});

quick.describe('an artifact without text', () => {
  quick.it('holds no line of it, is smaller, and answers nothing by itself', async () => {
    const repo = tempRepo();
    repo
      .file(
        'vault.py',
        'def open_vault(key):\n    """Opens the xylophone."""\n    secret_sauce = "mayonnaise"\n    return other_call(key, secret_sauce)\n',
      )
      .commit();
    await cora(repo).index();
    const [whole, bare] = [await cora(repo).pack(), await cora(repo).pack({ 'no-text': true })];
    expect(textOf(whole.file)).toContain('xylophone');
    const tar = textOf(bare.file);
    for (const word of ['xylophone', 'mayonnaise', 'secret_sauce', 'other_call', 'return', '(key'])
      expect(tar).not.toContain(word);
    for (const word of ['vault.py', 'open_vault']) expect(tar).toContain(word);
    expect(bare.digest).toBe(whole.digest);
    await expect(cora(repo).query('vault', { index: bare.file })).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      hint: expect.stringContaining('cora pull'),
    });
  });

  quick.it('does not show a chunk whose blob the caller lacks', async () => {
    const repo = project();
    await cora(repo).index();
    const { file } = await cora(repo).pack({ 'no-text': true });
    repo.remove('lib').commit();
    const shallow = repo.clone('--depth=1');
    const report = await cora(shallow).pull(file);
    expect(report.blobs.absent).toBe(EXTENSIONS.length);
    const { results } = await cora(shallow).query('account filter digest', { limit: 50 });
    expect(results.map(({ path }) => path).filter((path) => path.startsWith('lib/'))).toEqual([]);
  });
});

quick.describe('a folder', () => {
  quick.it('gives the artifact whose commit is nearest to HEAD', async () => {
    const repo = project();
    const folder = tempDir();
    const commits: string[] = [];
    for (const at of [1, 2, 3, 4]) {
      commits.push(repo.file('src/one.py', sourceOf('py', 40 + at)).commit());
      await cora(repo).index();
      const { file } = await cora(repo).pack({ output: join(folder, `${9 - at}.tar`) });
      // The newest file is not the nearest commit.
      utimesSync(file, 1e9 - at, 1e9 - at);
    }
    await cora(repo, { embedder: 'hash:64' }).index();
    await cora(repo, { embedder: 'hash:64' }).pack({ output: join(folder, 'other.tar') });
    writeFileSync(join(folder, 'broken.tar'), 'no archive');
    // A copy of the nearest that has not ended yet is not chosen.
    const nearest = readFileSync(join(folder, '6.tar'));
    writeFileSync(join(folder, 'cut.tar'), nearest.subarray(0, nearest.length / 2));
    const clone = repo.clone();
    clone.git('checkout', '-q', commits[2]!);
    expect(await cora(clone).pull(folder)).toMatchObject({
      commit: commits[2],
      commitsBehind: 0,
      index: { embedded: 0 },
    });
    clone.file('more.txt', 'more\n').commit();
    expect(await cora(clone).pull(folder)).toMatchObject({ commit: commits[2], commitsBehind: 1 });
  });

  quick.it('gives the one of the embedder at hand, whatever else is packed of the same commit', async () => {
    const [repo, folder] = [project(), tempDir()];
    for (const [embedder, name, at] of [
      ['hash', 'mine', 1e9],
      ['hash:64', 'newer', 2e9],
    ] as const) {
      await cora(repo, { embedder }).index();
      const { file } = await cora(repo, { embedder }).pack({ output: join(folder, `${name}.tar`) });
      utimesSync(file, at, at);
    }
    expect(await cora(repo.clone()).pull(folder)).toMatchObject({ commitsBehind: 0, index: { embedded: 0 } });
    // Of none of them: what is there is said.
    await expect(cora(repo.clone(), { embedder: 'hash:32' }).pull(folder)).rejects.toMatchObject({
      code: 'EMBEDDER_MISMATCH',
    });
  });

  quick.it('gives the whole one, however new one without text of the same commit is', async () => {
    const [repo, folder] = [project(), tempDir()];
    await cora(repo).index();
    const packed = [{}, { 'no-text': true }] as const;
    for (const [at, options] of packed.entries()) {
      const { file } = await cora(repo).pack({ ...options, output: join(folder, `${at}.tar`) });
      utimesSync(file, 1e9 + at, 1e9 + at);
    }
    expect(await cora(repo.clone()).pull(folder)).toMatchObject({ source: join(folder, '0.tar') });
  });

  quick.it('gives the one with more files, however new one of a partial clone of the same commit is', async () => {
    const [repo, folder] = [project(), tempDir()];
    await cora(repo).index();
    const partial = repo.clone('--filter=blob:none', '--no-checkout');
    await cora(partial).index();
    for (const [at, one] of [repo, partial].entries()) {
      const { file } = await cora(one).pack({ output: join(folder, `${at}.tar`) });
      utimesSync(file, 1e9 + at, 1e9 + at);
    }
    expect(await cora(repo.clone()).pull(folder)).toMatchObject({ source: join(folder, '0.tar') });
  });

  quick.it('without one says so', async () => {
    await expect(cora(project()).pull(tempDir())).rejects.toMatchObject({ code: 'NO_ARTIFACT' });
  });
});

quick.describe('what does not fit', () => {
  quick.it('is named: another embedder, another version, no commit, no such source', async () => {
    const { packed, clone } = await published();
    await expect(cora(clone, { embedder: 'builtin' }).pull(packed.file)).rejects.toMatchObject({
      code: 'EMBEDDER_MISMATCH',
      hint: expect.stringContaining('--embedder hash'),
    });
    const newer = await changedFile(packed.file, (tar) =>
      Buffer.from(tar.toString('latin1').replace('"formatVersion":2', '"formatVersion":7'), 'latin1'),
    );
    await expect(cora(clone).pull(newer)).rejects.toMatchObject({ code: 'INCOMPATIBLE_INDEX', exitCode: 4 });
    await expect(cora(tempRepo()).pull(packed.file)).rejects.toMatchObject({ code: 'BAD_REVISION' });
    for (const source of ['ftp://example.com/x', 'db://user:secret@index', 's3://user:secret@bucket/x'])
      await expect(cora(clone).pull(source)).rejects.toMatchObject({ code: 'USAGE' });
    await expect(cora(project()).pull(null)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('no remote'),
      hint: expect.not.stringContaining('origin'),
    });
  });
});
