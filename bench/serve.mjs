/**
 * What `cora serve` bears: clients that search one repository at the same time, each of them again as soon as it was answered. The
 * built dist in a process of its own, asked through fetch. Prints one Markdown table on stdout; exits with 1 where an answer failed.
 *
 *   node bench/serve.mjs --repo DIR        a clone of DIR; DIR itself is only read
 *     --clients 100 --seconds 60           how many, for how long
 *     --cli FILE                           another build
 *     --queries FILE                       lines of JSON with a `text`: ask these
 *
 * Without --queries these are names and words of the repository's own files, in one order for every run. Memory is the server's resident size
 * (Linux), looked at four times a second.
 */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    repo: { type: 'string' },
    clients: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '60' },
    queries: { type: 'string' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});
if (options.repo === undefined) throw new Error('--repo DIR');

const cli = resolve(options.cli);
const ALONE_SECONDS = 10;
const REST_SECONDS = 5;
const scratch = mkdtempSync(join(tmpdir(), 'cora-serve-'));
try {
  const folder = join(scratch, basename(resolve(options.repo)));
  const env = { ...process.env, CORA_HOME: join(scratch, 'home') };
  execFileSync('git', ['clone', '-q', resolve(options.repo), folder]);
  execFileSync(process.execPath, [cli, 'index', '--quiet', folder], { cwd: folder, env });
  // As the first `git status` does: until then git reads every file of a clone anew for each question.
  execFileSync('git', ['update-index', '-q', '--refresh'], { cwd: folder });
  const server = await start(folder, env);
  const queries = options.queries === undefined ? await queriesOf(server.url) : textsIn(options.queries);
  const memory = watchMemory(server.child.pid);
  await search(server.url, queries[0]);
  const alone = await load(server.url, queries, 1, ALONE_SECONDS);
  const before = memory.now();
  const together = await load(server.url, queries, Number(options.clients), Number(options.seconds));
  const peak = memory.peak();
  await new Promise((then) => setTimeout(then, REST_SECONDS * 1000));
  const end = memory.now();
  memory.stop();
  server.child.kill('SIGTERM');
  const [code] = await once(server.child, 'exit');
  const { files, chunks } = server.size;
  console.log(
    `${basename(folder)}: ${files} files, ${chunks} chunks; ${cpus().length} cores, ${cpus()[0].model.trim()}\n`,
  );
  console.log('| clients | requests | per second | p50 ms | p95 ms | p99 ms | longest ms | 429 | other errors |');
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const one of [alone, together]) console.log(rowOf(one));
  console.log(
    `\nServer's memory: ${before} MB before, ${peak} MB at most, ${end} MB ${REST_SECONDS} s after; exit code ${code}.`,
  );
  if (together.failed > 0 || together.busy > 0 || code !== 0) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function start(folder, env) {
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', folder], {
    cwd: scratch,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  const url = await new Promise((then, fail) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
      const found = /Listening on (\S+)/.exec(stderr);
      if (found !== null) then(found[1]);
    });
    child.on('exit', () => fail(new Error(stderr)));
  });
  const [{ total_files: files, total_chunks: chunks }] = await (await fetch(`${url}/repos`)).json();
  return { child, url, size: { files, chunks } };
}

function textsIn(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line).text);
}

/** Returns questions: names that files define, alone and in sentences. */
async function queriesOf(url) {
  const get = async (path) => (await fetch(`${url}${path}`)).json();
  const { files } = await get('/files?limit=5000');
  const step = Math.max(1, Math.floor(files.length / 60));
  const names = new Set();
  for (const { path } of files.filter((_, at) => at % step === 0)) {
    const { symbols } = await get(`/symbols?file_path=${encodeURIComponent(path)}`);
    for (const { name } of symbols.slice(0, 6)) if (/^\w{4,}$/.test(name)) names.add(name);
  }
  const all = [...names];
  return all.flatMap((name, at) => [name, `how does ${all[(at + 7) % all.length]} use ${name}`, words(name)]);
}

function words(name) {
  return `where is the ${name.replaceAll(/_+|([a-z])(?=[A-Z])/g, '$1 ').toLowerCase()} handled`;
}

async function search(url, query) {
  const began = performance.now();
  try {
    const response = await fetch(`${url}/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, k: 10 }),
    });
    const body = await response.json();
    return {
      status: response.ok && Array.isArray(body.results) ? 200 : response.status,
      ms: performance.now() - began,
    };
  } catch {
    return { status: 0, ms: performance.now() - began };
  }
}

async function load(url, queries, clients, seconds) {
  const until = performance.now() + seconds * 1000;
  const times = [];
  let busy = 0;
  let failed = 0;
  const began = performance.now();
  const client = async (number) => {
    for (let turn = number; performance.now() < until; turn += clients) {
      const { status, ms } = await search(url, queries[turn % queries.length]);
      if (status === 200) times.push(ms);
      else if (status === 429) busy += 1;
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return { clients, times: times.sort((a, b) => a - b), busy, failed, tookMs: performance.now() - began };
}

function rowOf({ clients, times, busy, failed, tookMs }) {
  const at = (share) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0);
  const perSecond = ((times.length * 1000) / tookMs).toFixed(1);
  return `| ${clients} | ${times.length} | ${perSecond} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} | ${at(1)} | ${busy} | ${failed} |`;
}

function watchMemory(pid) {
  let most = 0;
  const now = () => {
    const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1];
    const megabytes = Math.round(Number(resident) / 1024);
    most = Math.max(most, megabytes);
    return megabytes;
  };
  const timer = setInterval(now, 250);
  return { now, peak: () => most, stop: () => clearInterval(timer) };
}
