/**
 * Many small repositories: the first sync, one with nothing new, one after a commit in a tenth of them, and a question to all.
 * Whole processes of the built dist, over file://, in a home of their own.
 *
 *   node bench/fleet.mjs [--repos 300] [--files 8] [--cli FILE]
 */

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runMeasured } from './runMeasured.mjs';

const { values: options } = parseArgs({
  options: {
    repos: { type: 'string', default: '300' },
    files: { type: 'string', default: '8' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});
const QUESTIONS = [
  'where are expired leases released',
  'parse the invoice cursor',
  'retryQuota',
  'how is a snapshot compressed',
];

const scratch = mkdtempSync(join(tmpdir(), 'cora-fleet-'));
try {
  const remotes = Array.from({ length: Number(options.repos) }, (_, at) => makeRemote(at));
  const home = join(scratch, 'home');
  mkdirSync(home);
  const urls = remotes.map((dir) => `file://${dir}`);
  writeFileSync(join(home, 'cora.config.json'), JSON.stringify({ reposUrls: urls }));
  const rows = [['first sync', await cora(home, ['sync', '--json'])]];
  rows.push(['sync, nothing new', await cora(home, ['sync', '--force', '--json'])]);
  for (const dir of remotes.filter((_, at) => at % 10 === 0)) commitOn(dir);
  rows.push(['sync, a commit in a tenth', await cora(home, ['sync', '--force', '--json'])]);
  const questions = [];
  for (const text of QUESTIONS) questions.push(await cora(home, ['query', '--repo', '*', '--json', '-k', '10', text]));
  rows.push(...questions.map((run, at) => [`query: ${QUESTIONS[at]}`, run]));
  for (const [name, run] of rows) print(name, run);
  process.stdout.write(
    `home: ${(bytesUnder(home) / 1e6).toFixed(0)} MB, remotes: ${(bytesUnder(join(scratch, 'remotes')) / 1e6).toFixed(0)} MB\n`,
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Eight files of twelve functions each are a small service. */
function makeRemote(at) {
  const dir = join(scratch, 'remotes', `service-${at}`);
  const args = [
    fileURLToPath(new URL('generate.mjs', import.meta.url)),
    dir,
    '--files',
    options.files,
    '--seed',
    String(at + 1),
  ];
  execFileSync(process.execPath, args, { stdio: 'ignore' });
  return dir;
}

function commitOn(dir) {
  const file = ['README.md', ...readdirSync(dir)]
    .map((name) => join(dir, name))
    .find((path) => existsSync(path) && statSync(path).isFile());
  appendFileSync(file ?? join(dir, 'README.md'), '\nOne more line.\n');
  const author = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com'];
  execFileSync('git', ['-C', dir, 'add', '-A']);
  execFileSync('git', ['-C', dir, ...author, 'commit', '-q', '-m', 'one more line']);
}

function cora(home, args) {
  return runMeasured(options.cli, [...args, '--repos-base-dir', home, '--quiet'], { cwd: scratch, accepts: [0, 1] });
}

function print(name, { ms, cpuMs, peakBytes, stdout }) {
  const { repositories, results, tookMs } = JSON.parse(stdout);
  const outcomes =
    results === undefined
      ? tally(repositories)
      : `first: ${results[0]?.repository} ${results[0]?.path} ${results[0]?.score}; search alone ${tookMs} ms`;
  process.stdout.write(
    `${name}: ${(ms / 1000).toFixed(2)} s, cpu ${(cpuMs / 1000).toFixed(2)} s, peak ${(peakBytes / 1e6).toFixed(0)} MB, ${outcomes}\n`,
  );
}

function tally(repositories) {
  const counts = {};
  for (const { outcome } of repositories) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const failed = repositories.find(({ error }) => error !== undefined);
  return JSON.stringify(counts) + (failed === undefined ? '' : ` ${failed.name}: ${failed.error}`);
}

function bytesUnder(dir) {
  return Number(execFileSync('du', ['-sb', dir], { encoding: 'utf8' }).split('\t')[0]);
}
