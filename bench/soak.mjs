/**
 * A watcher, an MCP server and an HTTP server on one clone, under edits, commits, branch switches and questions, for as long as
 * it is told: does anything grow? `node bench/soak.mjs --minutes 30 [--clock 8] [--repository DIR] [--seed N]`. Linux.
 *
 * Old versions of a table stay for an hour, so in less than two hours their number says nothing. `--clock 8` has the watcher's
 * clock, and so LanceDB's, go eight times as fast: an hour is over in 7.5 minutes (libfaketime; `--faketime FILE` where it is).
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { randomOf } from './shared/randomOf.mjs';
import { startHttp, startMcp, startWatcher } from './soak/clients.mjs';
import { fastClock } from './soak/fastClock.mjs';
import { compareThirds, courseOf, processOf, storeOf } from './soak/measure.mjs';
import { workerIn } from './soak/work.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    clock: { type: 'string', default: '1' },
    faketime: { type: 'string' },
    repository: { type: 'string' },
    seed: { type: 'string', default: '1' },
    pause: { type: 'string', default: '500' },
  },
});
const [minutes, clock] = [Number(values.minutes), Number(values.clock)];
const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const source = values.repository ?? fileURLToPath(new URL('..', import.meta.url));
const random = randomOf(Number(values.seed));
/** The share of samples at the beginning that do not count: the processes still load what they need. */
const WARM_UP = 0.3;
/** In minutes of the watcher's clock: until then no version, or hardly one, is old enough to go. */
const YOUNG = 120;

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
  execFileSync('git', ['clone', '-q', '--no-local', source, clone], { env });
  execFileSync(process.execPath, [CLI, 'index', '--quiet'], { cwd: clone, env });
  const worker = workerIn(clone, env, random);
  const here = { cwd: clone, env, log: note };
  const processes = [
    startWatcher(CLI, { ...here, env: { ...env, ...fastClock(clock, values.faketime) } }),
    await startMcp(CLI, here),
    await startHttp(CLI, here),
  ];
  const samples = [];
  const asked = { questions: 0, failed: 0 };
  const begin = Date.now();
  const spent = () => (Date.now() - begin) / 60_000;
  try {
    while (spent() < minutes && !isStopped) {
      worker.step();
      await ask(processes.slice(1), asked);
      const store = storeOf(join(clone, '.git', 'cora'), temporaries);
      samples.push({ minute: spent(), ...Object.assign({}, ...processes.map(processOf), store) });
      await sleep(Number(values.pause));
    }
  } finally {
    for (const { child } of processes) child.kill('SIGTERM');
    await Promise.all(processes.map(({ ended }) => ended));
  }
  report(samples, { ...worker.did, refreshes: processes[0].refreshes(), ...asked });
}

async function ask(servers, asked) {
  for (const server of servers) {
    asked.questions += 1;
    await server.ask(QUESTIONS[Math.floor(random() * QUESTIONS.length)]).catch((error) => {
      asked.failed += 1;
      note(`error of ${server.name}: ${error.message}`);
    });
  }
}

function report(all, counts) {
  const how = clock === 1 ? '' : `, the watcher's clock ${clock} times as fast`;
  const said = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  console.log(`${values.minutes} minutes, seed ${values.seed}${how}: ${said.join(', ')}\n`);
  const samples = all.filter(({ minute }) => minute > WARM_UP * all.at(-1).minute);
  const rows = compareThirds(samples, minutes * clock < YOUNG);
  console.log('| medians | first third | middle | last third | |\n|---|---:|---:|---:|---|');
  const shown = (number) => (number < 100 ? Number(number.toFixed(1)) : Math.round(number));
  for (const { key, first, middle, last, verdict } of rows)
    console.log(`| ${key} | ${shown(first)} | ${shown(middle)} | ${shown(last)} | ${verdict} |`);
  for (const key of ['store: versions of chunks', 'store: files', 'store: MB'])
    console.log(`\n${key}, from the beginning to the end: ${courseOf(all, key).map(shown).join(', ')}`);
  for (const [line, times] of problems) console.log(`\n${times} × ${line}`);
  const growing = rows.filter(({ verdict }) => verdict === 'grows');
  console.log(growing.length === 0 ? '\nNo leak.' : `\nGrows: ${growing.map(({ key }) => key).join(', ')}.`);
  console.log(`Left in the temporary folder at the end: ${readdirSync(temporaries).length}`);
  const doctor = spawnSync(process.execPath, [CLI, 'doctor'], { cwd: clone, env, encoding: 'utf8' });
  console.log(`cora doctor, exit ${doctor.status}: ${doctor.stdout.trim()}`);
  process.exitCode = growing.length === 0 && doctor.status === 0 && counts.failed === 0 ? 0 : 1;
}
