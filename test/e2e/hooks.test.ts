/** Git keeps the index fresh: the built command line, real hooks through husky, two clones of one bare repository. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { HooksChange } from '../../src/freshness/hooks.ts';
import type { InitReport } from '../../src/freshness/init.ts';
import type { Status } from '../../src/freshness/readStatus.ts';
import type { HookRun } from '../../src/indexing/lastRun.ts';
import { eventually } from '../helpers/eventually.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';
import { jsonOf, shellIn, shopFiles, shopRepo } from './cliShell.ts';

/** Milliseconds. Hooks that come within a second of each other are one burst; a commit that takes as long may end it. */
const BURST = 800;

const HUSKY = fileURLToPath(new URL('../../node_modules/husky/bin.js', import.meta.url));

/** What `npm install` does in a repository whose `prepare` is `husky`. */
function huskyIn(repo: TempRepo): void {
  const { status, stderr } = spawnSync(process.execPath, [HUSKY], { cwd: repo.dir, env: repo.env, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
}

/** Hooks are off in CI, and these tests may run there. */
function awake(repo: TempRepo): TempRepo {
  delete repo.env['CI'];
  delete repo.env['CORA'];
  return repo;
}

function home(repo: TempRepo): string {
  return join(repo.git('rev-parse', '--path-format=absolute', '--git-common-dir'), 'cora');
}

function lastRun(repo: TempRepo): HookRun | null {
  const file = join(home(repo), 'log/last-run.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as HookRun) : null;
}

function countRuns(repo: TempRepo): number {
  return readFileSync(join(home(repo), 'log/hook.log'), 'utf8').split(': indexed ').length - 1;
}

/** Waits until the background has brought the index to HEAD and has ended. */
async function settled(repo: TempRepo): Promise<HookRun> {
  const head = repo.git('rev-parse', 'HEAD');
  for (;;) {
    const run = lastRun(repo);
    const isBusy = ['pending', 'taken', 'log/write.lock'].some((name) => existsSync(join(home(repo), name)));
    if (!isBusy && run !== null && (run.commit === head || run.error !== null)) return run;
    await sleep(50);
  }
}

/** What a question finds, and that it was answered from an index of HEAD. */
async function ask(repo: TempRepo, text: string): Promise<string[]> {
  const result = jsonOf<SearchResult>(await shellIn(repo)(['query', '--json', '-k', '5', text]));
  expect(result.freshness.indexedCommit).toBe(repo.git('rev-parse', 'HEAD'));
  return result.results.map(({ path, startLine, endLine, score }) => `${path}:${startLine}-${endLine} ${score}`);
}

describe('a team with husky', () => {
  it('has a right index in each clone after commit, merge, rebase of 30, branch flips and worktree add, and embeds no blob twice', async () => {
    const origin = tempRepo({ bare: true });
    const first = awake(origin.clone());
    shopFiles(first);
    huskyIn(first);
    const init = jsonOf<InitReport>(await shellIn(first)(['init', '--yes', '--json']));
    expect(init.hooks!.status).toMatchObject({
      manager: 'husky',
      hooks: Array(4).fill({ installed: true, reason: null }),
    });
    first.commit('cora');
    await settled(first);
    first.git('push', '-q', 'origin', 'HEAD:main');
    const second = awake(origin.clone());
    huskyIn(second);
    // The hooks came with the clone; what is missing is where node and Cora are.
    const again = jsonOf<InitReport>(await shellIn(second)(['init', '--yes', '--json']));
    expect([again.hooks!.files, again.config]).toEqual([[], []]);

    // A commit, and its way to the other clone.
    first
      .file('src/refund.py', 'def refund_customer(order):\n    """Gives the money back."""\n    return -order.total\n')
      .commit();
    expect((await settled(first)).embedded).toBeGreaterThan(0);
    expect((await ask(first, 'refund_customer'))[0]).toContain('src/refund.py');
    first.git('push', '-q', 'origin', 'main');
    second.git('pull', '-q', '--ff-only', 'origin', 'main');
    expect(await settled(second)).toMatchObject({ hook: 'post-merge', error: null });
    expect(await ask(second, 'refund_customer')).toEqual(await ask(first, 'refund_customer'));

    // A rename and a copy are no new blobs.
    first
      .move('src/refund.py', 'src/money/refund.py')
      .file('src/copy.py', readFileSync(first.path('src/money/refund.py'), 'utf8'));
    first.commit();
    expect((await settled(first)).embedded).toBe(0);

    // A merge of what a branch has already brought.
    first.git('checkout', '-q', '-b', 'side');
    first.file('tools/audit.py', 'def audit_ledger(rows):\n    return [row for row in rows if row]\n').commit();
    await settled(first);
    first.git('checkout', '-q', 'main');
    expect(await settled(first)).toMatchObject({ hook: 'post-checkout', embedded: 0 });
    expect((await ask(first, 'audit_ledger')).join()).not.toContain('audit.py');
    first.git('merge', '-q', '--no-ff', '-m', 'merged', 'side');
    expect(await settled(first)).toMatchObject({ hook: 'post-merge', embedded: 0 });
    expect((await ask(first, 'audit_ledger'))[0]).toContain('tools/audit.py');

    // Thirty commits at once, and their rebase: at most two runs each.
    const before = countRuns(first);
    first.git('checkout', '-q', '-b', 'long', 'main~1');
    let pauses = 0;
    for (let at = 1; at <= 30; at++) {
      const began = Date.now();
      first.file('src/counter.py', `def counter_step():\n    return ${at}\n`).commit();
      if (Date.now() - began > BURST) pauses += 1;
    }
    expect((await settled(first)).error).toBeNull();
    expect(countRuns(first) - before).toBeLessThanOrEqual(2 + pauses);
    const between = countRuns(first);
    first.git('rebase', '-q', 'main');
    expect(await settled(first)).toMatchObject({ embedded: 0, error: null });
    expect(countRuns(first) - between).toBeLessThanOrEqual(2);
    expect((await ask(first, 'counter_step'))[0]).toContain('src/counter.py');
    expect((await ask(first, 'audit_ledger'))[0]).toContain('tools/audit.py');

    // An amended commit; both hooks of it are one run.
    first.git('commit', '-q', '--amend', '-m', 'other words');
    expect(await settled(first)).toMatchObject({ embedded: 0 });

    // Flips there and back.
    for (const branch of ['main', 'long']) {
      first.git('checkout', '-q', branch);
      expect(await settled(first)).toMatchObject({ hook: 'post-checkout', embedded: 0, computed: 0 });
      expect((await ask(first, 'counter_step')).some((hit) => hit.includes('counter.py'))).toBe(branch === 'long');
    }
    first.git('push', '-q', 'origin', 'main', 'long');
    second.git('fetch', '-q');
    second.git('checkout', '-q', 'long');
    expect((await settled(second)).error).toBeNull();
    for (const text of ['counter_step', 'audit_ledger', 'where is the discount taken off']) {
      expect(await ask(second, text)).toEqual(await ask(first, text));
    }

    // A linked worktree shares the rows. husky's own directory is not there before husky has run in it.
    const linked = awake(first.worktree('beside', 'main'));
    const { embedded } = jsonOf<{ embedded: number }>(await shellIn(linked)(['index', '--json']));
    expect(embedded).toBe(0);
    expect((await ask(linked, 'audit_ledger'))[0]).toContain('tools/audit.py');
    huskyIn(linked);
    linked.file('src/beside.py', 'def only_beside():\n    pass\n').commit();
    // Of which hook depends on whether the run that began with `git worktree add` has ended meanwhile.
    expect(await settled(linked)).toMatchObject({ worktree: linked.dir, error: null });
    expect((await ask(linked, 'only_beside'))[0]).toContain('src/beside.py');
  });
});

describe('cora init', () => {
  it('asks first where nobody can answer, then does it all, and nothing the second time', async () => {
    const repo = awake(shopRepo());
    const cora = shellIn(repo);
    const asked = await cora(['init']);
    expect([asked.code, existsSync(repo.path('cora.config.json'))]).toEqual([2, false]);
    expect(asked.stderr).toContain('would create');
    const dry = jsonOf<InitReport>(await cora(['init', '--dry-run', '--json']));
    expect([dry.config.length, dry.hooks!.files.length, dry.index!.dryRun]).toEqual([1, 5, true]);
    expect(existsSync(repo.path('.git/cora'))).toBe(false);
    const done = await cora(['init', '--yes']);
    expect([done.code, done.stdout]).toEqual([
      0,
      expect.stringMatching(/created .*cora\.config\.json[\s\S]*post-commit +installed[\s\S]*Indexed /),
    ]);
    const config = readFileSync(repo.path('cora.config.json'), 'utf8');
    const again = await cora(['init']);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('The hooks are installed already.')]);
    expect(readFileSync(repo.path('cora.config.json'), 'utf8')).toBe(config);
  });

  it('goes on without hooks where they are refused', async () => {
    const repo = awake(shopRepo());
    repo.git('config', 'core.hooksPath', '/dev/null');
    const { code, stdout } = await shellIn(repo)(['init', '--yes']);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/No hooks: core\.hooksPath[\s\S]*Indexed /)]);
  });
});

describe('cora hooks', () => {
  it('tells what the background did, and what went wrong there', async () => {
    const repo = awake(shopRepo());
    const cora = shellIn(repo);
    const { status } = jsonOf<HooksChange>(await cora(['hooks', 'install', '--json']));
    expect(status.hooks.map(({ installed, reason }) => installed && reason)).toEqual([null, null, null, null]);
    repo.file('new.py', 'def brand_new():\n    pass\n').commit();
    await settled(repo);
    expect(jsonOf<Status>(await cora(['status', '--json'])).hooks).toMatchObject({
      lastRun: { hook: 'post-commit', error: null },
      pending: false,
    });
    // A setting that is wrong in the repository is no reason to disturb a commit, and is not lost.
    repo.file('cora.config.json', '{"nonsense": 1}\n').commit();
    expect((await settled(repo)).error).toMatchObject({ code: 'CONFIG', message: expect.stringContaining('nonsense') });
    expect((await cora(['hooks', 'status'])).stdout).toContain('nonsense');
  });

  it('go on after a run that was killed', async () => {
    const repo = awake(shopRepo());
    await shellIn(repo)(['hooks', 'install']);
    repo.file('first.py', 'def first():\n    pass\n').commit();
    // It waits for a second for more hooks, so there is time to meet it.
    const owner = join(home(repo), 'log/write.lock.json');
    const { pid } = await eventually(() => JSON.parse(readFileSync(owner, 'utf8')) as { pid: number });
    process.kill(pid, 'SIGKILL');
    repo.file('second.py', 'def second():\n    pass\n').commit();
    expect((await settled(repo)).error).toBeNull();
    expect((await ask(repo, 'first')).length).toBeGreaterThan(0);
  });

  it('that could not build the first index are why there is none', async () => {
    const repo = awake(shopRepo());
    await shellIn(repo)(['hooks', 'install']);
    repo.file('cora.config.json', '{"nonsense": 1}\n').commit();
    await settled(repo);
    rmSync(repo.path('cora.config.json'));
    const { code, stderr } = await shellIn(repo)(['status']);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/no index[\s\S]*after a hook failed: .*nonsense/)]);
  });

  it('run by hand does it at once', async () => {
    const repo = awake(shopRepo());
    const { code, stdout } = await shellIn(repo)(['hooks', 'run']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/by hand: indexed [0-9a-f]{9} in /)]);
  });

  it('names what it does not know', async () => {
    const repo = shopRepo();
    const { code, stderr } = await shellIn(repo)(['hooks', 'instal']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('cora hooks install, uninstall, status, run or offer')]);
  });
});
