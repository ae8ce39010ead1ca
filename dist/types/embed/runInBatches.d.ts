/** Many texts through a model in this process. What a batch costs and holds is the caller's affair. */
import { type BatchLimits } from './batches.ts';
/**
 * Texts of one length together, so that little of a batch is padding.
 * @param run gives one result for each text of a batch
 * @returns the results in the order of `texts`
 */
export declare function runInBatches<T>(texts: readonly string[], limits: BatchLimits, run: (batch: string[]) => Promise<T[]>): Promise<T[]>;
