/**
 * How long an agent waits for `cora mcp`: until the server answers at all, for an answer when nothing has changed, and for one that
 * holds an edit made just before. Client and server are two processes on pipes, as an agent has them; each edit is a new function
 * in another file, and its answer has to show it as modified.
 *
 *   node bench/agent.mjs [--files 10000] [--rounds 25] [--repository DIR]      DIR, with Python files, is cloned; without it one is made
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { generateRepository } from './generate.mjs';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '25' },
    repository: { type: 'string' },
  },
});
const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const ROUNDS = Number(values.rounds);
/** Milliseconds: a server that is asked more than once reads the table into memory. */
const SETTLE = 8000;
const QUESTIONS = [
  'retry publish of expired tokens',
  'merge the batches of an account',
  'where are leases released',
  'compute the digest of a document',
  'open a channel of the cluster',
];

const dir = mkdtempSync(join(tmpdir(), 'cora-agent-'));
try {
  if (values.repository === undefined) generateRepository(dir, { files: Number(values.files) });
  else execFileSync('git', ['clone', '-q', resolve(values.repository), dir]);
  const report = JSON.parse(
    execFileSync(process.execPath, [CLI, 'index', '--quiet', '--json'], { cwd: dir, maxBuffer: 1 << 28 }),
  );
  // A new index is of the same second as its files, and git reads each of these again until a later `git status`.
  execFileSync('git', ['update-index', '-q', '--refresh'], { cwd: dir });
  console.log(`${report.files} files, ${report.chunks} chunks, load ${loadavg()[0].toFixed(1)}\n`);
  console.log('| | p50 | p95 |\n|---|---|---|');
  print('start until `initialize` is answered', await repeat(Math.min(ROUNDS, 11), started));
  const client = await connect();
  try {
    await measureSearches(client);
  } finally {
    await client.close();
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function measureSearches(client) {
  const ask = (query, _meta = {}) => client.callTool({ name: 'search', arguments: { query }, _meta });
  await repeat(3, (at) => ask(QUESTIONS[at]));
  await wait(SETTLE);
  await repeat(5, (at) => ask(`${QUESTIONS[at % QUESTIONS.length]} again`));
  print('search', await repeat(ROUNDS, (at) => timed(() => ask(`${QUESTIONS[at % QUESTIONS.length]} ${at}`))));
  const files = readdirSync(dir, { recursive: true }).filter((name) => /^(?!\.git\/).*\.py$/.test(name));
  if (files.length === 0) throw new Error('--repository wants one with Python files: those are edited.');
  print('edit a file, search: the answer holds the edit', await repeat(ROUNDS, (at) => edited(ask, files, at)));
}

/** Before the next one the file is as it was. */
async function edited(ask, files, at) {
  const file = files[(at * 37) % files.length];
  const path = join(dir, file);
  const before = readFileSync(path);
  const name = `freshly_edited_${at}_function`;
  try {
    const begin = performance.now();
    writeFileSync(path, `${before}\n\ndef ${name}(items):\n    return items[${at}]\n`);
    const { structuredContent } = await ask(`where is ${name}`, { 'cora/structured': true });
    const took = performance.now() - begin;
    const [best] = structuredContent.results;
    if (best?.path !== file || best.status !== 'modified' || !best.text.includes(name))
      throw new Error(`the answer does not hold the edit of ${file}: ${JSON.stringify(best)}`);
    return took;
  } finally {
    writeFileSync(path, before);
  }
}

async function started() {
  const begin = performance.now();
  const client = await connect();
  const took = performance.now() - begin;
  await client.close();
  return took;
}

async function connect() {
  const client = new Client({ name: 'cora-bench', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp'], cwd: dir }));
  return client;
}

async function timed(run) {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
}

async function repeat(times, run) {
  const results = [];
  for (let at = 0; at < times; at++) results.push(await run(at));
  return results;
}

function print(what, times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => `${sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(0)} ms`;
  console.log(`| ${what} | ${at(0.5)} | ${at(0.95)} |`);
}
