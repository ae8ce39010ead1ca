/** Ten servers and a watcher on one repository, while it is rebased and built three times from nothing. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runCli, startCli } from '../helpers/runCli.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';
import { indexed } from './cliShell.ts';
import { type Connected, connect } from './mcpClient.ts';

const SERVERS = 10;
const COMMITS = 30;
const BUILDS = 3;

/** The commits that HEAD has been at, in order. */
function headsOf(repo: TempRepo): string[] {
  const lines = readFileSync(repo.path('.git/logs/HEAD'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => line.split(' ')[1]!);
}

function grown(): TempRepo {
  const repo = tempRepo();
  for (let at = 0; at < 40; at++) repo.file(`src/f${at}.py`, `def known_${at}(items):\n    return items[${at}]\n`);
  repo.commit();
  repo.git('checkout', '-q', '-b', 'topic');
  for (let at = 0; at < COMMITS; at++)
    repo.file(`src/topic${at}.py`, `def topic_${at}():\n    return ${at}\n`).commit();
  repo.git('checkout', '-q', 'main');
  repo.file('src/main.py', 'def only_on_main():\n    return 1\n').commit();
  repo.git('checkout', '-q', 'topic');
  return repo;
}

/** Asks at least once, and expects each answer to be true. */
async function askUntil(isOver: () => boolean, repo: TempRepo, { call }: Connected): Promise<void> {
  for (let asked = 0; asked === 0 || !isOver(); asked++) {
    const before = headsOf(repo).length;
    const { data } = await call('search', { query: `known_${asked % 40}`, k: 3 });
    // HEAD's log is written a moment before HEAD.
    const possible = headsOf(repo).slice(before - 2);
    expect(possible).toContain(data.freshness.headCommit);
    expect(data.results[0]).toMatchObject({ path: `src/f${asked % 40}.py`, status: 'committed' });
    expect(data.freshness.missingFiles).toEqual([]);
  }
}

it('all answer, none claims what is stale, and no build is locked out', async () => {
  const repo = await indexed(grown());
  const here = { cwd: repo.dir, env: repo.env };
  const watcher = startCli(['watch', '--json'], here);
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => connect(repo)));
  let isOver = false;
  const asking = servers.map((server) => askUntil(() => isOver, repo, server));
  const builds = async () => {
    for (let at = 0; at < BUILDS; at++)
      expect(await runCli(['index', '--full', '--quiet'], here)).toMatchObject({ code: 0 });
  };
  const rebase = async () => {
    // Each pick is a moment of its own, as in a rebase of real files.
    const started = await runGit(repo, [
      '-c',
      'sequence.editor=sed -i.bak "s/$/\\nexec sleep 0.1/"',
      'rebase',
      '-i',
      'main',
    ]);
    expect(started).toBe(0);
  };
  await Promise.all([builds(), rebase()]);
  isOver = true;
  await Promise.all(asking);
  const head = repo.git('rev-parse', 'HEAD');
  const known = async () => {
    const { stdout } = await runCli(['query', '--json', 'only_on_main'], here);
    return JSON.parse(stdout).freshness;
  };
  // The watcher brings the index to where the rebase ended.
  await expect.poll(known, { interval: 500 }).toMatchObject({ indexedCommit: head, commitsBehind: 0 });
  for (const { call, stderr } of servers) {
    const { data } = await call('search', { query: 'only_on_main', k: 1 });
    expect(data.results[0]).toMatchObject({ path: 'src/main.py', status: 'committed' });
    expect(data.freshness).toMatchObject({ headCommit: head, indexedCommit: head, commitsBehind: 0, dirtyFiles: 0 });
    expect(stderr()).toBe('');
  }
  watcher.child.kill('SIGINT');
  const ended = await watcher.ended;
  // While a build writes, it says whom it waits for.
  expect(ended.stderr.replace(/^Waiting for process .*\n/gm, '')).toBe('');
  expect(ended.code).toBe(0);
  const seen = ended.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(seen.at(0)).toEqual({ event: 'ready' });
  expect(seen.filter(({ waitsFor }) => waitsFor === 'rebase').length).toBeGreaterThan(0);
}, 240_000);

function runGit(repo: TempRepo, args: string[]): Promise<number | null> {
  const child = spawn('git', args, { cwd: repo.dir, env: repo.env, stdio: 'ignore' });
  return new Promise((resolve) => child.on('close', resolve));
}
