/**
 * What embedders cost an index: `cora index --full` as whole processes into stores of their own, embedders in turn so that
 * a busy machine slows all alike. Prints one Markdown table on stdout: medians of wall time and of processor time (all
 * threads), and throughput as a share of that with the last embedder named. The repositories are only read.
 *
 *   node bench/embedders.mjs DIR... [--rounds 5] [--embedders builtin,hash] [--jobs N] [--cli dist/cli.js]
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { plainEnvironment } from './shared/plainEnvironment.mjs';
import { median } from './shared/statistics.mjs';

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    embedders: { type: 'string', default: 'builtin,hash' },
    jobs: { type: 'string' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});
if (folders.length === 0) throw new Error('Which repositories? node bench/embedders.mjs DIR...');
const cli = resolve(options.cli);
const embedders = options.embedders.split(',');
const baseline = embedders.at(-1);

const scratch = mkdtempSync(join(tmpdir(), 'cora-bench-'));
const probe = join(scratch, 'probe.mjs');
const usageFile = join(scratch, 'usage');
writeFileSync(
  probe,
  `import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(process.env.USAGE_FILE, String((userCPUTime + systemCPUTime) / 1000));
});
`,
);

try {
  console.log(
    `| ${availableParallelism()} cores, Node ${process.versions.node} | chunks | wall | chunks/s | of ${baseline} | processor | of ${baseline} |`,
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const folder of folders.map((name) => resolve(name))) print(basename(folder), measure(folder));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** A first round, which fills the file cache, does not count. */
function measure(folder) {
  const runs = new Map(embedders.map((embedder) => [embedder, []]));
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const embedder of embedders) {
      const run = indexOnce(folder, embedder);
      if (round > 0) runs.get(embedder).push(run);
      console.error(`${basename(folder)} ${embedder}: ${Math.round(run.wall)} ms, processor ${Math.round(run.cpu)} ms`);
    }
  }
  return runs;
}

function indexOnce(folder, embedder) {
  const store = join(scratch, 'store');
  rmSync(store, { recursive: true, force: true });
  const jobs = options.jobs === undefined ? [] : ['--jobs', options.jobs];
  const args = ['--import', pathToFileURL(probe).href, cli, 'index', '--full', '--json', '--quiet', ...jobs];
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...plainEnvironment, CORA_EMBEDDER: embedder, CORA_STORE: store, USAGE_FILE: usageFile },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const wall = performance.now() - started;
  // 1 with a report: some files could not be parsed
  if (status !== 0 && !(status === 1 && stdout !== '')) throw new Error(`cora index exited with ${status}: ${stderr}`);
  return { wall, cpu: Number(readFileSync(usageFile, 'utf8')), chunks: JSON.parse(stdout).chunks };
}

function print(name, runs) {
  const of = (embedder, key) => median(runs.get(embedder).map((run) => run[key]));
  for (const embedder of embedders) {
    const [{ chunks }] = runs.get(embedder);
    const wall = of(embedder, 'wall');
    const cpu = of(embedder, 'cpu');
    const speed = Math.round(chunks / (wall / 1000));
    const shares = [of(baseline, 'wall') / wall, of(baseline, 'cpu') / cpu].map(
      (share) => `${(100 * share).toFixed(0)} %`,
    );
    console.log(
      `| ${name}, ${embedder} | ${chunks} | ${(wall / 1000).toFixed(2)} s | ${speed} | ${shares[0]} | ${(cpu / 1000).toFixed(2)} s | ${shares[1]} |`,
    );
  }
}
