/**
 * What a large repository costs: time, processor time and memory of each command, each in a process of its own. Prints one
 * Markdown table on stdout. docs/benchmarks.md, "Scale".
 *
 *   node bench/join.mjs --into DIR REPOSITORY...     makes one
 *   node bench/scale.mjs --repo DIR                  is WRITTEN: an index where there is none, commits on branches of its own
 *     --flip 5000   files that differ between two branches       --cli FILE   another build       --steps NAME,NAME   some of them
 *     --edits 300,1000,5000,20000   numbers of uncommitted files; what exceeds the files of the repository is left out
 */

import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runMeasured } from './runMeasured.mjs';
import { askMcp } from './scale/askMcp.mjs';
import { indexedPaths, questionsOf, removeOtherViews, spread } from './scale/samples.mjs';
import { bytesUnder } from './shared/bytesUnder.mjs';
import { plainEnvironment as env } from './shared/plainEnvironment.mjs';
import { percentile } from './shared/statistics.mjs';

const { values: options } = parseArgs({
  options: {
    repo: { type: 'string' },
    flip: { type: 'string', default: '5000' },
    edits: { type: 'string', default: '300,1000,5000,20000' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
    steps: { type: 'string' },
  },
});
if (options.repo === undefined) throw new Error('node bench/scale.mjs --repo DIR');

const folder = resolve(options.repo);
const cli = resolve(options.cli);
const WHO = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'commit.gpgsign=false'];
const COLD = 10;
const scratch = mkdtempSync(join(tmpdir(), 'cora-scale-'));
const ARTIFACT = join(scratch, 'index.tar');
/** The commit whose index it is. */
let packed = null;

const STEPS = {
  full: () => (existsSync(join(folder, '.git/cora')) ? null : measured('full build', ['index'], countsOf)),
  unchanged: () => measured('index, nothing changed', ['index'], countsOf),
  commits: measureCommits,
  flip: measureFlip,
  far: measureFar,
  edits: measureEdits,
  cold: measureCold,
  batch: measureBatch,
  mcp: measureMcp,
  status: () => measured('status', ['status']),
  files: () => measured('files', ['files']),
  grep: () => measured('grep of a word that is rare', ['grep', '-F', 'idempotence'], () => '', [0, 1]),
  doctor: () => measured('doctor', ['doctor'], () => '', [0, 1]),
  gc: () => measured('gc', ['gc']),
  pack: measurePack,
  verify: async () => measured('verify', ['verify', await artifact()]),
  unpack: measureUnpack,
  pull: measurePull,
};

try {
  const chosen = chosenSteps();
  const start = git('rev-parse', '--abbrev-ref', 'HEAD').trim();
  console.log(`${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0].toFixed(1)} when it began\n`);
  console.log('| what | seconds | processor, s | peak memory, MB | |');
  console.log('|---|---:|---:|---:|---|');
  for (const step of chosen) await step();
  git('checkout', '-q', '-f', start);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function chosenSteps() {
  const names = options.steps?.split(',') ?? Object.keys(STEPS);
  const unknown = names.find((name) => !(name in STEPS));
  if (unknown !== undefined) throw new Error(`no step ${unknown}: ${Object.keys(STEPS).join(', ')}`);
  return Object.keys(STEPS).flatMap((name) => (names.includes(name) ? [STEPS[name]] : []));
}

async function measured(what, args, noteOf = () => '', accepts = [0], cwd = folder) {
  const [command, ...rest] = args;
  const run = await runMeasured(cli, [command, '--json', '--quiet', ...rest], { cwd, env, accepts });
  row(what, run, noteOf(run.stdout));
  return run;
}

function row(what, { ms, cpuMs, peakBytes }, note) {
  const seconds = (milliseconds) => (milliseconds === undefined ? '' : (milliseconds / 1000).toFixed(2));
  const memory = peakBytes === undefined ? '' : (peakBytes / 1e6).toFixed(0);
  console.log(`| ${[what, seconds(ms), seconds(cpuMs), memory, note].join(' | ')} |`);
}

function countsOf(stdout) {
  const { files, chunks, computed, embedded, tookMs } = JSON.parse(stdout);
  const speed = computed > 1000 ? `, ${Math.round((1000 * embedded) / tookMs)} vectors/s` : '';
  return `${files} files, ${chunks} chunks; ${computed} files computed${speed}; store ${megabytes(bytesUnder(join(folder, '.git/cora')))}`;
}

async function measureCommits() {
  git('checkout', '-q', '-B', 'bench-commits');
  for (const path of spread(await indexedPaths(cli, folder, env), 3)) {
    appendFileSync(join(folder, path), '\n# bench\n');
    git(...WHO, 'commit', '-q', '--no-verify', '-am', 'bench');
    await measured('index after a one-file commit', ['index'], countsOf);
  }
}

async function measureFlip() {
  const count = Number(options.flip);
  git('checkout', '-q', '-B', 'bench-flip');
  for (const path of spread(await indexedPaths(cli, folder, env), count))
    appendFileSync(join(folder, path), '\n# flip\n');
  git(...WHO, 'commit', '-q', '--no-verify', '-am', 'flip');
  await measured(`index after a commit of ${count} files`, ['index'], countsOf);
  git('checkout', '-q', '-');
  git('checkout', '-q', 'bench-flip~1');
  await measured('index after the switch back', ['index'], countsOf);
  git('checkout', '-q', 'bench-flip');
  await measured('index after the switch forward', ['index'], countsOf);
}

/** On a branch whose rows are there, of which nothing was counted yet. After `flip`; what comes next finds it counted again. */
async function measureFar() {
  git('checkout', '-q', '-f', 'bench-flip~1');
  await measured('index before the branch', ['index'], countsOf);
  git('checkout', '-q', '-f', 'bench-flip');
  removeOtherViews(join(folder, '.git/cora'));
  const query = ['query', '-k', '10', '--committed', '--', 'how is a request retried'];
  await measured(`first query ${options.flip} files away from any index`, query, () => '', [0, 1]);
  await runMeasured(cli, ['index', '--quiet'], { cwd: folder, env });
}

/** A line more in each of so many files, uncommitted: a query before and after `cora index`, and a server's first and next answer. */
async function measureEdits() {
  const paths = await indexedPaths(cli, folder, env);
  const questions = questionsOf(paths, 12);
  const query = ['query', '-k', '10', '--', questions[0]];
  const asCommitted = (stdout) => {
    const { freshness } = JSON.parse(stdout);
    const lists = [freshness.asCommitted ?? [], freshness.missingFiles];
    return `${lists[0].length} files as committed, ${lists[1].length} not searched`;
  };
  const serve = async (what) => {
    const { first, early, residentBytes } = await askMcp({ cli, folder, env, questions });
    row(`mcp, first answer, ${what}`, { ms: first }, '');
    row(
      `mcp, next answers, p50, ${what}`,
      { ms: percentile(early, 50), peakBytes: residentBytes },
      'memory at the end',
    );
  };
  for (const count of options.edits.split(',').map(Number)) {
    if (count > paths.length) continue;
    for (const path of spread(paths, count)) appendFileSync(join(folder, path), '\n# edited\n');
    await measured(`query, ${count} files edited`, query, asCommitted, [0, 1]);
    await serve(`${count} files edited`);
    await measured(`index, ${count} files edited`, ['index'], countsOf);
    await measured(`query after it, ${count} files edited`, query, asCommitted, [0, 1]);
    await serve(`after it, ${count} files edited`);
    git('checkout', '-q', '-f');
    await measured(`query after git checkout -f`, query, asCommitted, [0, 1]);
  }
}

async function measureCold() {
  const questions = questionsOf(await indexedPaths(cli, folder, env), COLD + 1);
  const runs = [];
  for (const question of questions) {
    const args = ['query', '--json', '--quiet', '-k', '10', '--', question];
    runs.push(await runMeasured(cli, args, { cwd: folder, env, accepts: [0, 1] }));
  }
  const kept = runs.slice(1);
  const of = (percent) => ({
    ms: percentile(
      kept.map(({ ms }) => ms),
      percent,
    ),
    cpuMs: percentile(
      kept.map(({ cpuMs }) => cpuMs),
      percent,
    ),
    peakBytes: percentile(
      kept.map(({ peakBytes }) => peakBytes),
      percent,
    ),
  });
  row('query, cold, p50', of(50), `${COLD} processes`);
  row('query, cold, p90', of(90), '');
}

async function measureBatch() {
  const questions = questionsOf(await indexedPaths(cli, folder, env), 200);
  const file = join(scratch, 'queries.jsonl');
  writeFileSync(file, questions.map((query, id) => `${JSON.stringify({ id: String(id), query })}\n`).join(''));
  const run = await runMeasured(cli, ['query', '--quiet', '--batch', file, '-k', '10'], { cwd: folder, env });
  const times = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).ms);
  const last = times.slice(-100);
  row(
    'query --batch, 200 questions',
    run,
    `first ${times[0]} ms; the last 100: p50 ${percentile(last, 50)} ms, p90 ${percentile(last, 90)} ms`,
  );
}

async function measureMcp() {
  const questions = questionsOf(await indexedPaths(cli, folder, env), 60);
  const { started, first, early, late, residentBytes, cpuMs, ms } = await askMcp({ cli, folder, env, questions });
  row('mcp, started', { ms: started }, '');
  row('mcp, first answer', { ms: first }, '');
  row('mcp, next answers, p50', { ms: percentile(early, 50) }, 'while the table is read into memory');
  row('mcp, later answers, p50', { ms: percentile(late, 50) }, `${late.length} answers`);
  row('mcp, later answers, p90', { ms: percentile(late, 90) }, '');
  row('mcp, all of it', { ms, cpuMs, peakBytes: residentBytes }, 'memory at the end');
}

async function measurePack() {
  const note = (stdout) => {
    const { size, indexedBytes, digest } = JSON.parse(stdout);
    return `${megabytes(size)}, ${Math.round((100 * size) / indexedBytes)} % of the text; digest ${digest.slice(0, 16)}`;
  };
  const { stdout } = await measured('pack', ['pack', '-o', ARTIFACT], note);
  packed = JSON.parse(stdout).commit;
}

/** Packs the index, where that was not done yet. */
async function artifact() {
  if (packed === null) await measurePack();
  return ARTIFACT;
}

async function measureUnpack() {
  const target = join(scratch, 'unpacked');
  await measured('unpack', ['unpack', await artifact(), '-o', target], () => megabytes(bytesUnder(target)));
  rmSync(target, { recursive: true, force: true });
}

async function measurePull() {
  const file = await artifact();
  const clone = join(scratch, 'clone');
  // At the packed commit, and without its files: what is measured is the index.
  git('clone', '-q', '--shared', '--no-checkout', folder, clone);
  git('-C', clone, 'update-ref', '--no-deref', 'HEAD', packed);
  const note = (stdout) => {
    const { rows, index } = JSON.parse(stdout);
    return `${rows} rows, ${index.computed} files computed; store ${megabytes(bytesUnder(join(clone, '.git/cora')))}; digest ${digestOf(clone)}`;
  };
  await measured('pull into a fresh clone', ['pull', file], note, [0], clone);
  rmSync(clone, { recursive: true, force: true });
}

/** Returns the digest that `pack` names, too, where the indexes are the same. */
function digestOf(clone) {
  const { digest } = JSON.parse(execFileSync(process.execPath, [cli, 'status', '--json'], { cwd: clone, env }));
  return digest.slice(0, 16);
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function git(...args) {
  const quiet = ['-c', 'core.safecrlf=false', ...args];
  return execFileSync('git', quiet, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
}
