/** The statistics of several views as those of one. Pure. */
import type { Frequencies } from '../query/scoreWords.ts';
import type { ViewStatistics } from '../query/statistics.ts';
export interface MergedStatistics extends Frequencies {
    averageWords: number;
    /** Of all rows with vectors of this embedder; vectors of two never meet. */
    meanVector(fingerprint: string): Float32Array;
}
export interface CountedView {
    statistics: ViewStatistics;
    embedder: {
        fingerprint: string;
        dimensions: number;
    };
}
export declare function mergeStatistics(views: readonly CountedView[]): MergedStatistics;
