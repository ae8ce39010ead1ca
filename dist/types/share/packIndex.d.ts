/** `cora pack`: the rows of the last built view, and nothing else of the store, as one file. */
import type { RepoState, Shard } from '../base/types.ts';
import type { Options } from '../settings/options.ts';
import { type Surroundings } from '../view/surroundings.ts';
import type { Workspace } from '../view/workspace.ts';
export interface PackReport {
    file: string;
    /** Bytes of the file. */
    size: number;
    /** Of the file. */
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
export declare function packIndex(options: Options, surroundings: Surroundings): Promise<PackReport>;
export declare function aboutOf(state: RepoState, { settings }: Workspace, text: boolean): {
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
