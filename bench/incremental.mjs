/**
 * What an index costs after each thing that happens to a repository: commits of 1 to 1,000 files, renames, switches, a rebase, a
 * worktree, a clone. Whole processes of the built dist, one after the other on one clone. Prints one Markdown table on stdout.
 *
 *   node bench/incremental.mjs --repo DIR       a clone of DIR; DIR itself is only read
 *   node bench/incremental.mjs --files 10000    a generated repository (bench/generate.mjs)
 *   node bench/incremental.mjs --files 1000,16000 --commits 200    what many commits of one file write, each with its own run, and
 *                                               how that grows with the repository
 *     --cli FILE   another build
 *
 * Written is the size of all files of the store that are new or changed after the step (of a file that grew, what was appended),
 * stored the size of all its files.
 */

import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { generateRepository } from './generate.mjs';
import { runMeasured } from './runMeasured.mjs';
import { spread } from './scale/samples.mjs';
import { plainEnvironment } from './shared/plainEnvironment.mjs';
import { median } from './shared/statistics.mjs';

const { values: options } = parseArgs({
  options: {
    repo: { type: 'string' },
    files: { type: 'string', default: '2000' },
    commits: { type: 'string' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});

const WHO = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'commit.gpgsign=false'];
const REBASED = 30;
/** Counts all of them, so that no two are alike. */
let edits = 0;
const scratch = mkdtempSync(join(tmpdir(), 'cora-incremental-'));
try {
  if (options.commits === undefined) await eachChange();
  else await manyCommits(Number(options.commits));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function eachChange() {
  const rows = [];
  const { folder, name } =
    options.repo === undefined ? generated(Number(options.files)) : cloned(resolve(options.repo));
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
  await step(`${directory}/ renamed (${files} files)`, () => {
    git(folder, 'mv', directory, `${directory}-renamed`);
    commit(folder, 'rename');
  });
  await step('a switch back to the first commit', () => git(folder, 'checkout', '-q', start));
  await step('and forward again', () => git(folder, 'checkout', '-q', 'bench'));
  await step(`${REBASED} commits of one file on another branch`, () => {
    git(folder, 'checkout', '-q', '-b', 'topic', start);
    for (const path of spread(paths, REBASED)) edit(folder, [path], 'topic');
  });
  await step(`their rebase onto the first branch`, () => git(folder, 'rebase', '-q', '-X', 'theirs', 'bench'));
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
}

/**
 * Each commit changes another file. All runs are made in one process: only bytes count. Stored is what is there at last, with the
 * files that readers may still hold.
 */
async function manyCommits(count) {
  const { openCora } = await import(pathToFileURL(join(dirname(options.cli), 'api.js')).href);
  const rows = [];
  const sizes = options.repo === undefined ? options.files.split(',').map(Number) : [null];
  for (const size of sizes) {
    const { folder, name } = size === null ? cloned(resolve(options.repo)) : generated(size);
    const store = join(folder, '.git/cora');
    const opened = await openCora(folder);
    const { files } = await opened.index();
    const paths = spread(
      (await opened.listTrackedFiles()).filter(({ indexed }) => indexed),
      count,
    ).map(({ path }) => path);
    const runs = [];
    for (let at = 0; at < count; at++) {
      edit(folder, [paths[at % paths.length]]);
      const before = filesOf(store);
      await opened.index();
      runs.push(writtenSince(before, store));
    }
    await opened.close();
    rows.push({ name, files, runs });
    if (size !== null) rmSync(folder, { recursive: true, force: true });
  }
  printCommits(rows);
}

function printCommits(rows) {
  console.log(
    `| ${options.commits} commits of one file | MB written, mean | p50 | worst | MB stored | by kind, mean kB |`,
  );
  console.log('|---|---:|---:|---:|---:|---|');
  const mean = ({ runs }) => runs.reduce((sum, { written }) => sum + written, 0) / runs.length / 1e6;
  for (const row of rows) {
    const { name, runs } = row;
    const written = runs.map((run) => run.written);
    const kinds = new Map();
    for (const run of runs) for (const [kind, bytes] of run.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + bytes);
    const each = [...kinds].sort((a, b) => b[1] - a[1]);
    const cells = [
      name,
      mean(row).toFixed(3),
      (median(written) / 1e6).toFixed(3),
      (Math.max(...written) / 1e6).toFixed(1),
      (runs.at(-1).stored / 1e6).toFixed(1),
      each.map(([kind, bytes]) => `${kind} ${(bytes / runs.length / 1e3).toFixed(1)}`).join(', '),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  for (const [at, row] of rows.entries()) {
    if (at === 0) continue;
    const exponent = Math.log(mean(row) / mean(rows[0])) / Math.log(row.files / rows[0].files);
    console.log(`\nFrom ${rows[0].files} to ${row.files} files: exponent ${exponent.toFixed(2)}`);
  }
}

function generated(files) {
  const folder = join(scratch, `generated-${files}`);
  mkdirSync(folder);
  generateRepository(folder, { files });
  return { folder, name: `generated, ${files} files` };
}

function cloned(source) {
  const folder = join(scratch, basename(source));
  git(scratch, 'clone', '-q', '--no-local', source, folder);
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
  const parsed = JSON.parse(stdout);
  // A pull reports the run that ended it inside its own report.
  const report = parsed.index ?? parsed;
  return { ms, report, ...writtenSince(before, store) };
}

function writtenSince(before, store) {
  const after = filesOf(store);
  const kinds = new Map();
  for (const [path, file] of after) {
    const bytes = writtenOf(file, before.get(path));
    const kind = kindOf(relative(store, path));
    if (bytes > 0) kinds.set(kind, (kinds.get(kind) ?? 0) + bytes);
  }
  const sum = (sizes) => sizes.reduce((bytes, size) => bytes + size, 0);
  const stored = sum([...after.values()].map(({ size }) => size));
  return { written: sum([...kinds.values()]), kinds, stored };
}

function writtenOf({ size, time, inode }, before) {
  if (before?.inode !== inode) return size;
  if (before.size < size) return size - before.size;
  return before.time === time ? 0 : size;
}

/** @returns such as chunks.lance/_versions, views, commits.rows */
function kindOf(path) {
  const parts = path.split(sep).filter((part) => !/^[0-9a-f]{16,}$/.test(part));
  return parts.length < 2
    ? parts.join('')
    : parts.slice(0, parts[0] === 'chunks.lance' && parts.length > 2 ? 2 : 1).join('/');
}

/** @returns path → size in bytes, time of the last change and inode */
function filesOf(folder) {
  const found = new Map();
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs, ino } = statSync(path);
    found.set(path, { size, time: mtimeMs, inode: ino });
  }
  return found;
}

function cora(cwd, args) {
  return runMeasured(options.cli, args, { cwd, env: plainEnvironment });
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
