/**
 * A watcher, an MCP server and an HTTP server on one clone, under edits, commits, branch switches and questions, for as long as
 * it is told: does anything grow? `node bench/soak.mjs --minutes 30 [--repository DIR] [--seed N]`. Linux.
 *
 * Old versions of a table stay for an hour, so in less than two hours their number says nothing.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { randomOf } from './shared/randomOf.mjs';
import { startHttp, startMcp, startWatcher } from './soak/clients.mjs';
import { compareThirds, processOf, storeOf } from './soak/measure.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    repository: { type: 'string' },
    seed: { type: 'string', default: '1' },
    pause: { type: 'string', default: '500' },
  },
});
const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const source = values.repository ?? fileURLToPath(new URL('..', import.meta.url));
const random = randomOf(Number(values.seed));
/** Samples of the first part are of processes that still load what they need. */
const WARM_UP = 0.3;

const QUESTIONS = [
  'where is the configuration read',
  'retry a request',
  'parse a date',
  'write lock of the index',
  'tests',
];

const place = mkdtempSync(join(tmpdir(), 'cora-soak-'));
const [clone, home, temporaries] = ['clone', 'home', 'tmp'].map((name) => join(place, name));
for (const dir of [home, temporaries]) mkdirSync(dir);
const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), CORA_HOME: home, TMPDIR: temporaries };
const git = (...args) =>
  execFileSync('git', ['-C', clone, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
const problems = new Map();
const note = (text) => {
  const line = text.trim().split('\n')[0].slice(0, 160);
  if (/^(cora|warning|error)\b/.test(line)) problems.set(line, (problems.get(line) ?? 0) + 1);
};

let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isStopped = true;
  });

try {
  await soak();
} finally {
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
}

async function soak() {
  execFileSync('git', ['clone', '-q', '--no-hardlinks', source, clone], { env });
  git('config', 'user.name', 'A U Thor');
  git('config', 'user.email', 'author@example.com');
  execFileSync(process.execPath, [CLI, 'index', '--quiet'], { cwd: clone, env });
  const here = { cwd: clone, env, log: note };
  const ahead = String((60 - Number(values.retention)) * 60_000);
  const watching = { ...env, CORA_TEST_CLOCK: ahead, NODE_OPTIONS: `--import=${CLOCK}` };
  const processes = [
    startWatcher(CLI, { ...here, env: watching }),
    await startMcp(CLI, here),
    await startHttp(CLI, here),
  ];
  const samples = [];
  const did = { edits: 0, commits: 0, switches: 0, questions: 0, failed: 0 };
  try {
    const until = Date.now() + Number(values.minutes) * 60_000;
    const begin = Date.now();
    while (Date.now() < until && !isStopped) {
      await step(processes, did);
      const sample = Object.assign({}, ...processes.map(processOf), storeOf(join(clone, '.git', 'cora'), temporaries));
      if (Date.now() - begin > WARM_UP * (until - begin)) samples.push(sample);
      await sleep(Number(values.pause));
    }
  } finally {
    for (const { child } of processes) child.kill('SIGTERM');
    await Promise.all(processes.map(({ ended }) => ended));
  }
  report(samples, did, processes[0].refreshes());
}

async function step([, mcp, http], did) {
  const draw = random();
  if (draw < 0.5) edit(did);
  else if (draw < 0.7) commit(did);
  else if (draw < 0.8) switchBranch(did);
  for (const server of [mcp, http]) {
    did.questions += 1;
    await server.ask(QUESTIONS[Math.floor(random() * QUESTIONS.length)]).catch((error) => {
      did.failed += 1;
      note(`error of ${server.name}: ${error.message}`);
    });
  }
}

function edit(did) {
  const files = git('ls-files')
    .split('\n')
    .filter((file) => /\.(ts|py|go|js|md)$/.test(file));
  const file = join(clone, files[Math.floor(random() * files.length)]);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, `${text}\n// edit ${did.edits}\nfunction soaked${did.edits}() { return ${did.edits}; }\n`);
  did.edits += 1;
}

function commit(did) {
  git('add', '-A');
  git('commit', '-q', '--allow-empty', '--no-verify', '-m', `soak ${did.commits}`);
  did.commits += 1;
}

function switchBranch(did) {
  commit(did);
  const branches = git('branch', '--format=%(refname:short)').trim().split('\n');
  if (branches.length < 4) git('switch', '-q', '-c', `soak-${branches.length}`);
  else git('switch', '-q', branches[Math.floor(random() * branches.length)]);
  did.switches += 1;
}

function report(samples, did, refreshes) {
  const { edits, commits, switches, questions, failed } = did;
  console.log(
    `${values.minutes} minutes, seed ${values.seed}: ${edits} edits, ${commits} commits, ${switches} branch switches, ${refreshes} refreshes, ${questions} questions (${failed} failed)\n`,
  );
  const rows = compareThirds(samples, Number(values.minutes) < 120);
  console.log('| medians | first third | middle | last third | |\n|---|---:|---:|---:|---|');
  const shown = (number) => (number < 100 ? Number(number.toFixed(1)) : Math.round(number));
  for (const { key, first, middle, last, verdict } of rows)
    console.log(`| ${key} | ${shown(first)} | ${shown(middle)} | ${shown(last)} | ${verdict} |`);
  for (const [line, times] of problems) console.log(`\n${times} × ${line}`);
  const growing = rows.filter(({ verdict }) => verdict === 'grows');
  console.log(growing.length === 0 ? '\nNo leak.' : `\nGrows: ${growing.map(({ key }) => key).join(', ')}.`);
  console.log(`Left in the temporary folder at the end: ${readdirSync(temporaries).length}`);
  process.exitCode = growing.length === 0 ? 0 : 1;
}
