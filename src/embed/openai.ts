/** OpenAI's embeddings, and any server with a compatible /v1/embeddings (vLLM, llama.cpp, LM Studio, TEI, gateways). */

import { CoraError } from '../base/errors.ts';
import type { Embedder, Log } from '../base/types.ts';
import { createFetch } from '../net/createFetch.ts';
import { keyFor } from '../net/credentials.ts';
import { openaiUrl } from '../net/openaiUrl.ts';
import { postJson } from '../net/postJson.ts';
import type { HttpPolicy } from '../net/retrying.ts';
import { embeddingsIn } from './openaiProtocol.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';
import { createRemoteEmbedder } from './remote.ts';

const OPENAI = 'https://api.openai.com/v1';

/** OpenAI takes 2,048 texts and 300,000 tokens, 8,191 for one text; smaller requests fail and repeat more cheaply. */
const LIMITS = { texts: 256, tokens: 100_000, characters: 32_000 };

/** Saves the probe at OpenAI itself; elsewhere a name proves nothing. */
const DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};

export async function createOpenaiEmbedder(
  spec: EmbedderSpec,
  env: Record<string, string | undefined>,
  log: Log,
  policy: HttpPolicy,
): Promise<Embedder> {
  const variable = env.CORA_OPENAI_BASE_URL ? 'CORA_OPENAI_BASE_URL' : 'OPENAI_BASE_URL';
  const url = openaiUrl(env[variable] || OPENAI, variable, '/embeddings');
  const fetch = createFetch(env);
  const isOpenai = url.host === 'api.openai.com';
  const key = keyFor(url, env, 'OPENAI_API_KEY', 'EMBEDDER_AUTH');
  if (isOpenai && key === undefined) {
    const hint = 'export OPENAI_API_KEY=…   (for a compatible server set OPENAI_BASE_URL)';
    throw new CoraError('EMBEDDER_AUTH', 'The openai embedder needs a key: OPENAI_API_KEY is not set.', { hint });
  }
  const { model, dimensions } = spec;
  const name = isOpenai ? 'OpenAI' : `The server at ${url.host}`;
  return createRemoteEmbedder({
    name,
    spec,
    identity: [url.host],
    knownDimensions: isOpenai ? DIMENSIONS[model] : undefined,
    limits: LIMITS,
    keyVariable: 'OPENAI_API_KEY',
    hints: {
      unreachable: `check ${isOpenai ? 'the network' : `${variable} and that the server runs`}`,
      missing: `check the name of the model, and that ${variable} ends where /embeddings begins (usually /v1)`,
    },
    log,
    async request(texts, _kind, signal) {
      // base64 is a third of the bytes; compatible servers do not all know it.
      const body = {
        model,
        input: texts,
        encoding_format: isOpenai ? 'base64' : 'float',
        ...(dimensions === undefined ? {} : { dimensions }),
      };
      return embeddingsIn(await postJson({ url, body, key, fetch, policy, log, signal }), name);
    },
  });
}
