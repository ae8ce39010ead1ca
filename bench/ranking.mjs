/**
 * What the ranking knows of each candidate of each question, as JSON lines, so that orders can be tried without searching again.
 *
 *   node bench/ranking.mjs --questions QUESTIONS.jsonl --roots ROOTS --out CANDIDATES.jsonl
 *   node bench/ranking.mjs --issues dev.jsonl --snapshots SNAPSHOTS --roots WORK --out CANDIDATES.jsonl
 *
 * QUESTIONS holds {repo, kind, text, gold: [{path, start?, end?}]} (model/questions.py), ROOTS a Git repository for each `repo`. Issues have
 * each their own commit of a bare clone, SNAPSHOTS/OWNER+NAME/repo. A line is {repo, kind, gold, isReport, terms, names, files, …}: the
 * question's words with their weights, the names in it, and of each file, best first, its path, its words by folder, the score and the
 * features of the formula, and its chunks with their kinds, best first: [first line, last line, own score, then words, cosine
 * above the mean, coverage, symbol, symbolSize, typeName, name; of a report these seven again by its beginning].
 * model/orders.py tries other orders on it.
 */

import { execFileSync } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const cora = await import('../dist/index.js');

const { values: given } = parseArgs({
  options: {
    questions: { type: 'string' },
    issues: { type: 'string' },
    snapshots: { type: 'string' },
    roots: { type: 'string' },
    out: { type: 'string' },
  },
});
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('CORA_')));
const options = cora.resolveOptions({ history: 0 }, {}, null);
const settings = cora.searchSettings(options);
const out = createWriteStream(given.out);
const git = (dir, ...args) =>
  execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const asked = given.issues === undefined ? linesOf(given.questions) : issuesOf(linesOf(given.issues));
for (const repo of new Set(asked.map((one) => one.repo))) {
  const began = performance.now();
  const own = asked.filter((one) => one.repo === repo);
  const root = join(given.roots, repo);
  let open = null;
  let at = null;
  for (const one of own) {
    if (open === null || one.commit !== at) {
      open?.close();
      if (one.commit !== undefined) checkOut(root, one.commit);
      const surroundings = { dir: root, env: ENVIRONMENT, cacheDir: join(given.roots, '.cache'), log: cora.silentLog };
      await cora.indexRepository(cora.indexingRequest(options), surroundings, { onProgress: () => undefined });
      open = await cora.openSearcher(cora.sessionSettings({ ...options, committed: true }), surroundings);
      at = one.commit;
    }
    const { commit: _, text, ...known } = one;
    out.write(`${JSON.stringify({ ...known, ...(await candidatesOf(open, text)) })}\n`);
  }
  open.close();
  console.error(`${repo}: ${own.length} questions, ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
out.end();

/** The issues of a repository in order of time: most commits are a few changed files after the one before. */
function issuesOf(rows) {
  const timed = rows.map((one) => {
    const dir = join(given.snapshots, one.snapshot, 'repo');
    const gold = [
      ...one.files.map((path) => ({ path })),
      ...one.functions.map(([path, start, end]) => ({ path, start, end })),
    ];
    const time = Number(git(dir, 'show', '-s', '--format=%ct', one.base));
    return {
      repo: one.snapshot,
      kind: 'issue',
      set: one.set,
      id: one.id,
      text: one.issue,
      commit: one.base,
      gold,
      time,
    };
  });
  return timed.sort((a, b) => a.time - b.time);
}

function checkOut(root, commit) {
  if (!existsSync(root)) {
    const repo = root.slice(given.roots.length + 1);
    execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', join(given.snapshots, repo, 'repo'), root]);
  }
  try {
    git(root, 'checkout', '-q', '-f', '--detach', commit);
  } catch {
    // A snapshot may lack its largest files: all others are there.
    git(root, 'update-ref', '--no-deref', 'HEAD', commit);
  }
}

async function candidatesOf(searcher, text) {
  const request = cora.searchRequestOf(text, settings);
  const { context, view } = await searcher.parts();
  const { embedder } = context;
  const member = { name: view.repository, view, ...context, use: (_texts, run) => run(context) };
  const statistics = cora.mergeStatistics([member]);
  const { query, meant } = await cora.askedQuery([member], statistics, request.question);
  const weigh = (question) => cora.weighTerms(question, (term) => cora.idf(statistics, term));
  const vectorOf = (question) => cora.queryVector(embedder, question, request, undefined);
  const lead = meant.lead === null ? null : { query: weigh(meant.lead), vector: await vectorOf(meant.lead) };
  const asked = { query, vector: await vectorOf(meant), report: meant.report, lead };
  const searched = { ...cora.searchedView(view, request), statistics };
  const anchored = meant.report === null ? null : await cora.findAnchors(await context.store, meant.report, searched);
  const retrieving = cora.retrievingOf(embedder, asked.vector, request, 0);
  const { chunks } = await cora.findCandidates(context, searched, asked, retrieving, anchored);
  const fusing = cora.fusingOf(embedder, asked, request, statistics.meanVector, view.files);
  const found = { fingerprint: embedder.fingerprint, meanCosine: fusing.meanCosine, leadMean: fusing.leadMean, chunks };
  const scale = cora.scalesOf([found]).get(embedder.fingerprint);
  const above = (cosine, mean, { bestCosine }) => round(Math.max(0, (cosine - mean) / (bestCosine - mean || 1)));
  const evidence = (one, mean, own) => [
    round(one.words / (own.extremes.words || 1)),
    above(one.cosine, mean, own),
    ...[one.coverage, one.symbol, one.symbolSize, one.typeName, one.name].map(round),
  ];
  const terms = query.terms.map(({ term, weight }) => [term, round(weight * cora.idf(statistics, term))]);
  const wordsOf = (name) => cora.splitIdentifier(name).map(cora.stem);
  const files = cora.fuse(chunks, scale, fusing).map(({ path, score, features, chunks: ranked }) => ({
    path,
    kinds: ranked.map(({ chunk }) => chunk.row.kind),
    words: path.split('/').map(wordsOf),
    score: round(score),
    features: Object.fromEntries(
      Object.entries(features).flatMap(([name, value]) => (value === 0 ? [] : [[name, round(value)]])),
    ),
    chunks: ranked.map(({ chunk, own }) => [
      chunk.row.startLine,
      chunk.row.endLine,
      round(own),
      ...evidence(chunk, fusing.meanCosine, scale),
      ...(chunk.lead === undefined ? [] : evidence(chunk.lead, fusing.leadMean, scale.lead)),
    ]),
  }));
  return { isReport: meant.report !== null, terms, names: query.names, files };
}

function round(value) {
  return Math.round(value * 1e5) / 1e5;
}
