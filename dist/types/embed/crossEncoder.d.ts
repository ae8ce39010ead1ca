/**
 * A cross-encoder as a reranker: a transformer that reads the query and a text together. Slower than comparing vectors
 * and better, so it is for the best few. See openTransformersModel.ts for where models come from.
 */
import type { Reranker } from '../base/types.ts';
import { type ModelSurroundings } from './transformersModel.ts';
/**
 * @param setting `transformers:HUB/MODEL` or `transformers:./FOLDER`, with `?dtype=`
 * @throws CoraError CONFIG for another setting, EMBEDDER_MISSING without the package, EMBEDDER for a model that does not load
 */
export declare function createCrossEncoder(setting: string, surroundings: ModelSurroundings): Promise<Reranker>;
