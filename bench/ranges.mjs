/**
 * What a question costs of a packed index that lies on a web server: requests, rounds (requests that wait for those before),
 * bytes and time, with a delay added to each request. Whole processes of the built dist, as a user's shell starts them.
 *
 *   node bench/ranges.mjs ARTIFACT [QUESTION…]
 *     --delay MS    added to each request (default 50)      --rate MB    megabytes in a second for each request (default: no limit)
 *     --repo DIR    a clone with its index: answers must equal its own                          --log   each request of each question
 */

import { spawn } from 'node:child_process';
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const QUESTIONS = ['where is a transaction rolled back after an exception'];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    delay: { type: 'string', default: '50' },
    rate: { type: 'string' },
    repo: { type: 'string' },
    log: { type: 'boolean', default: false },
  },
});
const [artifact, ...asked] = positionals;
if (artifact === undefined) throw new Error('node bench/ranges.mjs ARTIFACT [QUESTION…]');
const questions = asked.length === 0 ? QUESTIONS : asked;
const delay = Number(options.delay);

const descriptor = openSync(artifact, 'r');
const { size } = fstatSync(descriptor);
/** Of the process that runs. */
let requests = [];
let began = 0;
const server = createServer(async (request, response) => {
  const [, from = '0', last = String(size - 1)] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const to = Math.min(size, Number(last) + 1);
  const own = { from: Number(from), to, start: performance.now() - began, end: Number.POSITIVE_INFINITY, status: 206 };
  requests.push(own);
  await sleep(delay);
  if (request.headers['if-none-match'] === '"1"') {
    own.status = 304;
    own.to = own.from;
    response.writeHead(304).end();
  } else {
    const bytes = Buffer.alloc(to - own.from);
    readSync(descriptor, bytes, 0, bytes.length, own.from);
    if (options.rate !== undefined) await sleep(bytes.length / (1000 * Number(options.rate)));
    const range = `bytes ${own.from}-${to - 1}/${size}`;
    response.writeHead(206, { etag: '"1"', 'content-range': range, 'content-length': bytes.length }).end(bytes);
  }
  own.end = performance.now() - began;
});
await new Promise((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const url = `http://127.0.0.1:${server.address().port}/index.tar`;
const home = mkdtempSync(join(tmpdir(), 'cora-ranges-'));

try {
  console.log(
    `| question | when | requests | rounds | MB | answer | all requests | MB of all |\n|${' --- |'.repeat(8)}`,
  );
  for (const question of questions) {
    rmSync(join(home, 'cache'), { recursive: true, force: true });
    const cold = await ask(question, ['--index', url]);
    print(question, 'nothing is here', cold);
    const second = await ask(question, ['--index', url]);
    print(question, 'the vectors are here', second);
    print(question, 'all is here', await ask(question, ['--index', url]));
    if (options.repo === undefined) continue;
    const own = await ask(question, [], options.repo);
    const isSame = JSON.stringify(resultsOf(own.json)) === JSON.stringify(resultsOf(second.json));
    console.log(isSame ? '\nequal to the clone\n' : '\nNOT EQUAL to the clone\n');
    if (!isSame) process.exitCode = 1;
  }
} finally {
  server.closeAllConnections();
  server.close();
  closeSync(descriptor);
  rmSync(home, { recursive: true, force: true });
}

/** Without what says how fresh an index is and how long it took. */
function resultsOf({ results, related, assumed, cutBy, fewer, tokens }) {
  const withoutClone = results.map(({ repository: _, status: _status, fileLines: _lines, ...rest }) => rest);
  return { results: withoutClone, related, assumed, cutBy, fewer, tokens };
}

async function ask(question, more, cwd = home) {
  requests = [];
  began = performance.now();
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
  const child = spawn(process.execPath, [CLI, 'query', question, '--json', ...more], { cwd, env });
  let out = '';
  let answeredAt = 0;
  child.stdout.on('data', (piece) => {
    answeredAt ||= performance.now() - began;
    out += piece;
  });
  child.stderr.on('data', (piece) => options.log && process.stderr.write(piece));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`cora query ended with ${code}`);
  return { json: JSON.parse(out), answeredAt, requests: [...requests] };
}

function print(question, when, { requests: all, answeredAt }) {
  const before = all.filter(({ start }) => start < answeredAt);
  const megabytes = (some) => (some.reduce((sum, { from, to }) => sum + to - from, 0) / 1e6).toFixed(2);
  const rounds = roundsOf(before);
  const figures = [before.length, rounds.at(-1) ?? 0, megabytes(before), `${Math.round(answeredAt)} ms`];
  console.log(`| ${[question, when, ...figures, all.length, megabytes(all)].join(' | ')} |`);
  if (!options.log) return;
  before.forEach(({ from, to, start, end, status }, at) => {
    const bytes = status === 304 ? 'not changed' : `bytes ${from}-${to - 1} (${((to - from) / 1000).toFixed(1)} kB)`;
    console.log(`    round ${rounds[at]}  ${Math.round(start)}-${Math.round(end)} ms  ${bytes}`);
  });
}

/** A request that begins after one of its round has ended belongs to the next round. */
function roundsOf(some) {
  let round = 0;
  let firstEnd = Number.NEGATIVE_INFINITY;
  return some.map(({ start, end }) => {
    if (start >= firstEnd) {
      round += 1;
      firstEnd = Number.POSITIVE_INFINITY;
    }
    firstEnd = Math.min(firstEnd, end);
    return round;
  });
}
