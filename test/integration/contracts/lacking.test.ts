/** A lack of the machine (memory, descriptors, processes) ends a run: it becomes no row and no missing file, and nothing is swallowed. */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { createLazyParsers } from '../../../src/chunk/lazyParsers.ts';
import { readBuiltinWeights } from '../../../src/embed/createEmbedder.ts';
import { listFile } from '../../../src/engine/searchFile.ts';
import { takePending } from '../../../src/freshness/runHook.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { readCommits } from '../../../src/git/readCommits.ts';
import { listAncestors } from '../../../src/git/resolveCommit.ts';
import { type IndexedEdits, indexEdits } from '../../../src/indexing/indexEdits.ts';
import { indexSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { openStore } from '../../../src/store/openStore.ts';
import { readState } from '../../../src/store/state.ts';
import { embedderFor, openWorkspaceFor } from '../../../src/view/workspace.ts';
import { storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

/** Ends of paths that cannot be opened now. */
const failing = vi.hoisted(() => ({ ends: '' }));

function refuse(path: unknown): void {
  if (failing.ends === '' || !String(path).endsWith(failing.ends)) return;
  throw Object.assign(new Error(`EMFILE: too many open files, open '${String(path)}'`), { code: 'EMFILE', path });
}

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readdir = async (...args: [never, never]) => {
    refuse(args[0]);
    return real.readdir(...args);
  };
  const open = async (...args: [never, never]) => {
    refuse(args[0]);
    return real.open(...args);
  };
  return { ...real, readdir, open };
});

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const readFileSync = (...args: [never, never]) => {
    refuse(args[0]);
    return real.readFileSync(...args);
  };
  return { ...real, readFileSync };
});

afterEach(() => {
  failing.ends = '';
  vi.restoreAllMocks();
});

const NO_MEMORY = {
  code: 'STORE',
  message: expect.stringMatching(/parser cannot be used: this process gets no more memory/),
};

/** WebAssembly gets none from now on, until the mocks are restored. */
function starve(): void {
  // No arrow: it is called with `new`, and "is not a constructor" would quote these words.
  for (const name of ['Instance', 'instantiate'] as const)
    vi.spyOn(WebAssembly, name).mockImplementation(function (this: unknown): never {
      throw new RangeError(`WebAssembly.${name}(): Out of memory: Cannot allocate Wasm memory for new instance`);
    } as never);
}

const digestOf = async (repo: TempRepo): Promise<string | undefined> => (await readState(storeDir(repo)))?.digest;

/** Indexes edits like `cora watch`. */
async function indexEditsOf({ dir, env }: TempRepo): Promise<IndexedEdits> {
  const options = resolveOptions({ jobs: 0, embedder: 'hash' }, {}, null);
  const surroundings = { dir, env, cacheDir: tempDir(), log: silentLog };
  const workspace = await openWorkspaceFor(indexSettings(options), surroundings);
  const embedder = await embedderFor(options, surroundings);
  const { chunk, close } = createLazyParsers();
  return indexEdits({ workspace, embedder, chunk, log: silentLog }).finally(close);
}

quick.it('a parser without memory: edits are not passed over', async () => {
  const repo = tempRepo();
  repo.file('a.md', '# One\n').commit();
  await cora(repo).index();
  repo.file('b.rb', 'def two\n  2\nend\n');
  starve();
  await expect(indexEditsOf(repo)).rejects.toMatchObject(NO_MEMORY);
  vi.restoreAllMocks();
  expect(await indexEditsOf(repo)).toMatchObject({ blobs: 1 });
});

slow.it('a parser without memory: the run fails, what was there answers, and the next run makes the rest', async () => {
  const repo = tempRepo();
  repo.file('a.md', '# One\n\nAn apple.\n').commit();
  await cora(repo).index();
  const before = await digestOf(repo);
  repo.file('b.go', 'package b\n\nfunc Pear() int { return 1 }\n').file('c.md', '# Three\n').commit();
  starve();
  for (const full of [false, true]) {
    await expect(cora(repo).index({ full })).rejects.toMatchObject(NO_MEMORY);
    expect(await digestOf(repo)).toBe(before);
  }
  vi.restoreAllMocks();
  expect((await cora(repo).query('apple')).results[0]?.path).toBe('a.md');
  expect(await cora(repo).index()).toMatchObject({ failed: [], notes: [] });
  const fresh = repo.clone();
  await cora(fresh).index();
  expect(await digestOf(repo)).toBe(await digestOf(fresh));
  expect(await cora(repo).doctor(false)).toEqual([]);
});

quick.it('a parser without memory, the first time: there is no index to be packed', async () => {
  const repo = tempRepo();
  repo.file('a.md', '# One\n').file('b.java', 'class B { int pear() { return 1; } }\n').commit();
  starve();
  await expect(cora(repo).index()).rejects.toMatchObject(NO_MEMORY);
  await expect(cora(repo).pack()).rejects.toMatchObject({ code: 'NO_INDEX' });
});

it.each(shareOf(['_versions', 'data'], 2))(
  'no descriptor for %s of a table: it is not written over',
  async (folder) => {
    const repo = tempRepo();
    repo.file('a.md', '# One\n').commit();
    await cora(repo).index();
    const before = await digestOf(repo);
    failing.ends = `chunks.lance/${folder}`;
    for (const mode of ['write', 'rewrite'] as const)
      await expect(openStore(storeDir(repo), 256, mode).then((store) => store.close())).rejects.toThrow(/too many/i);
    failing.ends = '';
    expect(await cora(repo).index()).toMatchObject({ computed: 0 });
    expect(await digestOf(repo)).toBe(before);
  },
);

slow.it('no descriptor for the list of segments: it is not written over', async () => {
  const repo = tempRepo();
  repo.file('a.md', '# One\n').commit();
  await cora(repo).index();
  const list = listFile(storeDir(repo));
  const before = readFileSync(list, 'utf8');
  repo.file('b.md', '# Two\n').commit();
  failing.ends = 'search/segments.json';
  await expect(cora(repo).index()).rejects.toThrow(/too many/i);
  await expect(cora(repo).query('one')).rejects.toThrow(/too many/i);
  failing.ends = '';
  expect(readFileSync(list, 'utf8')).toBe(before);
  await cora(repo).index();
  expect((await cora(repo).query('two')).results[0]?.path).toBe('b.md');
});

quick.it('no descriptor for the weights of the embedder: they are not missing', () => {
  failing.ends = 'builtin.bin';
  expect(() => readBuiltinWeights()).toThrow(/EMFILE/);
});

quick.it('no descriptor for the list of a hook: it is not lost', async () => {
  const home = tempDir();
  writeFileSync(join(home, 'pending'), '/a\n');
  failing.ends = 'pending.moved';
  await expect(takePending(home)).rejects.toMatchObject({ code: 'EMFILE' });
  failing.ends = '';
  expect(await takePending(home)).toEqual(['/a']);
});

quick.it.each([
  ['echo "fatal: Out of memory, malloc failed" >&2; exit 128', /gets no more memory/],
  [
    'echo "fatal: cannot create thread: Resource temporarily unavailable" >&2; exit 128',
    /no more processes or threads/,
  ],
  ['echo "error: cannot open packfile: Too many open files" >&2; exit 128', /too many files are open/],
  ['kill -9 $$', /was killed/],
])('git that lacks it (%s) is no clone without trees', async (ends, said) => {
  const repo = tempRepo();
  repo.file('a.md', '# One\n').commit();
  repo.git('config', 'uploadpack.allowFilter', 'true');
  const clone = repo.clone('--filter=tree:0');
  const [bin, git] = [tempDir(), execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()];
  writeFileSync(join(bin, 'git'), `#!/bin/sh\ncase "$*" in *diff-tree*) ${ends};; esac\nexec ${git} "$@"\n`, {
    mode: 0o755,
  });
  const opened = await openRepository(clone.dir, { ...clone.env, PATH: `${bin}:${process.env['PATH']}` });
  expect(opened.partial).toBe(true);
  const names = await listAncestors(opened, { from: opened.head!.commit });
  const read = async (): Promise<void> => {
    for await (const records of readCommits(opened, names)) expect(records).toEqual([]);
  };
  await expect(read()).rejects.toMatchObject({ code: 'STORE', message: expect.stringMatching(said) });
});
