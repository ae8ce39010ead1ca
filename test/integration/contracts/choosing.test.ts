/** A run chooses files by what differs from the last run's tree: the outcome is that of a run that looks at all of them. */

import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { RepoState } from '../../../src/base/types.ts';
import { sealJson } from '../../../src/disk/replaceFile.ts';
import type { Flags } from '../../../src/settings/options.ts';
import { currentViewBytes, readRepoState, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { type Random, randomOf } from '../../long/histories/random.ts';

const QUICK = 5;
const SLOW = 200;
const STEPS = 6;

const seeds = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at);

describe('what a run leaves behind is that of a run that chooses all files anew', () => {
  quick.it.each(seeds(0, QUICK))('history %i', { timeout: 120_000 }, holds);
  slow.it.each(seeds(QUICK, SLOW))('history %i', { timeout: 120_000 }, holds);
});

async function holds(seed: number): Promise<void> {
  const random = randomOf(seed);
  const repo = tempRepo();
  for (const path of ['src/a.py', 'src/b.ts', 'docs/c.md', 'lib/deep/d.go', 'tool']) repo.file(path, contentOf(random));
  repo.commit();
  let flags: Flags = {};
  await cora(repo).index();
  const done: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    for (let more = random.below(3); more >= 0; more--) done.push(change(repo, random));
    repo.commit();
    if (random.chance(1, 8)) flags = random.pick(SETTINGS);
    const { report, left } = await runOf(repo, flags);
    forget(storeDir(repo));
    const anew = await runOf(repo, flags);
    expect(left, done.join('; ')).toEqual(anew.left);
    expect(report, done.join('; ')).toEqual(anew.report);
  }
}

const SETTINGS: readonly Flags[] = [
  {},
  { exclude: ['docs/**'] },
  { include: ['**/*.min.js'] },
  { 'max-file-size': 400 },
];

async function runOf(repo: TempRepo, flags: Flags) {
  const { files, chunks, skipped, failed, notes, redacted } = await cora(repo, flags).index();
  return { report: { files, chunks, skipped, failed, notes, redacted }, left: await leftBy(storeDir(repo)) };
}

async function leftBy(dir: string): Promise<unknown[]> {
  const { times: _, ...state } = readRepoState(dir);
  return [state, await currentViewBytes(dir)];
}

/** Without this the next run cannot know that the same code has chosen. */
function forget(dir: string): void {
  const { selection: _, ...state } = readRepoState(dir);
  writeFileSync(join(dir, 'repo_state.json'), sealJson(state satisfies RepoState));
}

const PATHS = (
  'src/a.py src/b.ts src/new.ts docs/c.md lib/deep/d.go lib/deep/e.min.js lib/f.c tool vendor/g.go image.png ' +
  'yarn.lock .env dist/h.js 名.py "odd\nname".js lib/tool z'
).split(' ');
const RULES = ['.gitattributes', 'src/.gitattributes', '.coraignore', 'lib/.coraignore', '.cursorignore', '.gitignore'];
const RULE_LINES = (
  '*.ts linguist-generated|*.md linguist-vendored|docs/*|*.py|!src/a.py|*.js -linguist-generated|*.c filter=x|' +
  'vendor/** -linguist-vendored|lib/|*.go text|[attr]made linguist-generated|*.go made'
).split('|');

function contentOf(random: Random): string | Uint8Array {
  return random.weighted<() => string | Uint8Array>([
    [8, () => sourceOf(random.pick(['py', 'ts', 'md', 'go']), random.below(9))],
    [1, () => ''],
    [1, () => new Uint8Array([1, 0, 2, 0, random.below(9)])],
    [1, () => `#!/usr/bin/env python\nx = ${random.below(9)}\n`],
    [1, () => '#!/bin/sh\necho\n'],
    [1, () => `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`],
    [1, () => `token = "ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}"\n`],
    [1, () => '\n\n'],
  ])();
}

/** @returns what was done, for the message */
function change(repo: TempRepo, random: Random): string {
  const path = random.pick(PATHS);
  const there = repo.git('ls-files', '-z').split('\0').filter(Boolean);
  const known = there.length === 0 ? path : random.pick(there);
  const operations: readonly (readonly [number, string, () => void])[] = [
    [8, `write ${path}`, () => free(repo, path).file(path, contentOf(random))],
    [3, `remove ${known}`, () => rmSync(repo.path(known), { recursive: true, force: true })],
    [3, `move ${known} ${path}`, () => repo.move(known, path)],
    [2, `mode of ${known}`, () => chmodSync(repo.path(known), random.pick([0o644, 0o755]))],
    [3, 'rules', () => repo.file(random.pick(RULES), `${random.pick(RULE_LINES)}\n${random.pick(RULE_LINES)}\n`)],
    [1, `rules ${known} as a link`, () => symlinkSync('tool', repo.path('docs/.coraignore'))],
    [1, `link ${path}`, () => symlinkSync('src/b.ts', free(repo, path).path(path))],
    [2, 'submodule', () => submodule(repo, `sub${random.below(2)}`, random.below(3))],
    [2, 'branch', () => repo.git('checkout', '-q', '-B', `side${random.below(3)}`)],
    [3, 'go to', () => repo.git('checkout', '-q', '-f', random.pick(branchesOf(repo)))],
    [2, 'merge', () => repo.git('merge', '-q', '--no-edit', '-X', 'ours', random.pick(branchesOf(repo)))],
    [1, 'go back', () => repo.git('reset', '-q', '--hard', 'HEAD~1')],
    [1, 'rules are gone', () => rmSync(repo.path('.coraignore'))],
  ];
  const [name, operate] = random.weighted(operations.map(([weight, ...rest]) => [weight, rest] as const));
  try {
    operate();
    return name;
  } catch {
    // Git refuses it, or something else is there.
    return `${name} (refused)`;
  }
}

function free(repo: TempRepo, path: string): TempRepo {
  rmSync(repo.path(path), { recursive: true, force: true });
  return repo;
}

function branchesOf(repo: TempRepo): string[] {
  return repo.git('branch', '--format=%(refname:short)').split('\n');
}

/** A commit for which there is no repository, in the index and as an empty folder. */
function submodule(repo: TempRepo, path: string, at: number): void {
  mkdirSync(repo.path(path), { recursive: true });
  repo.git('update-index', '--add', '--cacheinfo', `160000,${String(at + 1).repeat(40)},${path}`);
}

quick.describe('trees that git would not make', () => {
  const PLACES = ['b.py', 'a.py', 'a.py', 'b.png', 'b.png', 'd/e.py', '.coraignore', '.coraignore'];

  quick.it.each(seeds(0, 12))('history %i', { timeout: 120_000 }, async (seed) => {
    const random = randomOf(seed);
    const repo = tempRepo();
    const blobs = ['def f(): return 1\n', 'def g(): return 2\n', '*.go\n'].map((text) =>
      repo.gitInput(text, 'hash-object', '-w', '--stdin'),
    );
    const treeOf = (paths: readonly string[], ...more: Uint8Array[]): string => {
      const entries = paths.flatMap((path) => [
        Buffer.from(`100644 ${path}\0`),
        Buffer.from(random.pick(blobs), 'hex'),
      ]);
      return repo.gitInput(
        Buffer.concat([...entries, ...more]),
        'hash-object',
        '-wt',
        'tree',
        '--literally',
        '--stdin',
      );
    };
    const seen: number[] = [];
    for (let step = 0; step < STEPS; step++) {
      const folder = Buffer.concat([Buffer.from('40000 d\0'), Buffer.from(treeOf(['e.py']), 'hex')]);
      const tree = treeOf(
        PLACES.filter(() => random.chance(1, 2)),
        ...(random.chance(1, 3) ? [folder] : []),
      );
      repo.git('update-ref', 'HEAD', repo.git('commit-tree', '-m', 'x', tree));
      const { report, left } = await runOf(repo, {});
      forget(storeDir(repo));
      const anew = await runOf(repo, {});
      expect(left, repo.git('ls-tree', '-r', tree)).toEqual(anew.left);
      expect(report).toEqual(anew.report);
      seen.push(report.skipped.filter(({ reason }) => reason === 'not-regular').length);
    }
    expect(Math.max(...seen)).toBeGreaterThan(0);
  });
});

quick.describe('all files are listed', () => {
  const runs = async (prepare: (repo: TempRepo) => void, flags: Flags = {}): Promise<string> => {
    const trace = join(tempDir(), 'trace');
    const repo = tempRepo();
    repo.file('a.py', sourceOf('py', 1)).file('lib/b.ts', sourceOf('ts', 2)).commit();
    await cora(repo).index();
    prepare(repo);
    await cora({ dir: repo.dir, env: { ...repo.env, GIT_TRACE: trace } }, flags).index();
    return readFileSync(trace, 'utf8');
  };
  const commitOf = (path: string) => (repo: TempRepo) => void repo.file(path, sourceOf('py', 3)).commit();

  quick.it('not after a commit of a file', async () => {
    const trace = await runs(commitOf('a.py'));
    expect(trace).toContain('diff-tree');
    expect(trace).not.toContain('ls-tree');
  });

  quick.it.each<[string, (repo: TempRepo) => void, Flags?]>([
    ['a commit of rules', commitOf('lib/.gitattributes')],
    ['other settings', commitOf('a.py'), { exclude: ['lib/**'] }],
    ['a run of other code', (repo) => forget(storeDir(repo))],
    ['the tree before is gone', (repo) => replaceState(repo, { tree: '1'.repeat(40) })],
    ['a file failed', (repo) => replaceState(repo, { failed: [{ path: 'a.py', error: 'x' }] })],
    ['--full', commitOf('a.py'), { full: true }],
  ])('after: %s', async (_, prepare, flags) => {
    expect(await runs(prepare, flags)).toContain('ls-tree');
  });
});

function replaceState(repo: TempRepo, change: Partial<RepoState>): void {
  const dir = storeDir(repo);
  writeFileSync(join(dir, 'repo_state.json'), sealJson({ ...readRepoState(dir), ...change }));
}
