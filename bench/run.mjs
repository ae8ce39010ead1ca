/**
 * Speed, memory and size of the built dist, each figure from whole processes as a user's shell starts them. Prints one
 * Markdown table on stdout.
 *
 *   node bench/run.mjs --files 10000          a generated repository (bench/generate.mjs)
 *   node bench/run.mjs --repo DIR             a clone of DIR; DIR itself is only read
 *     --runs N    cold queries (default 20)   --commits N   one-file commits (default 5)   --keep   leave the clone
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { generateRepository } from './generate.mjs';
import { bytesUnder } from './shared/bytesUnder.mjs';
import { plainEnvironment } from './shared/plainEnvironment.mjs';
import { percentile } from './shared/statistics.mjs';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const MEGABYTE = 1e6;

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '1000' },
    repo: { type: 'string' },
    runs: { type: 'string', default: '20' },
    commits: { type: 'string', default: '5' },
    keep: { type: 'boolean', default: false },
  },
});

const scratch = mkdtempSync(join(tmpdir(), 'cora-bench-'));
try {
  const { folder, name } =
    options.repo === undefined ? generated(Number(options.files)) : cloned(resolve(options.repo));
  const queries = queriesFor(folder, Number(options.runs));
  const full = measureFull(folder);
  const cold = measureCold(folder, queries);
  const warm = measureWarm(folder, queries);
  const commits = measureCommits(folder, Number(options.commits));
  const node = measureNode(10);
  print(name, [
    ['full index', `${seconds(full.ms)} s: ${full.report.files} files, ${full.report.chunks} chunks`],
    [
      'full index, speed',
      `${perSecond(full.report.files, full.ms)} files/s, ${(full.textBytes / MEGABYTE / (full.ms / 1000)).toFixed(2)} MB/s`,
    ],
    ['full index, peak memory', `${(full.peakBytes / MEGABYTE).toFixed(0)} MB`],
    [
      'index after a one-file commit',
      `p50 ${commits.p50} ms (${commits.times.length} commits, ${commits.computed} blobs computed)`,
    ],
    ['index without a change', `${commits.unchanged} ms`],
    ['query, cold', `p50 ${percentile(cold, 50)} ms, p90 ${percentile(cold, 90)} ms (${cold.length} runs)`],
    ['query, warm', `p50 ${percentile(warm, 50)} ms, p90 ${percentile(warm, 90)} ms (${warm.length} queries)`],
    ['an empty Node process, cold', `p50 ${percentile(node, 50)} ms`],
    [
      'store',
      `${(full.storeBytes / MEGABYTE).toFixed(1)} MB for ${(full.textBytes / MEGABYTE).toFixed(1)} MB of text (${((100 * full.storeBytes) / full.textBytes).toFixed(0)} %)`,
    ],
  ]);
} finally {
  if (options.keep) console.error(`kept: ${scratch}`);
  else rmSync(scratch, { recursive: true, force: true });
}

function generated(files) {
  const folder = join(scratch, 'generated');
  mkdirSync(folder);
  const { bytes } = generateRepository(folder, { files });
  return { folder, name: `generated, ${files} files, ${(bytes / MEGABYTE).toFixed(1)} MB` };
}

function cloned(source) {
  const folder = join(scratch, basename(source));
  // A copy of its files would be a partial clone where the source is one.
  git(scratch, 'clone', '-q', '--no-local', source, folder);
  // The index of a clone is of the same second as its files, and git reads each of these again until a later `git status`.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100);
  git(folder, 'update-index', '-q', '--refresh');
  return { folder, name: `${basename(source)} at ${git(folder, 'rev-parse', '--short', 'HEAD').trim()}` };
}

/** Words from evenly spaced file names, asked as identifiers and as questions. */
function queriesFor(folder, count) {
  const paths = git(folder, 'ls-files', '-z')
    .split('\0')
    .filter((path) => path !== '' && extname(path) !== '');
  return Array.from({ length: count }, (_, at) => {
    const path = paths[Math.floor(((at + 0.5) * paths.length) / count)];
    const words = basename(path, extname(path))
      .replace(/(?<=[a-z])(?=[A-Z])|[\W_]+|\d+/g, ' ')
      .trim()
      .toLowerCase();
    return at % 2 === 0 ? words : `how does the ${words} handle an error`;
  });
}

function measureFull(folder) {
  const peakFile = join(scratch, 'peak');
  const watch = join(scratch, 'watch.mjs');
  const report =
    "process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS * 1024)));";
  writeFileSync(
    watch,
    `import { writeFileSync } from 'node:fs';\nimport { isMainThread } from 'node:worker_threads';\nif (isMainThread) ${report}\n`,
  );
  const run = cora(folder, ['index', '--json', '--quiet'], {
    nodeArgs: ['--import', pathToFileURL(watch).href],
    env: { PEAK_FILE: peakFile },
  });
  const { counts } = JSON.parse(cora(folder, ['status', '--json']).stdout);
  return {
    ms: run.ms,
    report: JSON.parse(run.stdout),
    peakBytes: Number(readFileSync(peakFile, 'utf8')),
    textBytes: counts.bytes,
    storeBytes: bytesUnder(join(folder, '.git/cora')),
  };
}

function measureCold(folder, queries) {
  cora(folder, ['query', '--json', '-k', '10', '--', queries[0]]);
  return queries.map((query) => cora(folder, ['query', '--json', '-k', '10', '--', query]).ms);
}

/** One process for all; its first answers, which load the table and the statistics, do not count. */
function measureWarm(folder, queries) {
  const file = join(scratch, 'queries.jsonl');
  const lines = [...queries, ...queries].map((query, id) => JSON.stringify({ id: String(id), query }));
  writeFileSync(file, `${lines.join('\n')}\n`);
  const answers = cora(folder, ['query', '--batch', file, '-k', '10']).stdout.trim().split('\n');
  if (answers.length !== lines.length) throw new Error(`${answers.length} answers to ${lines.length} queries`);
  return answers.slice(queries.length).map((line) => JSON.parse(line).ms);
}

function measureCommits(folder, count) {
  const times = [];
  let computed = 0;
  for (let at = 0; at < count; at++) {
    appendFileSync(join(folder, changedPath(folder, at, count)), `\n# bench ${at}\n`);
    git(
      folder,
      '-c',
      'user.name=bench',
      '-c',
      'user.email=bench@example.com',
      'commit',
      '-q',
      '--no-verify',
      '-am',
      `bench ${at}`,
    );
    const run = cora(folder, ['index', '--json', '--quiet']);
    computed += JSON.parse(run.stdout).computed;
    times.push(run.ms);
  }
  const unchanged = Math.round(cora(folder, ['index', '--json', '--quiet']).ms);
  return { times, computed, p50: percentile(times, 50), unchanged };
}

/** Evenly spaced among the files that are indexed. */
function changedPath(folder, at, count) {
  const files = JSON.parse(cora(folder, ['files', '--json']).stdout).files.filter((file) => file.indexed);
  return files[Math.floor(((at + 0.5) * files.length) / count)].path;
}

/** What no program in Node can be faster than. */
function measureNode(count) {
  return Array.from({ length: count }, () => {
    const started = performance.now();
    spawnSync(process.execPath, ['-e', '0'], { env: plainEnvironment });
    return performance.now() - started;
  });
}

/** Runs the built command line as a process of its own. Exit code 1 of a query is "no match". */
function cora(folder, args, { nodeArgs = [], env = {} } = {}) {
  if (!existsSync(CLI)) throw new Error('There is no dist/cli.js: npm run build');
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeArgs, CLI, ...args], {
    cwd: folder,
    env: { ...plainEnvironment, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ms = performance.now() - started;
  if (status !== 0 && !(status === 1 && args[0] === 'query'))
    throw new Error(`cora ${args.join(' ')} exited with ${status}: ${stderr}`);
  return { stdout, ms };
}

function git(folder, ...args) {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
}

function seconds(ms) {
  return (ms / 1000).toFixed(1);
}

function perSecond(count, ms) {
  return Math.round(count / (ms / 1000));
}

function print(name, rows) {
  const machine = `${cpus().length} cores, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
  console.log(`| ${name} | ${machine} |\n|---|---|`);
  for (const [what, value] of rows) console.log(`| ${what} | ${value} |`);
}
