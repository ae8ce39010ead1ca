/**
 * What a store answers like that has seen much: the rows of commits far apart and of branches, beside a fresh store of the same
 * commit. Both are asked the same questions by turns, each in a process of its own (cold), then all in one (warm); processor time,
 * children such as git left out. Prints one Markdown table.
 *
 *   node bench/aged.mjs --repo DIR [--commits 50] [--branches 20] [--rounds 9]       a clone of DIR; DIR itself is only read
 *     --cli FILE   another build
 */

import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runMeasured } from './runMeasured.mjs';
import { spread } from './scale/samples.mjs';
import { bytesUnder } from './shared/bytesUnder.mjs';
import { median } from './shared/statistics.mjs';

const { values: options } = parseArgs({
  options: {
    repo: { type: 'string' },
    commits: { type: 'string', default: '50' },
    branches: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '9' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});
if (options.repo === undefined) throw new Error('--repo DIR');

const QUESTIONS = [
  'where is the configuration read',
  'how are errors reported to the caller',
  'what happens when a connection times out',
  'parse the command line',
  'free memory that is no longer used',
  'write a file to disk safely',
  'sort a list of items',
  'hash table insert',
];
const WHO = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'commit.gpgsign=false'];

const scratch = mkdtempSync(join(tmpdir(), 'cora-aged-'));
try {
  const folder = join(scratch, basename(resolve(options.repo)));
  git(scratch, 'clone', '-q', '--no-local', resolve(options.repo), folder);
  const tip = git(folder, 'rev-parse', 'HEAD').trim();
  const stores = { fresh: join(scratch, 'fresh'), aged: join(scratch, 'aged') };
  const history = git(folder, 'rev-list', '--first-parent', tip).trim().split('\n').reverse();
  for (const commit of spread(history, Number(options.commits))) await indexAt('aged', commit);
  const files = git(folder, 'ls-tree', '-r', '--name-only', tip).trim().split('\n');
  for (const [at, path] of spread(files, Number(options.branches)).entries()) {
    git(folder, 'checkout', '-q', '-B', `branch-${at}`, tip);
    appendFileSync(join(folder, path), `\n# branch ${at}\n`);
    git(folder, 'commit', '-q', '--no-verify', '-am', `branch ${at}`);
    await indexAt('aged', `branch-${at}`);
  }
  await indexAt('aged', tip);
  await indexAt('fresh', tip);
  const questions = join(scratch, 'questions');
  writeFileSync(questions, QUESTIONS.map((query, id) => `${JSON.stringify({ id: `${id}`, query })}\n`).join(''));
  const taken = { cold: { fresh: [], aged: [] }, warm: { fresh: [], aged: [] } };
  const answers = {};
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const which of round % 2 === 0 ? ['fresh', 'aged'] : ['aged', 'fresh']) {
      const question = QUESTIONS[round % QUESTIONS.length];
      const cold = await cora(which, ['query', '--json', question]);
      const warm = await cora(which, ['query', '--json', '--batch', questions]);
      taken.cold[which].push(cold.cpuMs);
      taken.warm[which].push(warm.cpuMs);
      answers[which] = [...(answers[which] ?? []), placesIn(cold.stdout)];
    }
  }
  if (JSON.stringify(answers.fresh) !== JSON.stringify(answers.aged))
    throw new Error('the two stores answer differently');
  print(tip, stores, taken);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function indexAt(which, commit) {
  const folder = join(scratch, basename(resolve(options.repo)));
  git(folder, 'checkout', '-q', '--force', commit);
  await cora(which, ['index', '--quiet']);
}

function cora(which, args) {
  const env = { ...process.env, CORA_STORE: join(scratch, which) };
  return runMeasured(options.cli, args, { cwd: join(scratch, basename(resolve(options.repo))), env });
}

function placesIn(json) {
  return JSON.parse(json).results.map(({ path, startLine, score }) => [path, startLine, score]);
}

function print(tip, stores, taken) {
  const ratio = (kind) => median(taken[kind].aged.map((ms, at) => ms / taken[kind].fresh[at])).toFixed(2);
  const row = (kind, name) =>
    `| ${name} | ${median(taken[kind].fresh).toFixed(0)} ms | ${median(taken[kind].aged).toFixed(0)} ms | ${ratio(kind)} |`;
  const megabytes = (which) => `${(bytesUnder(stores[which]) / 1e6).toFixed(0)} MB`;
  console.log(
    `| processor time, ${basename(resolve(options.repo))} at ${tip.slice(0, 9)}, ${options.rounds} rounds | fresh store | ${options.commits} distant commits and ${options.branches} branches | ratio, p50 |`,
  );
  console.log('|---|---:|---:|---:|');
  console.log(row('cold', 'a question, cold'));
  console.log(row('warm', `${QUESTIONS.length} questions in one process`));
  console.log(`| store | ${megabytes('fresh')} | ${megabytes('aged')} | |`);
}

function git(cwd, ...args) {
  return execFileSync('git', [...WHO, ...args], { cwd, encoding: 'utf8', maxBuffer: 2 ** 30 });
}
