/**
 * The order of an answer, whatever number of results is asked for: the candidates of a fixed depth are ranked first; where they
 * are too few, those that only a greater depth brings follow below them, and so on. No tier depends on how many are wanted.
 */
import type { RetrievedChunk } from './retrieve.ts';
export interface Ranking<T> {
    ranked: T[];
    /** Whether there are more behind them. */
    more: boolean;
}
export interface Tier<T> {
    /**
     * The first `limit` files in their final order, and all chunks that are ranked between them; a greater limit gives the same and
     * goes on.
     * @param above the lowest score of the tiers before
     */
    rank(limit: number, above: number): Promise<Ranking<T>>;
    /** Whether a deeper tier may bring more. */
    more: boolean;
}
interface Parts {
    file: string;
    score: number;
}
/**
 * @param tierAt asked once for each tier, in order
 * @returns what brings as much of the order as at least `limit` results can be made of, where there are that many
 */
export declare function rankInTiers<T>(tierAt: (tier: number) => Promise<Tier<T>>, partsOf: (one: T) => Parts): (limit: number) => Promise<Ranking<T>>;
/**
 * Of some chunks no line is left to show, so that more are needed than results are wanted.
 * @param show the answer, made of as much of the order as so many results usually need
 */
export declare function untilEnough<T extends {
    more: boolean;
}>(limit: number, show: (limit: number) => Promise<T>, isEnough: (answer: T) => boolean): Promise<T>;
/** Chunks that an earlier tier ranks are no part of a later one. */
export declare class KnownChunks {
    #private;
    add(chunk: RetrievedChunk): void;
    /** @returns those that were not known; they are now */
    take(chunks: readonly RetrievedChunk[]): RetrievedChunk[];
}
export {};
