/**
 * The ranking's constants: one table with round numbers. docs/retrieval.md says what each is worth
 * and how it was measured.
 */
import type { SearchMode } from '../../base/searchTypes.ts';
export declare const WEIGHTS: {
    /** BM25F: best chunk + 1/2 second + 1/4 third of a file, of the best file's. */
    words: number;
    /** The sum of `words`, but of cosines above the mean. */
    vectors: number;
    /** The file's best chunk alone, by cosine. */
    bestVector: number;
    /** The share of the query's words that the file's best chunk holds. */
    coverage: number;
    /** The share of the file name that the query asks for. */
    name: number;
    /** The file defines an identifier of the query. */
    symbol: number;
    /** The longer its definition there. */
    symbolSize: number;
    /** The file defines a type that a capitalised word of a sentence names. */
    typeName: number;
    /** The query contains words of a function's name that the file's own name lacks. */
    functionName: number;
    /** Personalised PageRank from the best hits over references, of the best neighbour's. */
    graph: number;
    /**
     * The share of the query's words that the commentary on one of its chunks holds. Not measured:
     * what models write differs.
     */
    commentary: number;
    /** The file's prose by its cosine above the mean. */
    commentaryVector: number;
    /** Taken off for what explains code and is not it, unless the query asks for it. */
    test: number;
    example: number;
    legacy: number;
    prose: number;
    /**
     * Taken off for declarations beside their implementation: `list.h` beside `list.c`, `list.d.ts`,
     * `list.pyi`.
     */
    declaration: number;
    /** Taken off for a part beside the whole: `Mapper.Async.cs` beside `Mapper.cs`. */
    part: number;
    /** Taken off for generated and vendored files, unless the query asks for them. */
    foreign: number;
    /**
     * The question names the file's path: see anchors.ts. It is more than all other features add up
     * to, and counts for the file's first place alone.
     */
    namedPath: number;
    /** A frame of a report's stack is in the file. */
    frame: number;
    /** The file defines what a report names. */
    defined: number;
    /**
     * Taken off for each folder of its package, up to three, that the file has more than the
     * shallowest candidate.
     */
    depth: number;
    /**
     * For each folder that the file shares with the caller's scope, as a share of the scope's
     * folders.
     */
    scope: number;
};
export type Feature = keyof typeof WEIGHTS;
export type Weights = Record<Feature, number>;
export declare const FEATURES: Feature[];
/** These differ for a report. */
export declare const REPORT_WEIGHTS: Partial<Weights>;
/** @param lexical the vectors know nothing that the words do not: beside them they count little */
export declare function weightsOf(mode: SearchMode, lexical: boolean): Weights;
/**
 * @param given `NAME=NUMBER` each; 0 switches a feature off
 * @throws CoraError USAGE that names the features
 */
export declare function readWeights(given: readonly string[]): Partial<Weights>;
