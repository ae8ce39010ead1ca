/**
 * Ollama's own API: POST /api/chat, answered by a line of JSON for each piece.
 *
 *   {"message":{"role":"assistant","content":"Opens"},"done":false}
 *   {"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop",
 *    "prompt_eval_count":26,"eval_count":298}
 */

import type { CompletionEnd, CompletionRequest } from '../base/answerTypes.ts';
import { createFetch } from '../net/createFetch.ts';
import { postForLines } from '../net/postJson.ts';
import { HttpFailure, messageIn, type Service } from '../net/retrying.ts';
import { isLoopback, ollamaUrl } from '../net/serviceAddress.ts';
import {
  type CreateModel,
  countOf,
  explaining,
  type Fields,
  misshapen,
  objectOf,
  readObject,
  textOf,
} from './modelProvider.ts';

/**
 * Ollama cuts a prompt to its window without a word, and loads the model anew for another window:
 * few sizes, powers of two.
 */
const SMALLEST_WINDOW = 4096;
/** Code has more characters to a token. */
const CHARACTERS_PER_TOKEN = 2.5;
/** A model that Ollama only passes on. */
const CLOUD = /[:-]cloud$/;

export const createOllamaModel: CreateModel = (id, model, { env, log, policy }) => {
  const base = ollamaUrl(env.OLLAMA_HOST);
  const fetch = createFetch(env);
  const service: Service = {
    name: `Ollama at ${base.host}`,
    model,
    keyVariable: 'OLLAMA_HOST',
    hints: {
      unreachable: 'start it with: ollama serve   (or set OLLAMA_HOST to where it runs)',
      missing: `ollama pull ${model}`,
    },
  };
  let window = SMALLEST_WINDOW;

  async function* ask(request: CompletionRequest, signal?: AbortSignal) {
    while (window < tokensAtMost(request)) window *= 2;
    const body = {
      model,
      messages: [
        { role: 'system', content: request.system },
        { role: 'user', content: request.prompt },
      ],
      stream: true,
      think: false,
      options: { temperature: request.temperature, num_predict: request.maxTokens, num_ctx: window },
    };
    for await (const line of postForLines({ url: new URL('api/chat', base), body, fetch, policy, log, signal })) {
      const fields = readObject(line);
      if (fields === null) throw misshapen(service, 'answered with something else than JSON');
      if (fields.error !== undefined) throw new HttpFailure(500, messageIn(line, undefined));
      const piece = textOf(objectOf(fields.message)?.content);
      if (piece !== '') yield piece;
      if (fields.done === true) return endOf(fields);
    }
    throw misshapen(service, 'stopped in the middle of its answer');
  }

  return {
    id,
    place: service.name,
    isRemote: !isLoopback(base) || CLOUD.test(model),
    complete: (request, signal) => explaining(service, ask(request, signal)),
  };
};

function tokensAtMost({ system, prompt, maxTokens }: CompletionRequest): number {
  return (system.length + prompt.length) / CHARACTERS_PER_TOKEN + maxTokens;
}

function endOf(fields: Fields): CompletionEnd {
  return {
    promptTokens: countOf(fields.prompt_eval_count),
    answerTokens: countOf(fields.eval_count),
    cut: fields.done_reason === 'length',
  };
}
