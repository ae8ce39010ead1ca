/**
 * Cora beside what else can be had for finding code: time to index, size of the index, time of a query as a process of its own,
 * and, with queries whose answers are known, NDCG@10 of files. All in one run, over the same copies of the same files: those that
 * Cora indexes. A tool that is not installed is left out. Prints one Markdown table for each set on stdout.
 *
 *   node bench/peers.mjs --set NAME=QUERIES,ROOTS [--repos a,b] [--queries N]
 *
 * QUERIES and ROOTS as in bench/retrieval.mjs; --queries takes the first N of each repository.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { PEERS } from './peers/tools.mjs';
import { ndcgOf } from './retrieval/ndcgOf.mjs';
import { readSet } from './retrieval/readSet.mjs';
import { bytesUnder } from './shared/bytesUnder.mjs';

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: [] },
    repos: { type: 'string' },
    queries: { type: 'string', default: '1000' },
  },
});
if (options.set.length === 0) throw new Error('Name at least one --set NAME=QUERIES,ROOTS');

const peers = PEERS.filter((peer) => peer.version() !== null);
for (const { name } of PEERS.filter((peer) => !peers.includes(peer))) console.error(`${name} is not installed`);

const scratch = mkdtempSync(join(tmpdir(), 'cora-peers-'));
try {
  for (const spec of options.set) {
    const set = readSet(spec);
    const wanted = options.repos?.split(',');
    const repositories = set.repositories.filter(({ repo }) => wanted === undefined || wanted.includes(repo));
    const results = new Map(peers.map((peer) => [peer, { indexMs: 0, bytes: 0, queryMs: [], scores: [] }]));
    let [files, bytes] = [0, 0];
    for (const { repo, root, queries } of repositories) {
      const corpus = copyOf(root, repo);
      files += corpus.paths.length;
      bytes += corpus.bytes;
      for (const peer of peers) {
        measure(peer, corpus, queries.slice(0, Number(options.queries)), { set, repo }, results.get(peer));
      }
      rmSync(corpus.folder, { recursive: true });
      console.error(`${set.name} ${repo}`);
    }
    print(`${set.name}: ${repositories.length} repositories, ${files} files, ${(bytes / 1e6).toFixed(0)} MB`, results);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** A repository of one commit, so that every tool sees the same. */
function copyOf(root, repo) {
  const folder = join(scratch, repo);
  const cora = PEERS[0];
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

function measure(peer, { folder }, queries, { set, repo }, into) {
  const out = mkdtempSync(join(scratch, 'index-'));
  const started = performance.now();
  peer.index(folder, out);
  into.indexMs += performance.now() - started;
  into.bytes += bytesUnder(out);
  for (const query of queries) {
    const before = performance.now();
    const paths = peer.query(folder, out, query.text);
    into.queryMs.push(performance.now() - before);
    const hits = paths.slice(0, 30).map((path) => ({ path, startLine: 1, endLine: Number.MAX_SAFE_INTEGER }));
    const [[, value]] = ndcgOf(set, query, hits);
    into.scores.push({ group: set.byRepository ? repo : String(into.scores.length), value });
  }
  rmSync(out, { recursive: true });
}

function print(title, results) {
  console.log(`${title}\n`);
  console.log('| tool | index, s | index, MB | query p50, ms | query p90, ms | NDCG@10 |');
  console.log('|---|---:|---:|---:|---:|---:|');
  for (const [peer, { indexMs, bytes, queryMs, scores }] of results) {
    const sorted = [...queryMs].sort((a, b) => a - b);
    const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
    const cells = [
      `${peer.name} ${peer.version()}`,
      bytes === 0 ? '–' : (indexMs / 1000).toFixed(1),
      bytes === 0 ? '–' : (bytes / 1e6).toFixed(1),
      at(0.5),
      at(0.9),
      meanOverGroups(scores).toFixed(3),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.log('');
}

/** As bench/retrieval.mjs: over repositories, or over queries. */
function meanOverGroups(list) {
  const groups = new Map();
  for (const { group, value } of list) groups.set(group, [...(groups.get(group) ?? []), value]);
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return mean([...groups.values()].map(mean));
}
