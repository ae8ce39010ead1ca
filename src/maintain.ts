/** What the maintenance commands call: files, status, doctor, clean, grep. Settings in, data out, as in session.ts. */

import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError, isCoraError } from './errors.ts';
import { listTree } from './git/listTree.ts';
import { matchGlobs } from './git/matchGlobs.ts';
import { selectFiles } from './git/selectFiles.ts';
import { workingTreeChanges } from './git/workingTreeChanges.ts';
import { type GrepResult, grepFiles } from './grep/grepFiles.ts';
import { hooksStatus } from './hooks.ts';
import type { Options } from './options.ts';
import { readNamedStatus, readStatus, type Status } from './readStatus.ts';
import { createLazyParsers, embedderFor, openWorkspaceFor, type Surroundings } from './session.ts';
import { commitsDirectory } from './store/commitTable.ts';
import { removeTips } from './store/historyState.ts';
import { fingerprintDir, listFingerprints } from './store/location.ts';
import { openNamedStore } from './unpackIndex.ts';
import { identifiersIn, STOP_WORDS, stem } from './words.ts';
import { storeFingerprint } from './workspace.ts';

/** @throws CoraError NO_INDEX */
export async function statusOf(options: Options, surroundings: Surroundings): Promise<Status> {
  if (options.index !== undefined) return readNamedStatus(await openNamedStore(options.index, surroundings.cacheDir));
  const [workspace, embedder] = await Promise.all([
    openWorkspaceFor(options, surroundings),
    embedderFor(options, surroundings),
  ]);
  const parsers = createLazyParsers();
  try {
    const status = await readStatus({ workspace, embedder, chunk: parsers.chunk });
    return { ...status, hooks: await hooksStatus(surroundings, false) };
  } catch (error) {
    throw isCoraError(error) && error.code === 'NO_INDEX' ? await withFailedHook(error, surroundings) : error;
  } finally {
    parsers.close();
  }
}

/** Where hooks build the first index, their error is why there is none. */
async function withFailedHook(error: CoraError, surroundings: Surroundings): Promise<CoraError> {
  const { lastRun } = await hooksStatus(surroundings, false);
  if (lastRun === null || lastRun.error === null) return error;
  const message = `${error.message} The last refresh after a hook failed: ${lastRun.error.message}`;
  return new CoraError(error.code, message, {
    hint: error.hint,
    cause: error,
  });
}

/** What --path, --lang and --kind let through. */
export function matcherOf(options: Options): (item: { path: string; language: string; kind?: string }) => boolean {
  const byPath = options.path === undefined || options.path.length === 0 ? null : matchGlobs(options.path);
  const languages = new Set((options.lang ?? []).map((language) => language.toLowerCase()));
  const kinds = new Set(options.kind ?? []);
  return ({ path, language, kind }) =>
    (byPath?.(path) ?? true) &&
    (languages.size === 0 || languages.has(language)) &&
    (kinds.size === 0 || kind === undefined || kinds.has(kind));
}

/**
 * Exact search in the caller's files that belong to the index; no index is needed.
 * @throws CoraError BAD_PATTERN
 */
export async function grepRepository(
  pattern: string,
  options: Options,
  surroundings: Surroundings,
  limits: { maxTotal: number; maxPerFile?: number; signal: AbortSignal },
): Promise<GrepResult> {
  const { repository, settings } = await openWorkspaceFor(options, surroundings);
  if (repository.worktree === null)
    throw new CoraError('BAD_PATH', 'A bare repository has no files to grep.', {
      hint: 'cora query TEXT searches its index.',
    });
  const tree = repository.head?.tree ?? null;
  const [committed, changes] = await Promise.all([
    tree === null ? [] : listTree(repository, tree),
    workingTreeChanges(repository),
  ]);
  const files = new Map(committed.map((file) => [file.path, file]));
  for (const { path, file } of changes) {
    if (file === null) files.delete(path);
    else files.set(path, file);
  }
  const view = await selectFiles(repository, tree, [...files.values()], settings);
  return grepFiles(pattern, {
    root: repository.worktree,
    paths: view.files.filter(matcherOf(options)).map(({ path }) => path),
    env: surroundings.env,
    fixed: options.fixed === true,
    word: options.word === true,
    case: options['ignore-case'] === true ? 'insensitive' : 'sensitive',
    before: options.context ?? 0,
    after: options.context ?? 0,
    maxTotal: limits.maxTotal,
    signal: limits.signal,
    ...(options['max-per-file'] === undefined && limits.maxPerFile === undefined
      ? {}
      : { maxPerFile: options['max-per-file'] ?? limits.maxPerFile! }),
  });
}

/** Of a whole chat, the last words are what is being asked. */
const MOST_WORDS = 24;

/** A question as a pattern: any of its words that carry a subject. */
export function patternOf(question: string): string {
  const words = identifiersIn(question);
  const subject = words.filter((word) => word.length > 2 && !STOP_WORDS.has(word.toLowerCase()));
  const distinct = [...new Set((subject.length === 0 ? words : subject).map(beginningOf))].slice(-MOST_WORDS);
  // A text without a word, such as `=>`, is looked for as it stands.
  if (distinct.length === 0) return escaped(question.trim().split('\n', 1)[0]!);
  return distinct.map(escaped).join('|');
}

/** What a plain word has in common with its other forms: `filtered` → filter, `queries` → quer. Names stay whole. */
function beginningOf(word: string): string {
  if (!/^[A-Z]?[a-z]+$/.test(word)) return word;
  const lower = word.toLowerCase();
  const short = stem(lower);
  const same = lower.startsWith(short) ? short : short.slice(0, -1);
  return same.length >= 4 && lower.startsWith(same) ? same : lower;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Deletes the index of the chosen embedder, or with `all` those of every embedder and version; nothing else. */
export async function cleanStore(
  options: Options,
  surroundings: Surroundings,
  { dryRun }: { dryRun: boolean },
): Promise<{ paths: string[] }> {
  const [workspace, embedder] = await Promise.all([
    openWorkspaceFor(options, surroundings),
    embedderFor(options, surroundings),
  ]);
  const { root } = workspace.location;
  const fingerprints = options.all === true ? await listFingerprints(root) : [storeFingerprint(embedder)];
  const paths: string[] = [];
  for (const fingerprint of fingerprints) {
    const dir = fingerprintDir(root, fingerprint);
    if ((await stat(dir).catch(() => null)) !== null) paths.push(dir);
  }
  // The history serves all embedders, and goes with the last of them.
  if (listFingerprints(root).every((fingerprint) => fingerprints.includes(fingerprint))) {
    const history = commitsDirectory(root);
    if ((await stat(history).catch(() => null)) !== null) paths.push(history);
    if (!dryRun) await removeTips(root);
  }
  if (!dryRun) for (const path of paths) await rm(path, { recursive: true, force: true });
  if (!dryRun && options.all === true) await rm(join(root, 'log'), { recursive: true, force: true });
  return { paths };
}
