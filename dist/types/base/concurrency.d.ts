/** Work that takes its time: how many things happen at once, what is made only once, and waiting for a signal. */
/** @returns results in the order of the items; the first error ends it when what runs has ended */
export declare function inParallel<T, R>(items: readonly T[], most: number, run: (item: T) => Promise<R>): Promise<R[]>;
/** @returns runs what it is given, `most` at a time, in the order in which they came */
export declare function createGate(most: number): <T>(run: () => Promise<T>) => Promise<T>;
/** Makes it when it is first asked for, and once. What failed is tried again. */
export declare function memoized<T>(make: () => Promise<T>): () => Promise<T>;
/** Settles when the signal has fired, at once where it has already. */
export declare function aborted(signal: AbortSignal): Promise<void>;
