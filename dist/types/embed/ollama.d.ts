/** Ollama's own API: POST /api/embed, or /api/embeddings of servers before 0.3, which takes one text at a time. */
import type { Embedder, Log } from '../base/types.ts';
import { type HttpPolicy } from '../net/retrying.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';
export declare function createOllamaEmbedder(spec: EmbedderSpec, env: Record<string, string | undefined>, log: Log, policy: HttpPolicy): Promise<Embedder>;
