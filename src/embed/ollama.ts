/** Ollama's own API: POST /api/embed, or /api/embeddings of servers before 0.3, which takes one text at a time. */

import { CoraError } from '../base/errors.ts';
import type { Embedder, Log } from '../base/types.ts';
import { createFetch } from '../net/createFetch.ts';
import { postJson } from '../net/postJson.ts';
import { HttpFailure, type HttpPolicy } from '../net/retrying.ts';
import { ollamaUrl } from '../net/serviceAddress.ts';
import type { EmbedderSpec } from './parseEmbedderSpec.ts';
import { createRemoteEmbedder } from './remote.ts';

/** A local model answers slowly, so requests stay small; Ollama truncates each text to the model's window itself. */
const LIMITS = { texts: 64, tokens: 32_000, characters: 100_000 };

export async function createOllamaEmbedder(
  spec: EmbedderSpec,
  env: Record<string, string | undefined>,
  log: Log,
  policy: HttpPolicy,
): Promise<Embedder> {
  const base = ollamaUrl(env.OLLAMA_HOST);
  const fetch = createFetch(env);
  const { model, dimensions } = spec;
  const name = `Ollama at ${base.host}`;
  let isOld = false;

  const post = (path: string, body: unknown, signal?: AbortSignal) =>
    postJson({ url: new URL(path, base), body, fetch, policy, log, signal });

  async function embed(texts: readonly string[], signal?: AbortSignal): Promise<ArrayLike<unknown>[]> {
    const wished = dimensions === undefined ? {} : { dimensions };
    return vectorsIn(
      await post('api/embed', { model, input: texts, truncate: true, ...wished }, signal),
      'embeddings',
      name,
    );
  }

  async function embedOneByOne(texts: readonly string[], signal?: AbortSignal): Promise<ArrayLike<unknown>[]> {
    const vectors: ArrayLike<unknown>[] = [];
    for (const prompt of texts)
      vectors.push(vectorIn(await post('api/embeddings', { model, prompt }, signal), 'embedding', name));
    return vectors;
  }

  return createRemoteEmbedder({
    name,
    spec,
    identity: [],
    knownDimensions: undefined,
    limits: LIMITS,
    keyVariable: 'OLLAMA_HOST',
    hints: {
      unreachable: 'start it with: ollama serve   (or set OLLAMA_HOST to where it runs)',
      missing: `ollama pull ${model}`,
    },
    log,
    async request(texts, _kind, signal) {
      if (isOld) return embedOneByOne(texts, signal);
      try {
        return await embed(texts, signal);
      } catch (error) {
        if (!isMissingRoute(error)) throw error;
        isOld = true;
        log.debug(`${name} is old: one text at a time`);
        return embedOneByOne(texts, signal);
      }
    },
  });
}

/** A missing route is answered by the router (`404 page not found`); a missing model by name: `model "x" not found`. */
function isMissingRoute(error: unknown): boolean {
  return error instanceof HttpFailure && (error.status === 405 || (error.status === 404 && !/model/i.test(error.said)));
}

function vectorsIn(answer: unknown, field: string, name: string): ArrayLike<unknown>[] {
  const rows = fieldOf(answer, field);
  if (!Array.isArray(rows) || !rows.every((row) => Array.isArray(row))) throw misshapen(name, field);
  return rows;
}

function vectorIn(answer: unknown, field: string, name: string): ArrayLike<unknown> {
  const row = fieldOf(answer, field);
  if (!Array.isArray(row)) throw misshapen(name, field);
  return row;
}

function fieldOf(answer: unknown, field: string): unknown {
  return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>)[field] : undefined;
}

function misshapen(name: string, field: string): CoraError {
  return new CoraError('EMBEDDER', `${name} answered without ${field}.`, {
    hint: 'check that OLLAMA_HOST is the address of an Ollama server',
  });
}
