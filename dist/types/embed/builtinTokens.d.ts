/**
 * Text to token numbers of the built-in embedder. Words are those of words.ts for the letters A to Z and digits, unstemmed;
 * everything else separates. A word that is not in the vocabulary becomes the cheapest pieces that are.
 *
 *   HTTPServer2     → http server 2
 *   12345           → nothing: long numbers are data
 *   quuxlogging     → quux logging, if the vocabulary has these
 */
import type { BuiltinModel } from './builtinModel.ts';
/** Remembers what it has learnt of runs, which repeat themselves. */
export declare class BuiltinTokens {
    #private;
    constructor(model: BuiltinModel);
    /** The tokens of one of a text's runs, in order. Shared: not to be changed. */
    ofRun(run: string): Int32Array;
}
/** Runs of letters and digits, in order. No word reaches over the end of one. */
export declare function runsOf(text: string): string[];
