/**
 * The typed requests that functions of the core take, with units, and how the options of a command
 * line become them. The entries make them once: below them nobody knows how an option is spelt.
 */

import { CoraError } from '../base/errors.ts';
import type { Filters, SearchMode } from '../base/searchTypes.ts';
import type { Log } from '../base/types.ts';
import type { Options } from './options.ts';

/** The place where a command runs, and what it may use. */
export interface Surroundings {
  /** The directory that the command runs in. */
  dir: string;
  env: NodeJS.ProcessEnv;
  /** The user's cache directory. */
  cacheDir: string;
  log: Log;
}

/** The part of them that reaches an index elsewhere. */
export type Reach = Pick<Surroundings, 'env' | 'cacheDir' | 'log'>;

/** Returns the settings that decide which rows an index holds, and where it lies. */
export function indexSettings(options: Options) {
  return {
    /** Globs of files that are indexed although a default rule leaves them out. */
    include: options.include,
    /** Globs of files that are never indexed. */
    exclude: options.exclude,
    /** The maximum number of bytes of an indexed file. */
    maxFileSize: options['max-file-size'],
    /** The folder of the index; null for the one inside of the common Git directory. */
    store: options.store ?? null,
    /** `builtin`, `ollama:MODEL`, … */
    embedder: options.embedder,
  };
}

export type IndexSettings = ReturnType<typeof indexSettings>;

/** Returns the language model that describes chunks, and how much one run may ask it. */
function commentarySettings(options: Options) {
  return {
    model: options.commentary,
    /** The maximum number of chunks. */
    maxChunks: options['commentary-limit'],
    /** The maximum number of tokens, of questions and answers. */
    maxTokens: options['commentary-tokens'],
    /** The maximum number of questions in a minute; 0 for any, null for what suits the model. */
    perMinute: options['commentary-rate'] ?? null,
  };
}

export type CommentarySettings = ReturnType<typeof commentarySettings>;

/** Returns a request to index a commit. */
export function indexingRequest(options: Options) {
  return {
    ...indexSettings(options),
    /** The commit as Git names it; null for HEAD. */
    rev: options.rev ?? null,
    /** True to compute everything again. */
    full: options.full === true,
    /** True to say what would be done, and do nothing. */
    dryRun: options['dry-run'] === true,
    /** `3/8` for the third of eight shards; null for the whole. */
    shard: options.shard ?? null,
    /** The number of parser threads; null for as many as the machine has cores. */
    jobs: options.jobs ?? null,
    /** The number of the newest commits whose messages are indexed. */
    historyLimit: options.history,
    /** Null to describe nothing. */
    commentary: options.commentary === 'none' ? null : commentarySettings(options),
  };
}

export type IndexingRequest = ReturnType<typeof indexingRequest>;

/** Returns a request to write the last built index into one file. */
export function packRequest(options: Options) {
  return {
    ...indexSettings(options),
    /** The file; null for one that is named after the commit. */
    output: options.output ?? null,
    /** Null: the commit that is checked out, or the last indexed one where that is not indexed. */
    rev: options.rev ?? null,
    /** False to leave the text of the chunks out. */
    text: options['no-text'] !== true,
    /** The number of commits that come with it; 0 for none. */
    historyLimit: options.history,
  };
}

export type PackRequest = ReturnType<typeof packRequest>;

/** Who must have attested a packed index, and what it is verified with. */
export interface AttestationSettings {
  /** `OWNER/REPOSITORY[/.github/workflows/FILE.yml][@REF]` */
  signer: string;
  /** The file of the Sigstore bundle; null to look beside the index, and then at GitHub. */
  bundle: string | null;
  /** The file of trust roots that count in the place of the shipped one; null for that one. */
  trustRoot: string | null;
}

/** @returns null where no signer is asked for @throws CoraError USAGE */
export function attestationSettings(options: Options): AttestationSettings | null {
  const { signer, bundle = null, 'trust-root': trustRoot = null } = options;
  if (signer !== undefined) return { signer, bundle, trustRoot };
  if (bundle === null && trustRoot === null) return null;
  throw new CoraError('USAGE', 'A bundle and a trust root are for a signer.', { hint: '--signer OWNER/REPOSITORY' });
}

/** A request to give the last built index to others. */
export interface PushRequest extends Omit<PackRequest, 'output'> {
  /** `OWNER/REPOSITORY[@TAG]`, or an address in object storage. */
  destination: string;
}

/** Returns the flags of `cora index` that say these settings to a process of its own. */
export function indexFlags({ include, exclude, maxFileSize, ...request }: IndexingRequest): string[] {
  const { store, embedder, jobs, historyLimit } = request;
  return flagsOf([
    ['store', store],
    ['embedder', embedder],
    ...include.map((glob): Flag => ['include', glob]),
    ...exclude.map((glob): Flag => ['exclude', glob]),
    ['max-file-size', maxFileSize],
    ['jobs', jobs],
    ['history', historyLimit],
  ]);
}

/** Returns the settings of a session that answers questions. */
export function sessionSettings(options: Options) {
  return {
    ...indexSettings(options),
    /** A folder, a packed file or an address; null for the repository's own index. */
    index: options.index ?? null,
    /** True to leave the working tree out. */
    committed: options.committed === true,
    /** The model that orders the best results anew; null for none. */
    reranker: options.rerank === 'none' ? null : options.rerank,
    /** The number of the newest commits that a question about the history looks at. */
    historyLimit: options.history,
  };
}

export type SessionSettings = ReturnType<typeof sessionSettings>;

/** Filters of files and chunks; an empty list lets all through. */
export type FilterSettings = Pick<Filters, 'paths' | 'languages' | 'kinds'>;

export function filterSettings({ path, lang, kind }: Pick<Options, 'path' | 'lang' | 'kind'>): FilterSettings {
  return { paths: path, languages: lang, kinds: kind };
}

/**
 * Returns the options of a search that a question does not say itself: how it is done, how much is
 * shown.
 * @param options `scope` is relative to the repository already
 */
export function searchSettings(options: Options) {
  return {
    ...filterSettings(options),
    mode: options.mode as SearchMode,
    /** The maximum number of results. */
    limit: options.limit,
    /** The maximum number of estimated tokens of all results; null for any number. */
    budget: options.budget ?? null,
    /** The minimum number of lines shown of a result; 0 for the chunk alone. */
    lines: options.lines,
    /** The number of lines shown before and after each chunk. */
    context: options.context,
    /** True to leave out licences, unused imports and repeated code. */
    elide: options.elide !== false,
    /** The weight of difference to the results before, from 0 to 1. */
    diversity: options.diversity,
    /** `NAME=NUMBER` each. */
    weights: options.weight,
    /** The folder, relative to the repository, whose files are preferred; '' for none. */
    scope: options.scope ?? '',
    /** The number of related places that are listed. */
    related: options.related,
    /** True to say what each feature added to each score. */
    explain: options.explain === true,
  };
}

export type SearchSettings = ReturnType<typeof searchSettings>;

/** The settings of a search that a page of `cora pages` takes over from who writes it. */
export type PageSearch = Pick<SearchSettings, 'mode' | 'lines' | 'context' | 'elide' | 'diversity' | 'weights'>;

export function pageSearch(options: Options): PageSearch {
  const { mode, lines, context, elide, diversity, weights } = searchSettings(options);
  return { mode, lines, context, elide, diversity, weights };
}

/** Returns how `cora grep` looks for its pattern, and how much of a hit it shows. */
export function grepSettings(options: Options) {
  return {
    ...filterSettings(options),
    /** True where the pattern is plain text. */
    fixed: options.fixed === true,
    /** True to match whole words. */
    word: options.word === true,
    ignoreCase: options['ignore-case'] === true,
    /** The number of lines shown around a hit. */
    context: options.context,
    /** The maximum number of hits of one file; undefined for any number. */
    maxPerFile: options['max-per-file'],
  };
}

export type GrepSettings = ReturnType<typeof grepSettings>;

/** Returns the settings of an answer by a language model. */
export function answerSettings(options: Options) {
  return {
    /** Null for none: the sources alone are the answer. */
    model: options.model === 'none' ? null : options.model,
    /** The maximum number of tokens of an answer. */
    answerTokens: options['answer-tokens'],
    /** From 0 to 1. */
    temperature: options.temperature,
  };
}

export type AnswerSettings = ReturnType<typeof answerSettings>;

/** Returns all that counts in a directory, for a process that serves it. */
export function placeSettings(options: Options) {
  return {
    ...indexingRequest(options),
    ...sessionSettings(options),
    search: searchSettings(options),
    answer: answerSettings(options),
  };
}

export type PlaceSettings = ReturnType<typeof placeSettings>;

/**
 * Returns a search in the commits of a history.
 * @param text blank: the newest commits
 */
export function commitsRequest(text: string, options: Options) {
  return {
    ...indexSettings(options),
    text,
    /** The maximum number of commits. */
    limit: options.limit,
    /** Globs; a commit that touched any such file passes. None means all. */
    paths: options.path,
    /** A part of the name or the address, in either case; null for anyone. */
    author: options.author ?? null,
    /** A date, a span (`2 weeks`) or a revision, after which; null for all. */
    since: options.since ?? null,
    /** A date, a span or a revision, up to which; null for all. */
    until: options.until ?? null,
    historyLimit: options.history,
  };
}

export type CommitsRequest = ReturnType<typeof commitsRequest>;

/** Returns the settings of the fleet that count for its clones and their syncs. */
export function fleetSettings(options: Options) {
  const { embedder, reranker } = sessionSettings(options);
  return {
    embedder,
    reranker,
    jobs: options.jobs ?? null,
    /** The addresses that the settings list; null where no list is set. */
    urls: options['repos-urls'] ?? null,
    /** True to remove, where no list is set, what an earlier one had added. */
    prune: options.prune === true,
    /** The time after a request in which a repository gets no other one. */
    intervalMs: options['repos-sync-interval'] * 1000,
    /** The longest wait for another sync, or for an address that sends nothing. */
    timeoutMs: options['repos-sync-timeout'] * 1000,
    /** The maximum number of bytes of a file in a clone; null for the one of IndexSettings. */
    maxFileSize: options['repos-max-file-size'] ?? null,
  };
}

export type FleetSettings = ReturnType<typeof fleetSettings>;

/** Returns the flags of `cora sync` that say these settings to a process of its own. */
export function syncFlags({ embedder, jobs, maxFileSize, timeoutMs }: FleetSettings): string[] {
  return flagsOf([
    ['embedder', embedder],
    ['jobs', jobs],
    ['repos-max-file-size', maxFileSize],
    ['repos-sync-timeout', timeoutMs / 1000],
  ]);
}

/** Clones are one commit deep, without a history to search; one store for all would mix them. */
export function cloneSettings(options: Options): PlaceSettings {
  const settings = placeSettings(options);
  const maxFileSize = options['repos-max-file-size'] ?? settings.maxFileSize;
  return { ...settings, store: null, maxFileSize, historyLimit: 0, committed: true };
}

type Flag = [name: string, value: string | number | null];

function flagsOf(flags: readonly Flag[]): string[] {
  return flags.flatMap(([name, value]) => (value === null ? [] : [`--${name}=${value}`]));
}
