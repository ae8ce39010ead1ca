/**
 * `cora pack` writes the rows of the last built view, and nothing else of the store, as one file;
 * `--report` tells before what would leave.
 */
import type { RedactedSecret, RepoState, Shard, SkippedFile } from '../base/types.ts';
import type { PackRequest, Surroundings } from '../settings/requests.ts';
import type { Workspace } from '../view/workspace.ts';
export interface PackReport {
    file: string;
    /** Bytes of the file. */
    size: number;
    /** The SHA-256 of the file. */
    sha256: string;
    commit: string;
    /** Only where the index is one shard. */
    shard?: Shard;
    /** The commit that is checked out; null before the first one. */
    headCommit: string | null;
    files: number;
    chunks: number;
    /** Bytes of the files that are indexed. */
    indexedBytes: number;
    text: boolean;
    /** False: without what questions need beside the rows. */
    search: boolean;
    /** Chunks that come with prose of a language model; only where there are any. */
    commentary?: number;
    /** The logical digest: the same for the same commit and options anywhere. */
    digest: string;
    tookMs: number;
}
/** @throws CoraError NO_INDEX, BROKEN_INDEX, STORE, … */
export declare function packIndex({ output, text, search, historyLimit, ...settings }: PackRequest, surroundings: Surroundings): Promise<PackReport>;
export declare function aboutIndex(state: RepoState, { settings }: Workspace, text: boolean): {
    repository: string;
    commit: string;
    tree: string;
    embedder: import("../base/types.ts").EmbedderInfo;
    chunker: {
        version: number;
        fingerprint: string;
    };
    options: {
        include: string[];
        exclude: string[];
        maxFileSize: number;
        hash: string;
    };
    shard: Shard | undefined;
    text: boolean;
    counts: {
        files: number;
        chunks: number;
        bytes: number;
    };
};
export interface PackContents {
    /** The address of `origin` without credentials; '' where there is none. */
    repository: string;
    commit: string;
    /** The commit that is checked out; null before the first one. */
    headCommit: string | null;
    embedder: string;
    /** False with --no-text. */
    text: boolean;
    files: number;
    chunks: number;
    /** Different names of definitions. */
    symbols: number;
    /** Chunks that come with prose of a language model. */
    commentary: number;
    /** Commits, with authors and addresses, messages and the paths that they touched. */
    commits: number;
    /** By kind, before compression. */
    bytes: Partial<Record<Kind, number>>;
    /** Secrets that were found by content: none of them is in the pack. */
    redacted: RedactedSecret[];
    /** The paths of the indexed files. */
    paths: string[];
    /** Files that were left out: their paths and the reasons are in the pack, too. */
    skipped: SkippedFile[];
    /** Files that could not be indexed. */
    failed: string[];
}
type Kind = 'paths' | 'commits' | 'commentary' | 'text' | 'symbols' | 'references' | 'positions' | 'hashes' | 'vectors';
/** @throws CoraError NO_INDEX, BROKEN_INDEX, … */
export declare function describePack({ text, search: _, historyLimit, ...settings }: PackRequest, surroundings: Surroundings): Promise<PackContents>;
export {};
