/**
 * `cora watch`: file events → refresh. Events only say that something changed; what did is read from Git and from the files, each
 * time anew, so that no event can be lost or come in the wrong order. An optimisation: every query looks for itself.
 */
import type { IndexReport, Progress } from '../base/types.ts';
import { type IndexedEdits } from '../indexing/indexEdits.ts';
import type { Options } from '../settings/options.ts';
import { type Surroundings } from '../view/surroundings.ts';
import { type Pace } from './bell.ts';
import { type Operation } from './runHook/operationUnderWay.ts';
/** What one look at the repository led to. */
export interface Refresh {
    /** The commit that is checked out; null before the first one. */
    commit: string | null;
    /** Null where its index was there. */
    index: IndexReport | null;
    /** Of files that are not committed. */
    edits: IndexedEdits;
    /** Nothing is done until its end. */
    waitsFor: Operation | null;
    tookMs: number;
}
export interface WatchRequest {
    options: Options;
    surroundings: Surroundings;
    signal: AbortSignal;
    onReady?(): void;
    onProgress(progress: Progress): void;
    onRefresh(refresh: Refresh): void;
    /** What went wrong this time; the watching goes on. */
    onError(error: unknown): void;
    pace?: Pace;
}
/**
 * Ends with the signal.
 * @throws CoraError NOT_A_REPOSITORY (also when the repository goes away), USAGE (a bare one), EMBEDDER, …
 */
export declare function watchRepository(request: WatchRequest): Promise<void>;
