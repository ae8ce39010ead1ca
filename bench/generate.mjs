/**
 * A repository of made-up code, the same for the same numbers everywhere: N files in five languages, 100 to 200 lines each, with
 * documented functions, types, and modules that call one another, as one commit.
 *
 *   node bench/generate.mjs DIR [--files 1000] [--seed 1]
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PRINTERS, printModule } from './printModule.mjs';
import { randomOf } from './shared/randomOf.mjs';

const list = (text) => text.split(' ');
const VERBS = list(
  'load store parse merge split resolve validate encode decode fetch flush schedule cancel retry publish collect compute reduce filter sort rank match ' +
    'open close acquire release register update remove append rotate compress expand trace measure convert normalise apply',
);
const NOUNS = list(
  'account batch buffer cache catalog channel cluster commit config cursor customer delta digest document event field frame graph header index invoice ' +
    'job key ledger lease limit manifest message metric node offset order packet page partition payment plan policy pool price profile queue quota record ' +
    'region replica report request response route schema segment session shard signal snapshot source stream summary table task tenant ticket token topic ' +
    'transaction tree user value vector version view window worker',
);
const QUALITIES = list(
  'active cached default empty expired final global idle inner last local lazy next nested pending primary raw remote shared stale total upper',
);
const PURPOSES = [
  'before the next flush',
  'when the lease has expired',
  'so that readers never wait',
  'without touching the primary copy',
  'for every tenant of the region',
  'and reports what was left out',
  'in the order in which it arrived',
  'unless the quota is spent',
];

/** Writes and commits the files. @returns {{ files: number, bytes: number, commit: string }} */
export function generateRepository(folder, { files = 1000, seed = 1 } = {}) {
  const modules = drawModules(randomOf(seed), files);
  let bytes = 0;
  for (const [at, module] of modules.entries()) {
    const { path, text } = printModule(module, PRINTERS[at % PRINTERS.length]);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    bytes += Buffer.byteLength(text);
  }
  return { files, bytes, commit: commitAll(folder) };
}

/** All the same words, author and time: the same commit id everywhere. */
function commitAll(folder) {
  const date = '2020-01-01T00:00:00Z';
  const who = {
    GIT_AUTHOR_NAME: 'bench',
    GIT_AUTHOR_EMAIL: 'bench@example.com',
    GIT_COMMITTER_NAME: 'bench',
    GIT_COMMITTER_EMAIL: 'bench@example.com',
  };
  const env = {
    ...process.env,
    ...who,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const git = (...args) =>
    execFileSync('git', ['-c', 'core.autocrlf=false', '-c', 'commit.gpgsign=false', ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '--no-verify', '-m', 'Generated');
  return git('rev-parse', 'HEAD').trim();
}

function drawModules(random, files) {
  const modules = [];
  for (let at = 0; at < files; at++) {
    const name = [pick(random, QUALITIES), pick(random, NOUNS), `${pick(random, NOUNS)}${at}`];
    // A module imports earlier ones of its own language.
    const peers = Math.floor(at / PRINTERS.length);
    const imports = new Set();
    for (let wanted = Math.min(3, peers); wanted > 0; wanted--) {
      imports.add(modules[Math.floor(random() * peers) * PRINTERS.length + (at % PRINTERS.length)]);
    }
    modules.push(drawModule(random, name, [...imports]));
  }
  return modules;
}

function drawModule(random, name, imports) {
  const topic = name[1];
  const types = Array.from({ length: 2 }, (_, at) => ({
    name: [...name.slice(0, 2), NOUNS[(NOUNS.indexOf(topic) + at * 7 + 1) % NOUNS.length]],
    doc: `What is known of one ${topic} ${pick(random, PURPOSES)}.`,
    fields: distinct(random, 3 + Math.floor(random() * 4)),
  }));
  const functions = Array.from({ length: 5 + Math.floor(random() * 4) }, () => drawFunction(random, topic, imports));
  return {
    name,
    path: [pick(random, NOUNS)],
    imports,
    types,
    functions,
    doc: `The ${name[0]} ${topic} of the ${pick(random, NOUNS)} ${pick(random, PURPOSES)}.`,
  };
}

function drawFunction(random, topic, imports) {
  const verb = pick(random, VERBS);
  const name = [verb, pick(random, QUALITIES), topic, pick(random, NOUNS)];
  const params = distinct(random, 2);
  const known = [...params];
  const body = [];
  for (const local of distinct(random, 3 + Math.floor(random() * 3))) {
    const from = imports.length > 0 && random() < 0.5 ? pick(random, imports) : null;
    const callee =
      from === null ? null : { module: from.name, path: from.path, name: pick(random, from.functions).name };
    const b = pick(random, known);
    body.push({
      kind: callee === null ? 'let' : 'call',
      a: ['new', ...local],
      b,
      n: 2 + Math.floor(random() * 90),
      callee,
    });
    known.push(['new', ...local]);
    if (random() < 0.5) body.push({ kind: 'guard', b: pick(random, known), n: 100 + Math.floor(random() * 900) });
    else body.push({ kind: 'each', a: known.at(-1), b: ['item'], n: 2 + Math.floor(random() * 30) });
  }
  const doc = `${verb[0].toUpperCase()}${verb.slice(1)}s the ${name.slice(1).join(' ')} ${pick(random, PURPOSES)}.`;
  return { name, params, body, result: known.at(-1), doc };
}

function distinct(random, count) {
  const names = new Map();
  while (names.size < count) {
    const name = [pick(random, NOUNS), pick(random, NOUNS)];
    names.set(name.join(' '), name);
  }
  return [...names.values()];
}

function pick(random, values) {
  return values[Math.floor(random() * values.length)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { files: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
  });
  if (positionals.length !== 1) throw new Error('node bench/generate.mjs DIR [--files 1000] [--seed 1]');
  const folder = resolve(positionals[0]);
  mkdirSync(folder, { recursive: true });
  console.log(JSON.stringify(generateRepository(folder, { files: Number(values.files), seed: Number(values.seed) })));
}
