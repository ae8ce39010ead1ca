/**
 * Types of a search's answer: the results, why they are there, how fresh they are, and the names of
 * its formats.
 */
import type { GitContext } from './historyTypes.ts';
import type { ChunkKind, Shard } from './types.ts';
/** The formats of an answer for programs and chats. */
export declare const RESULT_FORMATS: readonly ['json', 'jsonl', 'markdown', 'xml'];
export type ResultFormat = (typeof RESULT_FORMATS)[number];
export type FileStatus = 'committed' | 'modified' | 'untracked';
/**
 * Says how the answer relates to the files that the caller has on disk. Fields are null if that
 * cannot be known (shallow history).
 */
export interface Freshness {
    indexedCommit: string | null;
    headCommit: string | null;
    /** Null also if HEAD is older than the index. */
    commitsBehind: number | null;
    /** The number of uncommitted files that were searched with their edits. */
    dirtyFiles: number;
    /**
     * The number of files of HEAD that are deleted in the working tree. Missing if there are none.
     */
    deletedFiles?: number;
    /**
     * Edited files that were searched without their edits, because there are more of them than one
     * query reads.
     */
    asCommitted: string[];
    /** Files of the caller that could not be searched, with the reason. */
    missingFiles: {
        path: string;
        reason: string;
    }[];
    /** Only if the index is one shard of a commit, and the others are missing. */
    shard?: Shard;
}
/** Whole lines of a file, 1-based and inclusive. */
export interface LineRange {
    startLine: number;
    endLine: number;
}
/** The score of each retriever, before weights; 0 if it did not find the result. */
export interface Why {
    words: number;
    vectors: number;
    symbol: number;
    path: number;
    references: number;
    include: boolean;
    /** The score of the ranking; only if a reranker's score replaced it. */
    fused?: number;
}
/**
 * The share of each feature in a score: value × weight = score. 'further' is the loss of a file's
 * second and later chunks.
 */
export type Explanation = Record<string, {
    value: number;
    weight: number;
    score: number;
}>;
export interface IdenticalChunk extends LineRange {
    /** Only if it is in another repository than the result. */
    repository?: string;
    path: string;
    /** True if a few words differ. */
    nearly: boolean;
}
export interface SearchHit {
    rank: number;
    score: number;
    repository: string;
    commit: string | null;
    path: string;
    /**
     * The first line that is shown. A result shows its chunk; around a short chunk it shows more,
     * from the beginning of one statement to the end of another. No line is shown twice in an answer.
     */
    startLine: number;
    endLine: number;
    /**
     * All lines of the definition that `symbol` names, or of the chunk if it has no name. It may
     * reach beyond the lines that are shown.
     */
    definition: LineRange;
    /**
     * The lines of the chunk that was found. Some may not be shown because a better result shows
     * them.
     */
    chunk: LineRange;
    language: string;
    kind: ChunkKind;
    symbol: string;
    scope: string[];
    signature: string;
    chunkId: string;
    status: FileStatus;
    why: Why;
    /**
     * Chunks with the same or nearly the same text, which are not shown. Missing if there are none.
     */
    identical?: IdenticalChunk[];
    /**
     * The relation to a better result: `called by Store.open`. Only if a resolved reference
     * added or raised it.
     */
    reason?: string;
    /** Only if the caller asked for it. */
    explain?: Explanation;
    /** Estimated for the text and the line that names the place. */
    tokens: number;
    /** Lines `startLine` to `endLine`, complete even if some are elided. */
    text: string;
    /**
     * Lines of `text` that every format but JSON shows as ". . .": see elide. Missing if there are
     * none.
     */
    elided?: LineRange[];
    /** The number of lines of the whole file; only if the caller has the file. */
    fileLines?: number;
    /** True if its only line is too long. `text` is then the piece of the line that was found. */
    isPiece?: true;
    /** Text that a language model wrote about the chunk when it was indexed. */
    commentary?: string;
}
/**
 * A place to read next: a definition that the results use or that uses them, with its own lines. A
 * use outside of any definition is given by its line.
 */
export interface RelatedHit extends Pick<SearchHit, 'path' | 'startLine' | 'endLine' | 'language' | 'kind' | 'symbol' | 'scope' | 'chunkId' | 'status'> {
    /** Only in an answer from several repositories. */
    repository?: string;
    /**
     * The relation to its result: `calls Store.open`, `test of Store`, resolved as by
     * `cora refs`. Otherwise `similar`.
     */
    reason: string;
    /** From 0 to 1. Compare it only within one list. */
    score: number;
}
export type SearchMode = 'hybrid' | 'words' | 'vectors';
/**
 * A word of the query that the view does not know, and the words that were searched for instead,
 * likeliest first.
 */
export interface Assumed {
    asked: string;
    meant: string[];
}
/** A path in a question that no indexed file has. */
export interface MissingPath {
    asked: string;
    /** The indexed file with the nearest name; null if none is near. */
    nearest: string | null;
}
/** The parts that Cora read out of an issue or another long text: see docs/retrieval.md. */
export interface ReadParts {
    title: string;
    /** Stack frames, the innermost first, as written. */
    frames: {
        path: string;
        line: number;
        name: string;
    }[];
    /** Paths in the text and in its links to forges. */
    paths: string[];
    /** Names that may be definitions. */
    names: string[];
}
export type CutBy = 'limit' | 'budget' | 'relevance';
export interface SearchResult {
    query: string;
    mode: SearchMode;
    assumed: Assumed[];
    /** Only if the question names such paths. */
    missingPaths?: MissingPath[];
    freshness: Freshness;
    /** True if there are more results than are shown. */
    truncated: boolean;
    /**
     * The limit that left results out: -k, --budget, or with a budget also scores far below the best
     * one. Null if nothing was left out.
     */
    cutBy: CutBy | null;
    /** The number of results that the caller asked for; null if none was given. */
    asked: number | null;
    /** True if the question filters by path, language, kind or extension. */
    filtered: boolean;
    /**
     * Why there are fewer results than asked for, or more tokens; null if there is nothing to
     * explain.
     */
    fewer: string | null;
    /**
     * The bytes of vectors that are still missing; only for an index that is read where it lies.
     * Until they have come, the answer is that of `mode` words, without related places.
     */
    missingVectors?: number;
    /** The estimated tokens of all results: see docs/retrieval.md. */
    tokens: number;
    tookMs: number;
    results: SearchHit[];
    /** Only if the caller asked for an explanation and the question is a report. */
    report?: ReadParts;
    /** Only if the question is about the history. */
    gitContext?: GitContext;
    /** Callers, types, tests and so on of the results that are not results themselves, best first. */
    related: RelatedHit[];
    /**
     * Only if repositories were asked for by name. `freshness` then holds the sums over all of them,
     * and each one's own values are here.
     */
    repositories?: SearchedRepository[];
}
/** A repository that was asked for by its name. */
export interface SearchedRepository {
    name: string;
    /** The number of its results. */
    results: number;
    /** Null if it could not be searched. */
    freshness: Freshness | null;
    /** Why it could not be searched, or why its index may be stale. */
    error?: string;
}
/** Limits a question to some files and chunks. */
export interface Filters {
    /** Globs. An empty list means all files. */
    paths: readonly string[];
    languages: readonly string[];
    kinds: readonly string[];
    /** Endings of file names, with or without the dot. An empty list means all. */
    extensions?: readonly string[];
}
/** A source in a prompt. Without a model, it is what the prompt would hold. */
export interface AskSource {
    /** The number by which the answer may cite it: 1, 2, … */
    number: number;
    /** Its lines are those that the model is shown; elided lines are left out there too. */
    hit: SearchHit;
}
/** A place that an answer cites. */
export interface Citation {
    /** The place as it stands in the answer: `src/search.ts:10-36`, `src/search.ts#L10`, `[2]`. */
    text: string;
    /** Where it begins in the answer, in UTF-16 code units. */
    at: number;
    /** Null if it belongs to no source. */
    repository: string | null;
    /** Empty if the answer cites a number that no source has. */
    path: string;
    startLine: number;
    endLine: number;
    /**
     * AskSource.number. Null if the model was not shown these lines, so nobody knows if the citation
     * is right.
     */
    source: number | null;
}
