/**
 * Declares what a search answers: results, why they are there, and how fresh they are. Types only.
 */
import type { GitContext } from './historyTypes.ts';
import type { ChunkKind, Shard } from './types.ts';
export type FileStatus = 'committed' | 'modified' | 'untracked';
/**
 * Tells how the answer relates to what the caller has on disk. Null where it cannot be known
 * (shallow history).
 */
export interface Freshness {
    indexedCommit: string | null;
    headCommit: string | null;
    /** Null also where HEAD is older than the index. */
    commitsBehind: number | null;
    /** Uncommitted files that were searched as they are now. */
    dirtyFiles: number;
    /** Files of HEAD that are deleted from the working tree. Missing where there is none. */
    deletedFiles?: number;
    /**
     * Changed files that were searched as they are in the indexed commit: more of them than a query
     * reads by itself.
     */
    asCommitted: string[];
    /** Files of the caller's view that the answer could not see, with the reason. */
    missingFiles: {
        path: string;
        reason: string;
    }[];
    /** Only where the index is one shard of a commit, and the others are missing. */
    shard?: Shard;
}
/** Whole lines of a file, 1-based and inclusive. */
export interface LineRange {
    startLine: number;
    endLine: number;
}
/** Each retriever's part in a result, before weights; 0 where it did not find it. */
export interface Why {
    words: number;
    vectors: number;
    symbol: number;
    path: number;
    references: number;
    include: boolean;
    /** The score that the ranking gave, only where a reranker's took its place. */
    fused?: number;
}
/**
 * Tells what each feature of the ranking added to a score: value × weight = score. 'further' is
 * what a file's later chunks lose.
 */
export type Explanation = Record<string, {
    value: number;
    weight: number;
    score: number;
}>;
export interface IdenticalChunk extends LineRange {
    /** Only of another repository than the result's own. */
    repository?: string;
    path: string;
    /** True where a few words differ. */
    nearly: boolean;
}
export interface SearchHit {
    rank: number;
    score: number;
    repository: string;
    commit: string | null;
    path: string;
    /**
     * The lines that are shown: the chunk and, where it is short, lines around it, from where a
     * statement or declaration begins to where one ends. No line is shown twice in an answer.
     */
    startLine: number;
    endLine: number;
    /**
     * The lines of the definition that `symbol` names, whole; those of the chunk where it has no
     * name. It may reach beyond what is shown.
     */
    definition: LineRange;
    /**
     * The chunk that was found; it reaches beyond what is shown where a better result shows those
     * lines.
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
     * Chunks with the same text, or nearly, that are folded into this one; only where there are any.
     */
    identical?: IdenticalChunk[];
    /**
     * Tells what it has to do with a better hit, only where a reference that resolves brought or
     * raised it: `called by Store.open`.
     */
    reason?: string;
    /** Only where it was asked for. */
    explain?: Explanation;
    /** An estimate for its text and the line that names its place. */
    tokens: number;
    /** Lines `startLine` to `endLine` as they are, whatever is elided. */
    text: string;
    /**
     * Ranges of these lines that every format but JSON shows as ". . .": see elide. Only where there
     * are any.
     */
    elided?: LineRange[];
    /** Lines of the whole file; only where the caller has it. */
    fileLines?: number;
    /** Its one line is too long to be shown: `text` is the piece of it that was found. */
    isPiece?: true;
    /** Prose that a language model wrote about the chunk when it was indexed. */
    commentary?: string;
}
/**
 * A place to read next: the definition that is meant or that refers, at its own lines; at the top
 * of a file the line that refers.
 */
export interface RelatedHit {
    /** Only of an answer from several repositories. */
    repository?: string;
    path: string;
    startLine: number;
    endLine: number;
    language: string;
    kind: ChunkKind;
    symbol: string;
    scope: string[];
    chunkId: string;
    status: FileStatus;
    /**
     * Tells what it has to do with where one comes from, resolved as by `cora refs`:
     * `calls Store.open`, `test of Store`; else `similar`.
     */
    reason: string;
    /** 0 to 1; compares within one list only. */
    score: number;
}
export type SearchMode = 'hybrid' | 'words' | 'vectors';
/**
 * A name or word of the query that the view does not know, and what was searched for in its place,
 * likeliest first.
 */
export interface Assumed {
    asked: string;
    meant: string[];
}
/** A path that a question names and that no indexed file has. */
export interface MissingPath {
    asked: string;
    /** The file with the nearest name; null where none is near. */
    nearest: string | null;
}
/** Holds what was read of an issue or another long text: see docs/retrieval.md. */
export interface ReadParts {
    title: string;
    /** Stack frames, the innermost first, as they are written. */
    frames: {
        path: string;
        line: number;
        name: string;
    }[];
    /** Paths that are written in it, or stand in addresses of a forge. */
    paths: string[];
    /** Names that may be definitions. */
    names: string[];
}
export type CutBy = 'limit' | 'budget' | 'relevance';
export interface SearchResult {
    query: string;
    mode: SearchMode;
    assumed: Assumed[];
    /** Only where the question names such paths. */
    missingPaths?: MissingPath[];
    freshness: Freshness;
    /** There is more than is shown. */
    truncated: boolean;
    /**
     * The limit that left it out: -k, --budget, or, with a budget, scores far below the best. Null
     * where there is no more.
     */
    cutBy: CutBy | null;
    /** The number of results that were asked for; null where nobody named a number. */
    asked: number | null;
    /** True if the question had filters by path, language, kind or extension. */
    filtered: boolean;
    /**
     * The reason why there are fewer results than were asked for, or more tokens; null where there is
     * nothing to say.
     */
    fewer: string | null;
    /**
     * Only of an index that is read where it lies, before its vectors have come: the bytes of them
     * that are missing. Until then the answer is that of `mode` words, without related places.
     */
    missingVectors?: number;
    /** The tokens of all results, estimated: see docs/retrieval.md. */
    tokens: number;
    tookMs: number;
    results: SearchHit[];
    /** Only where an explanation was asked for, and the question is a report. */
    report?: ReadParts;
    /** Only where the question is about the history. */
    gitContext?: GitContext;
    /** Callers, types, tests, … of the results that are not among them, best first. */
    related: RelatedHit[];
    /**
     * By name, only where repositories were asked for by their names. For several, `freshness`
     * adds up what can be added, and commits are here.
     */
    repositories?: SearchedRepository[];
}
/** A repository that was asked for by its name. */
export interface SearchedRepository {
    name: string;
    /** The number of its results. */
    results: number;
    /** Null where it could not be searched. */
    freshness: Freshness | null;
    /** The reason why it could not be searched, or why what is there may be stale. */
    error?: string;
}
/** Restricts a question to some files and chunks. */
export interface Filters {
    /** Globs; none means all. */
    paths: readonly string[];
    languages: readonly string[];
    kinds: readonly string[];
    /** Ends of file names, with or without the dot; none means all. */
    extensions?: readonly string[];
}
/** A source that stands in a prompt, or would if there were a model. */
export interface AskSource {
    /** The number by which the answer may name it: 1, 2, … */
    number: number;
    /** Its lines are those that the model is shown; elided ones are left out there too. */
    hit: SearchHit;
}
/** A place that an answer names. */
export interface Citation {
    /** The place as it stands in the answer: `src/search.ts:10-36`, `src/search.ts#L10`, `[2]`. */
    text: string;
    /** The offset at which it begins in the answer, UTF-16 code units. */
    at: number;
    /** Null where it belongs to no source. */
    repository: string | null;
    /** '' where only a number is named that no source has. */
    path: string;
    startLine: number;
    endLine: number;
    /**
     * AskSource.number; null where the model was not shown these lines: nobody knows whether they are
     * right.
     */
    source: number | null;
}
