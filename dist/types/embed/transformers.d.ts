/**
 * Transformer models in this process, through the optional package @huggingface/transformers: a folder on disk, or a
 * model of the Hugging Face hub, which is downloaded once. The only place that lets that package near the network.
 */
import type { Embedder, Log } from '../types.ts';
import { type EmbedderSpec } from './parseEmbedderSpec.ts';
export declare function createTransformersEmbedder(spec: EmbedderSpec, env: Record<string, string | undefined>, log: Log, importer?: (name: string) => Promise<unknown>): Promise<Embedder>;
