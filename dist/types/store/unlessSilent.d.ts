/**
 * LanceDB's answer, or an error where none comes: over a damaged list of values a thread of it panics, and whoever waits
 * for its rows would wait for ever.
 */
/** @throws CoraError BROKEN_INDEX */
export declare function unlessSilent<T>(answer: Promise<T>): Promise<T>;
