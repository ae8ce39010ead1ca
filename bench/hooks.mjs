/**
 * What the hooks cost those who commit, and what the background does: `git commit` with and without them, alternating, each
 * when the background is idle; then thirty commits in a row and their rebase. Prints a Markdown table; exits with 1 above
 * the budget of 50 ms, or where a burst cost more than two runs or did not end at HEAD.
 *
 *   node bench/hooks.mjs [--files 1000] [--commits 20] [--burst 30] [--cli dist/cli.js]
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateRepository } from './generate.mjs';
import { median } from './shared/statistics.mjs';

const BUDGET_MS = 50;
const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '1000' },
    commits: { type: 'string', default: '20' },
    burst: { type: 'string', default: '30' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});
const scratch = mkdtempSync(join(tmpdir(), 'cora-bench-hooks-'));
const repo = join(scratch, 'repo');
const home = join(repo, '.git/cora');
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
for (const name of ['AUTHOR', 'COMMITTER'])
  Object.assign(env, { [`GIT_${name}_NAME`]: 'b', [`GIT_${name}_EMAIL`]: 'b@example.com' });
// Hooks are off in CI; here they are what is measured.
for (const name of ['CI', 'CORA']) delete env[name];

try {
  generateRepository(scratchRepo(), { files: Number(options.files) });
  const cli = resolve(options.cli);
  execFileSync(process.execPath, [cli, 'index', '--quiet'], { cwd: repo, env });
  execFileSync(process.execPath, [cli, 'hooks', 'install'], { cwd: repo, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const commits = await alternate(Number(options.commits));
  const burst = await measureBurst(Number(options.burst));
  const rebase = await measureRebase();
  const flips = await measureFlips(10);
  const difference = median(commits.with) - median(commits.without);
  print([
    ['git commit without hooks', `median ${ms(median(commits.without))}`],
    ['git commit with hooks', `median ${ms(median(commits.with))}`],
    ['difference of the medians', `${ms(difference)} (${commits.with.length} each, alternating)`],
    [
      'background after such a commit',
      `median ${ms(median(commits.background))} of work, ${commits.embedded} vectors in all`,
    ],
    [`${options.burst} commits in a row`, `${burst.runs} runs, index at HEAD ${ms(burst.until)} after the last`],
    [
      `rebase of ${options.burst} commits`,
      `${rebase.runs} runs, ${rebase.embedded} vectors, index at HEAD ${ms(rebase.until)} after its end`,
    ],
    [`${flips.times.length} branch switches`, `median ${ms(median(flips.times))} of work, ${flips.embedded} vectors`],
  ]);
  if (difference > BUDGET_MS || burst.runs > 2 || rebase.runs > 2 || rebase.embedded + flips.embedded > 0)
    process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function scratchRepo() {
  mkdirSync(repo);
  return repo;
}

async function alternate(count) {
  const times = { with: [], without: [], background: [], embedded: 0 };
  for (let at = 0; at < count; at++) {
    for (const kind of at % 2 === 0 ? ['with', 'without'] : ['without', 'with']) {
      await idle();
      change(`${kind} ${at}`);
      times[kind].push(commit(kind === 'with' ? [] : ['-c', 'core.hooksPath=/dev/null']));
      if (kind === 'without') continue;
      await atHead();
      times.background.push(lastRun().tookMs);
      times.embedded += lastRun().embedded;
    }
  }
  return times;
}

async function measureBurst(count) {
  await idle();
  const before = countRuns();
  git('checkout', '-q', '-b', 'long');
  for (let at = 0; at < count; at++) {
    change(`burst ${at}`);
    commit([]);
  }
  const since = performance.now();
  await atHead();
  return { runs: countRuns() - before, until: performance.now() - since };
}

async function measureRebase() {
  git('-c', 'core.hooksPath=/dev/null', 'checkout', '-q', 'main');
  writeFileSync(join(repo, 'beside.md'), '# Beside\n\nAnother file.\n');
  git('add', '-A');
  commit([]);
  await atHead();
  git('checkout', '-q', 'long');
  await atHead();
  const before = countRuns();
  git('rebase', '-q', 'main');
  const since = performance.now();
  await atHead();
  return { runs: countRuns() - before, embedded: lastRun().embedded, until: performance.now() - since };
}

async function measureFlips(count) {
  const flips = { times: [], embedded: 0 };
  for (let at = 0; at < count; at++) {
    git('checkout', '-q', at % 2 === 0 ? 'main' : 'long');
    await atHead();
    flips.times.push(lastRun().tookMs);
    flips.embedded += lastRun().embedded;
  }
  return flips;
}

function change(words) {
  appendFileSync(join(repo, 'notes.md'), `\n## Note\n\n${words}\n`);
  git('add', 'notes.md');
}

/** @returns milliseconds that whoever commits waits */
function commit(settings) {
  const begin = performance.now();
  const { status, stderr } = spawnSync('git', [...settings, 'commit', '-q', '-m', 'x'], {
    cwd: repo,
    env,
    encoding: 'utf8',
  });
  const took = performance.now() - begin;
  if (status !== 0) throw new Error(`git commit: ${stderr}`);
  return took;
}

function git(...args) {
  return execFileSync('git', args, { cwd: repo, env, encoding: 'utf8' }).trim();
}

async function idle() {
  while (['pending', 'taken', 'log/write.lock'].some((name) => existsSync(join(home, name)))) await sleep(20);
}

async function atHead() {
  const head = git('rev-parse', 'HEAD');
  for (;;) {
    await idle();
    if (lastRun()?.error) throw new Error(lastRun().error.message);
    if (lastRun()?.commit === head) return;
    await sleep(20);
  }
}

function lastRun() {
  const file = join(home, 'log/last-run.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function countRuns() {
  return readFileSync(join(home, 'log/hook.log'), 'utf8').split(': indexed ').length - 1;
}

function ms(value) {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}

function print(rows) {
  console.log(`| hooks, ${options.files} generated files | |\n|---|---|`);
  for (const [name, value] of rows) console.log(`| ${name} | ${value} |`);
}
