/** `cora pack`: the rows of the last built view, and nothing else of the store, as one file. */
import type { Options } from './options.ts';
import { type Surroundings } from './session.ts';
export interface PackReport {
    file: string;
    /** Bytes of the file. */
    size: number;
    /** Of the file. */
    sha256: string;
    commit: string;
    /** The commit that is checked out; null before the first one. */
    headCommit: string | null;
    files: number;
    chunks: number;
    /** Bytes of the files that are indexed. */
    indexedBytes: number;
    text: boolean;
    /** The logical digest: the same for the same commit and options anywhere. */
    digest: string;
    tookMs: number;
}
/** @throws CoraError NO_INDEX, BROKEN_INDEX, STORE, … */
export declare function packIndex(options: Options, surroundings: Surroundings): Promise<PackReport>;
