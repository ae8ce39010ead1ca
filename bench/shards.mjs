/**
 * What a CI matrix saves on a large repository: one build against N shards, which here are built one after another, and merged.
 * A matrix waits for its largest shard and for the merge. Whole processes of the built dist, each in a store of its own.
 *
 *   node bench/shards.mjs DIR       clones DIR, which itself is only read
 *     --shards N (default 8)   --cli FILE
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runMeasured } from './runMeasured.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shards: { type: 'string', default: '8' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});
if (positionals.length !== 1) throw new Error('node bench/shards.mjs DIR');

const count = Number(options.shards);
const scratch = mkdtempSync(join(tmpdir(), 'cora-shards-'));
const clone = join(scratch, 'clone');
try {
  execFileSync('git', ['clone', '-q', resolve(positionals[0]), clone]);
  const whole = await built('whole', []);
  const shards = [];
  for (let index = 1; index <= count; index++) {
    shards.push(await built(join('shards', String(index)), ['--shard', `${index}/${count}`]));
  }
  const merged = await cora(['merge', join(scratch, 'shards'), '-o', join(scratch, 'merged.tar'), '--json']);
  print(whole, shards, merged);
  process.exitCode = merged.report.digest === whole.report.digest ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Builds an index in an empty store, and packs it. */
async function built(name, how) {
  const store = ['--store', join(scratch, 'store')];
  const index = await cora(['index', '--json', '--quiet', ...store, ...how]);
  const pack = await cora(['pack', '--json', ...store, '-o', join(scratch, name, 'index.tar')]);
  rmSync(join(scratch, 'store'), { recursive: true });
  const peakBytes = Math.max(index.peakBytes, pack.peakBytes);
  return { ms: index.ms + pack.ms, cpuMs: index.cpuMs + pack.cpuMs, report: pack.report, peakBytes };
}

async function cora(args) {
  const { stdout, ...took } = await runMeasured(resolve(options.cli), args, { cwd: clone });
  return { ...took, report: JSON.parse(stdout) };
}

function print(whole, shards, merged) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  const megabytes = (bytes) => `${bytes < 1e7 ? (bytes / 1e6).toFixed(1) : Math.round(bytes / 1e6)} MB`;
  const slowest = shards.reduce((a, b) => (b.ms > a.ms ? b : a));
  const sizes = shards.map(({ report }) => report.chunks);
  const { files, chunks, size } = whole.report;
  const row = (name, { ms, cpuMs, peakBytes }, bytes) =>
    `| ${name} | ${seconds(ms)} | ${seconds(cpuMs)} | ${megabytes(peakBytes)} | ${megabytes(bytes)} |`;
  const sum = (of) => shards.reduce((total, shard) => total + of(shard), 0);
  const all = {
    ms: sum(({ ms }) => ms),
    cpuMs: sum(({ cpuMs }) => cpuMs),
    peakBytes: Math.max(...shards.map(({ peakBytes }) => peakBytes)),
  };
  const isEqual = merged.report.digest === whole.report.digest;
  process.stdout.write(
    [
      `${files} files, ${chunks} chunks; ${shards.length} shards of ${Math.min(...sizes)} to ${Math.max(...sizes)} chunks`,
      '',
      '| | index and pack | CPU time | peak memory | artifact |',
      '|---|---|---|---|---|',
      row('one build', whole, size),
      row('the slowest shard', slowest, slowest.report.size),
      row(
        'all shards, one after another',
        all,
        sum(({ report }) => report.size),
      ),
      row('merge', merged, merged.report.size),
      '',
      `a matrix waits ${seconds(slowest.ms + merged.ms)}; equal digest: ${isEqual ? 'yes' : 'no'}`,
      '',
    ].join('\n'),
  );
}
