/**
 * The optional peer @huggingface/transformers (or its predecessor @xenova/transformers), loaded only when asked for:
 * with its runtime it is 474 MB, so nobody gets it by default. Nothing here knows of vectors.
 */
import type { Log } from '../types.ts';
import type { Dtype } from './parseEmbedderSpec.ts';
/** The little of the package that is used, the same in both and in all their versions since 2.17. */
export interface TransformersPackage {
    env: {
        allowRemoteModels: boolean;
        allowLocalModels: boolean;
        localModelPath: string;
        cacheDir: string | null;
        logLevel?: number;
    };
    pipeline(task: 'feature-extraction', model: string, options: Record<string, unknown>): Promise<FeatureExtraction>;
    AutoTokenizer: Pretrained<Tokenizer>;
    AutoModelForSequenceClassification: Pretrained<Model>;
}
interface Pretrained<T> {
    from_pretrained(model: string, options: Record<string, unknown>): Promise<T>;
}
export interface Tensor {
    data: ArrayLike<number | bigint>;
    dims: readonly number[];
}
export interface Tokenizer {
    (texts: string[], options: Record<string, unknown>): Record<string, Tensor>;
    model_max_length?: number | null;
}
export interface Model {
    (inputs: Record<string, Tensor>): Promise<Record<string, Tensor | undefined>>;
    config: {
        max_position_embeddings?: number;
        model_type?: string;
    };
}
/** A model with the tokenizer that it was trained with. */
export interface FeatureExtraction {
    tokenizer: Tokenizer;
    model: Model;
}
export interface LoadedPackage {
    transformers: TransformersPackage;
    /** How this package is told the precision of the weights. */
    precision(dtype: Dtype): Record<string, unknown>;
}
/** A variable keeps bundlers and the type checker from looking for the package. */
export declare const importPackage: (name: string) => Promise<unknown>;
/** @throws CoraError EMBEDDER_MISSING where neither is installed, EMBEDDER where one is but does not load */
export declare function loadTransformers(log: Log, importer?: (name: string) => Promise<unknown>): Promise<LoadedPackage>;
export {};
