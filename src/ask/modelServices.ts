/**
 * The services that answer a prompt over HTTP, each a stream: OpenAI's API with the many that
 * speak it, and Ollama's.
 */

import type { CompletionEnd, CompletionRequest } from '../base/answerTypes.ts';
import { CoraError } from '../base/errors.ts';
import { createFetch } from '../net/createFetch.ts';
import { keyFor } from '../net/credentials.ts';
import { HttpFailure, messageIn, ollamaHints, postForLines, type Service } from '../net/retrying.ts';
import { isLoopback, ollamaUrl, openaiUrl } from '../net/serviceAddress.ts';
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

// OpenAI's chat completions, and any server that speaks them: vLLM, llama.cpp, LM Studio.
//
//   data: {"choices":[{"delta":{"content":"Opens"},"finish_reason":null}]}
//   data: {"choices":[],"usage":{"prompt_tokens":26,"completion_tokens":298}}
//   data: [DONE]

const OPENAI = 'https://api.openai.com/v1';

type Body = Record<string, unknown>;

/** Fields that some models and servers refuse by name, and how a request does without each. */
const CONCESSIONS: readonly { refused: RegExp; concede(body: Body): void }[] = [
  {
    refused: /max_completion_tokens/,
    concede: (body) => {
      body.max_completion_tokens = body.max_tokens;
      delete body.max_tokens;
    },
  },
  { refused: /temperature/, concede: (body) => delete body.temperature },
  { refused: /stream_options|include_usage/, concede: (body) => delete body.stream_options },
];

export const createOpenaiModel: CreateModel = (id, model, { env, log, policy }) => {
  const variable = env.CORA_OPENAI_BASE_URL ? 'CORA_OPENAI_BASE_URL' : 'OPENAI_BASE_URL';
  const url = openaiUrl(env[variable] || OPENAI, variable, '/chat/completions');
  const fetch = createFetch(env);
  const isOpenai = url.host === 'api.openai.com';
  const key = keyFor(url, env, 'OPENAI_API_KEY', 'MODEL_AUTH');
  if (isOpenai && key === undefined) {
    const hint = 'export OPENAI_API_KEY=…   (for a compatible server set OPENAI_BASE_URL)';
    throw new CoraError('MODEL_AUTH', `${id} needs a key: OPENAI_API_KEY is not set.`, { hint });
  }
  const service: Service = {
    name: isOpenai ? 'OpenAI' : `The server at ${url.host}`,
    model,
    keyVariable: 'OPENAI_API_KEY',
    hints: {
      unreachable: `check ${isOpenai ? 'the network' : `${variable} and that the server runs`}`,
      missing: `check the name of the model, and that ${variable} ends where /chat/completions begins (usually /v1)`,
    },
  };
  /** The ways of asking that are left out, because this server has refused them. */
  const conceded = new Set<(typeof CONCESSIONS)[number]>();

  async function* linesOf(request: CompletionRequest, signal?: AbortSignal): AsyncGenerator<string> {
    for (;;) {
      const body = bodyOf(model, request);
      for (const { concede } of conceded) concede(body);
      try {
        return yield* postForLines({ url, body, key, fetch, policy, log, signal });
      } catch (error) {
        const concession = concessionFor(error, conceded);
        if (concession === undefined) throw error;
        conceded.add(concession);
        log.debug(`${service.name}: ${(error as HttpFailure).said}; asked in another way`);
      }
    }
  }

  async function* ask(request: CompletionRequest, signal?: AbortSignal) {
    const end: CompletionEnd = { promptTokens: null, answerTokens: null, cut: false };
    let isFinished = false;
    for await (const event of eventsOf(linesOf(request, signal))) {
      if (event === DONE) {
        isFinished = true;
        break;
      }
      const fields = readObject(event);
      if (fields === null) throw misshapen(service, 'answered with something else than JSON');
      if (objectOf(fields.error) !== null) throw new HttpFailure(500, messageIn(event, key?.secret));
      const { piece, finish } = choiceIn(fields);
      if (piece !== '') yield piece;
      if (finish !== '') isFinished = true;
      if (finish === 'length') end.cut = true;
      const usage = objectOf(fields.usage);
      end.promptTokens = countOf(usage?.prompt_tokens) ?? end.promptTokens;
      end.answerTokens = countOf(usage?.completion_tokens) ?? end.answerTokens;
    }
    if (!isFinished) throw misshapen(service, 'stopped in the middle of its answer');
    return end;
  }

  return {
    id,
    place: service.name,
    isRemote: !isLoopback(url),
    complete: (request, signal) => explaining(service, ask(request, signal)),
  };
};

function bodyOf(model: string, request: CompletionRequest): Body {
  return {
    model,
    messages: messagesOf(request),
    temperature: request.temperature,
    max_tokens: request.maxTokens,
    stream: true,
    stream_options: { include_usage: true },
  };
}

function messagesOf({ system, prompt }: CompletionRequest) {
  return [
    { role: 'system', content: system },
    { role: 'user', content: prompt },
  ];
}

function concessionFor(error: unknown, conceded: ReadonlySet<unknown>) {
  if (!(error instanceof HttpFailure) || (error.status !== 400 && error.status !== 422)) return undefined;
  return CONCESSIONS.find((concession) => concession.refused.test(error.said) && !conceded.has(concession));
}

const DONE = '[DONE]';

/** The data of each event; a server that does not stream answers with one object. */
async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let plain = '';
  for await (const line of lines) {
    const data = /^data: ?(.*)$/.exec(line)?.[1];
    if (data !== undefined) yield data.trim();
    else if (plain !== '' || line.startsWith('{')) plain += line;
  }
  if (plain !== '') yield plain;
}

function choiceIn(fields: Fields): { piece: string; finish: string } {
  const choice = Array.isArray(fields.choices) ? objectOf(fields.choices[0]) : null;
  const piece = objectOf(choice?.delta) ?? objectOf(choice?.message);
  return { piece: textOf(piece?.content), finish: textOf(choice?.finish_reason) };
}

// Ollama's own API: POST /api/chat, answered by a line of JSON for each piece.
//
//   {"message":{"role":"assistant","content":"Opens"},"done":false}
//   {"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop",
//    "prompt_eval_count":26,"eval_count":298}

/**
 * Ollama cuts a prompt to its window, and loads the model anew for another size. So few sizes are
 * used, each twice the one before.
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
    hints: ollamaHints(model),
  };
  let window = SMALLEST_WINDOW;

  async function* ask(request: CompletionRequest, signal?: AbortSignal) {
    while (window < tokensAtMost(request)) window *= 2;
    const body = {
      model,
      messages: messagesOf(request),
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
