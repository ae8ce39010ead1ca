/** OpenAI's embeddings, and any server with a compatible /v1/embeddings (vLLM, llama.cpp, LM Studio, TEI, gateways). */

import { CoraError } from '../base/errors.ts';
import type { Embedder, Log } from '../base/types.ts';
import { createFetch } from '../net/createFetch.ts';
import { keyFor } from '../net/credentials.ts';
import { postJson } from '../net/postJson.ts';
import type { HttpPolicy } from '../net/retrying.ts';
import { openaiUrl } from '../net/serviceAddress.ts';
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

// What OpenAI, Voyage and all compatible servers answer.
//
//   {"data":[{"index":0,"embedding":[0.1,…]},{"index":1,"embedding":"zczMPQ…"}]}
//
// An embedding is a list of numbers, or base64 of little-endian float32.

/** Vectors by their `index`, which some servers use to answer out of order and some leave out.
 *  @throws CoraError EMBEDDER */
export function embeddingsIn(answer: unknown, name: string): ArrayLike<unknown>[] {
  const data = isRecord(answer) ? answer.data : undefined;
  if (!Array.isArray(data)) throw misshapen(name, 'has no data');
  const rows: ArrayLike<unknown>[] = [];
  data.forEach((item: unknown, position) => {
    if (!isRecord(item)) throw misshapen(name, 'has an item that is no object');
    const index = item.index ?? position;
    if (
      typeof index !== 'number' ||
      !Number.isInteger(index) ||
      index < 0 ||
      index >= data.length ||
      rows[index] !== undefined
    ) {
      throw misshapen(name, `has an impossible or repeated index (${String(index)})`);
    }
    rows[index] = numbersOf(item.embedding, name);
  });
  return rows;
}

function numbersOf(embedding: unknown, name: string): ArrayLike<unknown> {
  if (Array.isArray(embedding)) return embedding;
  if (typeof embedding !== 'string') throw misshapen(name, 'has an item without embedding');
  const bytes = Buffer.from(embedding, 'base64');
  if (bytes.length % 4 !== 0) throw misshapen(name, 'has an embedding that is not base64 of float32');
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function misshapen(name: string, what: string): CoraError {
  return new CoraError('EMBEDDER', `The answer of ${name} ${what}.`, {
    hint: 'check that the base URL is that of an /embeddings API (it usually ends in /v1)',
  });
}
