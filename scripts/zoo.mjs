/**
 * `npm run zoo`: every visit of test/e2e/zoo to every animal, where CI makes those that an animal aims at (`-- --short` does the same
 * here). Prints a table of what was looked at. Words choose files: `npm run zoo -- stores links`. Needs strace and the built dist.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installMissing } from './installMissing.mjs';
import { runVitest } from './runVitest.mjs';

const { values, positionals } = parseArgs({ options: { short: { type: 'boolean' } }, allowPositionals: true });
installMissing();
const figures = mkdtempSync(join(tmpdir(), 'cora-zoo-figures-'));
const files = positionals.length > 0 ? positionals.map((word) => `test/e2e/zoo/${word}`) : ['test/e2e/zoo'];
const started = Date.now();
try {
  runVitest(['--project', 'e2e', ...files], {
    ...process.env,
    CORA_ZOO: values.short ? 'aims' : 'all',
    CORA_ZOO_FIGURES: figures,
  });
  printTable(readdirSync(figures).map((name) => JSON.parse(readFileSync(join(figures, name), 'utf8'))));
} finally {
  rmSync(figures, { recursive: true, force: true });
}

function printTable(rows) {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort();
  const line = (name, some) => {
    const sum = (key) => some.reduce((all, row) => all + row[key], 0);
    const guilty = some.filter(({ faults }) => faults.length > 0).length;
    const cells = [name, some.length, sum('visits'), sum('runs'), sum('events'), guilty, Math.round(sum('ms') / 1000)];
    return `| ${cells.join(' | ')} |`;
  };
  console.log(
    '\n| kind | animals | visits | runs | calls of the system | with a fault | s |\n|---|---|---|---|---|---|---|',
  );
  for (const kind of kinds)
    console.log(
      line(
        kind,
        rows.filter((row) => row.kind === kind),
      ),
    );
  console.log(line('all', rows));
  for (const { kind, name, faults } of rows) for (const fault of faults) console.log(`${kind}, ${name}: ${fault}`);
  console.log(`${Math.round((Date.now() - started) / 1000)} s`);
}
