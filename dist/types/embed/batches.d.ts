/** Many texts through a model or a service: one by one, in batches of one length, cut into requests. What a service refuses all the
 * same is the caller's affair. */
export interface BatchLimits {
    /** Texts in one request. */
    texts: number;
    /** Tokens in one request, as estimated below. */
    tokens: number;
    /** UTF-16 units kept of one text; what follows is beyond any model's window. */
    characters: number;
}
/** Rather too many than too few: three bytes of code are a token in most vocabularies, as is one CJK letter. */
export declare function tokensAtMost(text: string): number;
/** Where the batch that starts at `from` ends (exclusive). A batch holds at least one text, however large. */
export declare function batchEnd(texts: readonly string[], from: number, limits: BatchLimits): number;
/** What to try next after a service refused the batch: half of what filled it. */
export declare function smallerLimits(limits: BatchLimits, refused: readonly string[]): BatchLimits;
/** At most `length` UTF-16 units from the start, no surrogate pair cut in two. */
export declare function truncateText(text: string, length: number): string;
/**
 * Texts of one length together, so that little of a batch is padding.
 * @param run gives one result for each text of a batch
 * @returns the results in the order of `texts`
 */
export declare function runInBatches<T>(texts: readonly string[], limits: BatchLimits, run: (batch: string[]) => Promise<T[]>): Promise<T[]>;
/** @throws CoraError ABORTED */
export declare function embedEach(texts: readonly string[], embed: (text: string) => Float32Array, signal: AbortSignal | undefined): Promise<Float32Array[]>;
