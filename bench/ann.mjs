/**
 * When would an approximate index of vectors pay? The vectors of an index are copied, and for the first N rows LanceDB's flat scan
 * and its indexes answer the same questions. Prints one Markdown table on stdout: what each costs to build, what it answers in, and
 * how many of the exact 100 nearest it finds. docs/benchmarks.md, "Vectors".
 *
 *   node bench/ann.mjs --repo DIR                    DIR has an index and is only read
 *     --rows 100000,400000,all   --indexes ivfPq,hnswSq,ivfFlat   --questions 50
 *
 * Questions are made of the repository's file names. The indexes are given a quarter of LanceDB's usual training, so that they cost
 * as little as they can.
 */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connect, Index } from '@lancedb/lancedb';
import { embedderFor, resolveOptions, silentLog } from '../dist/index.js';
import { indexedPaths, questionsOf } from './scale/samples.mjs';
import { bytesUnder } from './shared/bytesUnder.mjs';
import { mean, percentile } from './shared/statistics.mjs';

// The one that LanceDB loads, whose batches these are.
const { Table } = createRequire(import.meta.url)('apache-arrow');

const { values: options } = parseArgs({
  options: {
    repo: { type: 'string' },
    rows: { type: 'string', default: '100000,400000,all' },
    indexes: { type: 'string', default: 'ivfPq,hnswSq,ivfFlat' },
    questions: { type: 'string', default: '50' },
  },
});
if (options.repo === undefined) throw new Error('node bench/ann.mjs --repo DIR');

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const NEAREST = 100;
const BATCHES = 64;
const TRAINING = { distanceType: 'dot', sampleRate: 64, maxIterations: 15 };
const INDEXES = {
  ivfPq: { name: 'IVF_PQ, 64 parts', config: () => Index.ivfPq({ ...TRAINING, numSubVectors: 64 }) },
  hnswSq: { name: 'IVF_HNSW_SQ', config: () => Index.hnswSq(TRAINING) },
  ivfFlat: { name: 'IVF_FLAT', config: () => Index.ivfFlat(TRAINING) },
};
/** Partitions that are looked into, and how many candidates for each result are looked at with their whole vectors. */
const EFFORTS = [
  [20, 1],
  [20, 4],
  [100, 4],
];

const folder = resolve(options.repo);
const scratch = mkdtempSync(join(tmpdir(), 'cora-ann-'));
const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('CORA_')));
try {
  const source = await openVectors(join(folder, '.git/cora'));
  const questions = await vectorsOf(questionsOf(await indexedPaths(CLI, folder, env), Number(options.questions)));
  console.log(`${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0].toFixed(1)} when it began\n`);
  console.log(
    '| rows | | build, s | processor, s | index, MB | recall of 100 | p50, ms | p90, ms | processor a query, ms |',
  );
  console.log('|---:|---|---:|---:|---:|---:|---:|---:|---:|');
  const all = await source.countRows();
  for (const count of options.rows.split(',').map((rows) => (rows === 'all' ? all : Number(rows))))
    await measureRows(source, Math.min(count, all), questions);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The newest generation's table. */
async function openVectors(store) {
  const generation = readdirSync(store, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && readdirSync(join(store, entry.name)).includes('chunks.lance'),
  );
  const path = generation === undefined ? store : join(store, generation.name);
  return (await connect(path)).openTable('chunks');
}

async function vectorsOf(texts) {
  const embedder = await embedderFor(resolveOptions({}, {}, null), { dir: folder, env, log: silentLog });
  return embedder.embed(texts, 'query');
}

async function measureRows(source, count, questions) {
  const db = await connect(scratch);
  const table = await copied(source, count, db);
  const flat = await answersOf(questions, (query) => query.bypassVectorIndex());
  row(count, 'flat scan', null, 1, flat);
  for (const name of options.indexes.split(',')) await measureIndex(name);
  await db.dropTable('vectors');

  async function measureIndex(name) {
    const before = bytesUnder(scratch);
    const built = await timed(() => table.createIndex('vector', { config: INDEXES[name].config(), replace: true }));
    built.megabytes = (bytesUnder(scratch) - before) / 1e6;
    for (const [probes, refine] of EFFORTS) {
      const answers = await answersOf(questions, (query) => {
        const probed = query.nprobes(probes);
        return refine === 1 ? probed : probed.refineFactor(refine);
      });
      const label = `${INDEXES[name].name}, ${probes} probes${refine === 1 ? '' : `, refined ${refine}`}`;
      row(count, label, built, recall(answers.found, flat.found), answers);
    }
    await table.dropIndex('vector_idx');
  }

  async function answersOf(vectors, prepare) {
    const found = [];
    const times = [];
    const total = await timed(async () => {
      for (const vector of vectors) {
        const query = prepare(table.query().nearestTo(vector).distanceType('dot').limit(NEAREST));
        const { result, ms } = await timed(() => query.select(['chunkId', '_distance']).toArray());
        found.push(result.map(({ chunkId }) => chunkId));
        times.push(ms);
      }
    });
    return { found, times, cpuMs: total.cpuMs / vectors.length };
  }
}

async function copied(source, count, db) {
  let table = null;
  let batches = [];
  let rows = 0;
  const flush = async () => {
    if (batches.length === 0) return;
    const data = new Table(batches);
    if (table === null) table = await db.createTable('vectors', data);
    else await table.add(data);
    batches = [];
  };
  for await (const batch of source.query().select(['chunkId', 'vector']).limit(count)) {
    batches.push(batch);
    rows += batch.numRows;
    if (batches.length === BATCHES) await flush();
    if (rows >= count) break;
  }
  await flush();
  return table;
}

async function timed(work) {
  const started = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: performance.now() - started, cpuMs: (user + system) / 1000 };
}

function recall(found, exact) {
  return mean(
    found.map((ids, at) => {
      const right = new Set(exact[at]);
      return ids.filter((id) => right.has(id)).length / right.size;
    }),
  );
}

function row(count, what, built, share, { times, cpuMs }) {
  const seconds = (ms) => (ms / 1000).toFixed(1);
  const cost = built === null ? ['', '', ''] : [seconds(built.ms), seconds(built.cpuMs), built.megabytes.toFixed(0)];
  const speed = [percentile(times, 50), percentile(times, 90), cpuMs.toFixed(0)];
  console.log(`| ${[count, what, ...cost, share.toFixed(3), ...speed].join(' | ')} |`);
}
