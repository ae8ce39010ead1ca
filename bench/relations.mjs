/**
 * Are relations true? Draws definitions of an indexed repository at random, asks what is related to each, draws one of the
 * relations that are claimed (`similar` and `named as the test of` claim no reference), and holds it against `cora refs` and the text of the file. Prints what a person then reads:
 * the place, the claim, the line that refers and the line that declares; and two shares:
 *   claims that `refs` and the text confirm, of those drawn;
 *   references that `refs` resolves to a drawn definition and that its list holds, of all such references; an import counts
 *   as listed where its file is.
 *
 *   node bench/relations.mjs DIR… [--draw 34] [--seed 1]      each indexed before
 */

import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findReferences, openSearcher, related, resolveOptions, sessionSettings, silentLog } from '../dist/index.js';
import { randomOf } from './shared/randomOf.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { draw: { type: 'string', default: '34' }, seed: { type: 'string', default: '1' } },
});
const DEFINITIONS = new Set(['function', 'method', 'class', 'interface', 'type', 'enum', 'constant', 'module']);
const USES = {
  calls: 'call',
  'inherits from': 'inherit',
  'uses the type': 'type',
  uses: null,
  imports: 'import',
  'links to': 'link',
  'test of': null,
};
const USED_BY = {
  'called by': 'call',
  'base of': 'inherit',
  'used as a type by': 'type',
  'used by': 'type',
  'imported by': 'import',
  'linked from': 'link',
};
const PROSE = /^(markdown|rst|text|json|yaml|toml|xml|html|css|scss|less|sql|makefile|dockerfile|hcl)$/;
const ALL = { limit: 1_000_000, paths: [], languages: [], kinds: [] };

const rows = [];
for (const dir of positionals) rows.push(await draw(resolve(dir)));
process.stdout.write('\n| repository | drawn | confirmed | references to them | listed |\n|---|---:|---:|---:|---:|\n');
for (const row of rows) process.stdout.write(`| ${row.join(' | ')} |\n`);

async function draw(dir) {
  const random = randomOf(Number(values.seed));
  const options = resolveOptions({}, process.env, null);
  const searcher = await openSearcher(sessionSettings(options), {
    dir,
    env: process.env,
    cacheDir: tmpdir(),
    log: silentLog,
  });
  const count = { drawn: 0, confirmed: 0, references: 0, listed: 0 };
  try {
    const context = await searcher.symbols();
    const pool = await allDefinitions(context);
    const references = new Map();
    const refs = async (name) => {
      if (!references.has(name)) references.set(name, await findReferences(context, name));
      return references.get(name);
    };
    const linesOf = fileReader(dir);
    for (let at = 0; count.drawn < Number(values.draw) && at < 20 * Number(values.draw); at++) {
      const from = pool[Math.floor(random() * pool.length)];
      const list = await related(context, { place: { path: from.path, line: from.startLine }, ...ALL });
      const claims = list.filter(({ reason }) => reason !== 'similar' && !reason.startsWith('named as '));
      const claim = claims[Math.floor(random() * claims.length)];
      for (const hit of await refs(from.name)) {
        const { target, path, line } = hit;
        if (target === null || target.path !== from.path || target.startLine !== from.startLine) continue;
        if (path === from.path && from.startLine <= line && line <= from.endLine) continue;
        count.references++;
        const isListed = claims.some(
          (one) => one.path === path && (hit.kind === 'import' || (one.startLine <= line && line <= one.endLine)),
        );
        if (isListed) count.listed++;
        else
          process.stdout.write(
            `   not listed: ${path}:${line} ${hit.kind} ${hit.name} → ${from.path}:${from.startLine}\n`,
          );
      }
      if (claim === undefined) continue;
      count.drawn++;
      const proof = await prove(from, claim, refs, linesOf);
      if (proof !== null) count.confirmed++;
      print(count.drawn, basename(dir), from, claim, proof, linesOf);
    }
  } finally {
    searcher.close();
  }
  return [basename(dir), count.drawn, count.confirmed, count.references, count.listed];
}

/** @returns the reference that `refs` resolves and the text that bears it out, or null */
async function prove(from, claim, refs, linesOf) {
  const [verb, name] = split(claim.reason, USES) ?? [];
  if (verb !== undefined) {
    const wanted = USES[verb];
    const found = (await refs(lastOf(name))).find(
      (hit) =>
        hit.target !== null &&
        isWithin(hit.target, from) &&
        hit.path === claim.path &&
        (wanted === null || hit.kind === wanted) &&
        ((claim.startLine <= hit.line && hit.line <= claim.endLine) || (wanted === null && hit.kind === 'import')),
    );
    const said = found === undefined ? [] : linesOf(claim.path).slice(claim.startLine - 1, claim.endLine);
    return found !== undefined && said.some((line) => line.includes(found.name)) ? found : null;
  }
  const [passive] = split(claim.reason, USED_BY) ?? [];
  if (passive === undefined) return null;
  const found = (await refs(claim.symbol)).find(
    (hit) =>
      hit.target !== null &&
      hit.target.path === claim.path &&
      hit.target.startLine === claim.startLine &&
      hit.kind === USED_BY[passive] &&
      isWithin({ path: hit.path, startLine: hit.line }, from),
  );
  const text = found === undefined ? [] : linesOf(claim.path).slice(claim.startLine - 1, claim.endLine);
  return found !== undefined && text.some((line) => line.includes(claim.symbol)) ? found : null;
}

function isWithin({ path, startLine }, from) {
  return path === from.path && from.startLine <= startLine && startLine <= from.endLine;
}

function split(reason, verbs) {
  const verb = Object.keys(verbs).find((one) => reason.startsWith(`${one} `));
  return verb === undefined ? null : [verb, reason.slice(verb.length + 1)];
}

/** Names may hold dots themselves; those of code do not. */
function lastOf(name) {
  return name.split('.').at(-1);
}

/** One entry for each definition of the view's code. */
async function allDefinitions({ view, store }) {
  const pool = [];
  for (let at = 0; at < view.files.length; at += 500) {
    const files = new Map(view.files.slice(at, at + 500).map((file) => [`${file.blob}:${file.language}`, file]));
    for (const { blobSha, language, defines } of await store.rows({ blobs: [...files.keys()] }, [
      'blobSha',
      'language',
      'defines',
    ])) {
      const { path } = files.get(`${blobSha}:${language}`);
      for (const one of defines) if (DEFINITIONS.has(one.kind) && !PROSE.test(language)) pool.push({ ...one, path });
    }
  }
  return pool.sort((a, b) =>
    a.path === b.path ? a.startLine - b.startLine || (a.name < b.name ? -1 : 1) : a.path < b.path ? -1 : 1,
  );
}

function fileReader(dir) {
  const known = new Map();
  return (path) => {
    if (!known.has(path)) known.set(path, readFileSync(join(dir, path), 'utf8').split(/\r?\n/));
    return known.get(path);
  };
}

function print(number, repository, from, claim, proof, linesOf) {
  const at = (path, line) => `${path}:${line}  ${(linesOf(path)[line - 1] ?? '').trim().slice(0, 150)}`;
  const lines = [
    `${number}. ${repository}  ${from.path}:${from.startLine}-${from.endLine}  ${from.kind} ${from.name}`,
    `   ${proof === null ? 'NOT CONFIRMED ' : ''}${claim.path}:${claim.startLine}-${claim.endLine}  ${claim.reason} — ${claim.kind} ${[...claim.scope, claim.symbol].join('.')}`,
    ...(proof === null
      ? []
      : [
          `     refers    ${at(proof.path, proof.line)}  (${proof.by})`,
          `     declares  ${at(proof.target.path, proof.target.startLine)}`,
        ]),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
