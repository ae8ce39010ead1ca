/** A model through the optional package @huggingface/transformers: a folder on disk or a model of the hub, loaded with its tokenizer,
 * and texts cut to its window. Nothing else lets that package near the network; nothing here knows of vectors. */
import type { Log } from '../base/types.ts';
import type { Dtype, EmbedderSpec } from './parseEmbedderSpec.ts';
export interface ModelSurroundings {
    env: Record<string, string | undefined>;
    log: Log;
    importer?: (name: string) => Promise<unknown>;
}
interface OpenedModel<T> {
    model: T;
    /** For messages and ids: of a folder its last name, for where it lies is nobody else's business. */
    name: string;
    /** Where it lies; null for a model of the hub. */
    folder: string | null;
}
/**
 * @param load which of the package's loaders takes the model's name or folder, and its options
 * @throws CoraError EMBEDDER_MISSING without the package, EMBEDDER for a model that is not there or does not load
 */
export declare function openTransformersModel<T>({ model, dtype }: Pick<EmbedderSpec, 'model' | 'dtype'>, { env, log, importer }: ModelSurroundings, load: (transformers: TransformersPackage, model: string, options: Record<string, unknown>) => Promise<T>): Promise<OpenedModel<T>>;
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
interface LoadedPackage {
    transformers: TransformersPackage;
    /** How this package is told the precision of the weights. */
    precision(dtype: Dtype): Record<string, unknown>;
}
/** @throws CoraError EMBEDDER_MISSING where neither is installed, EMBEDDER where one is but does not load */
export declare function loadTransformers(log: Log, importer?: (name: string) => Promise<unknown>): Promise<LoadedPackage>;
/** Hash of everything in the folder that decides vectors, wherever it lies.
 *  @throws CoraError EMBEDDER that names what is missing */
export declare function digestModelFolder(folder: string, dtype: Dtype): Promise<string>;
/** @param window tokens of one text (or pair), special ones included
 *  @param seconds what each text is paired with: the end of these is cut first
 *  @returns the model's inputs, `[texts, tokens]` each, padded to the longest text */
export declare function tokenizeWithin(tokenizer: Tokenizer, texts: string[], window: number, seconds?: string[]): Record<string, Tensor>;
/** Tokens of one text. A tokenizer without a limit of its own would overrun the model's position table. */
export declare function windowOf({ tokenizer, model }: {
    tokenizer: Tokenizer;
    model: Model;
}): number;
export {};
