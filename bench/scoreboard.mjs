/**
 * Cora beside what else can be had for finding code and runs without a network: how well each finds the files that answer
 * questions, and the files that the fixes of real issues changed; what its index takes. All in one run, over the same copies
 * of the same files: those that Cora indexes. A tool that is not installed is left out. Writes Markdown on stdout, and on stderr
 * what there is after each repository.
 *
 *   node bench/scoreboard.mjs [--set QUERIES,ROOTS] [--issues ISSUES,SNAPSHOTS] [--repos a,b] [--tools a,b] [--most N]
 *
 * QUERIES and ROOTS as in bench/retrieval.mjs. ISSUES is a file of JSON lines {id, repo, snapshot, base, set, issue, files};
 * SNAPSHOTS/<snapshot>/repo are bare clones that have the commit `base`. --most takes the first N questions or issues of each
 * repository. Rivals of npm are looked for in the folder that CORA_BENCH_RIVALS names (npm install --prefix FOLDER NAME).
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { PEERS } from './peers/tools.mjs';
import { ndcgOf } from './retrieval/ndcgOf.mjs';
import { readSet } from './retrieval/readSet.mjs';
import { bytesUnder } from './shared/bytesUnder.mjs';
import { mean, meanOverGroups, percentile } from './shared/statistics.mjs';

const { values: options } = parseArgs({
  options: {
    set: { type: 'string' },
    issues: { type: 'string' },
    repos: { type: 'string' },
    tools: { type: 'string' },
    most: { type: 'string', default: '1000' },
  },
});
if (options.set === undefined && options.issues === undefined) throw new Error('Name --set, --issues or both');
const most = Number(options.most);
const isWanted = (repo) => options.repos === undefined || options.repos.split(',').includes(repo);
const named = options.tools?.split(',');
const peers = PEERS.filter(({ name }) => named === undefined || named.includes(name)).filter((peer) => {
  const isThere = peer.version() !== null;
  if (!isThere) console.error(`${peer.name} is not installed`);
  return isThere;
});

const scratch = mkdtempSync(join(tmpdir(), 'cora-scoreboard-'));
try {
  if (options.set !== undefined) askQuestions(readSet(`questions=${options.set}`));
  if (options.issues !== undefined) askIssues(...options.issues.split(','));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function askQuestions(set) {
  const repositories = set.repositories.filter(({ repo }) => isWanted(repo));
  const results = new Map(peers.map((peer) => [peer, emptyResult()]));
  const columns = ['NDCG@10'];
  const cellsOf = ({ scores }) => [meanOverGroups(scores).toFixed(3)];
  let [files, bytes] = [0, 0];
  for (const { repo, root, queries } of repositories) {
    const corpus = copyOf(root, repo);
    files += corpus.paths.length;
    bytes += corpus.bytes;
    for (const peer of peers) {
      const result = results.get(peer);
      withIndex(peer, corpus.folder, result, (ask) => {
        for (const query of queries.slice(0, most)) {
          const hits = ask(query.text).map((path) => ({ path, startLine: 1, endLine: Number.MAX_SAFE_INTEGER }));
          const [[, value]] = ndcgOf(set, query, hits);
          result.scores.push({ group: set.byRepository ? repo : String(result.scores.length), value });
        }
      });
    }
    rmSync(corpus.folder, { recursive: true });
    print(console.error, `Questions, up to ${repo}`, columns, results, cellsOf);
  }
  const size = `${repositories.length} repositories, ${files} files, ${(bytes / 1e6).toFixed(0)} MB`;
  print(console.log, `Questions (${size})`, columns, results, cellsOf);
}

/** Asks the issues. One counts where every file that its fix changed is among the first k. */
function askIssues(file, snapshots) {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const all = lines.map((line) => JSON.parse(line)).filter(({ repo }) => isWanted(repo));
  const results = new Map(peers.map((peer) => [peer, emptyResult()]));
  const groups = [...new Set(all.map(({ set }) => set))];
  const columns = groups.flatMap((set) => [`${set} @1`, `@5`, `one of them @10`]);
  const cellsOf = ({ ranks }) =>
    groups.flatMap((set) => {
      const own = ranks.filter((one) => one.set === set).map((one) => one.ranks);
      const isIn = (k) => (rank) => rank >= 0 && rank < k;
      const share = (isFound) => (100 * mean(own.map((one) => (isFound(one) ? 1 : 0)))).toFixed(0);
      const all = (k) => share((one) => one.every(isIn(k)));
      return [all(1), all(5), share((one) => one.some(isIn(10)))];
    });
  for (const repo of new Set(all.map((one) => one.repo))) {
    const issues = all.filter((one) => one.repo === repo).slice(0, most);
    const tree = join(scratch, 'clone');
    const git = (...args) => execFileSync('git', ['-C', tree, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    execFileSync('git', ['clone', '-q', '-s', '-n', join(snapshots, issues[0].snapshot, 'repo'), tree]);
    for (const { base, issue, files, set } of issues) {
      git('checkout', '-q', '-f', '--detach', base);
      git('clean', '-qfdx');
      const corpus = copyOf(tree, 'issue');
      for (const peer of peers) {
        const result = results.get(peer);
        withIndex(peer, corpus.folder, result, (ask) => {
          const found = ask(issue);
          result.ranks.push({ set, ranks: files.map((path) => found.indexOf(path)) });
        });
      }
      rmSync(corpus.folder, { recursive: true });
    }
    rmSync(tree, { recursive: true });
    print(console.error, `Issues, up to ${repo}`, columns, results, cellsOf);
  }
  const asked = [...results.values()][0]?.ranks.length ?? 0;
  print(console.log, `Issues (${asked})`, columns, results, cellsOf);
}

function emptyResult() {
  return { indexMs: [], bytes: 0, queryMs: [], scores: [], ranks: [] };
}

/** Makes a repository of one commit, so that every tool sees the same. */
function copyOf(root, name) {
  const folder = join(scratch, name);
  const [cora] = PEERS;
  const paths = cora.listFiles(root);
  let bytes = 0;
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
    bytes += statSync(join(folder, path)).size;
  }
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '-A', '-f');
  git('commit', '-q', '--no-verify', '-m', 'Copy');
  return { folder, paths, bytes };
}

function withIndex(peer, folder, into, use) {
  const out = mkdtempSync(join(scratch, 'index-'));
  const started = performance.now();
  peer.index(folder, out);
  into.indexMs.push(performance.now() - started);
  into.bytes += bytesUnder(out);
  use((text) => {
    const before = performance.now();
    const paths = peer.query(folder, out, text);
    into.queryMs.push(performance.now() - before);
    return paths.slice(0, 30);
  });
  rmSync(out, { recursive: true });
}

function print(write, title, columns, results, cellsOf) {
  write(`${title}\n`);
  write(`| tool | ${columns.join(' | ')} | index, s | index, MB | query p50, ms | p90 |`);
  write(`|---|${'---:|'.repeat(columns.length + 4)}`);
  for (const [peer, result] of results) {
    const { indexMs, bytes, queryMs } = result;
    const cells = [
      `${peer.name} ${peer.version()}`.trim(),
      ...cellsOf(result),
      bytes === 0 ? '–' : (indexMs.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(0),
      bytes === 0 ? '–' : (bytes / 1e6).toFixed(0),
      percentile(queryMs, 50),
      percentile(queryMs, 90),
    ];
    write(`| ${cells.join(' | ')} |`);
  }
  write('');
}
