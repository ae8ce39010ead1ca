/**
 * What does a reader need next? Measured by history: a commit that changed two to six files of code says which belong
 * together. Cora sees the commit's parent and is given
 *   A  one place: the definition with most changed lines. Which of the other changed files are among the next five?
 *   B  the commit's subject as a question. Which of the changed files that the results lack are among five more?
 * Prints one Markdown table for each: the mean share found of all such files, of tests, and of the rest.
 *
 *   node bench/next.mjs REPOSITORY… [--commits 40] [--results 10]      bare clones in a temporary folder are used and removed
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  indexingRequest,
  indexRepository,
  openSearcher,
  related,
  resolveOptions,
  searchRequestOf,
  searchSettings,
  sessionSettings,
  silentLog,
} from '../dist/index.js';
import { mean } from './shared/statistics.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { commits: { type: 'string', default: '40' }, results: { type: 'string', default: '10' } },
});
const CODE = /\.(py|go|tsx?|jsx?|vue|java|scala|kt|rs|c|h|cc|cpp|cs|rb|php|swift|ex|exs|lua|zig)$/;
const TEST = /(^|\/)(tests?|__tests__|specs?|testing)(\/|$)|(^|\/)test_|[._-](test|spec)\.|Tests?\.\w+$|_test\.\w+$/;
const DEFINITIONS = new Set(['function', 'method', 'class', 'interface', 'type', 'enum', 'constant']);
const NEXT = 5;
const FAR = 60;

const options = resolveOptions({}, {}, null);
const shown = Number(values.results);
const a = new Map();
const b = new Map();
const counts = [];
for (const source of positionals) {
  const dir = mkdtempSync(join(tmpdir(), 'cora-next-'));
  try {
    execFileSync('git', ['clone', '-q', '--bare', resolve(source), dir]);
    counts.push(`${basename(source)} ${await measure(dir)}`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
process.stdout.write(`Commits: ${counts.join(', ')}\n`);
print(`A: next to one changed definition, ${NEXT} files`, a);
print(`B: beside ${shown} results for the subject, ${NEXT} files more`, b);

async function measure(dir) {
  const git = (...args) => execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const around = { dir, env: process.env, cacheDir: join(dir, 'cache'), log: silentLog };
  let used = 0;
  for (const commit of commitsOf(git)) {
    git('update-ref', '--no-deref', 'HEAD', commit.parent);
    await indexRepository(indexingRequest(options), around, { onProgress: () => undefined });
    const searcher = await openSearcher(sessionSettings(options), around);
    try {
      if (await measureCommit(searcher, commit, git)) used++;
    } finally {
      searcher.close();
    }
  }
  return used;
}

/** The newest ones that fit, oldest first: each indexes little more than the one before. */
function commitsOf(git) {
  const log = git(
    'log',
    '--no-merges',
    '-n',
    '3000',
    '--name-status',
    '--no-renames',
    '--format=%x00%H%x01%P%x01%s%x01',
  );
  const commits = log.split('\0').flatMap((one) => {
    const [id, parent, subject, list = ''] = one.split('\x01');
    const files = list.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]));
    const paths = files.flatMap(([status, path]) => (status === 'M' && CODE.test(path) ? [path] : []));
    const fits = paths.length >= 2 && paths.length <= 6 && files.length <= 12;
    return fits && parent !== '' ? [{ id, parent, subject, paths }] : [];
  });
  return commits.slice(0, Number(values.commits)).reverse();
}

async function measureCommit(searcher, { id, parent, subject, paths }, git) {
  const { store, view } = await searcher.symbols();
  const files = new Map(view.files.map((file) => [file.path, file]));
  const present = paths.filter((path) => files.has(path));
  if (present.length < 2) return false;
  const changed = changedLines(git('diff', '-U0', '--no-color', '--no-ext-diff', parent, id, '--', ...present));
  const seed = await mostChanged(store, files, present, changed);
  if (seed === null) return false;
  const alike = (await store.bestByVector(seed.vector, () => true, 200)).flatMap(({ blobSha, language }) =>
    (view.byBlob.get(`${blobSha}:${language}`) ?? []).map(({ path }) => path),
  );
  const filters = { paths: [], languages: [], kinds: [] };
  const place = { path: seed.path, line: seed.startLine };
  const all = await related({ store, view }, { place, limit: 200, ...filters });
  const ask = (limit, more) =>
    searcher.search(searchRequestOf(subject, searchSettings({ ...options, limit, related: more })));
  const ranks = (await ask(FAR, 0)).results.map(({ path }) => path);
  const first = await ask(shown, NEXT);
  const folder = seed.path.slice(0, seed.path.lastIndexOf('/') + 1);
  const beside = view.files.flatMap(({ path }) =>
    path.startsWith(folder) && !path.slice(folder.length).includes('/') ? [path] : [],
  );
  const of = (wanted) => all.flatMap(({ path, reason }) => (wanted(reason) ? [path] : []));
  const gold = present.filter((path) => path !== seed.path);
  add(a, gold, [seed.path], {
    'the question’s next ranks': ranks,
    'same folder': beside,
    'look-alikes (vectors)': alike,
    'references (graph)': of((reason) => reason !== 'similar' && !isByName(reason)),
    'tests by name': of(isByName),
    'cora related': all.map(({ path }) => path),
  });
  const there = first.results.map(({ path }) => path);
  const lacking = present.filter((path) => !there.includes(path));
  add(b, lacking, there, {
    'further ranks': ranks,
    'references (graph)': first.related.flatMap(({ path, reason }) => (isByName(reason) ? [] : [path])),
    'tests by name': first.related.flatMap(({ path, reason }) => (isByName(reason) ? [path] : [])),
    'related, as listed': first.related.map(({ path }) => path),
  });
  return true;
}

/** Told by the file's name, not by what it mentions. */
function isByName(reason) {
  return reason.startsWith('named as the test of ');
}

function changedLines(diff) {
  const changed = new Map();
  let path = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('--- a/')) path = line.slice(6);
    const [, start, length = '1'] = /^@@ -(\d+)(?:,(\d+))? /.exec(line) ?? [];
    if (start === undefined) continue;
    const from = Math.max(1, Number(start));
    changed.set(path, [...(changed.get(path) ?? []), [from, Math.max(from, from + Number(length) - 1)]]);
  }
  return changed;
}

/** The definition with most changed lines of the file with most of them, tests left out. */
async function mostChanged(store, files, paths, changed) {
  const candidates = [];
  for (const path of paths.filter((one) => !TEST.test(one))) {
    const { blob, language } = files.get(path);
    const rows = await store.rows({ blobs: [`${blob}:${language}`] }, ['kind', 'startLine', 'endLine', 'vector']);
    const touched = rows
      .filter(({ kind }) => DEFINITIONS.has(kind))
      .map((row) => ({ ...row, path, lines: overlap(row, changed.get(path) ?? []) }))
      .filter(({ lines }) => lines > 0)
      .sort((one, other) => other.lines - one.lines || one.startLine - other.startLine);
    if (touched.length > 0)
      candidates.push({ best: touched[0], lines: touched.reduce((sum, row) => sum + row.lines, 0) });
  }
  candidates.sort((one, other) => other.lines - one.lines || (one.best.path < other.best.path ? -1 : 1));
  return candidates[0]?.best ?? null;
}

function overlap({ startLine, endLine }, ranges) {
  return ranges.reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, endLine) - Math.max(from, startLine) + 1),
    0,
  );
}

function add(table, gold, known, lists) {
  if (gold.length === 0) return;
  for (const [name, paths] of Object.entries(lists)) {
    const next = new Set([...new Set(paths)].filter((path) => !known.includes(path)).slice(0, NEXT));
    const row = table.get(name) ?? { all: [], tests: [], others: [], shown: [] };
    const share = (wanted) => wanted.filter((path) => next.has(path)).length / wanted.length;
    const tests = gold.filter((path) => TEST.test(path));
    const others = gold.filter((path) => !TEST.test(path));
    row.all.push(share(gold));
    if (tests.length > 0) row.tests.push(share(tests));
    if (others.length > 0) row.others.push(share(others));
    row.shown.push(next.size);
    table.set(name, row);
  }
}

function print(title, table) {
  process.stdout.write(`\n| ${title} | all | tests | others | files shown |\n|---|---|---|---|---|\n`);
  for (const [name, { all, tests, others, shown: sizes }] of table) {
    const cells = [mean(all).toFixed(3), mean(tests).toFixed(3), mean(others).toFixed(3), mean(sizes).toFixed(1)];
    process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
  }
  const [row] = table.values();
  process.stdout.write(`\n${row?.all.length ?? 0} commits\n`);
}
