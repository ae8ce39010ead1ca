/**
 * Embedders behind HTTP: OpenAI and every server with a compatible /v1/embeddings (vLLM, llama.cpp,
 * LM Studio, TEI, gateways), Voyage AI (voyage-code-3 and others), and Ollama; and the code that
 * they share.
 */

import { CoraError } from '../base/errors.ts';
import { fingerprintOf } from '../base/identity.ts';
import type { Embedder, Environment, Log } from '../base/types.ts';
import { createFetch } from '../net/createFetch.ts';
import { keyFor } from '../net/credentials.ts';
import {
  DEFAULT_HTTP,
  explainFailure,
  type FailureWords,
  HttpFailure,
  type HttpPolicy,
  ollamaHints,
  postJson,
  type Service,
} from '../net/retrying.ts';
import { ollamaUrl, openaiUrl } from '../net/serviceAddress.ts';
import { type BatchLimits, batchEnd, embedFilled, smallerLimits, truncateText, unitVectors } from './batches.ts';
import { type EmbedderSpec, embedderId } from './parseEmbedderSpec.ts';

type TextKind = 'document' | 'query';

/**
 * A service with OpenAI's protocol. Compatible servers need no key, and their names of models say
 * nothing about dimensions.
 */
interface OpenaiLike {
  base: string;
  /** Variables that may name another base URL; the first one that is set counts. */
  baseVariables: readonly string[];
  isOwn(url: URL): boolean;
  name(host: string, isOwn: boolean): string;
  identity(host: string): string[];
  limits: BatchLimits;
  keyVariable: 'OPENAI_API_KEY' | 'VOYAGE_API_KEY';
  keyHint: string;
  /**
   * The length of each model's vectors unless the request asks for another. It saves a probe
   * request.
   */
  dimensions: Readonly<Record<string, number>>;
  hints(variable: string, isOwn: boolean): { unreachable: string; missing: string };
  body(kind: TextKind, dimensions: number | undefined, isOwn: boolean): object;
}

const OPENAI_LIKE: Readonly<Record<'openai' | 'voyage', OpenaiLike>> = {
  openai: {
    base: 'https://api.openai.com/v1',
    baseVariables: ['CORA_OPENAI_BASE_URL', 'OPENAI_BASE_URL'],
    isOwn: ({ host }) => host === 'api.openai.com',
    name: (host, isOwn) => (isOwn ? 'OpenAI' : `The server at ${host}`),
    identity: (host) => [host],
    // OpenAI takes 2,048 texts and 300,000 tokens, and 8,191 for one text. A smaller request costs
    // less to repeat.
    limits: { texts: 256, tokens: 100_000, characters: 32_000 },
    keyVariable: 'OPENAI_API_KEY',
    keyHint: 'export OPENAI_API_KEY=…   (for a compatible server set OPENAI_BASE_URL)',
    dimensions: { 'text-embedding-3-small': 1536, 'text-embedding-3-large': 3072, 'text-embedding-ada-002': 1536 },
    hints: (variable, isOwn) => ({
      unreachable: `check ${isOwn ? 'the network' : `${variable} and that the server runs`}`,
      missing: `check the name of the model, and that ${variable} ends where /embeddings begins (usually /v1)`,
    }),
    // base64 takes a third of the bytes, but not all compatible servers know it.
    body: (_, dimensions, isOwn) => ({ encoding_format: isOwn ? 'base64' : 'float', dimensions }),
  },
  voyage: {
    base: 'https://api.voyageai.com/v1',
    baseVariables: ['CORA_VOYAGE_BASE_URL'],
    isOwn: () => true,
    name: (host) => `Voyage AI at ${host}`,
    identity: () => [],
    // Voyage takes 1,000 texts and for voyage-code-3 120,000 tokens, and 32,000 for one text. Its
    // vocabulary makes the most tokens.
    limits: { texts: 256, tokens: 80_000, characters: 100_000 },
    keyVariable: 'VOYAGE_API_KEY',
    keyHint: 'export VOYAGE_API_KEY=…',
    dimensions: { 'voyage-code-3': 1024 },
    hints: () => ({ unreachable: 'check the network', missing: 'check the name of the model' }),
    body: (kind, dimensions) => ({ input_type: kind, truncation: true, output_dimension: dimensions }),
  },
};

type Create = (spec: EmbedderSpec, env: Environment, log: Log, policy?: HttpPolicy) => Promise<Embedder>;

export const createOpenaiLikeEmbedder: Create = async (spec, env, log, policy = DEFAULT_HTTP) => {
  const { provider, model, dimensions } = spec;
  const service = OPENAI_LIKE[provider as keyof typeof OPENAI_LIKE];
  const { keyVariable, limits } = service;
  const variable = service.baseVariables.find((name) => env[name]) ?? service.baseVariables.at(-1)!;
  const url = openaiUrl(env[variable] || service.base, variable, '/embeddings');
  const fetch = createFetch(env);
  const isOwn = service.isOwn(url);
  const key = keyFor(url, env, keyVariable, 'EMBEDDER_AUTH');
  if (isOwn && key === undefined) {
    const message = `The ${provider} embedder needs a key: ${keyVariable} is not set.`;
    throw new CoraError('EMBEDDER_AUTH', message, { hint: service.keyHint });
  }
  const name = service.name(url.host, isOwn);
  return createRemoteEmbedder({
    ...{ name, spec, limits, keyVariable, log },
    identity: service.identity(url.host),
    knownDimensions: isOwn ? service.dimensions[model] : undefined,
    hints: service.hints(variable, isOwn),
    async request(texts, kind, signal) {
      const body = { model, input: texts, ...service.body(kind, dimensions, isOwn) };
      return embeddingsIn(await postJson({ url, body, key, fetch, policy, log, signal }), name);
    },
  });
};

// Reads the answers of OpenAI, Voyage and all compatible servers.
//
//   {"data":[{"index":0,"embedding":[0.1,…]},{"index":1,"embedding":"zczMPQ…"}]}
//
// An embedding is a list of numbers, or base64 of little-endian float32.

/**
 * Returns vectors by their `index`. Some servers answer out of order, some leave it out.
 * @throws CoraError EMBEDDER
 */
function embeddingsIn(answer: unknown, name: string): ArrayLike<unknown>[] {
  const data = fieldOf(answer, 'data');
  if (!Array.isArray(data)) throw misshapen(name, 'has no data');
  const rows: ArrayLike<unknown>[] = [];
  data.forEach((item: unknown, position) => {
    if (typeof item !== 'object' || item === null) throw misshapen(name, 'has an item that is no object');
    const index = fieldOf(item, 'index') ?? position;
    const isFree = Number.isInteger(index) && Number(index) in data && rows[Number(index)] === undefined;
    if (!isFree) throw misshapen(name, `has an impossible or repeated index (${String(index)})`);
    rows[Number(index)] = numbersOf(fieldOf(item, 'embedding'), name);
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

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined;
}

function misshapen(name: string, what: string): CoraError {
  return new CoraError('EMBEDDER', `The answer of ${name} ${what}.`, {
    hint: 'check that the base URL is that of an /embeddings API (it usually ends in /v1)',
  });
}

// Ollama's own API: POST /api/embed, which servers have since 0.3.

/** A local model answers slowly, so requests are small. Ollama truncates each text itself. */
const OLLAMA_LIMITS = { texts: 64, tokens: 32_000, characters: 100_000 };

export const createOllamaEmbedder: Create = async (spec, env, log, policy = DEFAULT_HTTP) => {
  const base = ollamaUrl(env.OLLAMA_HOST);
  const fetch = createFetch(env);
  const { model, dimensions } = spec;
  const name = `Ollama at ${base.host}`;
  return createRemoteEmbedder({
    ...{ name, spec, log, identity: [], knownDimensions: undefined, limits: OLLAMA_LIMITS, keyVariable: 'OLLAMA_HOST' },
    hints: {
      ...ollamaHints(model),
      missing: `ollama pull ${model}   (an Ollama before 0.3 has to be updated first)`,
    },
    async request(texts, _kind, signal) {
      const body = { model, input: texts, truncate: true, dimensions };
      const answer = await postJson({ url: new URL('api/embed', base), body, fetch, policy, log, signal });
      const rows = fieldOf(answer, 'embeddings');
      if (Array.isArray(rows) && rows.every((row) => Array.isArray(row))) return rows;
      throw withoutEmbeddings(name);
    },
  });
};

function withoutEmbeddings(name: string): CoraError {
  return new CoraError('EMBEDDER', `${name} answered without embeddings.`, {
    hint: 'check that OLLAMA_HOST is the address of an Ollama server',
  });
}

// The code that all embedders behind HTTP share: batches, the probe for the dimensions, texts that
// are too large, blank texts, and errors with advice. A provider has its limits, its texts and one
// request.

export interface RemoteService extends Omit<Service, 'model'> {
  spec: EmbedderSpec;
  /** Further values that make its vectors different from others; never a key. */
  identity: readonly string[];
  /**
   * Undefined if neither the setting nor the service's documentation tells; then a probe request
   * does.
   */
  knownDimensions: number | undefined;
  limits: BatchLimits;
  /**
   * Sends one request: a vector for each text, in order. Throws HttpFailure, or CoraError for an
   * answer of another form.
   */
  request(texts: readonly string[], kind: 'document' | 'query', signal?: AbortSignal): Promise<ArrayLike<unknown>[]>;
  log: Log;
}

/** Raise it when the same text would be cut, checked or scaled differently. */
const REMOTE_VERSION = 1;

/** A text this short that still does not fit will never fit. */
const MIN_CHARACTERS = 64;

async function createRemoteEmbedder(service: RemoteService): Promise<Embedder> {
  const { provider, model } = service.spec;
  const dimensions = service.spec.dimensions ?? service.knownDimensions ?? (await probe(service));
  let limits = service.limits;

  /** Halves the batch, then the text, until the service takes it. */
  async function embedBatch(
    texts: string[],
    kind: 'document' | 'query',
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    try {
      return unitVectors(await service.request(texts, kind, signal), texts.length, dimensions, service.name);
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      const only = texts.length === 1 ? texts[0]! : null;
      if (!error.tooLarge || (only !== null && only.length <= MIN_CHARACTERS)) throw explain(error, service);
      if (only !== null) {
        service.log.debug(`${service.name}: a text of ${only.length} characters is too long; embedding its first half`);
        return embedBatch([truncateText(only, only.length >> 1)], kind, signal);
      }
      limits = smallerLimits(limits, texts);
      const half = texts.length >> 1;
      return [
        ...(await embedBatch(texts.slice(0, half), kind, signal)),
        ...(await embedBatch(texts.slice(half), kind, signal)),
      ];
    }
  }

  return {
    id: embedderId(service.spec),
    dimensions,
    fingerprint: fingerprintOf([provider, REMOTE_VERSION, model, dimensions, ...service.identity]),
    embed: (texts, kind, signal) =>
      embedFilled(texts, dimensions, async (filled) => {
        const vectors: Float32Array[] = [];
        const cut = filled.map((text) => truncateText(text, limits.characters));
        while (vectors.length < cut.length) {
          const from = vectors.length;
          vectors.push(...(await embedBatch(cut.slice(from, batchEnd(cut, from, limits)), kind, signal)));
          service.log.debug(`${service.name}: ${vectors.length} of ${cut.length} texts embedded`);
        }
        return vectors;
      }),
  };
}

async function probe(service: RemoteService): Promise<number> {
  try {
    const [vector] = unitVectors(await service.request(['dimensions'], 'document'), 1, null, service.name);
    return vector!.length;
  } catch (error) {
    throw error instanceof HttpFailure ? explain(error, service) : error;
  }
}

const WORDS: FailureWords = {
  codes: { failed: 'EMBEDDER', refused: 'EMBEDDER_AUTH', missing: 'EMBEDDER' },
  hints: {
    quota: 'wait, or check the quota of this key; what was embedded so far is kept by the next run',
    failed: 'run again; if it stays, choose another model with --embedder',
  },
};

function explain(failure: HttpFailure, service: RemoteService): CoraError {
  return explainFailure(failure, { ...service, model: service.spec.model }, WORDS);
}
