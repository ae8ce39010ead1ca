/**
 * `npm run faults`: the tests of faults, which CI runs in their short form. `-- --full` makes all of them: 200 moments of kill -9,
 * every file of a store, ten minutes of writers and readers. `--seed N` chooses other ones, `--update` writes docs/faults.md,
 * a word chooses a file; what follows another `--` is for vitest: `-- faultsDisk -- -t NAME`. Needs the built dist.
 */

import { parseArgs } from 'node:util';
import { installMissing, installMissingServers } from './installMissing.mjs';
import { runVitest } from './runVitest.mjs';

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean' }, update: { type: 'boolean' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
installMissing();
installMissingServers();
const files = positionals.length > 0 ? positionals : ['test/e2e/faults'];
// One file after another: times of runs are measured, and all write one document.
const flags = ['--project', 'e2e', '--no-file-parallelism', ...(values.full ? ['--testTimeout=3600000'] : [])];
console.log(`Faults of seed ${values.seed}, ${values.full ? 'all' : 'the short form'}.`);
runVitest([...flags, ...files], {
  ...process.env,
  CORA_FAULTS_SEED: values.seed,
  ...(values.full ? { CORA_FAULTS: 'full' } : {}),
  ...(values.update ? { CORA_FAULTS_UPDATE: '1' } : {}),
  // LanceDB panics over some damage, and says so with a stack that helps nobody.
  RUST_BACKTRACE: '0',
});
console.log(`The same faults again: npm run faults -- --seed ${values.seed}${values.full ? ' --full' : ''}`);
