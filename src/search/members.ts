/**
 * The repositories that a search looks at, one or several together. Scores of several can be
 * compared, because document frequencies, lengths and the mean vector are computed over all
 * searched views.
 */

import { inParallel } from '../base/concurrency.ts';
import { CoraError, type ErrorCode, isCoraError, knownError, throwIfAborted } from '../base/errors.ts';
import type { CommitLine, GitContext, HistoryFreshness } from '../base/historyTypes.ts';
import { getOrMake } from '../base/lists.ts';
import type { Freshness, SearchedRepository } from '../base/searchTypes.ts';
import type { Embedder, Reranker } from '../base/types.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import type { ProseSource } from '../store/sideTables.ts';
import type { CallerView } from '../view/callerView.ts';
import type { RowCache } from '../view/searchedView.ts';
import type { Frequencies, ViewNumbers } from '../view/statistics.ts';
import type { Question } from './question.ts';
import type { Selected } from './rank/select.ts';
import type { PathVectors } from './retrieve.ts';
import type { FileLines } from './show/placeChunk.ts';

export interface Models {
  embedder: Embedder;
  /** Null if the caller wants none. */
  reranker: Reranker | null;
}

/**
 * Reads whole files of the caller, by path: see callerFiles.ts. Files that cannot be read, or are
 * no text, are left out.
 */
type ReadCallerFiles = (
  view: CallerView,
  selected: readonly Pick<Selected, 'chunk'>[],
) => Promise<Map<string, FileLines>>;

/** Everything but the view that a search works with. */
export interface SearchContext extends Models {
  /** Null if there is only an index, without its repository. */
  caller: ReadCallerFiles | null;
  store: Promise<SearchReader>;
  /** Null if the index has no commentary. */
  prose: ProseSource | null;
  /** @returns null if the question is not about the history, or no history is known */
  history(question: Question): Promise<GitContext | null>;
  /** Caches of rows and paths that earlier searches of this process have read. */
  rows: RowCache;
  paths: PathVectors;
}

/** A repository that can be searched. */
export interface SearchMember {
  /** Its name in results, unique among the members. */
  name: string;
  /**
   * @throws CoraError if it cannot be searched; the other members still answer, and the answer
   * gives the reason
   */
  view(signal?: AbortSignal): Promise<CallerView>;
  models(): Promise<Models>;
  /**
   * Opens the table at least as long as `run` takes.
   * @param texts true if texts of files will be read too
   */
  use<T>(texts: boolean, run: (context: SearchContext) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** A repository whose view is known. */
export interface OpenMember extends Pick<SearchMember, 'name' | 'use'>, Models {
  view: CallerView;
}

export interface OpenMembers {
  open: readonly OpenMember[];
  /** Repositories that could not be opened. */
  failed: readonly SearchedRepository[];
}

/** The most tables and git processes that are open at once. */
const AT_ONCE = 4;

/** @returns results in the order of the items */
export function inEach<T, R>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  run: (one: T) => Promise<R>,
): Promise<R[]> {
  return inParallel(items, AT_ONCE, (one) => {
    throwIfAborted(signal);
    return run(one);
  });
}

/**
 * @returns the answer of each, and by name the errors of those without one. @throws CoraError
 * ABORTED
 */
export async function fromEach<M extends { name: string }, T>(
  members: readonly M[],
  signal: AbortSignal | undefined,
  run: (member: M) => Promise<T>,
): Promise<{ found: T[]; failed: { name: string; error: CoraError }[] }> {
  const failed: { name: string; error: CoraError }[] = [];
  const found = await inEach(members, signal, async (member) => {
    try {
      return [await run(member)];
    } catch (thrown) {
      const error = knownError(thrown);
      if (!isCoraError(error) || error.code === 'ABORTED') throw error;
      failed.push({ name: member.name, error });
      return [];
    }
  });
  return { found: found.flat(), failed: failed.sort(byName) };
}

export function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** @throws CoraError NO_INDEX if no member can be searched; ABORTED */
export async function openAll(members: readonly SearchMember[], signal: AbortSignal | undefined): Promise<OpenMembers> {
  const { found: open, failed } = await fromEach(members, signal, async (member): Promise<OpenMember> => {
    const view = await member.view(signal);
    return { name: member.name, view, ...(await member.models()), use: (...given) => member.use(...given) };
  });
  if (open.length === 0) throw noneOpen(failed[0]);
  return { open, failed: failed.map(notSearched) };
}

function notSearched({ name, error: { message, hint } }: { name: string; error: CoraError }): SearchedRepository {
  const help = hint === undefined ? '' : ` (there: ${hint.replace(/\s+/g, ' ')})`;
  return { name, results: 0, freshness: null, error: message + help };
}

/** Errors of an index; they do not depend on the question. */
const OF_AN_INDEX: readonly ErrorCode[] = ['BROKEN_INDEX', 'INCOMPATIBLE_INDEX', 'NO_INDEX', 'STORE'];

/**
 * Asks all members. If the index of one turns out to be damaged, all others are asked again without
 * it, because its statistics are part of every score.
 * @throws CoraError NO_INDEX if none is left
 */
export async function askSound<T>(members: OpenMembers, ask: (members: OpenMembers) => Promise<T>): Promise<T> {
  const broken: { name: string; error: CoraError }[] = [];
  const open = members.open.map((member): OpenMember => {
    const use: OpenMember['use'] = async (...given) => {
      try {
        return await member.use(...given);
      } catch (thrown) {
        const error = knownError(thrown);
        if (isCoraError(error) && OF_AN_INDEX.includes(error.code)) broken.push({ name: member.name, error });
        throw error;
      }
    };
    return { ...member, use };
  });
  try {
    return await ask({ ...members, open });
  } catch (thrown) {
    if (!broken.some(({ error }) => error === thrown)) throw thrown;
    const [first] = broken.sort(byName);
    const names = new Set(broken.map(({ name }) => name));
    const sound = members.open.filter(({ name }) => !names.has(name));
    if (sound.length === 0) throw noneOpen(first);
    const once = broken.filter((one, at) => one.name !== broken[at - 1]?.name);
    const failed = [...members.failed, ...once.map(notSearched)];
    return askSound({ open: sound, failed: failed.sort(byName) }, ask);
  }
}

/** @param first the first error by name, with its hint */
function noneOpen(first: { name: string; error: CoraError } | undefined): CoraError {
  const own = first === undefined || first.error.code === 'NO_INDEX' ? undefined : first.error.hint;
  const hint = own ?? 'cora sync   fetches and indexes them';
  if (first === undefined) return new CoraError('NO_INDEX', 'There is no repository to search.', { hint });
  const { name, error } = first;
  return new CoraError('NO_INDEX', `None of these repositories can be searched; ${name}: ${error.message}`, { hint });
}

/** Adds up the freshness of several repositories. Commits are left out. */
export function freshnessOfAll(searched: readonly { name: string; freshness: Freshness }[]): Freshness {
  const deletedFiles = searched.reduce((sum, { freshness }) => sum + (freshness.deletedFiles ?? 0), 0);
  return {
    indexedCommit: null,
    headCommit: null,
    commitsBehind: null,
    ...(deletedFiles === 0 ? {} : { deletedFiles }),
    dirtyFiles: searched.reduce((sum, { freshness }) => sum + freshness.dirtyFiles, 0),
    asCommitted: searched.flatMap(({ name, freshness }) => freshness.asCommitted.map((path) => `${name}: ${path}`)),
    missingFiles: searched.flatMap(({ name, freshness }) =>
      freshness.missingFiles.map(({ path, reason }) => ({ path: `${name}: ${path}`, reason })),
    ),
  };
}

interface MergedStatistics extends Frequencies {
  averageWords: number;
  /** Returns the mean of all rows with vectors of this embedder. */
  meanVector(fingerprint: string): Float32Array;
}

interface CountedView {
  view: { statistics: ViewNumbers };
  embedder: { fingerprint: string; dimensions: number };
}

export function mergeStatistics(members: readonly CountedView[]): MergedStatistics {
  const views = members.map(({ view, embedder }) => ({ statistics: view.statistics, embedder }));
  const sum = (of: (one: ViewNumbers) => number): number =>
    views.reduce((total, { statistics }) => total + of(statistics), 0);
  const chunks = sum((one) => one.chunks);
  const frequencies = new Map<string, number>();
  const means = new Map<string, Float32Array>();
  return {
    chunks,
    averageTokens: chunks === 0 ? 0 : sum((one) => one.tokens) / chunks,
    averageWords: chunks === 0 ? 0 : sum((one) => one.words) / chunks,
    frequency: (term) => getOrMake(frequencies, term, () => sum((one) => one.frequency(term))),
    meanVector: (fingerprint) =>
      getOrMake(means, fingerprint, () => meanOf(views.filter((one) => one.embedder.fingerprint === fingerprint))),
  };
}

function meanOf(views: readonly { statistics: ViewNumbers; embedder: { dimensions: number } }[]): Float32Array {
  const mean = new Float32Array(views[0]?.embedder.dimensions ?? 0);
  const rows = views.reduce((total, { statistics }) => total + statistics.chunks, 0) || 1;
  for (const { statistics } of views) {
    const share = statistics.chunks / rows;
    for (const [at, value] of statistics.meanVector().entries()) mean[at]! += share * value;
  }
  return mean;
}

/** The number of commits and authors that are listed by default. */
const RECENT = 10;
const MATCHING = 5;
const AUTHORS = 5;

/**
 * @returns null if the question is not about the history, or no repository has what it asks for
 * @throws CoraError BAD_REVISION and others if every repository that could answer fails; ABORTED
 */
export async function historyOf(
  open: readonly OpenMember[],
  question: Question,
  signal: AbortSignal | undefined,
): Promise<GitContext | null> {
  if (question.history === null) return null;
  const { found, failed } = await fromEach(open, signal, async ({ name, use }) => {
    const context = await use(false, ({ history }) => history(question));
    return context === null ? [] : [{ name, context }];
  });
  const all = found.flat().sort(byName);
  const known = all.filter(({ context }) => context.note === undefined);
  const first = known[0] ?? all[0];
  if (first === undefined && failed.length > 0) throw failed[0]!.error;
  if (first === undefined || open.length === 1 || known.length === 0) return first?.context ?? null;
  return merged(known, first.context, question.history.count);
}

interface Known {
  name: string;
  context: GitContext;
}

/**
 * Merges answers. The newest commits are ordered by time; the matching ones take turns, beginning
 * with the best of each repository.
 */
function merged(known: readonly Known[], { kind, asked }: GitContext, count: number | undefined): GitContext {
  const linesOf = (list: 'recent' | 'matching') =>
    known.flatMap(({ name, context }) => context[list].map((line, at) => ({ ...line, repository: name, at })));
  const recent = linesOf('recent').sort((a, b) => Date.parse(b.authorDate) - Date.parse(a.authorDate));
  const matching = linesOf('matching').sort((a, b) => a.at - b.at);
  const lines = (all: typeof recent, most: number): CommitLine[] =>
    all.slice(0, most).map(({ at: _, ...line }) => line);
  const best = matching[0] ?? recent[0];
  const its = known.find(({ name }) => name === best?.repository);
  const commit = its?.context.commit ?? null;
  const { touching: _, ...understood } = asked;
  return {
    kind,
    asked: understood,
    recent: lines(recent, count ?? RECENT),
    matching: lines(matching, count ?? MATCHING),
    authors: authorsOf(known),
    commit: commit === null ? null : { ...commit, repository: its!.name },
    freshness: freshnessOf(known.map(({ context }) => context.freshness)),
  };
}

function authorsOf(known: readonly Known[]): GitContext['authors'] {
  const counts = new Map<string, number>();
  for (const { author, commits } of known.flatMap(({ context }) => context.authors))
    counts.set(author, (counts.get(author) ?? 0) + commits);
  const authors = [...counts].map(([author, commits]) => ({ author, commits }));
  return authors.sort((a, b) => b.commits - a.commits || (a.author < b.author ? -1 : 1)).slice(0, AUTHORS);
}

function freshnessOf(all: readonly HistoryFreshness[]): HistoryFreshness {
  const sum = (of: (one: HistoryFreshness) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    headCommit: null,
    searched: sum(({ searched }) => searched),
    readNow: sum(({ readNow }) => readNow),
    missing: sum(({ missing }) => missing),
    cutOff: all.find(({ cutOff }) => cutOff !== null)?.cutOff ?? null,
  };
}
