/**
 * The built-in embedder: a static model of our own, trained by model/ and shipped with the package. A text's vector is the sum
 * over its distinct tokens of (1 + ln tf) · weight · row, at unit length; queries and documents weigh tokens differently.
 *
 * Float64 additions and multiplications in a fixed order (tokens by first occurrence), one square root, one division: the same
 * bits on every machine. A change to the arithmetic here or to the words changes vectors: raise BUILTIN_VERSION.
 */
import type { Embedder } from '../base/types.ts';
/**
 * @param model read from the package where left out
 * @throws CoraError EMBEDDER where the weights are missing or damaged
 */
export declare function createBuiltinEmbedder(model?: BuiltinModel): Embedder;
/** Remembers what it has learnt of runs, which repeat themselves. */
export declare class BuiltinTokens {
    #private;
    constructor(model: BuiltinModel);
    /** The tokens of one of a text's runs, in order. Shared: not to be changed. */
    ofRun(run: string): Int32Array;
}
/** Runs of letters and digits, in order. No word reaches over the end of one. */
export declare function runsOf(text: string): string[];
interface BuiltinModel {
    dimensions: number;
    /** 16 hex digits that change with any byte of the weights. */
    digest: string;
    /** Tokens are numbered from 0 in the order of the rows. */
    vocabulary: BuiltinVocabulary;
    /** By token: what it costs as a piece of an unknown word, in 1024ths of a nat. */
    costs: Uint16Array;
    /** 1 + ln tf by tf; what lies beyond counts as the last. A table, as Math.log need not round alike everywhere. */
    tfWeights: Float64Array;
    /** By token, with the scale of its row. */
    weights: Readonly<Record<'document' | 'query', Float32Array>>;
    /** Token after token, `dimensions` numbers each. */
    rows: Int8Array;
}
/** @throws CoraError EMBEDDER where the file is missing, cut short or of another format */
export declare function readBuiltinModel(path?: string): BuiltinModel;
declare class BuiltinVocabulary {
    #private;
    /** Of tokens. */
    readonly size: number;
    /** ASCII words in order of their numbers, each followed by a newline. */
    readonly bytes: Uint8Array;
    constructor(bytes: Uint8Array, size: number);
    /** @returns the number of text.slice(start, end), -1 where it is unknown; only a to z and digits are ever known */
    tokenOf(text: string, start?: number, end?: number): number;
}
export {};
