/** Ollama's own API: POST /api/embed, or /api/embeddings of servers before 0.3, which takes one text at a time. */
import type { HttpPolicy } from '../http/retrying.ts';
import type { Embedder, Log } from '../types.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';
export declare function createOllamaEmbedder(spec: EmbedderSpec, env: Record<string, string | undefined>, log: Log, policy: HttpPolicy): Promise<Embedder>;
