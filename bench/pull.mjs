/**
 * What a pulled index saves: a fresh clone that builds its index and answers, one that restores the folder of CI's store, one
 * that pulls what CI has packed, and one that pulls it by the attestation of a Sigstore of this process. Whole processes of the built dist, taking turns; the artifact comes over HTTP from this machine.
 *
 *   node bench/pull.mjs --repo DIR [--repo DIR…]   clones of each DIR, which itself is only read
 *   node bench/pull.mjs --files 5000               a generated repository (bench/generate.mjs)
 *     --runs N (default 3)   --no-text   --behind N   commits between the artifact and HEAD   --cli FILE
 */

import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { generateRepository } from './generate.mjs';
import { runMeasured } from './runMeasured.mjs';
import { median } from './shared/statistics.mjs';

const { values: options } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true },
    files: { type: 'string', default: '5000' },
    runs: { type: 'string', default: '3' },
    behind: { type: 'string', default: '0' },
    'no-text': { type: 'boolean', default: false },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});

let clones = 0;
const QUERY = 'where is the configuration read';
const scratch = mkdtempSync(join(tmpdir(), 'cora-pull-'));
const PACKED = join(scratch, 'index.tar');
const FOLDER = join(scratch, 'folder.tar.zst');
const [BUNDLE, ROOT] = ['bundle.json', 'root.json'].map((name) => join(scratch, name));
const SIGNED = ['--signer', 'acme/shop@refs/heads/main', '--bundle', BUNDLE, '--trust-root', ROOT];
const server = createServer((_, response) => {
  response.setHeader('content-length', statSync(PACKED).size);
  createReadStream(PACKED).pipe(response);
});
try {
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const sigstore = await startSigstore();
  const address = `http://127.0.0.1:${server.address().port}/index.tar`;
  printHead();
  for (const origin of options.repo?.map((one) => resolve(one)) ?? [generated()]) {
    const published = await publish(origin, sigstore);
    const runs = [];
    for (let run = 0; run < Number(options.runs); run++) {
      const built = await firstAnswer(origin, (clone) => cora(clone, ['index', '--json', '--quiet']));
      const restored = await firstAnswer(origin, restore);
      const pull = (...more) =>
        firstAnswer(origin, (clone) => cora(clone, ['pull', address, '--json', '--quiet', ...more]));
      const pulled = await pull();
      const attested = await pull(...SIGNED);
      const ways = { built, restored, pulled, attested };
      if (new Set(Object.values(ways).map(({ digest }) => digest)).size > 1)
        throw new Error('the restored or pulled index is another one');
      runs.push(ways);
    }
    printRows(origin, published, runs);
  }
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(scratch, { recursive: true, force: true });
}

function generated() {
  const folder = join(scratch, 'generated');
  generateRepository(folder, { files: Number(options.files) });
  return folder;
}

function cloned(origin) {
  const folder = join(scratch, `clone-${clones++}`);
  execFileSync('git', ['clone', '-q', origin, folder]);
  return folder;
}

async function startSigstore() {
  const outfile = join(scratch, 'sigstore.cjs');
  const helper = fileURLToPath(new URL('../test/helpers/mockSigstore.ts', import.meta.url));
  await build({ entryPoints: [helper], bundle: true, platform: 'node', format: 'cjs', outfile });
  const sigstore = await createRequire(import.meta.url)(outfile).mockSigstore();
  writeFileSync(ROOT, sigstore.root);
  return sigstore;
}

/** What CI does, and what it would keep of the store. */
async function publish(origin, sigstore) {
  const folder = cloned(origin);
  if (options.behind !== '0') execFileSync('git', ['checkout', '-q', `HEAD~${options.behind}`], { cwd: folder });
  await cora(folder, ['index', '--quiet']);
  const text = options['no-text'] ? ['--no-text'] : [];
  const { stdout } = await cora(folder, ['pack', '--json', '-o', PACKED, ...text]);
  // As GitHub's cache packs a folder.
  await timed(folder, `tar -cf - .git/cora | zstd -q -f -T0 -o '${FOLDER}'`);
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
  const digest = createHash('sha256').update(readFileSync(PACKED)).digest('hex');
  writeFileSync(BUNDLE, (await sigstore.attest(digest, { commit })).text);
  rmSync(folder, { recursive: true });
  return JSON.parse(stdout);
}

async function restore(clone) {
  const unpacked = await timed(clone, `zstd -q -dc '${FOLDER}' | tar -xf -`);
  const indexed = await cora(clone, ['index', '--json', '--quiet']);
  return { ...indexed, ms: indexed.ms + unpacked.ms, cpuMs: indexed.cpuMs + unpacked.cpuMs };
}

/** Milliseconds of getting an index, and until the first answer is printed. */
async function firstAnswer(origin, get) {
  const clone = cloned(origin);
  const got = await get(clone);
  const answered = await cora(clone, ['query', '--json', QUERY]);
  const report = JSON.parse(got.stdout);
  const { digest } = JSON.parse((await cora(clone, ['status', '--json'])).stdout);
  rmSync(clone, { recursive: true });
  const { embedded } = report.index ?? report;
  const [total, cpu] = [got.ms + answered.ms, got.cpuMs + answered.cpuMs];
  return { index: got.ms, indexCpu: got.cpuMs, total, cpu, peak: got.peakBytes, digest, embedded };
}

/** Not waited for synchronously: the server lives in this process. A query without a match ends with 1. */
function cora(cwd, args) {
  return runMeasured(resolve(options.cli), args, { cwd, accepts: args[0] === 'query' ? [0, 1] : [0] });
}

/** Runs a line of bash. */
function timed(cwd, line) {
  const started = performance.now();
  const script = `set -eo pipefail; TIMEFORMAT='%U %S'; time { ${line}; }`;
  const child = spawn('bash', ['-c', script], { cwd, stdio: ['ignore', 'inherit', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => {
      if (code !== 0) return failed(new Error(`${line}: ${said}`));
      const [user, system] = said.trim().split(' ').map(Number);
      done({ ms: performance.now() - started, cpuMs: 1000 * (user + system) });
    });
  });
}

function printHead() {
  const behind = options.behind === '0' ? '' : `, ${options.behind} commits behind`;
  process.stdout.write(
    [
      `Median of ${options.runs} runs each, by turns${behind}: on the clock (processor time of all threads).`,
      '',
      '| | size | until the index is there | until the first answer | peak memory | vectors computed |',
      '|---|---|---|---|---|---|',
      '',
    ].join('\n'),
  );
}

function printRows(origin, { files, chunks, size }, runs) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  const ways = [
    ['built', 'built in full', ''],
    ['restored', 'folder of the store (zstd), restored and indexed', megabytes(statSync(FOLDER).size)],
    ['pulled', 'artifact, pulled and indexed', megabytes(size)],
    ['attested', 'artifact, pulled by its attestation and indexed', megabytes(size)],
  ];
  const name = basename(origin) === 'repo' ? basename(dirname(origin)) : basename(origin);
  const rows = ways.map(([way, called, bytes]) => {
    const of = (what) => median(runs.map((run) => run[way][what]));
    const times = [
      `${seconds(of('index'))} (${seconds(of('indexCpu'))})`,
      `${seconds(of('total'))} (${seconds(of('cpu'))})`,
    ];
    const peak = `${Math.round(of('peak') / 1e6)} MB`;
    return `| ${[`${name}: ${called}`, bytes, ...times, peak, of('embedded')].join(' | ')} |`;
  });
  const load = loadavg()[0].toFixed(0);
  process.stdout.write(`${rows.join('\n')}\n| ${name}: ${files} files, ${chunks} chunks; load ${load} | | | | | |\n`);
}
