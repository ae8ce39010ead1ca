/**
 * Draws references of an indexed repository at random and prints what `cora refs` takes them to mean, for checking by hand.
 * Every reference of every chunk has the same chance; only the public API is used.
 *
 *   node bench/references.mjs DIR [--edges 25] [--seed 1] [--kinds call,inherit,type]
 */

import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findReferences, openSearcher, resolveOptions, sessionSettings, silentLog } from '../dist/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    edges: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
    kinds: { type: 'string', default: 'call,inherit,type' },
  },
});
const kinds = new Set(values.kinds.split(','));
const random = mulberry32(Number(values.seed));
const surroundings = { dir: resolve(positionals[0] ?? '.'), env: process.env, cacheDir: tmpdir(), log: silentLog };
const searcher = await openSearcher(sessionSettings(resolveOptions({}, process.env, null)), surroundings);

try {
  const context = await searcher.symbols();
  const pool = await allReferences(context);
  const count = { drawn: 0, resolved: 0 };
  while (count.resolved < Number(values.edges) && count.drawn < pool.length) {
    const { path, startLine, endLine, name, kind } = pool[Math.floor(random() * pool.length)];
    const hits = (await findReferences(context, name)).filter(
      (hit) => hit.path === path && hit.kind === kind && hit.line >= startLine && hit.line <= endLine,
    );
    const hit = hits[Math.floor(random() * hits.length)];
    if (hit === undefined) continue;
    count.drawn++;
    if (hit.target === null) continue;
    count.resolved++;
    print(count.resolved, hit);
  }
  const share = ((100 * count.resolved) / count.drawn).toFixed(0);
  process.stdout.write(
    `\n${count.resolved} of ${count.drawn} drawn references (${share} %) lead to a definition of the repository.\n`,
  );
} finally {
  searcher.close();
}

/** One entry for each reference of each chunk of the view. */
async function allReferences({ view, store }) {
  const pool = [];
  const files = view.files.map(({ path, blob, language }) => ({ path, key: `${blob}:${language}` }));
  for (let at = 0; at < files.length; at += 500) {
    const paths = new Map(files.slice(at, at + 500).map(({ key, path }) => [key, path]));
    const columns = ['blobSha', 'language', 'startLine', 'endLine', 'references'];
    const rows = await store.rows({ blobs: [...paths.keys()] }, columns);
    rows.sort((a, b) => (a.blobSha === b.blobSha ? a.startLine - b.startLine : a.blobSha < b.blobSha ? -1 : 1));
    for (const { blobSha, language, startLine, endLine, references } of rows) {
      for (const { name, kind } of references) {
        if (kinds.has(kind)) pool.push({ path: paths.get(`${blobSha}:${language}`), startLine, endLine, name, kind });
      }
    }
  }
  return pool;
}

function print(number, { path, line, kind, name, by, preview, target }) {
  const scope = [...target.scope, target.name].join('.');
  process.stdout.write(
    `${number}. ${path}:${line}  ${kind} ${name}  (${by})\n     ${preview}\n   → ${target.path}:${target.startLine}  ${target.kind} ${scope}  ${target.signature}\n`,
  );
}

/** A small generator of 32 bits: the same numbers for the same seed everywhere. */
function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
