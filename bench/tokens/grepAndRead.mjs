/**
 * The way without an index, as a model: grep for the question's words, then read whole files, those with the most hits
 * first, until one is right. It is modelled generously: common words are left out, the pattern ignores case, files are those that
 * Cora indexes, and no file is read twice.
 *
 * 'each': a grep for the rarest word, its files are read; then for the next rarest, and so on.
 * 'together': one grep for all words; files with more different words, then with more hits, are read first.
 *
 * A grep costs its first 200 lines `path:line:text`, each cut at 200 characters; a file costs all of its text.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { estimateTokens, indexSettings, listCatalogue, openWorkspaceFor, resolveOptions, silentLog } = await import(
  '../../dist/index.js'
);

const MOST_LINES = 200;
const LINE_LENGTH = 200;
/** Words that stand everywhere. */
export const COMMON = new Set(
  'the and for are was were how what when where which who why does did has have had with from into that this these those its not can all any use used using code function file'.split(
    ' ',
  ),
);

/** @returns path → {text, lower, lines} of every file that the index has */
export async function readTexts(root) {
  const surroundings = { dir: root, env: {}, cacheDir: join(tmpdir(), 'cora-bench-cache'), log: silentLog };
  const { repository, settings } = await openWorkspaceFor(indexSettings(resolveOptions({}, {}, null)), surroundings);
  const { files: all } = await listCatalogue(repository, 'HEAD', settings);
  const files = all.filter(({ indexed }) => indexed);
  const texts = new Map();
  for (const { path } of files) {
    const text = readText(root, path);
    texts.set(path, {
      text,
      tokens: null,
      lines: text.split('\n').map((line) => ({ line, lower: line.toLowerCase() })),
    });
  }
  return texts;
}

function readText(root, path) {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return execFileSync('git', ['show', `HEAD:${path}`], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  }
}

/** @returns {{tokens: number, found: boolean}} */
export function searchByWords(texts, query, isRight, how) {
  const words = [...new Set(query.match(/[\p{L}\p{N}_]+/gu) ?? [])]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2 && !COMMON.has(word));
  const greps = words.map((word) => grep(texts, [word])).filter(({ hits }) => hits > 0);
  const order = how === 'each' ? greps.sort((a, b) => a.hits - b.hits) : [grep(texts, words)];
  const read = new Set();
  let tokens = 0;
  for (const { printed, files } of order) {
    tokens += estimateTokens(printed);
    for (const path of files) {
      if (read.has(path)) continue;
      read.add(path);
      tokens += tokensOf(texts.get(path));
      if (isRight(path)) return { tokens, found: true };
    }
  }
  return { tokens, found: false };
}

function tokensOf(file) {
  file.tokens ??= estimateTokens(file.text);
  return file.tokens;
}

function grep(texts, words) {
  const printed = [];
  const found = [];
  let hits = 0;
  for (const [path, { lines }] of texts) {
    const present = new Set();
    let own = 0;
    for (const [at, { line, lower }] of lines.entries()) {
      const held = words.filter((word) => lower.includes(word));
      if (held.length === 0) continue;
      own += 1;
      for (const word of held) present.add(word);
      if (printed.length < MOST_LINES) printed.push(`${path}:${at + 1}:${line.slice(0, LINE_LENGTH)}`);
    }
    hits += own;
    if (own > 0) found.push({ path, words: present.size, hits: own });
  }
  found.sort((a, b) => b.words - a.words || b.hits - a.hits || (a.path < b.path ? -1 : 1));
  return { hits, printed: printed.join('\n'), files: found.map(({ path }) => path) };
}
