/**
 * `cora grep`: exact search over files of the working tree. ripgrep, where it is installed, narrows the files down; the
 * hits come from Cora's own reader and matcher, so they are the same with and without it. It knows no index and no git: the
 * caller says which files there are.
 */

import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../errors.ts';
import { compilePattern, type GrepCase } from './compilePattern.ts';
import { type GrepHit, hitsIn } from './hitsIn.ts';
import { type ReadText, readSafely, type SafeReader, type Unsearchable } from './readSafely.ts';
import { ARGUMENT_CHARACTERS, type Environment, filesThatMayMatch, findRipgrep } from './ripgrep.ts';
import { selectPaths } from './selectPaths.ts';

export interface GrepOptions {
  /** Absolute path of the working tree. */
  root: string;
  /** The files that may be searched: repository-relative, with `/`, in any order. */
  paths: readonly string[];
  /** Where ripgrep is looked for (PATH), and what it is given. */
  env: Environment;
  /** Default 'auto': ripgrep if it is installed. */
  engine?: 'auto' | 'built-in';
  /** The pattern is the text itself. */
  fixed?: boolean;
  /** Only where the match is not part of a longer word. */
  word?: boolean;
  /** Default 'sensitive'. */
  case?: GrepCase;
  /** `*.ts` (a name), `src/**`, `!test/**` (left out). */
  globs?: readonly string[];
  /** Lines of context, default 0. */
  before?: number;
  after?: number;
  /** Lines that match, default no limit. */
  maxPerFile?: number;
  /** Lines that match, default no limit. */
  maxTotal?: number;
  /** The longest preview in UTF-16 code units, default 300. */
  previewWidth?: number;
  /** Larger files are not searched; default 16 MiB. */
  maxFileBytes?: number;
  signal?: AbortSignal;
}

export interface GrepResult {
  pattern: string;
  /** Sorted by path (code units), then line. */
  hits: GrepHit[];
  /** Something that matches was left out because of maxPerFile or maxTotal. */
  truncated: boolean;
  /** Files given that could not be looked into. Binary files are passed over without being listed. */
  skipped: { path: string; reason: Unsearchable }[];
  engine: 'ripgrep' | 'built-in';
}

/** Files that are read at once. */
const READ_AHEAD = 16;

/**
 * @param pattern a regular expression as parsePattern.ts describes it, or a text with `fixed`; matched line by line
 * @throws CoraError BAD_PATTERN, ABORTED
 */
export async function grepFiles(pattern: string, options: GrepOptions): Promise<GrepResult> {
  const {
    fixed = false,
    word = false,
    maxTotal = Number.POSITIVE_INFINITY,
    maxPerFile = Number.POSITIVE_INFINITY,
  } = options;
  const compiled = await compilePattern(pattern, { fixed, word, case: options.case ?? 'sensitive' });
  const ripgrep = options.engine === 'built-in' ? null : await findRipgrep(options.root, options.env);
  const reader = readSafely(options.root, options.maxFileBytes ?? 16 * 2 ** 20);
  const shape = { before: options.before ?? 0, after: options.after ?? 0, previewWidth: options.previewWidth ?? 300 };
  const result: GrepResult = {
    pattern,
    hits: [],
    truncated: false,
    skipped: [],
    engine: ripgrep === null ? 'built-in' : 'ripgrep',
  };

  for (const batch of batchesOf(selectPaths(options.paths, options.globs ?? []))) {
    const searchable = await splitSearchable(batch, reader, result.skipped);
    const narrowed = ripgrep === null ? null : await filesThatMayMatch(ripgrep, compiled.ripgrep, searchable, options);
    const candidates = narrowed === null ? searchable : searchable.filter((path) => narrowed.has(path));
    for await (const { path, read } of textsOf(candidates, reader)) {
      throwIfAborted(options.signal);
      // One more than is wanted tells whether something is left out.
      const found = hitsIn(path, read, compiled, shape, Math.min(maxPerFile, maxTotal - result.hits.length) + 1);
      if (found.length > maxPerFile) result.truncated = true;
      result.hits.push(...found.slice(0, maxPerFile));
      if (result.hits.length > maxTotal) return { ...result, hits: result.hits.slice(0, maxTotal), truncated: true };
    }
  }
  return result;
}

function* batchesOf(paths: readonly string[]): Iterable<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const path of paths) {
    // Bytes, and the pointer to the argument, count as well.
    const cost = Buffer.byteLength(path) + 12;
    if (characters + cost > ARGUMENT_CHARACTERS && batch.length > 0) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(path);
    characters += cost;
  }
  if (batch.length > 0) yield batch;
}

async function splitSearchable(
  paths: readonly string[],
  reader: SafeReader,
  skipped: GrepResult['skipped'],
): Promise<string[]> {
  const reasons = await Promise.all(paths.map((path) => reader.check(path)));
  return paths.filter((path, at) => {
    const reason = reasons[at]!;
    if (reason !== null) skipped.push({ path, reason });
    return reason === null;
  });
}

async function* textsOf(paths: readonly string[], reader: SafeReader): AsyncIterable<{ path: string; read: ReadText }> {
  for (let at = 0; at < paths.length; at += READ_AHEAD) {
    const group = paths.slice(at, at + READ_AHEAD);
    const texts = await Promise.all(group.map((path) => reader.read(path)));
    for (const [index, path] of group.entries()) {
      const read = texts[index];
      if (read !== null && read !== undefined) yield { path, read };
      // Lets a signal and other work through between two files.
      await setImmediate();
    }
  }
}
