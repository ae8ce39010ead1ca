/** Reads a set of queries with the places that answer them. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

/**
 * @param {string} spec NAME=QUERIES,ROOTS
 * @returns byRepository: the published benchmark's form, whose headline is the mean over repositories
 */
export function readSet(spec) {
  const [, name, queries, roots] = /^([^=]+)=([^,]+),(.+)$/.exec(spec) ?? [];
  if (name === undefined) throw new Error(`--set wants NAME=QUERIES,ROOTS, not ${spec}`);
  const byRepository = statSync(queries).isDirectory();
  const all = byRepository ? readFolder(queries) : readLines(queries);
  const repositories = [...new Set(all.map(({ repo }) => repo))].map((repo) => ({
    repo,
    root: join(roots, repo),
    queries: all.filter((query) => query.repo === repo),
  }));
  return { name, byRepository, repositories };
}

function readLines(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => {
    if (line.trim() === '') return [];
    const { repo, lang, query, gold } = JSON.parse(line);
    return [{ repo, language: lang ?? repo, text: query, category: null, gold }];
  });
}

function readFolder(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().flatMap((file) => {
    const tasks = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const repo = basename(file, '.json');
    const golds = tasks.map(({ relevant = [], secondary = [] }) => [...relevant, ...secondary].map(placeOf));
    const language = languageOf(golds.flat());
    return tasks.map(({ query, category }, at) => ({ repo, language, text: query, category, gold: golds[at] }));
  });
}

function placeOf(place) {
  if (typeof place === 'string') return { path: place };
  return { path: place.path, start: place.start_line, end: place.end_line };
}

/** The ending that most of the wanted files have. */
function languageOf(gold) {
  const counts = new Map();
  for (const { path } of gold) counts.set(extname(path), (counts.get(extname(path)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
