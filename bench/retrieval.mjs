/**
 * The quality of search and what each part of it is worth: every variant over every query of every set, through the built
 * dist in one process for each repository. Prints one Markdown table on stdout: NDCG@10 and the time of a warm query.
 *
 *   node bench/retrieval.mjs --set NAME=QUERIES,ROOTS [--set …] [--variants 'words;default;…'] [--languages]
 *
 * QUERIES is a file of JSON lines {id, repo, lang, query, gold: [{path, start?, end?}]}, or a folder with one REPO.json of
 * [{query, relevant: [path | {path, start_line, end_line}], secondary, category}] for each repository. ROOTS holds one Git
 * repository for each `repo`; it is indexed (in its own .git) for the embedders that the variants need.
 * --languages adds how many languages each variant gains and loses in.
 */

import { parseArgs } from 'node:util';
import { ndcgOf } from './retrieval/ndcgOf.mjs';
import { openRepository } from './retrieval/openRepository.mjs';
import { readSet } from './retrieval/readSet.mjs';
import { DEFAULT, VARIANTS } from './retrieval/variants.mjs';
import { meanOverGroups, median } from './shared/statistics.mjs';

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: [] },
    variants: { type: 'string' },
    languages: { type: 'boolean', default: false },
  },
});
if (options.set.length === 0) throw new Error('Name at least one --set NAME=QUERIES,ROOTS');
const wanted = options.variants?.split(';');
const variants = VARIANTS.filter(({ name }) => wanted === undefined || wanted.includes(name) || name === DEFAULT);
const unknown = (wanted ?? []).filter((name) => !VARIANTS.some((variant) => variant.name === name));
if (unknown.length > 0)
  throw new Error(`No such variant: ${unknown.join('; ')}. There are: ${VARIANTS.map(({ name }) => name).join('; ')}`);

/** @type {Map<string, {name: string, lines: boolean}>} columns by what they measure */
const columns = new Map();
/** @type {Map<string, Map<string, {group: string, language: string, value: number}[]>>} variant → column → scores */
const scores = new Map(variants.map(({ name }) => [name, new Map()]));
const times = new Map(variants.map(({ name }) => [name, []]));

for (const spec of options.set) {
  const set = readSet(spec);
  for (const { repo, root, queries } of set.repositories) {
    const repository = await openRepository(root, variants);
    for (const [at, query] of queries.entries()) {
      // Each query begins with another variant, so that what one of them leaves warm helps all alike.
      for (const variant of rotated(variants, at)) {
        const { results, ms } = await repository.search(variant, query.text);
        times.get(variant.name).push(ms);
        for (const [column, value] of ndcgOf(set, query, results)) {
          columns.set(column, column);
          const all = scores.get(variant.name);
          if (!all.has(column)) all.set(column, []);
          all
            .get(column)
            .push({ group: set.byRepository ? repo : String(all.get(column).length), language: query.language, value });
        }
      }
    }
    repository.close();
    console.error(`${set.name} ${repo}: ${queries.length} queries`);
  }
}
print();

function print() {
  const names = [...columns.keys()];
  const more = options.languages ? ['languages up / down'] : [];
  console.log(`| variant | ${[...names, 'warm p50, ms', ...more].join(' | ')} |`);
  console.log(`|---|${'---:|'.repeat(names.length + 1 + more.length)}`);
  for (const { name } of variants) {
    const cells = names.map((column) => meanOverGroups(scores.get(name).get(column)).toFixed(3));
    const languages = options.languages ? [changedLanguages(name)] : [];
    console.log(`| ${name} | ${[...cells, median(times.get(name)).toFixed(1), ...languages].join(' | ')} |`);
  }
}

/** Against the default, in the first column: languages whose mean changed by more than .002. */
function changedLanguages(name) {
  const [column] = columns.keys();
  const of = (variant) => {
    const byLanguage = new Map();
    for (const score of scores.get(variant).get(column))
      byLanguage.set(score.language, [...(byLanguage.get(score.language) ?? []), score]);
    return new Map([...byLanguage].map(([language, list]) => [language, meanOverGroups(list)]));
  };
  const base = of(DEFAULT);
  const changes = [...of(name)].map(([language, value]) => value - base.get(language));
  return `${changes.filter((change) => change > 0.002).length} / ${changes.filter((change) => change < -0.002).length}`;
}

function rotated(list, by) {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
