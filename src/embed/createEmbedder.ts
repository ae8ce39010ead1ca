/** From the setting to the embedder. The only door that other stages use. */

import type { Embedder, Log } from '../base/types.ts';
import { DEFAULT_HTTP, type HttpPolicy } from '../net/retrying.ts';
import { createBuiltinEmbedder } from './builtin.ts';
import { readBuiltinModel } from './builtinFile.ts';
import { createHashEmbedder } from './hash.ts';
import type { EmbedderSpec, ProviderName } from './parseEmbedderSpec.ts';

type Create = (...request: Required<Parameters<typeof createEmbedder>>) => Promise<Embedder>;

/** Functions that create embedders; one that is not built in is loaded when it is asked for. */
const CREATE: Readonly<Record<ProviderName, Create>> = {
  builtin: async () => createBuiltinEmbedder(readBuiltinModel()),
  hash: async (spec) => createHashEmbedder(spec.dimensions),
  transformers: async (spec, env, log) =>
    (await import('./transformers.ts')).createTransformersEmbedder(spec, { env, log }),
  ollama: async (...request) => (await import('./remoteProviders.ts')).createOllamaEmbedder(...request),
  openai: async (...request) => (await import('./remoteProviders.ts')).createOpenaiLikeEmbedder(...request),
  voyage: async (...request) => (await import('./remoteProviders.ts')).createOpenaiLikeEmbedder(...request),
};

/**
 * @param env where keys and addresses come from (OPENAI_API_KEY, OPENAI_BASE_URL, VOYAGE_API_KEY,
 * OLLAMA_HOST, …)
 * @param policy how long and how often a remote service is asked
 * @throws CoraError EMBEDDER, EMBEDDER_AUTH, EMBEDDER_MISSING or CONFIG; a remote service may be
 * asked once for the length of its vectors
 */
export function createEmbedder(
  spec: EmbedderSpec,
  env: Record<string, string | undefined>,
  log: Log,
  policy: HttpPolicy = DEFAULT_HTTP,
): Promise<Embedder> {
  return CREATE[spec.provider](spec, env, log, policy);
}
