/** From the setting to the embedder. The only door that other stages use. */
import type { Embedder, Log } from '../base/types.ts';
import { type HttpPolicy } from '../net/retrying.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';
/**
 * @param env where keys and addresses come from (OPENAI_API_KEY, OPENAI_BASE_URL, VOYAGE_API_KEY, OLLAMA_HOST, …)
 * @param policy how long and how often a remote service is asked
 * @throws CoraError EMBEDDER, EMBEDDER_AUTH, EMBEDDER_MISSING or CONFIG; a remote service may be asked once for the length of its vectors
 */
export declare function createEmbedder(spec: EmbedderSpec, env: Record<string, string | undefined>, log: Log, policy?: HttpPolicy): Promise<Embedder>;
