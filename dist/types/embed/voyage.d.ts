/** Voyage AI's embeddings (voyage-code-3 and its siblings): documents and queries are embedded differently. */
import type { HttpPolicy } from '../http/retrying.ts';
import type { Embedder, Log } from '../types.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';
export declare function createVoyageEmbedder(spec: EmbedderSpec, env: Record<string, string | undefined>, log: Log, policy: HttpPolicy): Promise<Embedder>;
