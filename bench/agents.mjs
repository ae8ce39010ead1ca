/**
 * Replays greps that agents made (agents/greps.jsonl) on the repositories and commits that they made them in: what grep gives, and
 * what Cora's index would have. Each task has a fix; an answer is worth the more, the sooner it shows the place that the fix changed.
 * Prints Markdown: the table of docs/agents.md. The repositories are cloned from bare ones, which lie as DIR/OWNER+NAME/repo.
 *
 *   node bench/agents.mjs --snapshots DIR [--repos psf/requests,…] [--kinds definition,name,…] [--json FILE]
 *
 * grep is `git grep -nI`, which finds what ripgrep finds and is there wherever a clone is. Its output ends where agents' harnesses
 * cut it. A place counts as shown if a line within ten of it is. Tokens are estimated as --budget estimates them.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { plainEnvironment } from './shared/plainEnvironment.mjs';
import { mean, median } from './shared/statistics.mjs';

const {
  answerGrep,
  estimateTokens,
  indexingRequest,
  indexRepository,
  openSearcher,
  questionOf,
  readGrepCommand,
  resolveOptions,
  searchSettings,
  sessionSettings,
  silentLog,
  subjectOf,
} = await import('../dist/index.js');

const { values } = parseArgs({
  options: {
    snapshots: { type: 'string' },
    repos: { type: 'string' },
    kinds: { type: 'string' },
    json: { type: 'string' },
  },
});
if (values.snapshots === undefined) throw new Error('Name the folder of bare clones: --snapshots DIR');

/** Characters of a grep that its agent is shown: the cut of Claude Code's Bash. */
const SHOWN = 30_000;
const NEAR = 10;
const KINDS = ['definition', 'name', 'words', 'exact', 'file', 'filter'];

const greps = linesOf('greps.jsonl');
const tasks = Object.fromEntries(linesOf('tasks.jsonl').map(({ id, ...task }) => [id, task]));
for (const grep of greps) {
  grep.call = readGrepCommand(grep.command);
  grep.subject = grep.call === null ? { kind: 'filter' } : subjectOf(grep.call);
}

const wanted = values.repos?.split(',');
const isWanted = (kind) => values.kinds?.split(',').includes(kind) ?? true;
const measured = [];
const folder = mkdtempSync(join(tmpdir(), 'cora-agents-'));
try {
  for (const repo of new Set(Object.values(tasks).map((task) => task.repo))) {
    if (wanted !== undefined && !wanted.includes(repo)) continue;
    const dir = join(folder, repo.replace('/', '+'));
    execFileSync('git', ['clone', '-qn', join(values.snapshots, repo.replace('/', '+'), 'repo'), dir]);
    for (const [id, task] of Object.entries(tasks)) if (task.repo === repo) await replay(dir, id, task);
    rmSync(dir, { recursive: true, force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(measured, null, 1)}\n`);
print();

async function replay(dir, id, { base, places }) {
  const mine = greps.filter(({ task, call, subject }) => task === id && call !== null && isWanted(subject.kind));
  if (mine.length === 0) return;
  execFileSync('git', ['checkout', '-qf', base], { cwd: dir });
  const surroundings = { dir, env: plainEnvironment, cacheDir: join(tmpdir(), 'cora-bench-cache'), log: silentLog };
  const options = resolveOptions({}, {}, null);
  await indexRepository(indexingRequest(options), surroundings, { onProgress: () => undefined });
  const searcher = await openSearcher(sessionSettings({ ...options, committed: true }), surroundings);
  try {
    for (const { call, subject } of mine) {
      const lines = grepIn(dir, call);
      const paths = call.paths.map((path) => path.replace(/^\.\//, '').replace(/\/$/, ''));
      const globs = paths.flatMap((path) => [path, `${path}/**`]);
      const settings = { ...searchSettings(options), paths: globs };
      // Also where the hook leaves grep alone: whether it should is what is asked here.
      const { places: found, text } = await answerGrep(questionOf(subject, call), searcher, settings);
      const ranges = found.map(({ path, ...hit }) => {
        const { startLine: start, endLine: end } = hit.definition;
        return { path, start, end };
      });
      measured.push({
        task: id,
        kind: subject.kind,
        pattern: call.pattern,
        grep: { hits: lines.length, tokens: tokensIn(lines), ...seen(lines, places) },
        cora: { answered: found.length > 0, tokens: estimateTokens(text), ...seen(ranges, places) },
      });
    }
  } finally {
    searcher.close();
  }
}

function grepIn(dir, { pattern, isFixed, ignoreCase, isWord, paths }) {
  const flags = ['grep', '-nI', isFixed ? '-F' : '-E', ...(ignoreCase ? ['-i'] : []), ...(isWord ? ['-w'] : [])];
  const { stdout } = spawnSync('git', [...flags, '-e', pattern, '--', ...paths], { cwd: dir, encoding: 'utf8' });
  return (stdout ?? '')
    .slice(0, SHOWN)
    .split('\n')
    .flatMap((text) => {
      const [, path, line] = /^([^:]+):(\d+):/.exec(text) ?? [];
      return path === undefined ? [] : [{ path, start: Number(line), end: Number(line), text }];
    });
}

function tokensIn(lines) {
  return estimateTokens(lines.map(({ text }) => text).join('\n'));
}

function linesOf(name) {
  const text = readFileSync(fileURLToPath(new URL(`agents/${name}`, import.meta.url)), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function seen(ranges, places) {
  const isNear = (range, [path, start, end]) =>
    range.path === path && range.start <= end + NEAR && range.end >= start - NEAR;
  return {
    file: places.some(([path]) => ranges.some((range) => range.path === path)),
    place: places.some((place) => ranges.some((range) => isNear(range, place))),
  };
}

function print() {
  const sources = [...new Set(greps.map(({ from }) => from))];
  console.log(`| looks for | ${sources.join(' | ')} |\n|---|${sources.map(() => '---').join('|')}|`);
  for (const kind of KINDS) {
    const counts = sources.map((from) => greps.filter((one) => one.from === from && one.subject.kind === kind).length);
    console.log(`| ${kind} | ${counts.join(' | ')} |`);
  }
  console.log(
    '\n| looks for | replayed | grep: tokens, median (mean) | place | Cora: tokens | place | place in one of both |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const kind of KINDS) row(kind, (one) => one.kind === kind);
  const through = ({ kind }) => kind !== 'file';
  row('through files: nothing found', (one) => through(one) && one.grep.hits === 0);
  row('through files: 1 to 20 lines', (one) => through(one) && one.grep.hits > 0 && one.grep.hits <= 20);
  row('through files: more', (one) => through(one) && one.grep.hits > 20);
}

function row(name, isOf) {
  const some = measured.filter(isOf);
  if (some.length === 0) return;
  const share = (isTrue) => `${Math.round((100 * some.filter(isTrue).length) / some.length)} %`;
  const cost = some.map(({ grep }) => grep.tokens);
  const cells = [
    some.length,
    `${Math.round(median(cost))} (${Math.round(mean(cost))})`,
    share(({ grep }) => grep.place),
    Math.round(median(some.map(({ cora }) => cora.tokens))),
    share(({ cora }) => cora.place),
    share(({ grep, cora }) => grep.place || cora.place),
  ];
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
