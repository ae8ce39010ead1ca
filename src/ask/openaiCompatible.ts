/**
 * OpenAI's chat completions, and any server that speaks them (vLLM, llama.cpp, LM Studio,
 * gateways): server-sent events.
 *
 *   data: {"choices":[{"delta":{"content":"Opens"},"finish_reason":null}]}
 *   data: {"choices":[],"usage":{"prompt_tokens":26,"completion_tokens":298}}
 *   data: [DONE]
 */

import type { CompletionEnd, CompletionRequest } from '../base/answerTypes.ts';
import { CoraError } from '../base/errors.ts';
import { createFetch } from '../net/createFetch.ts';
import { keyFor } from '../net/credentials.ts';
import { postForLines } from '../net/postJson.ts';
import { HttpFailure, messageIn, type Service } from '../net/retrying.ts';
import { isLoopback, openaiUrl } from '../net/serviceAddress.ts';
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

const OPENAI = 'https://api.openai.com/v1';

type Body = Record<string, unknown>;

/**
 * Newer models of OpenAI and older servers refuse a field by its name: it is said in another way,
 * or not at all.
 */
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

function bodyOf(model: string, { system, prompt, temperature, maxTokens }: CompletionRequest): Body {
  return {
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ],
    temperature,
    max_tokens: maxTokens,
    stream: true,
    stream_options: { include_usage: true },
  };
}

function concessionFor(error: unknown, conceded: ReadonlySet<unknown>) {
  if (!(error instanceof HttpFailure) || (error.status !== 400 && error.status !== 422)) return undefined;
  return CONCESSIONS.find((concession) => concession.refused.test(error.said) && !conceded.has(concession));
}

const DONE = '[DONE]';

/**
 * The data of each event; a server that does not stream answers with one object, perhaps over
 * several lines.
 */
async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let plain = '';
  for await (const line of lines) {
    const data = /^data: ?(.*)$/.exec(line)?.[1];
    if (data !== undefined) yield data.trim();
    else if (plain !== '' || line.startsWith('{')) plain += line;
  }
  if (plain !== '') yield plain;
}

/** Reads one choice of the answer, streamed or whole. */
function choiceIn(fields: Fields): { piece: string; finish: string } {
  const choice = Array.isArray(fields.choices) ? objectOf(fields.choices[0]) : null;
  const piece = objectOf(choice?.delta) ?? objectOf(choice?.message);
  return { piece: textOf(piece?.content), finish: textOf(choice?.finish_reason) };
}
