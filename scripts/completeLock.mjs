/**
 * Adds to package-lock.json the platform packages that `npm install` dropped because the registry it asked does not carry
 * them (a mirror with Linux binaries only). Without them `npm ci` calls the lock file out of sync, here and elsewhere.
 * `--check` writes nothing and fails where something is missing. It stops at packages with an exact version and a platform
 * in their name; npm adds the integrity when it first meets them.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const OS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const CPU = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
const added = completeLock(lock.packages);
if (added.length > 0 && process.argv.includes('--check')) {
  console.error(`package-lock.json lacks ${added.join(', ')}: run \`node scripts/completeLock.mjs\` and commit it.`);
  process.exitCode = 1;
} else if (added.length > 0) {
  lock.packages = sorted(lock.packages);
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
  console.error(`package-lock.json: added ${added.join(', ')}`);
}

/** @returns the paths of the entries that were added to `packages` */
function completeLock(packages) {
  const added = [];
  for (const [parent, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const platform = platformOf(name);
      if (platform === null || !EXACT.test(version) || isThere(packages, parent, name)) continue;
      const path = `node_modules/${name}`;
      packages[path] = { version, ...platform, ...(entry.dev ? { dev: true } : {}), optional: true };
      added.push(path);
    }
  }
  return added;
}

function isThere(packages, parent, name) {
  for (let at = parent; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`] !== undefined) return true;
    if (at === '') return false;
  }
}

/** `@oxc-parser/binding-linux-arm-musleabihf` → { cpu: ['arm'], libc: ['musl'], os: ['linux'] }, null for a name without a platform. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = OS.find((known) => words.includes(known));
  const cpu = CPU.find((known) => words.includes(known));
  if (cpu === undefined || (os === undefined && cpu !== 'wasm32')) return null;
  const libc = os !== 'linux' ? [] : words.some((word) => word.startsWith('musl')) ? ['musl'] : glibcOf(words);
  return { cpu: [cpu], ...(libc.length > 0 ? { libc } : {}), ...(os === undefined ? {} : { os: [os] }) };
}

function glibcOf(words) {
  return words.some((word) => word.startsWith('gnu')) ? ['glibc'] : [];
}

function sorted(packages) {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
}
