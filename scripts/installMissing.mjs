/** Installs what package.json asks for where node_modules lacks it: a fresh clone's first command has nothing but Node and npm. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const { engines } = readJson('package.json');
const least = Number.parseInt(engines.node.slice('>='.length), 10);
// Every script comes by here, so that none fails on an older Node with something else.
if (Number.parseInt(process.versions.node, 10) < least) {
  console.error(`Cora needs Node ${least} or newer, and this is ${process.versions.node}.`);
  process.exit(2);
}

/** Runs `npm ci` unless every direct dependency is there in the version of the lock file. Ends the process where npm fails. */
export function installMissing() {
  const missing = missingPackages();
  if (missing.length === 0) return;
  console.error(
    `Installing: node_modules lacks ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ` and ${missing.length - 3} more` : ''}.`,
  );
  // Development dependencies are installed whatever NODE_ENV or the user's npm settings say.
  installLocked(root, ['--include=dev', '--include=optional']);
  spawnSync(process.execPath, [join(root, 'scripts/prepare.mjs')], { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** The servers that end-to-end tests start: a package of their own, so that a clone which runs none of them stays light. */
export function installMissingServers() {
  const folder = join('test', 'servers');
  const { dependencies } = readJson(`${folder}/package.json`);
  const locked = readJson(`${folder}/package-lock.json`).packages;
  const missing = Object.keys(dependencies).filter(
    (name) => installed(name, folder) !== locked[`node_modules/${name}`]?.version,
  );
  if (missing.length === 0) return;
  console.error(`Installing: ${folder} lacks ${missing.join(', ')}.`);
  // Their install scripts are for other ways to run them.
  installLocked(join(root, folder), ['--ignore-scripts']);
}

function installLocked(cwd, args) {
  // A development dependency names a newer Node than it needs (content-type): errors are told, and
  // no warnings.
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const { status } = spawnSync('npm', ['ci', ...args, ...quiet], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error('npm ci failed (its output is above). Is the npm registry within reach?');
  process.exit(2);
}

function missingPackages() {
  const { devDependencies, optionalDependencies } = readJson('package.json');
  const locked = readJson('package-lock.json').packages;
  const missing = Object.keys(devDependencies).filter(
    (name) => installed(name) !== locked[`node_modules/${name}`]?.version,
  );
  const fitting = Object.keys(optionalDependencies).filter((name) => fits(locked[`node_modules/${name}`]));
  if (fitting.length > 0 && !fitting.some((name) => installed(name) === optionalDependencies[name]))
    missing.push(fitting[0]);
  return missing;
}

function fits(entry) {
  return entry?.os?.includes(process.platform) && entry.cpu?.includes(process.arch);
}

function installed(name, folder = '.') {
  const manifest = `${folder}/node_modules/${name}/package.json`;
  return existsSync(`${root}/${manifest}`) ? readJson(manifest).version : null;
}

function readJson(path) {
  return JSON.parse(readFileSync(`${root}/${path}`, 'utf8'));
}
