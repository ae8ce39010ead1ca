/**
 * Thirty questions as a maintainer would ask them, written before anybody looked: how many have a right file among the first
 * three results. Prints each question with the rank of its answer, then the count.
 *
 *   node bench/maintainers.mjs SNAPSHOTS [QUESTIONS.tsv]      SNAPSHOTS/OWNER+NAME/repo are clones that have the commits
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [snapshots, file = fileURLToPath(new URL('maintainers.tsv', import.meta.url))] = process.argv.slice(2);
if (snapshots === undefined) throw new Error('Name the folder of the snapshots');
const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const [, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
const questions = rows.map((row) => {
  const [repository, commit, text, answers] = row.split('\t');
  return { repository, commit, text, answers: answers.split(' ') };
});

const scratch = mkdtempSync(join(tmpdir(), 'cora-maintainers-'));
try {
  let right = 0;
  for (const repository of new Set(questions.map((one) => one.repository))) {
    const own = questions.filter((one) => one.repository === repository);
    const clone = join(scratch, repository.replace('/', '+'));
    execFileSync('git', ['clone', '-q', '-s', '-n', join(snapshots, repository.replace('/', '+'), 'repo'), clone]);
    execFileSync('git', ['checkout', '-q', own[0].commit], { cwd: clone });
    const cora = (...args) => execFileSync(process.execPath, [CLI, ...args], { cwd: clone, encoding: 'utf8' });
    cora('index', '--quiet', '--history', '0');
    for (const { text, answers } of own) {
      const { results } = JSON.parse(cora('query', '--json', '-k', '10', '--related', '0', '--', text));
      const rank = results.findIndex(({ path }) => answers.includes(path)) + 1;
      if (rank >= 1 && rank <= 3) right += 1;
      console.log(`${rank === 0 ? ' –' : String(rank).padStart(2)}  ${repository}: ${text}`);
    }
  }
  console.log(`${right} of ${questions.length} among the first three`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
