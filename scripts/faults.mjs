/**
 * `npm run faults`: the tests of faults, which CI runs in their short form. `-- --full` makes all of them: 200 moments of kill -9,
 * every file of a store, ten minutes of writers and readers. `--seed N` chooses other ones, `--update` writes docs/faults.md,
 * anything else is for vitest (a file, -t NAME). Needs the built dist.
 */

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { installMissing, installMissingServers, root } from './installMissing.mjs';

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean' }, update: { type: 'boolean' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
installMissing();
installMissingServers();
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const files = positionals.length > 0 ? positionals : ['test/e2e/faults'];
// One file after another: times of runs are measured, and all write one document.
const flags = ['run', '--project', 'e2e', '--no-file-parallelism', ...(values.full ? ['--testTimeout=3600000'] : [])];
console.log(`Faults of seed ${values.seed}, ${values.full ? 'all' : 'the short form'}.`);
const { status, signal } = spawnSync(process.execPath, [vitest, ...flags, ...files], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    CORA_FAULTS_SEED: values.seed,
    ...(values.full ? { CORA_FAULTS: 'full' } : {}),
    ...(values.update ? { CORA_FAULTS_UPDATE: '1' } : {}),
    // LanceDB panics over some damage, and says so with a stack that helps nobody.
    RUST_BACKTRACE: '0',
  },
});
if (signal) console.error(`vitest was ended by ${signal}.`);
console.log(`The same faults again: npm run faults -- --seed ${values.seed}${values.full ? ' --full' : ''}`);
process.exitCode = status ?? 1;
