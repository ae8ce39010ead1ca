/** `cora push`: packs the last built view and gives it to those who pull. */
import { type FetchPolicy } from './artifact/fetchSafely.ts';
import type { Watch } from './indexRepository.ts';
import type { Options } from './options.ts';
import { type PackReport } from './packIndex.ts';
import { type Surroundings } from './session.ts';
export interface PushReport {
    /** `OWNER/REPOSITORY@TAG` */
    destination: string;
    /** Of the asset. */
    name: string;
    /** Whether there was one of this name: the same commit, pushed before. */
    replaced: boolean;
    /** Older indexes that were removed from a rolling release. */
    removed: string[];
    packed: Omit<PackReport, 'file'>;
    tookMs: number;
}
/**
 * @param ready what was packed already; it stays where it is
 * @throws CoraError USAGE, NO_INDEX, NO_ARTIFACT, NETWORK, …
 */
export declare function pushIndex(destination: string, options: Options, surroundings: Surroundings, watch: Watch, policy?: FetchPolicy, ready?: PackReport): Promise<PushReport>;
