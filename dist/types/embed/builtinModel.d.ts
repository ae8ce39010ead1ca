/**
 * The weights of the built-in embedder as they lie in builtin.bin, which model/train.py writes and model/model.py describes.
 * One read, then views on its bytes. Knows nothing of texts.
 */
import { BuiltinVocabulary } from './builtinVocabulary.ts';
export interface BuiltinModel {
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
