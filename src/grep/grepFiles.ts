/**
 * `cora grep`: exact search over files of the working tree. The pattern is matched with what is
 * shown, the text without its secrets: no pattern tells what was redacted. ripgrep, where it is
 * installed, narrows the files down; the hits come from Cora's own matcher, so they are the same
 * with and without it. It knows no index and no git: the caller says which files there are, and
 * reads them.
 */

import { spawn } from 'node:child_process';
import { isAbsolute, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CoraError, throwIfAborted } from '../base/errors.ts';
import type { TextSpan } from '../base/renderText.ts';
import type { Environment } from '../base/types.ts';
import { findProgram } from '../disk/processes.ts';
import { decodedText, originalText } from '../secrets/text.ts';
import { type CompiledPattern, compilePattern } from './compilePattern.ts';

export type Unsearchable = ('missing' | 'link' | 'not-regular' | 'too-large' | 'outside') | (typeof UNSEARCHED)[number];

/** The reasons of a build for leaving out files that would be searched if they could be read. */
export const UNSEARCHED = ['unreadable', 'not-checked-out', 'missing-blob', 'missing-object'] as const;

/** The door to the files: regular ones, none behind a link. */
export interface GrepFiles {
  /**
   * Returns why a file can't be searched, 'other' where its text is not the one on the disk, else
   * null.
   */
  check(path: string): Unsearchable | 'other' | null;
  /** Reads a file; null where it has changed since `check`. */
  read(path: string): Uint8Array | 'unreadable' | null;
  /** Reads a file that `check` calls 'other'; null where that can't be done. */
  readOther(path: string): Promise<Uint8Array | null>;
}

export interface GrepOptions {
  files: GrepFiles;
  /** Absolute path of the working tree, for ripgrep. */
  root: string;
  /** The files that may be searched: repository-relative, with `/`, in any order. */
  paths: readonly string[];
  /** The environment in which ripgrep is looked for (PATH), and which it is given. */
  env: Environment;
  /** Default 'auto': ripgrep if it is installed. */
  engine?: 'auto' | 'built-in';
  /** True where the pattern is plain text. */
  fixed?: boolean;
  /** True to match only what is not part of a longer word. */
  word?: boolean;
  ignoreCase?: boolean;
  /** True to match and show secrets as they are: for the owner of the files, on a command line. */
  unredacted?: boolean;
  /** Lines of context, default 0. */
  before?: number;
  after?: number;
  /** The most matching lines of a file, default no limit. */
  maxPerFile?: number;
  /** The most matching lines in all, default no limit. */
  maxTotal?: number;
  /** The longest preview in UTF-16 code units, default 300. */
  previewWidth?: number;
  signal?: AbortSignal;
}

export interface GrepResult {
  pattern: string;
  /** Sorted by path (code units), then line. */
  hits: GrepHit[];
  /** True if matching lines were left out because of maxPerFile or maxTotal. */
  truncated: boolean;
  /** Files that could not be looked into. Binary files are passed over without being listed. */
  skipped: { path: string; reason: Unsearchable }[];
  engine: 'ripgrep' | 'built-in';
}

/**
 * @param pattern a regular expression as parsePattern.ts describes it, or a text with `fixed`;
 * matched line by line
 * @throws CoraError BAD_PATTERN, ABORTED
 */
export async function grepFiles(pattern: string, options: GrepOptions): Promise<GrepResult> {
  const { fixed = false, word = false, ignoreCase = false, unredacted = false } = options;
  const { maxTotal = Number.POSITIVE_INFINITY, maxPerFile = Number.POSITIVE_INFINITY } = options;
  const compiled = await compilePattern(pattern, { fixed, word, ignoreCase, unredacted });
  const read = (bytes: Uint8Array, isNarrowed: boolean): string | null => {
    if (unredacted) return originalText(bytes);
    // Matching is as fast as looking for secrets, and most files hold no hit.
    const original = isNarrowed ? null : originalText(bytes);
    const mayHoldHits = isNarrowed || (original !== null && linesOf(original).some(compiled.mayMatch));
    return mayHoldHits ? decodedText(bytes) : null;
  };
  const ripgrep = options.engine === 'built-in' ? null : await findRipgrep(options.root, options.env);
  const shape = { before: options.before ?? 0, after: options.after ?? 0, previewWidth: options.previewWidth ?? 300 };
  const engine = ripgrep === null ? 'built-in' : 'ripgrep';
  const result: GrepResult = { pattern, hits: [], truncated: false, skipped: [], engine };
  for (const batch of batchesOf([...new Set(options.paths)].sort())) {
    const { onDisk, others } = sortOut(batch, options.files, result.skipped);
    const narrowed = ripgrep === null ? null : await filesThatMayMatch(ripgrep, compiled.ripgrep, [...onDisk], options);
    for (const path of batch) {
      const isOther = others.has(path);
      if (!isOther && !(narrowed ?? onDisk).has(path)) continue;
      // Lets a signal and other work through between two files.
      await setImmediate();
      throwIfAborted(options.signal);
      const bytes = isOther ? ((await options.files.readOther(path)) ?? 'missing') : options.files.read(path);
      if (typeof bytes === 'string') result.skipped.push({ path, reason: bytes });
      const text = bytes === null || typeof bytes === 'string' ? null : read(bytes, narrowed !== null && !isOther);
      if (text === null) continue;
      // One more than is wanted tells whether something is left out.
      const found = hitsIn(path, text, compiled, shape, Math.min(maxPerFile, maxTotal - result.hits.length) + 1);
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

function sortOut(
  paths: readonly string[],
  files: GrepFiles,
  skipped: GrepResult['skipped'],
): { onDisk: Set<string>; others: Set<string> } {
  const [onDisk, others] = [new Set<string>(), new Set<string>()];
  for (const path of paths) {
    const found = files.check(path);
    if (found === null) onDisk.add(path);
    else if (found === 'other') others.add(path);
    else skipped.push({ path, reason: found });
  }
  return { onDisk, others };
}

/** One line that matches. */
interface GrepHit {
  /** Repository-relative, with `/`. */
  path: string;
  /** 1-based. */
  line: number;
  /**
   * The column of the first match, 1-based, in UTF-16 code units of the line (as editors and
   * language servers count); a byte-order mark is not counted.
   */
  column: number;
  /**
   * The line without its line ending; of a long line the part around the first match, with … where
   * something is left out.
   */
  preview: string;
  /** The matches as they stand in `preview`: UTF-16 code units, half-open. */
  matches: TextSpan[];
  /** Up to `before` lines before the hit, cut at their ends; they may hold hits of their own. */
  before: string[];
  after: string[];
}

interface Shape {
  before: number;
  after: number;
  /** The longest preview in UTF-16 code units. */
  previewWidth: number;
}

/** The most matches that are marked in a preview. */
const MAX_MATCHES = 50;

/** @returns the first `limit` hits, in order of lines */
export function hitsIn(
  path: string,
  text: string,
  pattern: Pick<CompiledPattern, 'matchesIn'>,
  shape: Shape,
  limit: number,
): GrepHit[] {
  const lines = linesOf(text);
  const hits: GrepHit[] = [];
  for (let at = 0; at < lines.length && hits.length < limit; at++) {
    const line = lines[at]!;
    const spans = pattern.matchesIn(line, MAX_MATCHES);
    if (spans.length === 0) continue;
    hits.push({
      path,
      line: at + 1,
      column: spans[0]!.start + 1,
      ...previewOf(line, spans, shape.previewWidth),
      before: lines.slice(Math.max(0, at - shape.before), at).map((other) => cut(other, shape.previewWidth)),
      after: lines.slice(at + 1, at + 1 + shape.after).map((other) => cut(other, shape.previewWidth)),
    });
  }
  return hits;
}

/**
 * Returns the lines of a text. A \r before the \n belongs to the line ending, and an empty rest
 * behind the last \n is no line.
 */
function linesOf(text: string): string[] {
  const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function previewOf(line: string, spans: readonly TextSpan[], width: number): { preview: string; matches: TextSpan[] } {
  if (line.length <= width) return { preview: line, matches: [...spans] };
  const first = spans[0]!;
  // A quarter of the room before the match shows what it belongs to.
  const wanted = Math.max(0, Math.min(first.start - Math.floor(width / 4), line.length - width));
  const from = onCharacter(line, wanted);
  const to = onCharacter(line, Math.min(line.length, from + width));
  const lead = from > 0 ? '…' : '';
  const shift = lead.length - from;
  const matches = spans
    .filter((span) => span.start < to && span.end > from - 1)
    .map((span) => ({ start: Math.max(span.start, from) + shift, end: Math.min(span.end, to) + shift }));
  return { preview: lead + line.slice(from, to) + (to < line.length ? '…' : ''), matches };
}

function cut(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, onCharacter(line, width))}…`;
}

/** The nearest position at or before `at` that does not split a character. */
function onCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && at < text.length && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/**
 * The flags for ripgrep. An old ripgrep, a failing one or none at all gives the same hits, only
 * later.
 */
const FLAGS = [
  '--no-config', // a configuration file may name programs (--pre)
  '--files-with-matches',
  '--null', // paths may hold newlines
  '--text', // Cora decides itself what is binary
  '--no-messages',
  '--hidden', // the caller says which files are searched, no ignore file
  '--no-ignore',
  '--color=never',
  '--path-separator=/',
];

/** The most characters of one command's arguments. Linux takes far more, Windows 32,767. */
const ARGUMENT_CHARACTERS = process.platform === 'win32' ? 24_000 : 100_000;

/**
 * @param root programs below it, and in folders of PATH that a repository has a say in, are not
 * considered: a repository's own `rg` must not run
 * @returns the absolute path of ripgrep, or null
 */
export function findRipgrep(root: string, env: Environment): Promise<string | null> {
  return findProgram('rg', env, (folder) => {
    const path = relative(root, folder);
    return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  });
}

/**
 * @param program from findRipgrep
 * @param pattern in ripgrep's syntax
 * @param paths regular files below root, relative, with `/`; together at most ARGUMENT_CHARACTERS.
 * ripgrep follows a link that is named to it and waits at a FIFO: the caller looks first
 * @returns the paths that may hold a hit, or null where ripgrep can't say (then all of them may)
 */
async function filesThatMayMatch(
  program: string,
  pattern: string,
  paths: readonly string[],
  options: { root: string; env: Environment; signal?: AbortSignal | undefined },
): Promise<Set<string> | null> {
  // An argument is text: a path with other bytes can't be one. Without any path, ripgrep would
  // search all there is.
  const named = paths.filter((path) => !path.includes('\uFFFD'));
  const others = paths.filter((path) => path.includes('\uFFFD'));
  if (named.length === 0) return new Set(others);
  const { RIPGREP_CONFIG_PATH: _, ...env } = options.env;
  // A leading ./ keeps a path that starts with a dash from being read as an option.
  const child = spawn(program, [...FLAGS, `--regexp=${pattern}`, '--', ...named.map((path) => `./${path}`)], {
    cwd: options.root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
    signal: options.signal,
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => output.push(data));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  if (options.signal?.aborted) throw new CoraError('ABORTED', 'The search was stopped.');
  // 0: some match, 1: none does, 2: an error, such as a file that vanished or a property it does
  // not know.
  if (code !== 0 && code !== 1) return null;
  const found = Buffer.concat(output).toString('utf8').split('\0');
  const matching = found.filter((path) => path !== '').map((path) => (path.startsWith('./') ? path.slice(2) : path));
  return new Set([...matching, ...others]);
}
