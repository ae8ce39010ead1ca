/**
 * `cora pack` writes the rows of one view, and nothing else of the store, as one file;
 * `--report` tells before what would leave. `cora push` takes the same rows.
 */
import { CoraError } from '../base/errors.ts';
import type { ChunkRow, EmbedderInfo, RedactedSecret, Shard, SkippedFile } from '../base/types.ts';
import { type StateOfView } from '../indexing/viewOfPulled.ts';
import type { PackRequest, Surroundings } from '../settings/requests.ts';
import { type ViewPath, type ViewRecord } from '../store/views.ts';
import { type Workspace } from '../view/workspace.ts';
export interface PackReport {
    file: string;
    /** Bytes of the file. */
    size: number;
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
    /** Chunks that come with prose of a language model; only where there are any. */
    commentary?: number;
    /** The logical digest: the same for the same commit and options anywhere. */
    digest: string;
    tookMs: number;
}
/** @throws CoraError NO_INDEX, BROKEN_INDEX, STORE, … */
export declare function packIndex({ output, rev, text, historyLimit, ...settings }: PackRequest, surroundings: Surroundings): Promise<PackReport>;
export declare function aboutIndex(state: StateOfView, { settings }: Workspace, text: boolean): {
    repository: string;
    commit: string;
    tree: string;
    embedder: EmbedderInfo;
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
export declare function otherRows(): CoraError;
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
/** Says what a packed index would hold. @throws CoraError NO_INDEX, BROKEN_INDEX, … */
export declare function describePack({ rev, text, historyLimit, ...settings }: PackRequest, surroundings: Surroundings): Promise<PackContents>;
/** The columns that a packed row is made of; words and statistics are made again from them. */
export declare const PACKED_COLUMNS: ("blobSha" | "chunkId" | "contentHash" | "defines" | "doc" | "endByte" | "endLine" | "frame" | "kind" | "language" | "nodeType" | "parentChunk" | "part" | "parts" | "redacted" | "references" | "scope" | "signature" | "startByte" | "startLine" | "symbol" | "text" | "vector")[];
export type StoredRow = Pick<ChunkRow, (typeof PACKED_COLUMNS)[number]>;
interface StateToPack {
    state: StateOfView;
    record: ViewRecord;
    files: ViewPath[];
}
/**
 * Reads the state and the view that are packed.
 * @param rev null: the one checked out, or the last indexed.
 * @throws CoraError NO_INDEX, …
 */
export declare function stateToPack(dir: string, workspace: Workspace, embedder: EmbedderInfo, rev: string | null): Promise<StateToPack>;
/** @throws CoraError USAGE for a shard */
export declare function refuseShard(shard: Shard | undefined): void;
export {};
