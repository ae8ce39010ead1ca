/** OpenAI's embeddings, and any server with a compatible /v1/embeddings (vLLM, llama.cpp, LM Studio, TEI, gateways). */
import type { HttpPolicy } from '../http/retrying.ts';
import type { Embedder, Log } from '../types.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';
export declare function createOpenaiEmbedder(spec: EmbedderSpec, env: Record<string, string | undefined>, log: Log, policy: HttpPolicy): Promise<Embedder>;
