/**
 * The library: a program that imports 'cora-query' gets this module, built as dist/api.js. It opens
 * a repository (openCora) or an index without one (openIndex) and returns plain data. docs/api.md
 * shows how to use it.
 */
import type { CommitSearchResult } from './base/historyTypes.ts';
import type { SearchResult } from './base/searchTypes.ts';
import type { CatalogueEntry, IndexReport, Log, Progress } from './base/types.ts';
import { type Status } from './freshness/readStatus.ts';
import { type WatchRequest } from './freshness/watch.ts';
import { type ChangedFiles } from './git/listCatalogue.ts';
import type { ReferenceHit, SymbolHit } from './graph/referenceModel.ts';
import { type SearchRequest } from './search/searchRequest.ts';
import { type PackReport } from './share/packIndex.ts';
import { type PullReport } from './share/pullIndex.ts';
import { type FileChunks, type Lines } from './view/readLines.ts';
export type { ErrorCode } from './base/errors.ts';
export { CoraError, isCoraError } from './base/errors.ts';
export type { CommitHit, CommitSearchResult } from './base/historyTypes.ts';
export type * from './base/searchTypes.ts';
export type { ResultFormat } from './base/searchTypes.ts';
export type { CatalogueEntry, ChunkKind, FailedFile, IndexReport, Log, MentionKind, Progress, ReferenceKind, SkippedFile, } from './base/types.ts';
export type { Status } from './freshness/readStatus.ts';
export type { Refresh } from './freshness/watch.ts';
export type { ChangedFile, ChangedFiles } from './git/listCatalogue.ts';
export type { ReferenceHit, SymbolHit } from './graph/referenceModel.ts';
export { renderResult } from './search/renderResult.ts';
export type { PackReport } from './share/packIndex.ts';
export type { PullReport } from './share/pullIndex.ts';
export type { FileChunk, FileChunks, Lines } from './view/readLines.ts';
/**
 * Keys of cora.config.json. A setting that is given here comes before the CORA_* variables, and
 * these before the file.
 */
export interface CoraSettings {
    /**
     * The folder of the index; by default inside the common Git directory, where the command line has
     * it too.
     */
    store?: string;
    /** builtin (the default), hash, transformers:MODEL, ollama:MODEL, openai:MODEL, voyage:MODEL */
    embedder?: string;
    /** Globs of files that are indexed although a default rule leaves them out. */
    include?: readonly string[];
    /** Globs of files that are never indexed. */
    exclude?: readonly string[];
    /** Bytes; larger files are left out. */
    maxFileSize?: number;
    /** Parser threads; by default the number of cores. */
    jobs?: number;
    /** The number of the newest commits are indexed for `commits`; 0 for none. */
    history?: number;
    /** `transformers:MODEL` orders the best 30 results; none by default. */
    rerank?: string;
}
export interface OpenRequest {
    settings?: CoraSettings;
    /**
     * The environment from which CORA_* variables, keys of services, proxies and the cache directory
     * are read; this process's by default.
     */
    env?: NodeJS.ProcessEnv;
    /** The log for notes and warnings; nowhere by default. Nothing is ever printed. */
    log?: Log;
}
/**
 * A field that is left out has the default of `cora query`: ten results of the whole view, hybrid.
 */
export interface QueryRequest extends Partial<Omit<SearchRequest, 'question' | 'include' | 'history'>> {
    /**
     * Estimated tokens of all results at most, as they are written in `text`; null for any number.
     */
    budget?: number | null;
    /** Ends the search between two of its steps, with the error ABORTED. */
    signal?: AbortSignal;
}
export interface RunRequest {
    onProgress?(progress: Progress): void;
    /**
     * Ends the run in order, with the error ABORTED; what was computed is kept, and the next run goes
     * on from there.
     */
    signal?: AbortSignal;
}
export interface PullSourceRequest extends RunRequest {
    /** `OWNER/REPO[/.github/workflows/FILE.yml][@REF]`: who must have attested the index. */
    signer?: string;
    /** The file of the Sigstore bundle; else it is looked for beside the index, then at GitHub. */
    bundle?: string;
    /** A file of trust roots in the place of the shipped one. */
    trustRoot?: string;
}
export interface IndexRequest extends RunRequest {
    /** The commit to index, as Git names it; HEAD by default. */
    rev?: string;
    /** Compute everything again. */
    full?: boolean;
    /** Only say what would be done. */
    dryRun?: boolean;
}
/** Without `text` the file holds no source code: who pulls it has that. */
export interface PackFileRequest {
    text?: boolean;
}
export interface FindCommitsRequest {
    limit?: number;
}
/** Asks for a commit, branch or tag; without it for the files as they are now. */
export interface RevisionRequest {
    rev?: string;
}
/** Lines are 1-based and inclusive; the whole file without them. */
export interface ReadRequest extends RevisionRequest {
    startLine?: number;
    endLine?: number;
}
/**
 * Ends with the signal. An error that is not handled goes to the log as a warning; the watching
 * goes on.
 */
export type WatchCallbacks = Pick<WatchRequest, 'signal'> & Partial<Pick<WatchRequest, 'onReady' | 'onProgress' | 'onRefresh' | 'onError'>>;
/**
 * An index that answers. All methods throw a CoraError for what a user can mend: `code`, `message`,
 * and `hint`, the next step.
 */
export interface OpenIndex {
    /** @throws CoraError NO_INDEX, INCOMPATIBLE_INDEX, CONFIG, … */
    query(text: string, request?: QueryRequest): Promise<SearchResult>;
    /**
     * Returns where a name is defined, by path, then line. `Outer.inner` asks for an inner of Outer.
     */
    definitions(name: string): Promise<SymbolHit[]>;
    /**
     * Returns who mentions a name, by path, then line, each with the definition that is meant where
     * that could be told.
     */
    references(name: string): Promise<ReferenceHit[]>;
    /** Lets go of the table and of git. To be called once, when nothing is asked any more. */
    close(): void;
}
/**
 * A repository and its index. Each question is answered for the files as they are when it is asked,
 * uncommitted edits included.
 */
export interface Cora extends OpenIndex {
    /** The top of the working tree; null in a bare repository. */
    readonly worktree: string | null;
    /**
     * Indexes the commit that is checked out; only what is new is computed. One writer at a time:
     * others wait for the lock.
     * @throws CoraError LOCKED, BAD_REVISION, STORE, ABORTED, …
     */
    index(request?: IndexRequest): Promise<IndexReport>;
    /**
     * Takes an index that others built, checks it against this clone's own blobs, and indexes the
     * rest.
     * @param source anything that `cora pull` takes; the rolling GitHub release of `origin` where it
     * is left out
     * @throws CoraError NO_ARTIFACT, NOT_ATTESTED, BAD_ARTIFACT, NETWORK, …
     */
    pull(source?: string, request?: PullSourceRequest): Promise<PullReport>;
    /**
     * Writes the last built index into one file, for `pull`, `openIndex` and `cora unpack`.
     * @param file from the current directory; its end chooses the compression. By default named after
     * its commit
     * @throws CoraError NO_INDEX, STORE, …
     */
    pack(file?: string, request?: PackFileRequest): Promise<PackReport>;
    /**
     * Indexes commits and edits as they happen, until the signal. Never needed: a question looks for
     * itself.
     */
    watch(callbacks: WatchCallbacks): Promise<void>;
    /** Returns how fresh the index is, what is in it, how large it is. @throws CoraError NO_INDEX */
    status(): Promise<Status>;
    /**
     * Commits of this history, by what they say and touched; without words the newest ones. Needs no
     * index.
     */
    commits(words?: string, request?: FindCommitsRequest): Promise<CommitSearchResult>;
    /** Returns the commit that is checked out; null where there is none yet. */
    currentCommit(): Promise<string | null>;
    /**
     * Returns the files of the last commit as they are now, or those of another commit, by path, each
     * with its language, its blob, and whether it is indexed or why not.
     * @throws CoraError BAD_REVISION
     */
    listTrackedFiles(request?: RevisionRequest): Promise<CatalogueEntry[]>;
    /**
     * Returns what changed since a commit, branch or tag: in the working tree, uncommitted and
     * untracked files included, or in another commit.
     * @throws CoraError BAD_REVISION
     */
    changedFilesSince(since: string, request?: RevisionRequest): Promise<ChangedFiles>;
    /**
     * Returns the text of a file that Git would commit, with secrets written over.
     * @param path from the top of the repository, with `/`
     * @throws CoraError BAD_PATH that says why it is not shown, BAD_REVISION, USAGE for other lines
     */
    readFile(path: string, request?: ReadRequest): Promise<Lines>;
    /**
     * Returns the chunks that an index makes of a file; needs none.
     * @param path from the top of the repository, with `/`
     * @throws CoraError BAD_PATH that says why it is in no index, BAD_REVISION
     */
    chunksOf(path: string, request?: RevisionRequest): Promise<FileChunks>;
}
/**
 * Opens the repository around a directory. The index need not be there yet.
 * @param dir any directory of the repository; by default the current one
 * @throws CoraError NOT_A_REPOSITORY, CONFIG, …
 */
export declare function openCora(dir?: string, request?: OpenRequest): Promise<Cora>;
/**
 * Opens what `cora query --index` names. It shows what the index says: no clone is there to hold it
 * against.
 * @param place a packed file, an unpacked folder, https://…, s3://…, gs://…, az://…, file:///…
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, EMBEDDER_MISMATCH, NETWORK, …
 */
export declare function openIndex(place: string, request?: OpenRequest): Promise<OpenIndex>;
