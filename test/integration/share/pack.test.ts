/** What `cora pack` writes is the last built view, whole and alone, and comes back from it. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChunkRow } from '../../../src/base/types.ts';
import { type ListedSegment, readSegmentList } from '../../../src/engine/searchFile.ts';
import { MemoryRanges, readHeader, SECTIONS } from '../../../src/engine/segmentFile.ts';
import { unpackIndex } from '../../../src/share/unpackIndex.ts';
import { verifyArtifact } from '../../../src/share/verifyArtifact.ts';
import { openStore } from '../../../src/store/openStore.ts';
import { ROW_COLUMNS } from '../../../src/store/schema.ts';
import { readWholeState, writeState } from '../../../src/store/state.ts';
import { indexedFiles, readRepoState, storeDir } from '../../helpers/compareStores.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import { textOf } from '../../helpers/craftArtifact.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { EXTENSIONS, sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

function project(): TempRepo {
  const repo = tempRepo();
  EXTENSIONS.forEach((extension, at) => {
    repo
      .file(`src/${extension}/one.${extension}`, sourceOf(extension, 3 + at))
      .file(`7.${extension}`, sourceOf(extension, 31 + at));
  });
  repo
    .file('copy/of-one.py', sourceOf('py', 3))
    .file('logo.png', Buffer.from([0, 1, 2]))
    .file('empty.txt', '');
  repo
    .file('long.js', `const data = "${'word '.repeat(3000)}";\n`)
    .file('tool.tcl', 'proc greet {name} {\n  puts $name\n}\n');
  repo.commit();
  return repo;
}

async function rowsIn(dir: string, dimensions: number): Promise<ChunkRow[]> {
  const store = await openStore(dir, dimensions, 'read');
  const rows: ChunkRow[] = [];
  for await (const batch of store.scan(ROW_COLUMNS)) rows.push(...batch);
  store.close();
  return rows.sort((a, b) => (a.chunkId < b.chunkId ? -1 : 1));
}

function membersOf(file: string): string[] {
  const { stdout, status } = spawnSync('tar', ['tf', file], { encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout.trim().split('\n');
}

describe('cora pack', () => {
  it.each(shareOf(['builtin', 'hash'], 2))(
    'gives back every row, the view and the same answers (%s)',
    async (embedder) => {
      const repo = project();
      const here = cora(repo, { embedder });
      await here.index();
      const packed = await here.pack();
      const { dir } = await unpackIndex(packed.file, join(tempDir(), 'unpacked'));
      const [fingerprint] = readdirSync(storeRoot(repo)).filter((name) => /^[0-9a-f]{16}$/.test(name));
      const own = join(storeRoot(repo), fingerprint!);
      const dimensions = JSON.parse(readFileSync(join(own, 'repo_state.json'), 'utf8')).embedder.dimensions;
      expect(await rowsIn(dir, dimensions)).toEqual(await rowsIn(own, dimensions));
      const stateOf = (folder: string) => {
        // A packed index does not say which code chose its files.
        const { times: _, selection: __, ...state } = readRepoState(folder);
        return state;
      };
      expect(stateOf(dir)).toEqual({ ...stateOf(own), files: await indexedFiles(own) });
      const viewOf = (folder: string) => {
        const id = readFileSync(join(folder, 'views', 'current'), 'utf8');
        return [id, readFileSync(join(folder, 'views', `${id}.view`)).toString('latin1')];
      };
      expect(viewOf(dir)).toEqual(viewOf(own));
      for (const text of ['append the account', 'checkDigest', 'how to join events']) {
        // Without surroundings, which only the whole file has.
        const plain = { lines: 0, limit: 50 };
        const from = await here.query(text, { ...plain, committed: true });
        const to = await here.query(text, { ...plain, index: packed.file });
        expect(to.results.map(({ path, score, text: shown }) => [path, score, shown])).toEqual(
          from.results.map(({ path, score, text: shown }) => [path, score, shown]),
        );
      }
    },
  );

  slow.it('is refused where the embedder of its name gives other vectors now, with a way that leads out', async () => {
    const repo = project();
    await cora(repo).index();
    const { dir } = await unpackIndex((await cora(repo).pack()).file, join(tempDir(), 'unpacked'));
    const state = (await readWholeState(dir))!;
    await writeState(dir, { ...state, embedder: { ...state.embedder, fingerprint: 'another' } });
    await expect(cora(repo).query('account', { index: dir, mode: 'words' })).rejects.toMatchObject({
      code: 'EMBEDDER_MISMATCH',
      message: expect.stringMatching(/^The index was built with hash\S*, which gives different vectors here\.$/),
      hint: expect.stringContaining('cora pack'),
    });
  });

  quick.it('is the same for the same commit and options, whatever happened before', async () => {
    const repo = project();
    repo.git('switch', '-q', '-c', 'side');
    repo.file('side.py', sourceOf('py', 60)).commit();
    await cora(repo).index();
    repo.git('switch', '-q', 'main');
    repo.file('src/py/one.py', sourceOf('py', 8)).commit();
    await cora(repo).index();
    repo.file('src/py/one.py', sourceOf('py', 12)).move('src/md/one.md', 'docs/one.md').commit();
    await cora(repo).index();
    const clone = repo.clone();
    await cora(clone, { store: tempDir() }).index();
    const [one, other] = [
      await cora(repo).pack(),
      await cora(clone, { store: tempDir() })
        .index()
        .then(() => cora(clone).index())
        .then(() => cora(clone).pack()),
    ];
    expect(other.commit).toBe(one.commit);
    expect(other.digest).toBe(one.digest);
    const [first, second] = [(await verifyArtifact(one.file)).manifest!, (await verifyArtifact(other.file)).manifest!];
    // A clone has an origin; all else is the same, and so is every other member.
    expect({ ...second, repository: first.repository }).toEqual(first);
    const withoutManifest = (file: string) => {
      const tar = readFileSync(file);
      return tar.subarray(tar.indexOf('view.json.gz\0')).toString('latin1');
    };
    expect(withoutManifest(other.file)).toBe(withoutManifest(one.file));
  });

  quick.it('holds nothing of other branches and earlier commits', async () => {
    const repo = project();
    repo.git('switch', '-q', '-c', 'side');
    repo.file('side.py', 'def only_on_the_side_branch():\n    return 1\n').commit();
    await cora(repo).index();
    repo.git('switch', '-q', 'main');
    await cora(repo).index();
    const { file } = await cora(repo).pack();
    const tar = textOf(file);
    expect(tar).toContain('for item in items');
    expect(tar).toContain('of-one.py');
    expect(tar).not.toContain('only_on_the_side_branch');
    expect(tar).not.toContain('side.py');
  });

  quick.it('is a plain tar with the manifest first', async () => {
    const repo = project();
    await cora(repo).index();
    const { file, sha256, size } = await cora(repo).pack();
    expect(membersOf(file)).toEqual(['manifest.json', 'view.json.gz', 'search.segment.z', 'commits.json.gz']);
    const report = await verifyArtifact(file);
    expect(report).toMatchObject({ ok: true, problem: null, sha256, size });
    expect(report.manifest).toMatchObject({ formatVersion: 2, text: true, search: true, counts: { files: 15 } });
  });

  slow.it(
    'leaves no trace of a file that it could not write, and replaces one only when the new one is whole',
    async () => {
      const repo = project();
      await cora(repo).index();
      const dir = tempDir();
      const output = join(dir, 'index.tar');
      await cora(repo).pack({ output });
      const before = readFileSync(output);
      await expect(cora(repo).pack({ output: join(output, 'below', 'index.tar') })).rejects.toMatchObject({
        code: 'STORE',
      });
      await expect(cora(repo, { 'max-file-size': 77 }).pack({ output })).rejects.toThrow(/other settings/);
      await expect(cora(repo).pack({ output: join(dir, 'index.zip') })).rejects.toThrow(/its name ends with \.tar/);
      expect(readdirSync(dir)).toEqual(['index.tar']);
      expect(readFileSync(output).equals(before)).toBe(true);
    },
  );

  quick.it('does not take a folder for the file that it is to write', async () => {
    const repo = tempRepo();
    repo.file('a.py', 'def a():\n    pass\n').commit();
    await cora(repo).index();
    const output = join(tempDir(), 'folder.tar');
    mkdirSync(output);
    await expect(cora(repo).pack({ output })).rejects.toMatchObject({
      code: 'STORE',
      message: `${output} is a folder.`,
    });
    expect(readdirSync(dirname(output))).toEqual(['folder.tar']);
  });

  quick.it('says which command is missing where there is no index', async () => {
    await expect(cora(project()).pack()).rejects.toMatchObject({
      code: 'NO_INDEX',
      hint: expect.stringContaining('cora index'),
    });
  });

  quick.it('is compressed inside, and not as a whole', async () => {
    const repo = project();
    await cora(repo).index();
    for (const name of ['index.tar.gz', 'index.tgz', 'index.tar.zst']) {
      const output = join(tempDir(), name);
      await expect(cora(repo).pack({ output })).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining('its name ends with .tar'),
      });
      expect(existsSync(output)).toBe(false);
    }
  });

  it('takes the commit that is checked out, though another one was indexed after it', async () => {
    const repo = project();
    const here = cora(repo);
    await here.index();
    const before = await here.pack();
    const first = repo.git('rev-parse', 'HEAD').trim();
    repo.file('new.py', sourceOf('py', 50)).remove('copy/of-one.py').commit();
    await here.index();
    const second = repo.git('rev-parse', 'HEAD').trim();
    repo.git('checkout', '-q', '--detach', first);
    const { file, commit, headCommit } = await here.pack();
    expect({ commit, headCommit }).toEqual({ commit: first, headCommit: first });
    expect(readFileSync(file).equals(readFileSync(before.file))).toBe(true);
    expect(await here.pack({ rev: second })).toMatchObject({ commit: second });
    repo.file('later.py', sourceOf('py', 60)).commit();
    expect(await here.pack()).toMatchObject({ commit: second });
    await expect(here.pack({ rev: 'HEAD' })).rejects.toMatchObject({
      code: 'NO_INDEX',
      hint: expect.stringContaining('cora index --rev HEAD'),
    });
  });
});

it('an index of several megabytes is packed in pieces, without a trace of them', async () => {
  const repo = tempRepo();
  for (let at = 0; at < 24; at++)
    repo.file(
      `src/${at}.py`,
      Array.from({ length: 900 }, (_, row) => `def f${at}_${row}(x): return x + ${row}\n`).join('\n'),
    );
  repo.commit();
  await cora(repo).index();
  const output = join(tempDir(), 'index.tar');
  await cora(repo).pack({ output });
  expect(readdirSync(dirname(output))).toEqual(['index.tar']);
  expect(await verifyArtifact(output)).toMatchObject({ ok: true, problem: null });
});

describe('cora unpack', () => {
  slow.it('never writes over what is there', async () => {
    const repo = project();
    await cora(repo).index();
    const { file } = await cora(repo).pack();
    const target = join(tempDir(), 'index');
    const { dir } = await unpackIndex(file, target);
    const state = readFileSync(join(dir, 'repo_state.json'), 'utf8');
    await expect(unpackIndex(file, target)).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringContaining('already exists'),
    });
    expect(readFileSync(join(dir, 'repo_state.json'), 'utf8')).toBe(state);
    expect(readdirSync(join(target, '..'))).toEqual(['index']);
  });

  quick.it('says what is wrong with the file and with the place', async () => {
    const repo = project();
    await cora(repo).index();
    const { file } = await cora(repo).pack();
    await expect(unpackIndex(file, join(file, 'below', 'index'))).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringContaining('cannot be written'),
      hint: expect.stringContaining('cora unpack FILE -o DIR'),
    });
    const torn = join(tempDir(), 'torn.tar');
    writeFileSync(torn, readFileSync(file).subarray(0, 900));
    await expect(unpackIndex(torn, join(tempDir(), 'index'))).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      message: expect.stringContaining(`${torn} is refused`),
      hint: expect.stringContaining('obtain it again'),
    });
    const missing = join(tempDir(), 'no.tar');
    for (const read of [() => unpackIndex(missing, tempDir()), () => verifyArtifact(missing)]) {
      await expect(read()).rejects.toMatchObject({ code: 'NO_INDEX', message: `${missing} is not there.` });
    }
  });

  quick.it('refuses rows with another byte, in whatever section', async () => {
    const repo = project();
    await cora(repo).index();
    const dir = storeDir(repo);
    const [{ name }] = (await readSegmentList(dir))!.segments as [ListedSegment];
    const file = join(dir, 'search', `${name}.segment`);
    const bytes = readFileSync(file);
    const { sections } = await readHeader(new MemoryRanges(bytes));
    for (const [from, length] of SECTIONS.map((section) => sections[section])) {
      if (length === 0) continue;
      const damaged = Buffer.from(bytes);
      damaged[from + Math.floor(length / 2)]! ^= 16;
      writeFileSync(file, damaged);
      await expect(cora(repo).pack()).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
    }
    writeFileSync(file, bytes);
    await cora(repo).pack();
  });
});
