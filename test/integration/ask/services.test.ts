/** Ollama and OpenAI-compatible servers through the LanguageModel port: both protocols, good answers, every kind of bad one. */

import { afterEach, describe, expect } from 'vitest';
import { createModel, parseModelSpec } from '../../../src/ask/createModel.ts';
import type { CompletionEnd, CompletionRequest, LanguageModel } from '../../../src/base/answerTypes.ts';
import type { Log } from '../../../src/base/types.ts';
import { type AskedModel, type ModelAnswer, type ModelServer, serveModel } from '../../helpers/modelServer.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { FAST } from '../embed/serve.ts';

const KEY = 'sk-secret-0123456789';
const REQUEST: CompletionRequest = { system: 'Be short.', prompt: 'What is it?', maxTokens: 50, temperature: 0.1 };
let server: ModelServer;
let lines: string[] = [];
const log: Log = { info: (m) => lines.push(m), warn: (m) => lines.push(m), debug: (m) => lines.push(m) };

afterEach(async () => {
  await server.close();
  lines = [];
});

async function modelFor(
  spec: string,
  answer: (asked: AskedModel, number: number) => ModelAnswer,
  policy = FAST,
): Promise<LanguageModel> {
  server = await serveModel(answer);
  return createModel(parseModelSpec(spec), { ...server.env, OPENAI_API_KEY: KEY }, log, policy);
}

async function collect(model: LanguageModel, signal?: AbortSignal, request = REQUEST) {
  const pieces: string[] = [];
  const parts = model.complete(request, signal);
  for (;;) {
    const next = await parts.next();
    if (next.done) return { pieces, end: next.value as CompletionEnd };
    pieces.push(next.value);
  }
}

const good = (): ModelAnswer => ({ pieces: ['It ', 'is \u{1f600}', ' fine.'] });

describe.each(['ollama:tiny', 'openai:tiny'])('%s', (spec) => {
  quick.it('streams the answer and says what it cost', async () => {
    const model = await modelFor(spec, good);
    expect(await collect(model)).toEqual({
      pieces: ['It ', 'is \u{1f600}', ' fine.'],
      end: { promptTokens: 100, answerTokens: 20, cut: false },
    });
    const [asked] = server.asked;
    expect(asked).toMatchObject({ system: 'Be short.', prompt: 'What is it?' });
    expect(asked!.body).toMatchObject({ model: 'tiny', stream: true });
    expect(asked!.body).not.toHaveProperty('tools');
    expect(model).toMatchObject({ id: spec, isRemote: false, place: expect.stringContaining(server.host) });
  });

  quick.it.each<[string, string, RegExp]>([
    ['a line without an end', 'x'.repeat(2_000_000), /a line of more than 1000000 characters/],
    ['lines without an end', `${' '.repeat(99)}\n`.repeat(170_000), /an answer of more than 16000000 bytes/],
  ])('is left when it sends %s, and not asked again', async (_, text, message) => {
    const model = await modelFor(spec, () => ({ text }));
    await expect(collect(model)).rejects.toMatchObject({ code: 'MODEL', message: expect.stringMatching(message) });
    expect(server.asked).toHaveLength(1);
  });

  quick.it('takes no JSON of a depth that no answer has', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const model = await modelFor(spec, () => ({ text: `${deep}\ndata: ${deep}\n\n` }));
    await expect(collect(model)).rejects.toMatchObject({ code: 'MODEL' });
  });

  slow.it('is left when its whole time is up, however it goes on', async () => {
    const pieces = (async function* (): AsyncGenerator<string, void, undefined> {
      for (;;) {
        yield 'and ';
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const model = await modelFor(spec, () => ({ pieces }), { ...FAST, wholeMs: 300 });
    await expect(collect(model)).rejects.toMatchObject({
      code: 'MODEL',
      message: expect.stringContaining('no end of an answer within'),
    });
    await pieces.return(undefined);
  });

  quick.it('says that an answer was cut at its limit', async () => {
    const { end } = await collect(await modelFor(spec, () => ({ pieces: ['It'], finish: 'length' })));
    expect(end.cut).toBe(true);
  });

  quick.it('waits as long as Retry-After says, and tries again before the first piece', async () => {
    const busy = { status: 429, headers: { 'retry-after': '0' }, text: '{"error":{"message":"slow down"}}' };
    const model = await modelFor(spec, (_, number) => (number < 2 ? busy : good()));
    expect((await collect(model)).pieces.join('')).toBe('It is \u{1f600} fine.');
    expect(server.asked).toHaveLength(3);
  });

  quick.it('gives up at once when it is asked to wait longer than the policy allows', async () => {
    const model = await modelFor(spec, () => ({ status: 429, headers: { 'retry-after': '3600' }, text: '{}' }));
    await expect(collect(model)).rejects.toMatchObject({
      code: 'MODEL',
      message: expect.stringContaining('it asks to wait 3600 s'),
      hint: expect.stringContaining('wait'),
    });
    expect(server.asked).toHaveLength(1);
  });

  quick.it('does not ask again when the answer breaks off behind its first piece', async () => {
    const pieces: string[] = [];
    const model = await modelFor(spec, () => 'cut');
    await expect(
      (async () => {
        for await (const piece of model.complete(REQUEST)) pieces.push(piece);
      })(),
    ).rejects.toMatchObject({ code: 'MODEL' });
    expect(pieces).toEqual(['The beginning of']);
    expect(server.asked).toHaveLength(1);
  });

  slow.it('ends a request that gets no answer, and one that falls silent', async () => {
    const policy = { ...FAST, attempts: 2, timeoutMs: 500 };
    await expect(collect(await modelFor(spec, () => 'hang', policy))).rejects.toMatchObject({
      code: 'MODEL',
      message: expect.stringContaining('no answer within 0.5 s'),
    });
    expect(server.asked).toHaveLength(2);
    await server.close();
    await expect(collect(await modelFor(spec, () => 'silent', policy))).rejects.toMatchObject({ code: 'MODEL' });
    expect(server.asked).toHaveLength(1);
  });

  quick.it('is cancelled by the signal, and closes the connection', async () => {
    const cancel = new AbortController();
    const model = await modelFor(spec, () => 'silent');
    const parts = model.complete(REQUEST, cancel.signal);
    expect((await parts.next()).value).toBe('The beginning of');
    const next = parts.next();
    cancel.abort();
    await expect(next).rejects.toMatchObject({ code: 'ABORTED' });
    await server.asked[0]!.closed;
  });

  quick.it('closes the connection when nobody wants more', async () => {
    const model = await modelFor(spec, () => 'silent');
    for await (const piece of model.complete(REQUEST)) {
      expect(piece).toBe('The beginning of');
      break;
    }
    await server.asked[0]!.closed;
  });

  quick.it.each([
    ['text', 'No JSON at all'],
    ['an unfinished object', '{"message":{"content":"It'],
    ['an object of another kind', '[1,2]'],
    ['nothing', ''],
  ])('refuses %s for an answer', async (_, text) => {
    await expect(collect(await modelFor(spec, () => ({ text })))).rejects.toMatchObject({ code: 'MODEL' });
  });

  quick.it('passes on an error in the middle of a stream', async () => {
    const text =
      spec === 'ollama:tiny'
        ? '{"message":{"content":"It"}}\n{"error":"the model crashed"}\n'
        : 'data: {"choices":[{"delta":{"content":"It"}}]}\n\ndata: {"error":{"message":"the model crashed"}}\n\n';
    await expect(collect(await modelFor(spec, () => ({ text })))).rejects.toMatchObject({
      code: 'MODEL',
      message: expect.stringContaining('the model crashed'),
    });
  });

  quick.it('says which model is missing, and shows no key', async () => {
    const missing = { status: 404, text: `{"error":{"message":"model 'tiny' not found for ${KEY}"}}` };
    const error = await collect(await modelFor(spec, () => missing)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'MODEL_MISSING', message: expect.stringContaining('tiny') });
    if (spec === 'openai:tiny') expect(String(error) + lines.join()).not.toContain(KEY);
  });

  quick.it('says how to reach a server that is not there', async () => {
    const model = await modelFor(spec, good);
    await server.close();
    await expect(collect(model)).rejects.toMatchObject({
      code: 'MODEL',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    server = await serveModel(good);
  });
});

quick.describe('ollama', () => {
  quick.it('asks for a window that holds the prompt, and never for a smaller one again', async () => {
    const model = await modelFor('ollama:tiny', good);
    for (const length of [10, 20_000, 10]) await collect(model, undefined, { ...REQUEST, prompt: 'x'.repeat(length) });
    const windows = server.asked.map(({ body }) => (body.options as { num_ctx: number }).num_ctx);
    expect(windows).toEqual([4096, 8192, 8192]);
  });

  quick.it('knows that a cloud model leaves the machine', async () => {
    expect((await modelFor('ollama:gpt-oss:120b-cloud', good)).isRemote).toBe(true);
  });
});

quick.describe('openai', () => {
  quick.it('says in another way what a model refuses, once', async () => {
    const model = await modelFor('openai:tiny', ({ body }) => {
      if ('max_tokens' in body)
        return {
          status: 400,
          text: '{"error":{"message":"Unsupported parameter: \'max_tokens\'. Use \'max_completion_tokens\' instead."}}',
        };
      if ('temperature' in body)
        return { status: 400, text: '{"error":{"message":"temperature does not support 0.1"}}' };
      return good();
    });
    await collect(model);
    await collect(model);
    expect(server.asked).toHaveLength(4);
    expect(server.asked[3]!.body).toMatchObject({ max_completion_tokens: 50 });
    expect(server.asked[3]!.body).not.toHaveProperty('temperature');
  });

  quick.it('takes the answer of a server that does not stream', async () => {
    const whole = { choices: [{ message: { content: 'Whole.' }, finish_reason: 'stop' }], usage: { prompt_tokens: 3 } };
    const { pieces, end } = await collect(
      await modelFor('openai:tiny', () => ({ text: JSON.stringify(whole, null, 2) })),
    );
    expect(pieces).toEqual(['Whole.']);
    expect(end).toEqual({ promptTokens: 3, answerTokens: null, cut: false });
  });

  quick.it('sends the key as a bearer token, and says what to check when it is refused', async () => {
    const model = await modelFor('openai:tiny', () => ({ status: 401, text: `{"error":{"message":"bad ${KEY}"}}` }));
    await expect(collect(model)).rejects.toMatchObject({ code: 'MODEL_AUTH', hint: 'check OPENAI_API_KEY' });
    expect(server.asked[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  quick.it('needs a key at OpenAI', async () => {
    server = await serveModel(good);
    await expect(createModel(parseModelSpec('openai:gpt-5-mini'), {}, log)).rejects.toMatchObject({
      code: 'MODEL_AUTH',
      hint: expect.stringContaining('OPENAI_API_KEY'),
    });
  });
});
