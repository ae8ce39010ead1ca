/**
 * Whether the first k of any longer answer are the shorter answer: each query of a set is asked for 1, 3, 5, 10, 20 and 50
 * results, and each answer is held against the longest. Prints what differs; exits with 1 where anything does.
 *
 *   node bench/orderByK.mjs --queries DIR --roots DIR [--most 500] [--diversity D]
 *
 * DIR of --queries: NAME.json with a list of {query} for each repository; --roots: repositories with an index, by that NAME.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    queries: { type: 'string' },
    roots: { type: 'string' },
    most: { type: 'string', default: '500' },
    diversity: { type: 'string', default: '0' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});
if (options.queries === undefined || options.roots === undefined) throw new Error('Name --queries DIR --roots DIR');
const COUNTS = [1, 3, 5, 10, 20, 50];

const scratch = mkdtempSync(join(tmpdir(), 'cora-order-'));
let [asked, differ, fewer] = [0, 0, 0];
try {
  for (const file of readdirSync(options.queries).sort()) {
    const name = file.replace(/\.json$/, '');
    const root = join(options.roots, name);
    if (!file.endsWith('.json') || !existsSync(root)) continue;
    const read = JSON.parse(readFileSync(join(options.queries, file), 'utf8'));
    const list = (Array.isArray(read) ? read : read.queries).slice(0, Number(options.most) - asked);
    if (list.length === 0) break;
    const lines = list.map(({ query }, id) => JSON.stringify({ id, query })).join('\n');
    const batch = join(scratch, 'queries.jsonl');
    writeFileSync(batch, lines);
    const answers = COUNTS.map((k) => answersOf(root, batch, k));
    const longest = answers.at(-1);
    for (let at = 0; at < list.length; at++) {
      asked += 1;
      const parts = answers.map((one) => JSON.stringify(one[at]));
      const wrong = COUNTS.filter((k, i) => parts[i] !== JSON.stringify(longest[at].slice(0, k)));
      if (longest[at].length < COUNTS.at(-1)) fewer += 1;
      if (wrong.length === 0) continue;
      differ += 1;
      console.log(`${name}: ${JSON.stringify(list[at].query)} differs for k = ${wrong.join(', ')}`);
    }
  }
} finally {
  rmSync(scratch, { recursive: true });
}
console.log(
  `${asked} queries, ${differ} with another order for another k; ${fewer} have fewer than ${COUNTS.at(-1)} results.`,
);
process.exitCode = differ === 0 && asked > 0 ? 0 : 1;

function answersOf(root, batch, k) {
  const args = ['query', '--json', '-k', String(k), '--diversity', options.diversity, '--batch', batch];
  const { stdout, status, stderr } = spawnSync(process.execPath, [options.cli, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`${root}: ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).results);
}
