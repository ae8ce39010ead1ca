/** Voyage AI's embeddings (voyage-code-3 and its siblings): documents and queries are embedded differently. */
import type { Embedder, Log } from '../base/types.ts';
import type { HttpPolicy } from '../net/retrying.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';
export declare function createVoyageEmbedder(spec: EmbedderSpec, env: Record<string, string | undefined>, log: Log, policy: HttpPolicy): Promise<Embedder>;
