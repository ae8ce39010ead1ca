/**
 * `cora grep`: exact search over files of the working tree. What is matched is what is shown, the text without its secrets:
 * no pattern tells what was redacted. ripgrep, where it is installed, narrows the files down; the hits come from Cora's own
 * matcher, so they are the same with and without it. It knows no index and no git: the caller says which files there are, and
 * reads them.
 */

import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../base/errors.ts';
import { originalText, textOf } from '../secrets/text.ts';
import { type CompiledPattern, compilePattern } from './compilePattern.ts';
import { type GrepHit, hitsIn, linesOf } from './hitsIn.ts';
import { ARGUMENT_CHARACTERS, type Environment, filesThatMayMatch, findRipgrep } from './ripgrep.ts';

export type Unsearchable =
  | 'missing'
  | 'link'
  | 'not-regular'
  | 'too-large'
  | 'outside'
  | 'unreadable'
  | 'not-checked-out'
  | 'missing-blob'
  | 'missing-object';

/** The door to the files: regular ones, none behind a link. */
export interface GrepFiles {
  /** Why the file can't be searched; 'other' where its text is not what lies on the disk; null where it is. */
  check(path: string): Unsearchable | 'other' | null;
  /** Null for what changed since `check`. */
  read(path: string): Uint8Array | 'unreadable' | null;
  /** The bytes of what `check` calls 'other'; null where they can't be had. */
  readOther(path: string): Promise<Uint8Array | null>;
}

export interface GrepOptions {
  files: GrepFiles;
  /** Absolute path of the working tree, for ripgrep. */
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
  ignoreCase?: boolean;
  /** Secrets are matched and shown as they are: for the owner of the files, who says so on a command line. */
  unredacted?: boolean;
  /** Lines of context, default 0. */
  before?: number;
  after?: number;
  /** Lines that match, default no limit. */
  maxPerFile?: number;
  /** Lines that match, default no limit. */
  maxTotal?: number;
  /** The longest preview in UTF-16 code units, default 300. */
  previewWidth?: number;
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

/**
 * @param pattern a regular expression as parsePattern.ts describes it, or a text with `fixed`; matched line by line
 * @throws CoraError BAD_PATTERN, ABORTED
 */
export async function grepFiles(pattern: string, options: GrepOptions): Promise<GrepResult> {
  const {
    fixed = false,
    word = false,
    ignoreCase = false,
    unredacted = false,
    maxTotal = Number.POSITIVE_INFINITY,
    maxPerFile = Number.POSITIVE_INFINITY,
  } = options;
  const compiled = await compilePattern(pattern, { fixed, word, ignoreCase, unredacted });
  const read = (bytes: Uint8Array, isNarrowed: boolean): string | null => {
    if (unredacted) return originalText(bytes);
    return isNarrowed || mayHoldHits(bytes, compiled) ? textOf(bytes) : null;
  };
  const ripgrep = options.engine === 'built-in' ? null : await findRipgrep(options.root, options.env);
  const shape = { before: options.before ?? 0, after: options.after ?? 0, previewWidth: options.previewWidth ?? 300 };
  const result: GrepResult = {
    pattern,
    hits: [],
    truncated: false,
    skipped: [],
    engine: ripgrep === null ? 'built-in' : 'ripgrep',
  };

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

/** Matching is as fast as looking for secrets, and most files hold no hit. */
function mayHoldHits(bytes: Uint8Array, { mayMatch }: CompiledPattern): boolean {
  const text = originalText(bytes);
  return text !== null && linesOf(text).some(mayMatch);
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
