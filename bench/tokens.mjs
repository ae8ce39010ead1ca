/**
 * What an answer costs: tokens that a reader spends until the first right file, for `cora query` in each format and for
 * grep-and-read. Through the built dist, with default options. Prints one Markdown table on stdout.
 *
 *   node bench/tokens.mjs --set NAME=QUERIES,ROOTS [--repos NAME,…] [--lines N] [--no-elide]
 *
 * QUERIES and ROOTS are as in bench/retrieval.mjs. Tokens are estimated as --budget estimates them (docs/retrieval.md).
 * An answer costs everything up to the end of the first result of a right file, with what the format prints before it; an
 * answer without one costs all of it and then grep-and-read. grep-and-read is told in tokens/grepAndRead.mjs.
 */

import { parseArgs } from 'node:util';
import { readSet } from './retrieval/readSet.mjs';
import { mean, median } from './shared/statistics.mjs';
import { openAnswers } from './tokens/answers.mjs';
import { readTexts, searchByWords } from './tokens/grepAndRead.mjs';

const { values: options } = parseArgs({
  options: {
    set: { type: 'string' },
    repos: { type: 'string' },
    lines: { type: 'string' },
    'no-elide': { type: 'boolean', default: false },
  },
});
if (options.set === undefined) throw new Error('Name --set NAME=QUERIES,ROOTS');
const wanted = options.repos?.split(',');
const settings = {
  ...(options.lines === undefined ? {} : { lines: Number(options.lines) }),
  ...(options['no-elide'] ? { elide: false } : {}),
};

/** @type {Map<string, {repo: string, tokens: number, whole: number, found: boolean}[]>} */
const costs = new Map();
const add = (name, cost) => costs.set(name, [...(costs.get(name) ?? []), cost]);

for (const { repo, root, queries } of readSet(options.set).repositories) {
  if (wanted !== undefined && !wanted.includes(repo)) continue;
  const texts = await readTexts(root);
  const answers = await openAnswers(root, settings);
  for (const { text, gold } of queries) {
    const isRight = (path) => gold.some((place) => isSame(path, place.path));
    const each = searchByWords(texts, text, isRight, 'each');
    const together = searchByWords(texts, text, isRight, 'together');
    for (const { format, tokens, whole, found } of await answers.ask(text, isRight)) {
      add(`cora query --format ${format}`, { repo, tokens: tokens + (found ? 0 : together.tokens), whole, found });
    }
    add('grep for each word, rarest first, and read', { repo, ...each, whole: each.tokens });
    add('grep for all words at once, and read', { repo, ...together, whole: together.tokens });
  }
  answers.close();
  console.error(`${repo}: ${queries.length} queries, ${texts.size} files`);
}
print();

/** The benchmark's paths may be seen from a folder of the repository. */
function isSame(path, gold) {
  return path === gold || path.endsWith(`/${gold}`) || gold.endsWith(`/${path}`);
}

function print() {
  console.log(
    '| | median | mean where found | mean | mean of repositories’ means | within 500 | within 2,000 | not found | whole answer, mean |',
  );
  console.log(`|---|${'---:|'.repeat(8)}`);
  for (const [name, all] of costs) {
    const tokens = all.map((cost) => cost.tokens);
    const within = (most) => share(all.filter((cost) => cost.found && cost.tokens <= most).length, all.length);
    const byRepository = groupBy(all);
    const means = [...byRepository.values()].map((list) => mean(list.map((cost) => cost.tokens)));
    const cells = [
      number(median(tokens)),
      number(mean(all.filter((cost) => cost.found).map((cost) => cost.tokens))),
      number(mean(tokens)),
      number(mean(means)),
      within(500),
      within(2000),
      share(all.filter((cost) => !cost.found).length, all.length),
      name.startsWith('grep') ? '' : number(mean(all.map((cost) => cost.whole))),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

function groupBy(all) {
  const groups = new Map();
  for (const cost of all) groups.set(cost.repo, [...(groups.get(cost.repo) ?? []), cost]);
  return groups;
}

function share(part, all) {
  return `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
}

function number(value) {
  return Math.round(value).toLocaleString('en-US');
}
