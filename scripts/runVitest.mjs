/** Runs vitest as it is installed here, and ends with its exit status. */

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './installMissing.mjs';

export function runVitest(args, env = process.env) {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const { status, signal } = spawnSync(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  if (signal) console.error(`vitest was ended by ${signal}.`);
  process.exitCode = status ?? 1;
}

/** The projects that have the files which the arguments name; without a name those of `npm test`. */
export function projectsOf(args) {
  const isEndToEnd = args.some((argument) => /^(?:\.[\\/])?test[\\/]e2e\b/.test(argument));
  return ['shared', 'alone', ...(isEndToEnd ? ['e2e', 'page'] : [])];
}
