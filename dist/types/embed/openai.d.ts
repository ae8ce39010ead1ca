/** OpenAI's embeddings, and any server with a compatible /v1/embeddings (vLLM, llama.cpp, LM Studio, TEI, gateways). */
import type { Embedder, Log } from '../base/types.ts';
import type { HttpPolicy } from '../net/retrying.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';
export declare function createOpenaiEmbedder(spec: EmbedderSpec, env: Record<string, string | undefined>, log: Log, policy: HttpPolicy): Promise<Embedder>;
/** Vectors by their `index`, which some servers use to answer out of order and some leave out.
 *  @throws CoraError EMBEDDER */
export declare function embeddingsIn(answer: unknown, name: string): ArrayLike<unknown>[];
