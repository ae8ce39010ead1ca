/** Contract 1: an incremental index equals a fresh one, whatever happened in between and whatever else the store holds. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blobKeyOf } from '../../../src/identity.ts';
import type { RepoState, SearchResult } from '../../../src/index.ts';
import { openStore } from '../../../src/store/openStore.ts';
import { ROW_COLUMNS } from '../../../src/store/schema.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import fc from '../../helpers/fastCheck.ts';
import { EXTENSIONS, type Extension, sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const QUERIES = ['append the account', 'checkDigest', 'how to join events', 'decode_header', 'total'];

type Step =
  | { do: 'edit' | 'add' | 'copy'; file: number; seed: number }
  | { do: 'delete' | 'rename'; file: number; extension: Extension }
  | { do: 'revert' | 'amend' | 'merge' | 'rebase' | 'worktree' }
  | { do: 'branch' | 'switch'; branch: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('edit' as const, 'add' as const, 'copy' as const),
      file: fc.nat(30),
      seed: fc.nat(500),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('delete' as const, 'rename' as const),
      file: fc.nat(30),
      extension: fc.constantFrom(...EXTENSIONS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'revert' as const,
        'amend' as const,
        'merge' as const,
        'rebase' as const,
        'worktree' as const,
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('branch' as const, 'switch' as const), branch: fc.nat(3) }) },
);

describe('incremental = full', () => {
  it('over random histories', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
        const repo = startingRepo();
        await cora(repo).index();
        let where = repo;
        for (const [at, one] of steps.entries()) {
          where = apply(where, repo, one, at);
          const report = await cora(where).index();
          expect(report.failed).toEqual([]);
        }
        await expectSameAsFresh(where, repo);
      }),
      { numRuns: Number(process.env['CORA_TEST_HISTORIES'] ?? 12), seed: 20_261_122, endOnFailure: true },
    );
  });

  it('with the built-in model, after a branch, an edit, a revert and a merge', async () => {
    const repo = startingRepo();
    const { index } = cora(repo, { embedder: 'builtin' });
    await index();
    repo.git('switch', '-q', '-c', 'side');
    repo.file('a.py', sourceOf('py', 50)).file('lib/f.ts', sourceOf('ts', 51)).commit();
    await index();
    repo.git('switch', '-q', 'main');
    repo.file('d.go', sourceOf('go', 52)).commit();
    await index();
    repo.git('revert', '--no-edit', 'HEAD');
    repo.git('merge', '--no-edit', '-q', 'side');
    await index();
    await expectSameAsFresh(repo, repo, 'builtin');
  });

  it('computes nothing for a rename, a copy, a revert, a branch switch or a worktree', async () => {
    const repo = startingRepo();
    await cora(repo).index();
    const original = readFileSync(repo.path('a.py'));
    const nothing = { computed: 0, embedded: 0 };

    repo.move('a.py', 'lib/renamed.py').commit();
    expect(await cora(repo).index()).toMatchObject(nothing);
    repo.file('copy.py', original).commit();
    expect(await cora(repo).index()).toMatchObject(nothing);
    repo.file('b.ts', sourceOf('ts', 77)).commit();
    expect(await cora(repo).index()).toMatchObject({ computed: 1 });
    repo.git('revert', '--no-edit', 'HEAD');
    expect(await cora(repo).index()).toMatchObject(nothing);
    repo.git('switch', '-q', '-c', 'old', 'HEAD~3');
    expect(await cora(repo).index()).toMatchObject(nothing);
    expect(await cora(repo.worktree('other', 'main')).index()).toMatchObject(nothing);
  });

  it('embeds again only the chunks of a changed file whose content changed', async () => {
    const repo = tempRepo();
    const functions = Array.from(
      { length: 12 },
      (_, at) => `def function_${at}(value):\n${`    value = value + ${at}\n`.repeat(20)}    return value\n`,
    );
    repo.file('big.py', functions.join('\n\n')).commit();
    const first = await cora(repo).index();
    expect(first.embedded).toBeGreaterThanOrEqual(12);
    repo
      .file('big.py', functions.with(5, functions[5]!.replace('return value', 'return -value')).join('\n\n'))
      .commit();
    expect(await cora(repo).index()).toMatchObject({ computed: 1, embedded: 1 });
  });

  it('chunks the same bytes as another language anew, and both answer', async () => {
    const repo = tempRepo();
    repo.file('x.py', sourceOf('py', 3)).commit();
    await cora(repo).index();
    repo.move('x.py', 'x.txt').commit();
    expect(await cora(repo).index()).toMatchObject({ computed: 1 });
    await expectSameAsFresh(repo, repo);
  });
});

function startingRepo(): TempRepo {
  const repo = tempRepo();
  repo
    .file('a.py', sourceOf('py', 1))
    .file('b.ts', sourceOf('ts', 2))
    .file('docs/c.md', sourceOf('md', 3))
    .file('d.go', sourceOf('go', 5))
    .file('e.json', sourceOf('json', 8));
  repo.commit('first');
  repo.file('a.py', sourceOf('py', 9)).commit('second');
  return repo;
}

/** Applies a step and commits; what git refuses (nothing to revert, a conflict) leaves the tree as it was. */
function apply(where: TempRepo, main: TempRepo, one: Step, at: number): TempRepo {
  const files = where.git('ls-files').split('\n').filter(Boolean);
  const pick = (index: number): string | undefined => files[index % Math.max(1, files.length)];
  switch (one.do) {
    case 'add': {
      const extension = EXTENSIONS[one.seed % EXTENSIONS.length]!;
      where.file(`dir${one.file % 3}/new${one.file}.${extension}`, sourceOf(extension, one.seed)).commit();
      return where;
    }
    case 'edit': {
      const path = pick(one.file);
      if (path !== undefined) where.file(path, sourceOf(path.split('.').at(-1) as Extension, one.seed)).commit();
      return where;
    }
    case 'copy': {
      const path = pick(one.file);
      if (path !== undefined)
        where.file(`copies/${one.seed}-${path.replaceAll('/', '-')}`, readFileSync(where.path(path))).commit();
      return where;
    }
    case 'delete': {
      const path = pick(one.file);
      if (path !== undefined && files.length > 1) where.remove(path).commit();
      return where;
    }
    case 'rename': {
      const path = pick(one.file);
      if (path !== undefined)
        where.move(path, `moved/${at}-${path.replaceAll('/', '-').replace(/\.\w+$/, '')}.${one.extension}`).commit();
      return where;
    }
    case 'amend':
      where.file('amended.txt', sourceOf('txt', at)).git('add', '-A');
      where.git('commit', '-q', '--amend', '--no-edit');
      return where;
    case 'revert':
      attempt(where, ['revert', '--no-edit', 'HEAD'], ['revert', '--abort']);
      return where;
    case 'branch':
      attempt(where, ['switch', '-q', '-C', `branch${one.branch}-${at}`], []);
      return where;
    case 'switch': {
      const branches = where.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
      attempt(where, ['switch', '-q', branches[one.branch % branches.length]!], []);
      return where;
    }
    case 'merge':
      attempt(where, ['merge', '--no-edit', '-q', otherBranch(where)], ['merge', '--abort']);
      return where;
    case 'rebase':
      attempt(where, ['rebase', '-q', otherBranch(where)], ['rebase', '--abort']);
      return where;
    case 'worktree':
      return main.worktree(`tree${at}`, 'HEAD');
  }
}

function otherBranch(where: TempRepo): string {
  const current = where.git('rev-parse', '--abbrev-ref', 'HEAD');
  const others = where
    .git('for-each-ref', '--format=%(refname:short)', 'refs/heads')
    .split('\n')
    .filter((name) => name !== current);
  return others[0] ?? current;
}

function attempt(where: TempRepo, command: string[], undo: string[]): void {
  try {
    where.git(...command);
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    if (undo.length > 0) {
      try {
        where.git(...undo);
      } catch (nothingToUndo) {
        expect(nothingToUndo).toBeInstanceOf(Error);
      }
    }
  }
}

async function expectSameAsFresh(where: TempRepo, main: TempRepo, embedder = 'hash'): Promise<void> {
  const fresh = tempDir('cora-fresh-');
  await cora(where, { store: fresh, embedder }).index();
  const [grown, built] = await Promise.all([viewRows(storeRoot(main)), viewRows(fresh)]);
  expect(grown.state.files).toEqual(built.state.files);
  expect(grown.state.digest).toBe(built.state.digest);
  expect(grown.rows).toEqual(built.rows);
  for (const mode of ['words', 'vectors', 'hybrid']) {
    for (const text of QUERIES) {
      const [incremental, full] = await Promise.all([
        cora(where, { embedder }).query(text, { mode }),
        cora(where, { store: fresh, embedder }).query(text, { mode }),
      ]);
      expect(timeless(incremental)).toEqual(timeless(full));
    }
  }
}

function timeless(result: SearchResult): Omit<SearchResult, 'tookMs'> {
  const { tookMs: _, ...rest } = result;
  return rest;
}

/** The state and all rows of its view, every column, in one order. */
async function viewRows(root: string): Promise<{ state: RepoState; rows: unknown[] }> {
  const [fingerprint] = readdirSync(root).filter((name) => /^[0-9a-f]{16}$/.test(name));
  const dir = join(root, fingerprint!);
  const state = JSON.parse(readFileSync(join(dir, 'repo_state.json'), 'utf8')) as RepoState;
  const store = await openStore(dir, state.embedder.dimensions, 'read');
  const rows = await store.rows({ blobs: [...new Set(Object.values(state.files).map(blobKeyOf))] }, ROW_COLUMNS);
  store.close();
  return { state, rows: rows.sort((a, b) => (a.chunkId < b.chunkId ? -1 : 1)) };
}
