/** Voyage AI's embeddings (voyage-code-3 and its siblings): documents and queries are embedded differently. */

import { CoraError } from '../base/errors.ts';
import type { Embedder, Log } from '../base/types.ts';
import { createFetch } from '../net/createFetch.ts';
import { keyFor } from '../net/credentials.ts';
import { postJson } from '../net/postJson.ts';
import type { HttpPolicy } from '../net/retrying.ts';
import { openaiUrl } from '../net/serviceAddress.ts';
import { embeddingsIn } from './openai.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';
import { createRemoteEmbedder } from './remote.ts';

const VOYAGE = 'https://api.voyageai.com/v1';
const BASE_VARIABLE = 'CORA_VOYAGE_BASE_URL';

/** Voyage takes 1,000 texts and, for voyage-code-3, 120,000 tokens, 32,000 for one text; its vocabulary is the finest of all. */
const LIMITS = { texts: 256, tokens: 80_000, characters: 100_000 };

/** Their length unless output_dimension asks for another; others are probed. */
const DIMENSIONS: Readonly<Record<string, number>> = { 'voyage-code-3': 1024 };

export async function createVoyageEmbedder(
  spec: EmbedderSpec,
  env: Record<string, string | undefined>,
  log: Log,
  policy: HttpPolicy,
): Promise<Embedder> {
  const url = openaiUrl(env[BASE_VARIABLE] || VOYAGE, BASE_VARIABLE, '/embeddings');
  const key = keyFor(url, env, 'VOYAGE_API_KEY', 'EMBEDDER_AUTH');
  if (key === undefined) {
    throw new CoraError('EMBEDDER_AUTH', 'The voyage embedder needs a key: VOYAGE_API_KEY is not set.', {
      hint: 'export VOYAGE_API_KEY=…',
    });
  }
  const fetch = createFetch(env);
  const { model, dimensions } = spec;
  const name = `Voyage AI at ${url.host}`;
  return createRemoteEmbedder({
    name,
    spec,
    identity: [],
    knownDimensions: DIMENSIONS[model],
    limits: LIMITS,
    keyVariable: 'VOYAGE_API_KEY',
    hints: { unreachable: 'check the network', missing: 'check the name of the model' },
    log,
    async request(texts, kind, signal) {
      const wished = dimensions === undefined ? {} : { output_dimension: dimensions };
      const body = { model, input: texts, input_type: kind, truncation: true, ...wished };
      return embeddingsIn(await postJson({ url, body, key, fetch, policy, log, signal }), name);
    },
  });
}
