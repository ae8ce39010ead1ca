/** The refresh after a hook: bursts, operations that are under way, several worktrees, crashes, errors. Real git, real index. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { addPending, runHook } from '../../../src/freshness/runHook.ts';
import type { HookRun } from '../../../src/indexing/lastRun.ts';
import type { Options } from '../../../src/settings/options.ts';
import { indexingRequest } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { listFingerprints } from '../../../src/store/location.ts';
import { readState } from '../../../src/store/state.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { until } from './hookedRepo.ts';

const FAST = { quiet: 40, longestBurst: 60_000, longestWait: 60_000 };

function homeOf(repo: TempRepo): string {
  return repo.path('.git/cora');
}

/** As hooks/cora.sh does it: a line, and a run. */
async function hook(
  repo: TempRepo,
  name: string | null,
  more: { pace?: typeof FAST; settle?: () => Options; worktree?: TempRepo } = {},
) {
  const home = homeOf(repo);
  await addPending(home, (more.worktree ?? repo).dir);
  return runHook({
    hook: name,
    home,
    dir: null,
    surroundings: { dir: home, env: repo.env, cacheDir: tempDir(), log: silentLog },
    settingsOf: () => indexingRequest(more.settle?.() ?? resolveOptions({ jobs: 0, embedder: 'hash' }, {}, null)),
    pace: more.pace ?? FAST,
  });
}

async function indexedCommit(repo: TempRepo): Promise<string | undefined> {
  const [fingerprint] = listFingerprints(homeOf(repo));
  return fingerprint === undefined ? undefined : (await readState(join(homeOf(repo), fingerprint)))?.commit;
}

function lastRun(repo: TempRepo): HookRun {
  return JSON.parse(readFileSync(join(homeOf(repo), 'log/last-run.json'), 'utf8')) as HookRun;
}

describe('a hook', () => {
  quick.it('brings the index to HEAD, and writes down what it did', async () => {
    const repo = tempRepo();
    repo.file('a.py', 'def first():\n    return 1\n');
    const head = repo.commit();
    const runs = await hook(repo, 'post-commit');
    expect(runs).toEqual([
      expect.objectContaining({
        hook: 'post-commit',
        worktree: repo.dir,
        commit: head,
        computed: 1,
        embedded: 1,
        error: null,
      }),
    ]);
    expect(await indexedCommit(repo)).toBe(head);
    expect(lastRun(repo)).toEqual(runs![0]);
    expect(readFileSync(join(homeOf(repo), 'log/hook.log'), 'utf8')).toMatch(
      new RegExp(
        `^\\S+Z post-commit, ${repo.dir}: indexed ${head} in \\d+ ms: 1 blobs read, 1 vectors computed, 0 blobs reused\\n$`,
      ),
    );
    expect([existsSync(join(homeOf(repo), 'pending')), existsSync(join(homeOf(repo), 'taken'))]).toEqual([
      false,
      false,
    ]);
  });

  slow.it('of a burst is one run, at the last commit', async () => {
    const repo = tempRepo();
    const all: Promise<HookRun[] | null>[] = [];
    let head = '';
    for (let at = 0; at < 10; at++) {
      head = repo.file('a.py', `x = ${at}\n`).commit();
      all.push(hook(repo, 'post-commit', { pace: { ...FAST, quiet: 400 } }));
    }
    const done = await Promise.all(all);
    expect(done.flatMap((runs) => runs ?? []).map(({ commit }) => commit)).toEqual([head]);
    expect(done.filter((runs) => runs === null)).toHaveLength(9);
    expect(await indexedCommit(repo)).toBe(head);
  });

  quick.it('that comes during a run is dealt with by that run', async () => {
    const repo = tempRepo();
    repo.file('a.py', 'x = 1\n').commit();
    let late: Promise<HookRun[] | null> | undefined;
    const settle = () => {
      if (late === undefined) {
        repo.file('a.py', 'x = 2\n').commit();
        late = hook(repo, 'post-commit');
      }
      return resolveOptions({ jobs: 0, embedder: 'hash' }, {}, null);
    };
    expect(await hook(repo, 'post-commit', { settle })).toHaveLength(2);
    expect(await late).toBeNull();
    expect(await indexedCommit(repo)).toBe(repo.git('rev-parse', 'HEAD'));
  });

  slow.it('serves all worktrees that wait', async () => {
    const repo = tempRepo();
    repo.file('a.py', 'x = 1\n').commit();
    const linked = repo.worktree('side');
    linked.file('b.py', 'y = 2\n').commit();
    await addPending(homeOf(repo), linked.dir);
    const runs = await hook(repo, 'post-commit');
    expect(runs!.map(({ worktree, embedded }) => [worktree, embedded])).toEqual([
      [linked.dir, 2],
      [repo.dir, 0],
    ]);
  });

  slow.it('survives worktrees that have gone', async () => {
    const repo = tempRepo();
    repo.file('a.py', 'x = 1\n').commit();
    const linked = repo.worktree('side');
    rmSync(linked.dir, { recursive: true });
    await addPending(homeOf(repo), linked.dir);
    expect((await hook(repo, 'post-commit'))!.map(({ worktree }) => worktree)).toEqual([repo.dir]);
  });

  quick.it.each(['pending', 'taken'])('leaves alone what %s names of other repositories', async (name) => {
    const repo = tempRepo();
    repo.file('a.py', 'x = 1\n').commit();
    const other = tempRepo();
    other.file('b.py', 'y = 2\n').commit();
    repo.file(`.git/cora/${name}`, `${other.dir}\n${other.path('.git')}\n`);
    expect((await hook(repo, 'post-commit'))!.map(({ worktree }) => worktree)).toEqual([repo.dir]);
    expect(existsSync(homeOf(other))).toBe(false);
    expect(existsSync(join(homeOf(repo), 'taken'))).toBe(false);
    expect(readFileSync(join(homeOf(repo), 'log/hook.log'), 'utf8')).toContain(`${other.dir}: left out`);
  });

  quick.it('takes over from a run that was killed', async () => {
    const repo = tempRepo();
    repo.file('a.py', 'x = 1\n').commit();
    const linked = repo.worktree('side');
    await addPending(homeOf(repo), repo.dir);
    writeFileSync(join(homeOf(repo), 'taken'), `${linked.dir}\n`);
    const runs = await hook(repo, 'post-merge');
    expect(runs!.map(({ worktree }) => worktree)).toEqual([linked.dir, repo.dir]);
    expect(existsSync(join(homeOf(repo), 'taken'))).toBe(false);
  });
});

quick.describe('errors', () => {
  quick.it('are written down, and the next run is as any other', async () => {
    const repo = tempRepo();
    repo.file('a.py', 'x = 1\n').commit();
    const broken = () => resolveOptions({ embedder: 'nonsense:x' }, {}, null);
    expect(await hook(repo, 'post-commit', { settle: broken })).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ code: expect.any(String) }) }),
    ]);
    expect(lastRun(repo).error!.message).toContain('nonsense');
    await hook(repo, 'post-commit');
    expect(lastRun(repo).error).toBeNull();
  });
});

describe('while git is busy', () => {
  /** A branch whose two commits collide with main. */
  function colliding(): TempRepo {
    const repo = tempRepo();
    repo.file('a.py', 'x = 1\n').commit();
    repo.git('checkout', '-q', '-b', 'side');
    repo.file('a.py', 'x = 2\n').commit();
    repo.git('checkout', '-q', 'main');
    repo.file('a.py', 'x = 3\n').commit();
    return repo;
  }
  const operations: [string, (repo: TempRepo) => void, (repo: TempRepo) => void][] = [
    [
      'rebase',
      (repo) => repo.git('checkout', '-q', 'side') || expect(() => repo.git('rebase', '-q', 'main')).toThrow(),
      (repo) => void repo.git('rebase', '--skip'),
    ],
    [
      'merge',
      (repo) => expect(() => repo.git('merge', '-q', 'side')).toThrow(),
      (repo) => void repo.git('commit', '-qam', 'merged'),
    ],
    [
      'cherry-pick',
      (repo) => expect(() => repo.git('cherry-pick', 'side')).toThrow(),
      (repo) => void repo.git('commit', '-qam', 'picked'),
    ],
    [
      'revert',
      (repo) => expect(() => repo.git('revert', '--no-edit', 'side')).toThrow(),
      (repo) => void repo.git('revert', '--abort'),
    ],
    [
      'bisect',
      (repo) => repo.git('bisect', 'start', 'main', 'main~1') || undefined,
      (repo) => void repo.git('bisect', 'reset'),
    ],
  ];

  it.each(shareOf(operations, 3))(
    'with a %s, it waits for the end and indexes what HEAD is then',
    async (_, begin, end) => {
      const repo = colliding();
      begin(repo);
      const running = hook(repo, 'post-checkout');
      await until(() => existsSync(join(homeOf(repo), 'taken')));
      // Taken up, and not indexed: the operation is still there.
      expect(await indexedCommit(repo)).toBeUndefined();
      end(repo);
      const runs = await running;
      expect(runs!.map(({ commit, error }) => [commit, error])).toEqual([[repo.git('rev-parse', 'HEAD'), null]]);
    },
  );

  quick.it('for too long, it says so and leaves the worktree to the next hook', async () => {
    const repo = colliding();
    expect(() => repo.git('merge', '-q', 'side')).toThrow();
    const runs = await hook(repo, 'post-checkout', { pace: { ...FAST, longestWait: 0 } });
    expect(runs).toEqual([
      expect.objectContaining({ error: { code: 'WAITING', message: expect.stringContaining('a merge is under way') } }),
    ]);
    expect(readFileSync(join(homeOf(repo), 'taken'), 'utf8')).toBe(`${repo.dir}\n`);
    repo.git('merge', '--abort');
    const linked = repo.worktree('other');
    expect((await hook(repo, 'post-checkout', { worktree: linked }))!.map(({ worktree }) => worktree)).toEqual([
      repo.dir,
      linked.dir,
    ]);
    expect(await indexedCommit(repo)).toBe(repo.git('rev-parse', 'HEAD'));
  });

  quick.it('by hand it does not wait', async () => {
    const repo = colliding();
    expect(() => repo.git('merge', '-q', 'side')).toThrow();
    expect((await hook(repo, null))!.map(({ hook: name, error }) => [name, error])).toEqual([[null, null]]);
  });
});
