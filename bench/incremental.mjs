/**
 * What an index costs after each thing that happens to a repository: commits of 1 to 1,000 files, renames, switches, a rebase, a
 * worktree, a clone. Whole processes of the built dist, one after the other on one clone. Prints one Markdown table on stdout.
 *
 *   node bench/incremental.mjs --repo DIR       a clone of DIR; DIR itself is only read
 *   node bench/incremental.mjs --files 10000    a generated repository (bench/generate.mjs)
 *     --cli FILE   another build
 *
 * Written is the size of all files of the store that are new or changed after the step, stored the size of all its files.
 */

import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateRepository } from './generate.mjs';
import { runMeasured } from './runMeasured.mjs';
import { spread } from './scale/samples.mjs';

const { values: options } = parseArgs({
  options: {
    repo: { type: 'string' },
    files: { type: 'string', default: '2000' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});

const WHO = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'commit.gpgsign=false'];
const REBASED = 30;
/** Counts all of them, so that no two are alike. */
let edits = 0;
const scratch = mkdtempSync(join(tmpdir(), 'cora-incremental-'));
try {
  const rows = [];
  const { folder, name } = options.repo === undefined ? generated() : cloned(resolve(options.repo));
  const store = join(folder, '.git/cora');
  const step = async (what, change, where = folder, of = store) => {
    change();
    rows.push({ what, ...(await measured(where, of)) });
  };
  const start = git(folder, 'rev-parse', 'HEAD').trim();
  git(folder, 'checkout', '-q', '-B', 'bench');
  await step('the first index', () => undefined);
  const paths = await indexedPaths(folder);
  await step('nothing has changed', () => undefined);
  for (const count of [1, 10, 100, 1000].filter((some) => some <= paths.length)) {
    await step(`a commit of ${count === 1 ? 'one file' : `${count} files`}`, () => edit(folder, spread(paths, count)));
  }
  await step('a revert of the last commit', () => git(folder, 'revert', '--no-edit', 'HEAD'));
  const { directory, files } = largestDirectory(paths);
  await step(`${directory}/ is renamed (${files} files)`, () => {
    git(folder, 'mv', directory, `${directory}-renamed`);
    commit(folder, 'rename');
  });
  await step('a switch to the commit of the start', () => git(folder, 'checkout', '-q', start));
  await step('and back', () => git(folder, 'checkout', '-q', 'bench'));
  await step(`${REBASED} commits of one file on another branch`, () => {
    git(folder, 'checkout', '-q', '-b', 'topic', start);
    for (const path of spread(paths, REBASED)) edit(folder, [path], 'topic');
  });
  await step(`their rebase on the first`, () => git(folder, 'rebase', '-q', '-X', 'theirs', 'bench'));
  const worktree = join(scratch, 'worktree');
  await step('a new worktree', () => git(folder, 'worktree', 'add', '-q', '--detach', worktree, 'bench'), worktree);
  const artifact = join(scratch, 'index.tar');
  await cora(folder, ['pack', '--quiet', '-o', artifact]);
  const clone = join(scratch, 'clone');
  const pulled = join(clone, '.git/cora');
  git(scratch, 'clone', '-q', folder, clone);
  rows.push({ what: 'a fresh clone, pull', ...(await measured(clone, pulled, ['pull', artifact])) });
  await step('and its first index', () => undefined, clone, pulled);
  print(name, rows);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function generated() {
  const folder = join(scratch, 'generated');
  mkdirSync(folder);
  generateRepository(folder, { files: Number(options.files) });
  return { folder, name: `generated, ${options.files} files` };
}

function cloned(source) {
  const folder = join(scratch, basename(source));
  git(scratch, 'clone', '-q', '--no-hardlinks', source, folder);
  return { folder, name: `${basename(source)} at ${git(folder, 'rev-parse', '--short', 'HEAD').trim()}` };
}

async function indexedPaths(folder) {
  const { stdout } = await cora(folder, ['files', '--json']);
  return JSON.parse(stdout)
    .files.filter(({ indexed }) => indexed)
    .map(({ path }) => path);
}

function edit(folder, paths, note = 'bench') {
  for (const path of paths) appendFileSync(join(folder, path), `\n# ${note} ${edits++}\n`);
  commit(folder, `${note}: ${paths.length} files`);
}

function commit(folder, message) {
  git(folder, 'commit', '-q', '--no-verify', '-am', message);
}

function largestDirectory(paths) {
  const counts = new Map();
  for (const path of paths.filter((one) => one.includes('/'))) {
    const top = path.split('/', 1)[0];
    counts.set(top, (counts.get(top) ?? 0) + 1);
  }
  const [directory, files] = [...counts].sort((a, b) => b[1] - a[1])[0];
  return { directory, files };
}

async function measured(where, store, args = ['index']) {
  const before = filesOf(store);
  const { stdout, ms } = await cora(where, [...args, '--json', '--quiet']);
  const after = filesOf(store);
  const parsed = JSON.parse(stdout);
  // A pull reports the run that ended it inside its own report.
  const report = parsed.index ?? parsed;
  const isNew = ([path, { size, time }]) => before.get(path)?.size !== size || before.get(path)?.time !== time;
  const sum = (entries) => entries.reduce((bytes, [, { size }]) => bytes + size, 0);
  return { ms, report, written: sum([...after].filter(isNew)), stored: sum([...after]) };
}

/** @returns path → size in bytes and time of the last change */
function filesOf(folder) {
  const found = new Map();
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = statSync(path);
    found.set(path, { size, time: mtimeMs });
  }
  return found;
}

function cora(cwd, args) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !key.startsWith('CORA_') && key !== 'NODE_EXTRA_CA_CERTS'),
  );
  return runMeasured(options.cli, args, { cwd, env });
}

function git(folder, ...args) {
  return execFileSync('git', [...WHO, ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
}

function print(name, rows) {
  const first = rows[0];
  const { files, chunks } = first.report;
  const machine = `${cpus().length} cores, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
  console.log(`${name}: ${files} files, ${chunks} chunks; ${machine}\n`);
  console.log('| what happened | seconds | of the first | files chunked | vectors computed | MB written | MB stored |');
  console.log('|---|---:|---:|---:|---:|---:|---:|');
  for (const { what, ms, report, written, stored } of rows) {
    const cells = [
      what,
      (ms / 1000).toFixed(2),
      `${((100 * ms) / first.ms).toFixed(ms * 10 < first.ms ? 1 : 0)} %`,
      report.computed ?? '',
      report.embedded ?? '',
      (written / 1e6).toFixed(1),
      (stored / 1e6).toFixed(1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
