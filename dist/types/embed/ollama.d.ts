/** Ollama's own API: POST /api/embed, or /api/embeddings of servers before 0.3, which takes one text at a time. */
import type { Embedder, Log } from '../types.ts';
import { type HttpPolicy } from './http.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';
export declare function createOllamaEmbedder(spec: EmbedderSpec, env: Record<string, string | undefined>, log: Log, policy: HttpPolicy): Promise<Embedder>;
/**
 * As Ollama reads OLLAMA_HOST: `host`, `host:port`, `:port`, `http://host`, `https://host/path`. Without a scheme the
 * port is 11434, with one it is the scheme's. 0.0.0.0 is where a server listens, not where a client calls.
 */
export declare function ollamaUrl(host: string | undefined): URL;
