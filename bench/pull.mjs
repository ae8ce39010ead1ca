/**
 * What a pulled index saves: a fresh clone that builds its index and answers, against a fresh clone that pulls what CI has
 * built and answers. Whole processes of the built dist, taking turns; the artifact comes over HTTP from this machine.
 *
 *   node bench/pull.mjs --repo DIR            clones of DIR; DIR itself is only read
 *   node bench/pull.mjs --files 5000          a generated repository (bench/generate.mjs)
 *     --runs N (default 3)   --no-text   --behind N   commits between the artifact and HEAD   --cli FILE
 */

import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateRepository } from './generate.mjs';
import { runMeasured } from './runMeasured.mjs';
import { median } from './shared/statistics.mjs';

const { values: options } = parseArgs({
  options: {
    repo: { type: 'string' },
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
const server = createServer((_, response) => {
  response.setHeader('content-length', statSync(join(scratch, 'index.tar')).size);
  createReadStream(join(scratch, 'index.tar')).pipe(response);
});
try {
  const origin = options.repo === undefined ? generated() : resolve(options.repo);
  const packed = await publish(origin);
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = `http://127.0.0.1:${server.address().port}/index.tar`;
  const rows = [];
  for (let run = 0; run < Number(options.runs); run++) {
    const built = await firstAnswer(cloned(origin), ['index']);
    const pulled = await firstAnswer(cloned(origin), ['pull', address]);
    if (built.digest !== pulled.digest) throw new Error('the pulled index is another one');
    rows.push({ built, pulled });
  }
  print(packed, rows);
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

/** What CI does. */
async function publish(origin) {
  const folder = cloned(origin);
  if (options.behind !== '0') execFileSync('git', ['checkout', '-q', `HEAD~${options.behind}`], { cwd: folder });
  await cora(folder, ['index', '--quiet']);
  const text = options['no-text'] ? ['--no-text'] : [];
  const { stdout } = await cora(folder, ['pack', '--json', '-o', join(scratch, 'index.tar'), ...text]);
  return JSON.parse(stdout);
}

/** Milliseconds of getting an index, and until the first answer is printed. */
async function firstAnswer(folder, how) {
  const got = await cora(folder, [...how, '--json', '--quiet']);
  const answered = await cora(folder, ['query', '--json', QUERY]);
  const report = JSON.parse(got.stdout);
  const { digest } = JSON.parse((await cora(folder, ['status', '--json'])).stdout);
  rmSync(folder, { recursive: true });
  const { embedded } = report.index ?? report;
  const [total, cpu] = [got.ms + answered.ms, got.cpuMs + answered.cpuMs];
  return { index: got.ms, total, cpu, peak: got.peakBytes, digest, embedded };
}

/** Not waited for synchronously: the server lives in this process. A query without a match ends with 1. */
function cora(cwd, args) {
  return runMeasured(resolve(options.cli), args, { cwd, accepts: args[0] === 'query' ? [0, 1] : [0] });
}

function print({ files, chunks, size, indexedBytes }, rows) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  const of = (kind, what) => median(rows.map((row) => row[kind][what]));
  const ratio = (what) => (of('built', what) / of('pulled', what)).toFixed(1);
  const share = Math.round((100 * size) / indexedBytes);
  process.stdout.write(
    [
      `${files} files, ${chunks} chunks; artifact ${(size / 1e6).toFixed(1)} MB, ${share} % of the indexed text`,
      '',
      '| | index | until the first answer | CPU time | peak memory | vectors computed |',
      '|---|---|---|---|---|---|',
      ...['built', 'pulled'].map(
        (kind) =>
          `| ${kind} | ${seconds(of(kind, 'index'))} | ${seconds(of(kind, 'total'))} | ${seconds(of(kind, 'cpu'))} | ${Math.round(of(kind, 'peak') / 1e6)} MB | ${of(kind, 'embedded')} |`,
      ),
      '',
      `pulled : built = 1 : ${ratio('total')}, of CPU time 1 : ${ratio('cpu')} (median of ${rows.length} runs each, by turns)`,
      '',
    ].join('\n'),
  );
}
