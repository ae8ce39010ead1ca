/**
 * `npm test`: installs what is missing, then runs vitest, by default the unit and integration projects. Arguments go to
 * vitest: `npm test -- test/unit/query`, `npm test -- --project e2e`. No build step: dist is committed.
 */

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { installMissing, installMissingServers, root } from './installMissing.mjs';

installMissing();
const given = process.argv.slice(2);
const projects = given.some((argument) => argument.startsWith('--project'))
  ? []
  : ['--project', 'unit', '--project', 'integration'];
if (given.some((argument) => /e2e|page/.test(argument))) installMissingServers();
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/tallyReporter.mjs')}`];
const { status, signal } = spawnSync(process.execPath, [vitest, 'run', ...projects, ...reporters, ...given], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (signal) console.error(`vitest was ended by ${signal}.`);
process.exitCode = status ?? 1;
