/**
 * Does `cora refs` find what a compiler finds? Draws definitions that the compiler knows and Cora too, asks `cora refs`
 * for each name, and compares both lists. Prints for each kind of reference how many of the compiler's Cora resolves to
 * this definition, lists without a target, lists with another target, or does not list; and how many of those that Cora
 * resolves to the drawn definitions the compiler confirms. Then it prints examples of each.
 *
 *   node bench/compilers/typescript.mjs DIR MODULES > truth.jsonl      one script for each language, see their headers
 *   node bench/compilers.mjs DIR truth.jsonl [--names 200] [--seed 1] [--show 15] [--kind call] [--dist dist]
 *
 * DIR is an indexed checkout. Each line of the truth is one reference to a definition of the repository:
 *
 *   {"path":"a.ts","line":3,"name":"f","kind":"call","to":{"path":"b.ts","line":7}}
 *
 * Lines count from 1; `to` is where the definition's name stands, and `also` lists further places of the same thing
 * (declarations). Kinds are call, type, inherit, import and value; `local` are no targets, nor is a `to` outside of DIR.
 */

import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { randomOf } from './shared/randomOf.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    names: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '15' },
    kind: { type: 'string' },
    dist: { type: 'string', default: join(import.meta.dirname, '../dist') },
  },
});
const [repo, truthFile] = positionals;
const library = await import(resolve(values.dist, 'index.js'));

const { uses, atPlace } = readTruth(truthFile);
const found = {};
const claims = { right: 0, wrong: 0, unlisted: 0 };
const examples = { open: [], 'other target': [], 'not listed': [], wrong: [], unlisted: [] };
const lines = new Map();
const settings = library.sessionSettings(library.resolveOptions({}, process.env, null));
const session = { dir: resolve(repo), env: process.env, cacheDir: tmpdir(), log: library.silentLog };
const searcher = await library.openSearcher(settings, session);
try {
  print(await draw(await searcher.symbols()));
} finally {
  searcher.close();
}

/** @returns all uses by the definition they mean, and all targets by the place of the use */
function readTruth(file) {
  const byDefinition = new Map();
  const byPlace = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const use = JSON.parse(line);
    use.places = [use.to, ...(use.also ?? [])];
    for (const place of use.places) add(byPlace, placeOf(use), place);
    if (use.kind !== 'local' && !isAbsolute(use.to.path))
      add(byDefinition, `${use.to.path}\0${use.to.line}\0${use.name}`, use);
  }
  return { uses: byDefinition, atPlace: byPlace };
}

function add(map, key, value) {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

function placeOf({ path, line, name }) {
  return `${path}\0${line}\0${name}`;
}

async function draw(context) {
  const before = process.cpuUsage();
  let drawn = 0;
  let unknown = 0;
  for (const key of shuffled([...uses.keys()].sort())) {
    if (drawn === Number(values.names)) break;
    const name = key.split('\0')[2];
    const definitions = await definitionsAt(context, name, uses.get(key));
    if (definitions.length === 0) unknown += 1;
    else {
      drawn += 1;
      const hits = await library.findReferences(context, name);
      compareUses(uses.get(key), hits, name);
      compareClaims(definitions, hits, name);
    }
  }
  const { user, system } = process.cpuUsage(before);
  return { drawn, unknown, milliseconds: (user + system) / 1000 / drawn };
}

function shuffled(list) {
  const random = randomOf(Number(values.seed));
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}

/** Returns the innermost definition of the name around each place of what is used, where Cora knows one. */
async function definitionsAt(context, name, used) {
  const all = (await library.findSymbols(context, name)).filter((one) => one.name === name);
  const places = new Map(used.flatMap((use) => use.places).map((place) => [`${place.path}\0${place.line}`, place]));
  return [...places.values()].flatMap((place) =>
    all
      .filter((one) => covers(one, place))
      .sort((a, b) => b.startLine - a.startLine)
      .slice(0, 1),
  );
}

/** Recall: a line that uses the name twice counts once, as in the answer of `refs`. */
function compareUses(all, hits, name) {
  const hitsAt = new Map();
  for (const hit of hits) add(hitsAt, placeOf(hit), hit);
  for (const use of new Map(all.map((one) => [placeOf(one), one])).values()) {
    const here = hitsAt.get(placeOf({ ...use, name })) ?? [];
    const how = howFound(here, use.places);
    found[use.kind] ??= { all: 0, resolved: 0, open: 0, 'other target': 0, 'not listed': 0 };
    found[use.kind].all += 1;
    found[use.kind][how] += 1;
    if (how === 'resolved' || (values.kind ?? use.kind) !== use.kind) continue;
    const instead = here.flatMap(({ target }) => (target === null ? [] : [`${target.path}:${target.startLine}`]));
    const said = instead.length === 0 ? '' : `, by cora ${instead}`;
    examples[how].push(`${use.kind} ${textOf(use)}\n      means ${use.to.path}:${use.to.line}${said}`);
  }
}

function howFound(hits, places) {
  if (hits.some(({ target }) => places.some((place) => covers(target, place)))) return 'resolved';
  if (hits.length === 0) return 'not listed';
  return hits.every(({ target }) => target === null) ? 'open' : 'other target';
}

function covers(target, { path, line }) {
  return target !== null && target.path === path && line >= target.startLine && line <= target.endLine;
}

/** Precision: everything that Cora resolves to the drawn definition. */
function compareClaims(definitions, hits, name) {
  for (const hit of hits) {
    const { target } = hit;
    if (target === null || !definitions.some((one) => one.path === target.path && one.startLine === target.startLine))
      continue;
    const targets = atPlace.get(placeOf(hit)) ?? atPlace.get(placeOf({ ...hit, name })) ?? [];
    const how = targets.some((to) => covers(target, to)) ? 'right' : targets.length > 0 ? 'wrong' : 'unlisted';
    claims[how] += 1;
    if (how === 'right' || (values.kind ?? hit.kind) !== hit.kind) continue;
    const said = targets.map(({ path, line }) => ` ${path}:${line}`);
    examples[how].push(
      `${hit.kind} ${textOf(hit)}\n      by cora ${target.path}:${target.startLine} (${hit.by}), by the compiler${said}`,
    );
  }
}

function textOf({ path, line, name }) {
  if (!lines.has(path)) lines.set(path, readFileSync(join(repo, path), 'utf8').split('\n'));
  return `${path}:${line} ${name} | ${(lines.get(path)[line - 1] ?? '').trim().slice(0, 140)}`;
}

function print({ drawn, unknown, milliseconds }) {
  const write = (line) => process.stdout.write(`${line}\n`);
  write(`${repo}: ${drawn} definitions, ${unknown} more that Cora does not know; ${milliseconds.toFixed(0)} ms a name`);
  write('\n| kind | by the compiler | resolved | open | other target | not listed |\n|---|---:|---:|---:|---:|---:|');
  const sum = {};
  for (const row of Object.values(found))
    for (const [key, count] of Object.entries(row)) sum[key] = (sum[key] ?? 0) + count;
  for (const [kind, row] of [...Object.entries(found).sort(), ['all', sum]])
    write(`| ${[kind, ...Object.values(row)].join(' | ')} |`);
  write(
    `\nOf what Cora resolves to them: ${claims.right} right, ${claims.wrong} wrong, ${claims.unlisted} that the compiler lacks`,
  );
  const most = Number(values.show);
  for (const [how, list] of Object.entries(examples)) {
    if (list.length === 0 || most === 0) continue;
    write(`\n${how} (${list.length}):`);
    const step = Math.max(1, Math.floor(list.length / most));
    for (const one of list.filter((_, at) => at % step === 0).slice(0, most)) write(`  ${one}`);
  }
}
