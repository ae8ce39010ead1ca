/**
 * The typed requests that functions of the core take, with units, and how the options of a command
 * line become them. The entries make them once: below them nobody knows how an option is spelt.
 */
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
export declare function indexSettings(options: Options): {
    /** Globs of files that are indexed although a default rule leaves them out. */
    include: readonly string[];
    /** Globs of files that are never indexed. */
    exclude: readonly string[];
    /** The maximum number of bytes of an indexed file. */
    maxFileSize: number;
    /** The folder of the index; null for the one inside of the common Git directory. */
    store: string | null;
    /** `builtin`, `ollama:MODEL`, … */
    embedder: string;
};
export type IndexSettings = ReturnType<typeof indexSettings>;
/** Returns the language model that describes chunks, and how much one run may ask it. */
declare function commentarySettings(options: Options): {
    model: string;
    /** The maximum number of chunks. */
    maxChunks: number;
    /** The maximum number of tokens, of questions and answers. */
    maxTokens: number;
    /** The maximum number of questions in a minute; 0 for any, null for what suits the model. */
    perMinute: number | null;
};
export type CommentarySettings = ReturnType<typeof commentarySettings>;
/** Returns a request to index a commit. */
export declare function indexingRequest(options: Options): {
    /** Globs of files that are indexed although a default rule leaves them out. */
    include: readonly string[];
    /** Globs of files that are never indexed. */
    exclude: readonly string[];
    /** The maximum number of bytes of an indexed file. */
    maxFileSize: number;
    /** The folder of the index; null for the one inside of the common Git directory. */
    store: string | null;
    /** `builtin`, `ollama:MODEL`, … */
    embedder: string;
    /** The commit as Git names it; null for HEAD. */
    rev: string | null;
    /** True to compute everything again. */
    full: boolean;
    /** True to say what would be done, and do nothing. */
    dryRun: boolean;
    /** `3/8` for the third of eight shards; null for the whole. */
    shard: string | null;
    /** The number of parser threads; null for as many as the machine has cores. */
    jobs: number | null;
    /** The number of the newest commits whose messages are indexed. */
    historyLimit: number;
    /** Null to describe nothing. */
    commentary: {
        model: string;
        /** The maximum number of chunks. */
        maxChunks: number;
        /** The maximum number of tokens, of questions and answers. */
        maxTokens: number;
        /** The maximum number of questions in a minute; 0 for any, null for what suits the model. */
        perMinute: number | null;
    } | null;
};
export type IndexingRequest = ReturnType<typeof indexingRequest>;
/** Returns a request to write the last built index into one file. */
export declare function packRequest(options: Options): {
    /** Globs of files that are indexed although a default rule leaves them out. */
    include: readonly string[];
    /** Globs of files that are never indexed. */
    exclude: readonly string[];
    /** The maximum number of bytes of an indexed file. */
    maxFileSize: number;
    /** The folder of the index; null for the one inside of the common Git directory. */
    store: string | null;
    /** `builtin`, `ollama:MODEL`, … */
    embedder: string;
    /** The file; null for one that is named after the commit. */
    output: string | null;
    /** Null: the commit that is checked out, or the last indexed one where that is not indexed. */
    rev: string | null;
    /** False to leave the text of the chunks out. */
    text: boolean;
    /** The number of commits that come with it; 0 for none. */
    historyLimit: number;
};
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
export declare function attestationSettings(options: Options): AttestationSettings | null;
/** A request to give the last built index to others. */
export interface PushRequest extends Omit<PackRequest, 'output'> {
    /** `OWNER/REPOSITORY[@TAG]`, or an address in object storage. */
    destination: string;
}
/** Returns the flags of `cora index` that say these settings to a process of its own. */
export declare function indexFlags({ include, exclude, maxFileSize, ...request }: IndexingRequest): string[];
/** Returns the settings of a session that answers questions. */
export declare function sessionSettings(options: Options): {
    /** Globs of files that are indexed although a default rule leaves them out. */
    include: readonly string[];
    /** Globs of files that are never indexed. */
    exclude: readonly string[];
    /** The maximum number of bytes of an indexed file. */
    maxFileSize: number;
    /** The folder of the index; null for the one inside of the common Git directory. */
    store: string | null;
    /** `builtin`, `ollama:MODEL`, … */
    embedder: string;
    /** A folder, a packed file or an address; null for the repository's own index. */
    index: string | null;
    /** True to leave the working tree out. */
    committed: boolean;
    /** The model that orders the best results anew; null for none. */
    reranker: string | null;
    /** The number of the newest commits that a question about the history looks at. */
    historyLimit: number;
};
export type SessionSettings = ReturnType<typeof sessionSettings>;
/** Filters of files and chunks; an empty list lets all through. */
export type FilterSettings = Pick<Filters, 'paths' | 'languages' | 'kinds'>;
export declare function filterSettings({ path, lang, kind }: Pick<Options, 'path' | 'lang' | 'kind'>): FilterSettings;
/**
 * Returns the options of a search that a question does not say itself: how it is done, how much is
 * shown.
 * @param options `scope` is relative to the repository already
 */
export declare function searchSettings(options: Options): {
    paths: readonly string[];
    languages: readonly string[];
    kinds: readonly string[];
    mode: SearchMode;
    /** The maximum number of results. */
    limit: number;
    /** The maximum number of estimated tokens of all results; null for any number. */
    budget: number | null;
    /** The minimum number of lines shown of a result; 0 for the chunk alone. */
    lines: number;
    /** The number of lines shown before and after each chunk. */
    context: number;
    /** True to leave out licences, unused imports and repeated code. */
    elide: boolean;
    /** The weight of difference to the results before, from 0 to 1. */
    diversity: number;
    /** `NAME=NUMBER` each. */
    weights: readonly string[];
    /** The folder, relative to the repository, whose files are preferred; '' for none. */
    scope: string;
    /** The number of related places that are listed. */
    related: number;
    /** True to say what each feature added to each score. */
    explain: boolean;
};
export type SearchSettings = ReturnType<typeof searchSettings>;
/** The settings of a search that a page of `cora pages` takes over from who writes it. */
export type PageSearch = Pick<SearchSettings, 'mode' | 'lines' | 'context' | 'elide' | 'diversity' | 'weights'>;
export declare function pageSearch(options: Options): PageSearch;
/** Returns how `cora grep` looks for its pattern, and how much of a hit it shows. */
export declare function grepSettings(options: Options): {
    paths: readonly string[];
    languages: readonly string[];
    kinds: readonly string[];
    /** True where the pattern is plain text. */
    fixed: boolean;
    /** True to match whole words. */
    word: boolean;
    ignoreCase: boolean;
    /** The number of lines shown around a hit. */
    context: number;
    /** The maximum number of hits of one file; undefined for any number. */
    maxPerFile: number | undefined;
};
export type GrepSettings = ReturnType<typeof grepSettings>;
/** Returns the settings of an answer by a language model. */
export declare function answerSettings(options: Options): {
    /** Null for none: the sources alone are the answer. */
    model: string | null;
    /** The maximum number of tokens of an answer. */
    answerTokens: number;
    /** From 0 to 1. */
    temperature: number;
};
export type AnswerSettings = ReturnType<typeof answerSettings>;
/** Returns all that counts in a directory, for a process that serves it. */
export declare function placeSettings(options: Options): {
    /** Globs of files that are indexed although a default rule leaves them out. */
    include: readonly string[];
    /** Globs of files that are never indexed. */
    exclude: readonly string[];
    /** The maximum number of bytes of an indexed file. */
    maxFileSize: number;
    /** The folder of the index; null for the one inside of the common Git directory. */
    store: string | null;
    /** `builtin`, `ollama:MODEL`, … */
    embedder: string;
    /** The commit as Git names it; null for HEAD. */
    rev: string | null;
    /** True to compute everything again. */
    full: boolean;
    /** True to say what would be done, and do nothing. */
    dryRun: boolean;
    /** `3/8` for the third of eight shards; null for the whole. */
    shard: string | null;
    /** The number of parser threads; null for as many as the machine has cores. */
    jobs: number | null;
    /** Null to describe nothing. */
    commentary: {
        model: string;
        /** The maximum number of chunks. */
        maxChunks: number;
        /** The maximum number of tokens, of questions and answers. */
        maxTokens: number;
        /** The maximum number of questions in a minute; 0 for any, null for what suits the model. */
        perMinute: number | null;
    } | null;
    /** A folder, a packed file or an address; null for the repository's own index. */
    index: string | null;
    /** True to leave the working tree out. */
    committed: boolean;
    /** The model that orders the best results anew; null for none. */
    reranker: string | null;
    /** The number of the newest commits that a question about the history looks at. */
    historyLimit: number;
    search: {
        paths: readonly string[];
        languages: readonly string[];
        kinds: readonly string[];
        mode: SearchMode;
        /** The maximum number of results. */
        limit: number;
        /** The maximum number of estimated tokens of all results; null for any number. */
        budget: number | null;
        /** The minimum number of lines shown of a result; 0 for the chunk alone. */
        lines: number;
        /** The number of lines shown before and after each chunk. */
        context: number;
        /** True to leave out licences, unused imports and repeated code. */
        elide: boolean;
        /** The weight of difference to the results before, from 0 to 1. */
        diversity: number;
        /** `NAME=NUMBER` each. */
        weights: readonly string[];
        /** The folder, relative to the repository, whose files are preferred; '' for none. */
        scope: string;
        /** The number of related places that are listed. */
        related: number;
        /** True to say what each feature added to each score. */
        explain: boolean;
    };
    answer: {
        /** Null for none: the sources alone are the answer. */
        model: string | null;
        /** The maximum number of tokens of an answer. */
        answerTokens: number;
        /** From 0 to 1. */
        temperature: number;
    };
};
export type PlaceSettings = ReturnType<typeof placeSettings>;
/**
 * Returns a search in the commits of a history.
 * @param text blank: the newest commits
 */
export declare function commitsRequest(text: string, options: Options): {
    /** Globs of files that are indexed although a default rule leaves them out. */
    include: readonly string[];
    /** Globs of files that are never indexed. */
    exclude: readonly string[];
    /** The maximum number of bytes of an indexed file. */
    maxFileSize: number;
    /** The folder of the index; null for the one inside of the common Git directory. */
    store: string | null;
    /** `builtin`, `ollama:MODEL`, … */
    embedder: string;
    text: string;
    /** The maximum number of commits. */
    limit: number;
    /** Globs; a commit that touched any such file passes. None means all. */
    paths: readonly string[];
    /** A part of the name or the address, in either case; null for anyone. */
    author: string | null;
    /** A date, a span (`2 weeks`) or a revision, after which; null for all. */
    since: string | null;
    /** A date, a span or a revision, up to which; null for all. */
    until: string | null;
    historyLimit: number;
};
export type CommitsRequest = ReturnType<typeof commitsRequest>;
/** Returns the settings of the fleet that count for its clones and their syncs. */
export declare function fleetSettings(options: Options): {
    embedder: string;
    reranker: string | null;
    jobs: number | null;
    /** The addresses that the settings list; null where no list is set. */
    urls: readonly string[] | null;
    /** True to remove, where no list is set, what an earlier one had added. */
    prune: boolean;
    /** The time after a request in which a repository gets no other one. */
    intervalMs: number;
    /** The longest wait for another sync, or for an address that sends nothing. */
    timeoutMs: number;
    /** The maximum number of bytes of a file in a clone; null for the one of IndexSettings. */
    maxFileSize: number | null;
};
export type FleetSettings = ReturnType<typeof fleetSettings>;
/** Returns the flags of `cora sync` that say these settings to a process of its own. */
export declare function syncFlags({ embedder, jobs, maxFileSize, timeoutMs }: FleetSettings): string[];
/** Clones are one commit deep, without a history to search; one store for all would mix them. */
export declare function cloneSettings(options: Options): PlaceSettings;
export {};
