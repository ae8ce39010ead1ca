/** Transformer models as embedders, in this process: see openTransformersModel.ts for where they come from. */
import type { Embedder } from '../types.ts';
import { type ModelSurroundings } from './openTransformersModel.ts';
import { type EmbedderSpec } from './parseEmbedderSpec.ts';
export declare function createTransformersEmbedder(spec: EmbedderSpec, surroundings: ModelSurroundings): Promise<Embedder>;
