/**
 * `cora push s3://…|gs://…|az://…|db://…`: the rows of the last built view that are not there yet, then one row that publishes them. Until that
 * row is there, readers see what was published before; what they read stays as long as it is listed.
 */
import type { Watch } from './indexRepository.ts';
import type { Options } from './options.ts';
import { type Surroundings } from './session.ts';
export interface PublishReport {
    /** The address, without credentials. */
    destination: string;
    commit: string;
    files: number;
    chunks: number;
    /** Blobs of the view by whether their rows were there; `removed`: blobs that no published commit needs any more. */
    blobs: {
        added: number;
        known: number;
        removed: number;
    };
    /** Rows added. */
    rows: number;
    /** Whether this commit was published before. */
    replaced: boolean;
    /** Older commits that are no longer offered. */
    removed: string[];
    digest: string;
    tookMs: number;
}
/** @throws CoraError USAGE, NO_INDEX, NETWORK, STORE, … */
export declare function publishIndex(destination: string, options: Options, surroundings: Surroundings, watch: Watch): Promise<PublishReport>;
