/**
 * The constants of the ranking, a table of round numbers. docs/retrieval.md says what each is worth
 * and how it was measured.
 */
import type { SearchMode } from '../../base/searchTypes.ts';
export declare const WEIGHTS: {
    /**
     * BM25F of a file: its best chunk + 1/2 of the second + 1/4 of the third, divided by the best
     * file's.
     */
    words: number;
    /** Added up in the same way, from cosines above the mean. */
    vectors: number;
    /** The cosine of the file's best chunk alone. */
    bestVector: number;
    /** The share of the query that the file's best chunk holds. */
    coverage: number;
    /** The share of the file name that the query asks for. */
    name: number;
    /** The file defines an identifier of the query. */
    symbol: number;
    /** The longer its definition there, the more. */
    symbolSize: number;
    /** The file defines a type that a capitalised word of a sentence names. */
    typeName: number;
    /** The query has words of a function's name that the file's own name lacks. */
    functionName: number;
    /** Personalised PageRank from the best hits over references, divided by the best neighbour's. */
    graph: number;
    /**
     * The share of the query that the commentary on one of its chunks holds. Not measured, because
     * models write differently.
     */
    commentary: number;
    /** The cosine of the file's commentary above the mean. */
    commentaryVector: number;
    /**
     * These are subtracted for files that explain code and are not code, unless the query asks for
     * them.
     */
    test: number;
    example: number;
    legacy: number;
    prose: number;
    component: number;
    /**
     * Subtracted for declarations beside their implementation: `list.h` beside `list.c`, `list.d.ts`,
     * `list.pyi`.
     */
    declaration: number;
    /** Subtracted for a part beside the whole: `Mapper.Async.cs` beside `Mapper.cs`. */
    part: number;
    /** Subtracted for generated and vendored files, unless the query asks for them. */
    foreign: number;
    /**
     * The question names the file's path: see anchors.ts. It exceeds the sum of all other features,
     * and only the file's first place gets it.
     */
    namedPath: number;
    /** A string in the file is the message or the route that the question quotes. */
    quoted: number;
    /** A frame of a report's stack is in the file. */
    frame: number;
    /** The file defines names in a report. */
    defined: number;
    /**
     * Subtracted for each folder, up to three, that the file is deeper in its package than the
     * shallowest candidate.
     */
    depth: number;
    /**
     * For folders that the file shares with the caller's scope, as a share of the scope's folders.
     */
    scope: number;
};
export type Feature = keyof typeof WEIGHTS;
export type Weights = Record<Feature, number>;
export declare const FEATURES: Feature[];
/** Weights that differ for a report. */
export declare const REPORT_WEIGHTS: Partial<Weights>;
/**
 * @param lexical true if the vectors know nothing that the words do not; they get little weight
 * then
 */
export declare function weightsOf(mode: SearchMode, lexical: boolean): Weights;
/**
 * @param given each is `NAME=NUMBER`; 0 switches a feature off
 * @throws CoraError USAGE that names the features
 */
export declare function readWeights(given: readonly string[]): Partial<Weights>;
