/**
 * From an empty npm cache to the first answer: `npx cora-query query --index FILE "…"` with the package of this tree from a
 * registry on this machine, then once more with npm's cache filled. Beside them the same without npm. Prints one Markdown table.
 *
 *   node bench/firstAnswer.mjs FILE ["a question"] [--runs 5]        FILE: what `cora pack` wrote
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { makePackages } from '../scripts/packages.mjs';
import { median } from './shared/statistics.mjs';

if (isMainThread) await measureAll();
else serve(workerData);

async function measureAll() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string', default: '5' } },
  });
  const [named, question = 'how does replication resync'] = positionals;
  if (named === undefined) throw new Error('Name what cora pack wrote');
  const file = resolve(named);
  const scratch = mkdtempSync(join(tmpdir(), 'cora-first-answer-'));
  try {
    const [cora] = makePackages(join(scratch, 'packages'));
    const { registry, stop } = await startRegistry(cora.file);
    const runs = Array.from({ length: Number(values.runs) }, (_, at) => {
      const home = join(scratch, `home-${at}`);
      mkdirSync(home);
      const npx = ['npx', '--yes', '--registry', registry, 'cora-query', 'query', '--index', file, question];
      const installed = () => ['node', installedIn(home), 'query', '--index', file, question];
      return [timed(npx, home), timed(npx, home), timed(installed(), home)];
    });
    stop();
    console.log('| what | seconds, p50 |\n|---|---:|');
    const names = ['npx, empty npm cache, nothing read before', 'npx again', 'without npm'];
    for (const [at, name] of names.entries())
      console.log(`| ${name} | ${(median(runs.map((one) => one[at])) / 1000).toFixed(2)} |`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function timed([program, ...args], home) {
  const env = { PATH: process.env.PATH, HOME: home };
  const started = performance.now();
  const { status, stderr } = spawnSync(program, args, { cwd: home, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status} ${stderr}`);
  return performance.now() - started;
}

function installedIn(home) {
  const { stdout } = spawnSync('find', [home, '-path', '*/cora-query/dist/cli.js'], { encoding: 'utf8' });
  return stdout.split('\n')[0];
}

/** In a thread: whoever measures waits for its children without an event loop. */
async function startRegistry(tarball) {
  const worker = new Worker(new URL(import.meta.url), { workerData: tarball });
  const registry = await new Promise((resolve) => worker.once('message', resolve));
  return { registry, stop: () => worker.terminate() };
}

function serve(tarball) {
  const bytes = readFileSync(tarball);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const version = /-(\d[^/]*)\.tgz$/.exec(tarball)[1];
  const server = createServer((request, response) => {
    const { port } = server.address();
    if (request.url.endsWith('.tgz')) return response.end(bytes);
    if (request.url !== '/cora-query') return response.writeHead(404).end('{}');
    const dist = { integrity, tarball: `http://127.0.0.1:${port}/cora-query-${version}.tgz` };
    const own = { name: 'cora-query', version, bin: { 'cora-query': 'dist/cli.js' }, dist };
    response.end(
      JSON.stringify({ name: 'cora-query', 'dist-tags': { latest: version }, versions: { [version]: own } }),
    );
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(`http://127.0.0.1:${server.address().port}/`));
}
