/** An index built in parts is, when they are put together, the one that would have been built in one piece. */

import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mergeShards } from '../../../src/share/mergeShards.ts';
import { artifactName, readArtifactName } from '../../../src/share/readSource.ts';
import { unpackIndex } from '../../../src/share/unpackIndex.ts';
import { verifyArtifact } from '../../../src/share/verifyArtifact.ts';
import { currentViewBytes, indexedFiles, readRepoState, rowsIn, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { putTogether, takeApart } from '../../helpers/craftArtifact.ts';
import { isSlow, quick, shareOf, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir } from '../../helpers/tempRepo.ts';
import { mustEqual, project } from './publishedIndex.ts';

type Flags = Parameters<typeof cora>[1];

const watch = { onProgress: () => undefined };
const merged = (named: readonly string[], output = join(tempDir(), 'merged.tar')) => mergeShards(named, output, watch);

/** Packs each shard in a clone of its own, like the jobs of a matrix. */
async function shardsOf(repo: TempRepo, count: number, flags: Flags = {}, how: Flags = {}): Promise<string> {
  const folder = tempDir();
  for (let index = 1; index <= count; index++) {
    const job = cora(repo.clone(), flags);
    await job.index({ shard: `${index}/${count}` });
    const output = join(folder, `job-${index}`, 'shard.tar');
    mkdirSync(join(folder, `job-${index}`), { recursive: true });
    await job.pack({ ...how, output });
  }
  return folder;
}

const shardIn = (folder: string, index: number): string => join(folder, `job-${index}`, 'shard.tar');
const membersOf = (file: string) => takeApart(readFileSync(file));

function bigger(): TempRepo {
  const repo = project();
  for (let at = 0; at < 40; at++) repo.file(`many/m${at}.py`, sourceOf('py', 100 + at));
  repo
    .file('copy/of-m3.py', sourceOf('py', 103))
    .file('binary.dat', Buffer.from([0, 1, 2, 3]))
    .file('empty.py', '');
  repo.commit();
  return repo;
}

/** Each is a clone and a build: `npm test` has fewer. */
const MANY = isSlow ? 8 : 3;

describe(`${MANY} shards, merged`, () => {
  it.each(
    shareOf<[string, Flags]>(
      [
        ['hash', {}],
        ['builtin', {}],
        ['hash', { 'no-text': true }],
      ],
      3,
    ),
  )('are the artifact of one build, member by member (%s, %j)', async (embedder, how) => {
    const repo = bigger();
    const builder = repo.clone();
    await cora(builder, { embedder }).index();
    // A shard's build reads no commits.
    const whole = await cora(builder, { embedder }).pack({ ...how, history: 0 });
    const folder = await shardsOf(repo, MANY, { embedder }, how);
    const joined = await merged([folder]);
    expect(joined).toMatchObject({ shards: MANY, digest: whole.digest, files: whole.files, chunks: whole.chunks });
    expect(await verifyArtifact(joined.file)).toMatchObject({ ok: true, problem: null });
    const [ours, theirs] = [membersOf(joined.file), membersOf(whole.file)];
    expect(ours.slice(1).map(({ name, content }) => [name, content.toString('latin1')])).toEqual(
      theirs.slice(1).map(({ name, content }) => [name, content.toString('latin1')]),
    );
    const about = (content: Buffer) => ({ ...JSON.parse(content.toString('utf8')), repository: '' });
    expect(about(ours[0]!.content)).toEqual(about(theirs[0]!.content));
    expect(about(ours[0]!.content).shard).toBeUndefined();
    const clone = repo.clone();
    expect((await cora(clone, { embedder }).pull(joined.file)).index).toMatchObject({ embedded: 0 });
    await mustEqual(clone, builder, { embedder });
    expect(await currentViewBytes(storeDir(clone))).toBe(await currentViewBytes(storeDir(builder)));
  });

  slow.it('unpack to the store of one build', async () => {
    const repo = bigger();
    await cora(repo).index();
    const joined = await merged([await shardsOf(repo, MANY)]);
    const { dir } = await unpackIndex(joined.file, join(tempDir(), 'index'));
    expect(await rowsIn(dir)).toEqual(await rowsIn(storeDir(repo)));
    // The files stand in the state of what is unpacked, and in the view of a store.
    const plain = ({
      times: _,
      repository: __,
      files: ___,
      selection: ____,
      ...state
    }: ReturnType<typeof readRepoState>) => state;
    expect(plain(readRepoState(dir))).toEqual(plain(readRepoState(storeDir(repo))));
    expect(await indexedFiles(dir)).toEqual(await indexedFiles(storeDir(repo)));
  });

  slow.it('may be as many as there are files, or one', async () => {
    const repo = project();
    await cora(repo).index();
    const { digest } = await cora(repo).pack();
    expect(await merged([await shardsOf(repo, 1)])).toMatchObject({ shards: 1, digest });
    // Some of them hold nothing.
    expect(await merged([await shardsOf(repo, 31)])).toMatchObject({ shards: 31, digest });
  });
});

describe('an index of one shard', () => {
  quick.it('has the rows of its blobs alone, and says what it is', async () => {
    const repo = bigger();
    const here = cora(repo);
    const report = await here.index({ shard: '3/8' });
    expect(report.shard).toEqual({ index: 3, count: 8 });
    expect(report.history).toBeUndefined();
    const files = await indexedFiles(storeDir(repo));
    expect(Object.keys(files)).toHaveLength(report.files);
    for (const { blob } of Object.values(files)) expect(Number.parseInt(blob.slice(0, 2), 16) >> 5).toBe(2);
    expect(await here.doctor(false)).toMatchObject([{ code: 'shard', fixed: false }]);
    const packed = await here.pack();
    expect(packed.shard).toEqual({ index: 3, count: 8 });
    // By its default name nobody takes it for an index.
    const name = artifactName(packed.commit, { fingerprint: 'a' }, packed.shard);
    expect(name).toMatch(/^cora-index-[0-9a-f]{40}-[0-9a-f]{16}-shard-3-of-8\.tar$/);
    expect(readArtifactName(name)).toBeNull();
  });

  slow.it('answers with the caller’s own files where few are missing, and else says what it is', async () => {
    const repo = bigger();
    await cora(repo).index({ shard: '1/8' });
    const whole = repo.clone();
    await cora(whole).index();
    const plain = { lines: 0, limit: 30 };
    const [one, other] = [await cora(repo).query('total', plain), await cora(whole).query('total', plain)];
    expect(one.freshness).toMatchObject({ missingFiles: [], shard: undefined });
    expect(one.results.map(({ path, score }) => [path, score])).toEqual(
      other.results.map(({ path, score }) => [path, score]),
    );
    for (let at = 0; at < 360; at++) repo.file(`more/f${at}.txt`, `line ${at}\n`);
    repo.commit();
    await cora(repo).index({ shard: '1/8' });
    const { freshness } = await cora(repo).query('total');
    expect(freshness.shard).toEqual({ index: 1, count: 8 });
    expect(freshness.missingFiles.length).toBeGreaterThan(0);
  });

  slow.it('is completed by a plain run, which computes only the others, and repaired by doctor', async () => {
    const origin = bigger();
    const [repo, builder, other] = [origin.clone(), origin.clone(), origin.clone()];
    const whole = await cora(builder).index();
    const part = await cora(repo).index({ shard: '2/4' });
    const own = new Set(Object.values(await indexedFiles(storeDir(repo))).map(({ blob }) => blob));
    const rest = await cora(repo).index();
    expect(rest).toMatchObject({ reused: own.size, removed: 0 });
    expect(part.computed + rest.computed).toBe(whole.computed);
    await mustEqual(repo, builder);
    expect(await currentViewBytes(storeDir(repo))).toBe(await currentViewBytes(storeDir(builder)));
    await cora(other).index({ shard: '2/4' });
    expect(await cora(other).doctor(true)).toMatchObject([{ code: 'shard', fixed: true }]);
    await mustEqual(other, builder);
  });

  slow.it('is the same in a store that holds other rows, and uses them', async () => {
    const repo = bigger();
    await cora(repo).index();
    const { commit } = await cora(repo).index();
    repo.file('src/one.py', sourceOf('py', 77)).move('src/one.ts', 'src/renamed.ts').commit();
    const folder = tempDir();
    let computed = 0;
    for (let index = 1; index <= 8; index++) {
      // Each job restored the same cache; here it is one store.
      const report = await cora(repo).index({ shard: `${index}/8` });
      computed += report.computed;
      expect(report.removed).toBeLessThanOrEqual(1);
      await cora(repo).pack({ output: join(folder, `${index}.tar`) });
    }
    expect(computed).toBe(1);
    const joined = await merged([folder]);
    expect(joined.commit).not.toBe(commit);
    const fresh = repo.clone();
    await cora(fresh).index();
    expect(joined.digest).toBe((await cora(fresh).pack()).digest);
  });

  slow.it('can be pulled by the name of its file, and is passed over in a folder', async () => {
    const repo = bigger();
    const folder = await shardsOf(repo, 2);
    const clone = repo.clone();
    const report = await cora(clone).pull(shardIn(folder, 2));
    expect(report.rows).toBeGreaterThan(0);
    expect(report.index.reused).toBe(report.blobs.added);
    expect(report.index.computed).toBeGreaterThan(0);
    await cora(repo).index();
    await mustEqual(clone, repo);
    await expect(cora(clone).pull(join(folder, 'job-1'))).rejects.toMatchObject({ code: 'NO_ARTIFACT' });
  });

  quick.it('is not pushed', async () => {
    const repo = bigger();
    await cora(repo).index({ shard: '1/2' });
    await expect(cora(repo).push('a/b', { CORA_GITHUB_TOKEN: 'x' })).rejects.toMatchObject({ code: 'USAGE' });
  });
});

let built: Promise<string> | undefined;

/** Two shards of `project()`, which are built once: each test has a copy. */
async function twoShards(): Promise<string> {
  built ??= shardsOf(project(), 2);
  const folder = tempDir();
  cpSync(await built, folder, { recursive: true });
  return folder;
}

describe('a folder of shards', () => {
  it('may hold links that lead back to it', async () => {
    const folder = await twoShards();
    for (const name of ['a', 'b']) symlinkSync('.', join(folder, name));
    expect(await merged([folder])).toMatchObject({ shards: 2 });
  });
});

describe('cora merge refuses', () => {
  quick.it('a set that lacks some, and names them and the command', async () => {
    const folder = await shardsOf(project(), 4);
    await expect(merged([shardIn(folder, 1), shardIn(folder, 3)])).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      message: 'These shards are missing: 2/4, 4/4.',
      hint: expect.stringMatching(/^cora index --shard 2\/4 --rev [0-9a-f]{9} && cora pack/),
    });
  });

  quick.it('one that is there twice, and names both files', async () => {
    const folder = await twoShards();
    const again = join(folder, 'again.tar');
    writeFileSync(again, readFileSync(shardIn(folder, 1)));
    await expect(merged([folder])).rejects.toThrow(/Shard 1\/2 is there twice: .*again\.tar and .*job-1/);
  });

  it.each(
    shareOf<[string, RegExp, (repo: TempRepo) => void, Flags, Flags]>(
      [
        ['commits', /another commit/, (repo) => repo.file('new.py', 'x = 1\n').commit(), {}, {}],
        ['embedders', /another embedder/, () => undefined, { embedder: 'builtin' }, {}],
        ['settings', /another settings/, () => undefined, { exclude: ['lib/**'] }, {}],
        ['text', /another text/, () => undefined, {}, { 'no-text': true }],
      ],
      4,
    ),
  )('shards of two %s', async (_, message, change, flags, how) => {
    const repo = project();
    const folder = await shardsOf(repo, 2);
    change(repo);
    const other = await shardsOf(repo, 2, flags, how);
    await expect(merged([shardIn(folder, 1), shardIn(other, 2)])).rejects.toThrow(message);
  });

  slow.it('shards of two sizes, whole indexes, and what is none', async () => {
    const repo = project();
    const [two, three] = [await shardsOf(repo, 2), await shardsOf(repo, 3)];
    await expect(merged([shardIn(two, 1), shardIn(three, 2)])).rejects.toThrow(/number of shards/);
    await cora(repo).index();
    const { file } = await cora(repo).pack();
    await expect(merged([file])).rejects.toMatchObject({ code: 'NO_ARTIFACT' });
    await expect(merged([tempDir()])).rejects.toMatchObject({ code: 'NO_ARTIFACT' });
    await expect(merged([join(two, 'nothing.tar')])).rejects.toMatchObject({ code: 'NO_INDEX' });
    renameSync(file, join(two, 'whole.tar'));
    expect(await merged([two])).toMatchObject({ shards: 2 });
  });

  quick.it.each<[string, RegExp, (json: string, name: string) => string]>([
    [
      'a blob of another shard',
      /belongs to another shard/,
      (json, name) => (name === 'manifest.json' ? json.replace('"index":1', '"index":2') : json),
    ],
    [
      'another digest',
      /others than its digest says/,
      (json, name) => (name === 'manifest.json' ? json.replace(/"digest":"..../, '"digest":"0000') : json),
    ],
    [
      'an impossible shard',
      /not one of Cora/,
      (json, name) => (name === 'manifest.json' ? json.replace('"index":1', '"index":3') : json),
    ],
    [
      'a path that leaves its repository',
      /impossible file/,
      (json, name) => (name === 'view.json.gz' ? json.replace(/\[\["[^"]+"/, '[["../up.py"') : json),
    ],
  ])('a shard with %s, and writes nothing', async (_, message, change) => {
    const folder = await twoShards();
    const members = membersOf(shardIn(folder, 1)).map(({ name, content }) => {
      const json = (bytes: Buffer) => Buffer.from(change(bytes.toString('utf8'), name));
      if (name.endsWith('.json')) return { name, content: json(content) };
      return { name, content: name.endsWith('.gz') ? gzipSync(json(gunzipSync(content))) : content };
    });
    const forged = join(tempDir(), 'forged.tar');
    writeFileSync(forged, putTogether(members));
    // A shard that calls itself the second one stands for it.
    const other = shardIn(folder, message.source.includes('another shard') ? 1 : 2);
    const out = tempDir();
    await expect(merged([forged, other], join(out, 'merged.tar'))).rejects.toThrow(message);
    await expect(merged([forged, other], join(out, 'merged.tar'))).rejects.toThrow(/forged\.tar/);
    expect(readdirSync(out)).toEqual([]);
  });

  quick.it('a truncated one, and leaves what was there', async () => {
    const folder = await twoShards();
    const whole = await merged([folder]);
    const before = readFileSync(whole.file);
    const bytes = readFileSync(shardIn(folder, 2));
    writeFileSync(shardIn(folder, 2), bytes.subarray(0, -20));
    await expect(merged([folder], whole.file)).rejects.toMatchObject({ code: 'BAD_ARTIFACT' });
    expect(readFileSync(whole.file).equals(before)).toBe(true);
    expect(readdirSync(join(whole.file, '..'))).toHaveLength(1);
  });

  quick.it('to go on when it is stopped', async () => {
    const folder = await twoShards();
    const out = join(tempDir(), 'out');
    mkdirSync(out);
    await expect(
      mergeShards([folder], join(out, 'm.tar'), { ...watch, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'ABORTED' });
    expect(readdirSync(out)).toEqual([]);
  });
});
