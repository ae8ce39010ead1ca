/**
 * A model through the optional package @huggingface/transformers: a folder on disk, or a model of the Hugging Face hub,
 * which is downloaded once. The only place that lets that package near the network.
 */
import type { Log } from '../types.ts';
import { type TransformersPackage } from './loadTransformers.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';
export interface ModelSurroundings {
    env: Record<string, string | undefined>;
    log: Log;
    importer?: (name: string) => Promise<unknown>;
}
export interface OpenedModel<T> {
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
