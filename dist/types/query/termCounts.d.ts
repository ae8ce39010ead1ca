/**
 * In how many rows each 32-bit hash of a term occurs: open addressing in typed arrays, because a repository has a hundred million
 * words, and a Map of numbers takes five times as long and as much room.
 */
export declare class TermCounts {
    #private;
    /** How many hashes have a place. */
    size: number;
    /** Hashes are counted once from here to the next row. */
    nextRow(): void;
    /** @param change 1 or -1 */
    count(hash: number, change: number): void;
    get(hash: number): number;
    /** Sorted. */
    hashes(): Uint32Array;
}
