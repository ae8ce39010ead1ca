/** Each service's own protocol: what is sent, what is understood, what is said when something is missing. */

import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { Embedder } from '../../../src/base/types.ts';
import { createEmbedder } from '../../../src/embed/createEmbedder.ts';
import { parseEmbedderSpec } from '../../../src/embed/parseEmbedderSpec.ts';
import { type Answer, type Asked, FAST, lengthIn, openaiAnswer, type Served, serve, vectorOf } from './serve.ts';

const servers: Served[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function started(answer: (asked: Asked, number: number) => Answer): Promise<Served> {
  const server = await serve(answer);
  servers.push(server);
  return server;
}

const create = (setting: string, env: Record<string, string>): Promise<Embedder> =>
  createEmbedder(parseEmbedderSpec(setting), env, silentLog, FAST);

const length = (vector: Float32Array | undefined) => Math.hypot(...vector!);

describe('ollama', () => {
  const answer = ({ body }: Asked): Answer => ({
    json: {
      model: body.model,
      embeddings: (body.input as string[]).map((text) =>
        vectorOf(text, (body.dimensions as number) ?? 4).map((x) => 3 * x),
      ),
    },
  });

  it('learns the dimensions by a probe and sends batches to /api/embed', async () => {
    const server = await started(answer);
    const embedder = await create('ollama:nomic-embed-text:v1.5', { OLLAMA_HOST: server.host });
    expect(embedder).toMatchObject({ id: 'ollama:nomic-embed-text:v1.5', dimensions: 4 });
    const vectors = await embedder.embed(['ab', 'abcd'], 'query');
    expect(vectors.map(lengthIn)).toEqual([2, 4]);
    for (const vector of vectors) expect(length(vector)).toBeCloseTo(1, 6);
    expect(server.asked.map(({ path, body }) => [path, body])).toEqual([
      ['/api/embed', { model: 'nomic-embed-text:v1.5', input: ['dimensions'], truncate: true }],
      ['/api/embed', { model: 'nomic-embed-text:v1.5', input: ['ab', 'abcd'], truncate: true }],
    ]);
    expect(server.asked[0]!.headers.authorization).toBeUndefined();
  });

  it('asks for the wished dimensions, without a probe, and refuses others', async () => {
    const server = await started((asked, number) =>
      number === 0 ? answer(asked) : { json: { embeddings: [[1, 0, 0]] } },
    );
    const embedder = await create('ollama:m?dimensions=16', { OLLAMA_HOST: server.url });
    expect(server.asked).toEqual([]);
    expect(embedder.id).toBe('ollama:m?dimensions=16');
    expect((await embedder.embed(['abc'], 'document'))[0]).toHaveLength(16);
    expect(server.asked[0]!.body.dimensions).toBe(16);
    await expect(embedder.embed(['abc'], 'document')).rejects.toMatchObject({
      code: 'EMBEDDER',
      message: expect.stringContaining('3 numbers where 16'),
    });
  });

  it('names the pull command for a model that is not there', async () => {
    const server = await started(() => ({
      status: 404,
      json: { error: 'model "nomic" not found, try pulling it first' },
    }));
    await expect(create('ollama:nomic', { OLLAMA_HOST: server.url })).rejects.toMatchObject({
      code: 'EMBEDDER',
      hint: 'ollama pull nomic   (an Ollama before 0.3 has to be updated first)',
    });
    expect(server.asked).toHaveLength(1);
  });

  it('shortens a text that the server does not truncate itself', async () => {
    const server = await started((asked) =>
      (asked.body.input as string[])[0]!.length > 200
        ? { status: 400, json: { error: 'the input length exceeds the context length' } }
        : answer(asked),
    );
    const embedder = await create('ollama:m', { OLLAMA_HOST: server.url });
    expect((await embedder.embed(['x'.repeat(640)], 'document')).map(lengthIn)).toEqual([160]);
  });

  it('says how to start a server that does not run', async () => {
    const server = await serve(answer);
    await server.close();
    await expect(create('ollama:m', { OLLAMA_HOST: server.host })).rejects.toMatchObject({
      code: 'EMBEDDER',
      hint: expect.stringContaining('ollama serve'),
    });
  });

  it('refuses an answer of another shape', async () => {
    const server = await started(() => ({ json: { embeddings: [1, 2, 3] } }));
    await expect(create('ollama:m', { OLLAMA_HOST: server.url })).rejects.toMatchObject({
      code: 'EMBEDDER',
      hint: expect.stringContaining('OLLAMA_HOST'),
    });
  });

  it('has one fingerprint for one model, wherever it runs, and another for other dimensions', async () => {
    const [one, two] = [await started(answer), await started(answer)];
    const first = await create('ollama:m', { OLLAMA_HOST: one.url });
    expect((await create('ollama:m', { OLLAMA_HOST: two.url })).fingerprint).toBe(first.fingerprint);
    expect((await create('ollama:m?dimensions=16', { OLLAMA_HOST: two.url })).fingerprint).not.toBe(first.fingerprint);
    expect((await create('ollama:n', { OLLAMA_HOST: two.url })).fingerprint).not.toBe(first.fingerprint);
  });
});

describe('openai', () => {
  it('speaks to any compatible endpoint, without a key where there is none', async () => {
    const server = await started(({ body }) => openaiAnswer(body));
    const embedder = await create('openai:bge-small', { OPENAI_BASE_URL: `${server.url}/v1/` });
    expect(embedder.dimensions).toBe(4);
    await embedder.embed(['abc'], 'document');
    expect(server.asked[1]).toMatchObject({
      path: '/v1/embeddings',
      body: { model: 'bge-small', input: ['abc'], encoding_format: 'float' },
    });
    expect(server.asked[1]!.body).not.toHaveProperty('dimensions');
    expect(server.asked[1]!.headers.authorization).toBeUndefined();
  });

  it('passes dimensions on and prefers CORA_OPENAI_BASE_URL', async () => {
    const [ours, theirs] = [
      await started(({ body }) => openaiAnswer(body, 8)),
      await started(() => ({ status: 500, json: {} })),
    ];
    const env = { CORA_OPENAI_BASE_URL: `${ours.url}/v1`, OPENAI_BASE_URL: `${theirs.url}/v1`, OPENAI_API_KEY: 'k' };
    await (await create('openai:m?dimensions=8', env)).embed(['abc'], 'document');
    expect(ours.asked[0]!.body.dimensions).toBe(8);
    expect(theirs.asked).toEqual([]);
  });

  it('reads base64, and sorts by index', async () => {
    const base64 = (text: string) => Buffer.from(new Float32Array(vectorOf(text, 8)).buffer).toString('base64');
    const server = await started(({ body }) => ({
      json: { data: (body.input as string[]).map((text, index) => ({ index, embedding: base64(text) })).reverse() },
    }));
    const embedder = await create('openai:m?dimensions=8', { OPENAI_BASE_URL: `${server.url}/v1` });
    expect((await embedder.embed(['a', 'abc', 'abcdef'], 'document')).map(lengthIn)).toEqual([1, 3, 6]);
  });

  it('goes by position where there is no index', async () => {
    const server = await started(({ body }) => ({
      json: { data: (body.input as string[]).map((text) => ({ embedding: vectorOf(text) })) },
    }));
    const embedder = await create('openai:m', { OPENAI_BASE_URL: `${server.url}/v1` });
    expect((await embedder.embed(['a', 'abc'], 'document')).map(lengthIn)).toEqual([1, 3]);
  });

  it('has a fingerprint that knows the host and not the key', async () => {
    const [one, two] = [
      await started(({ body }) => openaiAnswer(body)),
      await started(({ body }) => openaiAnswer(body)),
    ];
    const at = (server: Served, key: string) =>
      create('openai:m', { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: key });
    const first = (await at(one, 'key-1')).fingerprint;
    expect((await at(one, 'key-2')).fingerprint).toBe(first);
    expect((await at(two, 'key-1')).fingerprint).not.toBe(first);
  });

  it('says where to look when the path or the model is wrong', async () => {
    const server = await started(() => ({
      status: 404,
      json: { error: { code: 'model_not_found', message: 'no such model' } },
    }));
    await expect(create('openai:m', { OPENAI_BASE_URL: server.url })).rejects.toMatchObject({
      code: 'EMBEDDER',
      message: expect.stringContaining('no such model'),
      hint: expect.stringContaining('OPENAI_BASE_URL'),
    });
  });
});

describe('voyage', () => {
  const env = (server: Served) => ({ VOYAGE_API_KEY: 'pa-secret', CORA_VOYAGE_BASE_URL: `${server.url}/v1` });

  it('embeds documents and queries differently', async () => {
    const server = await started(({ body }) => openaiAnswer(body, 1024));
    const embedder = await create('voyage:voyage-code-3', env(server));
    expect(embedder).toMatchObject({ id: 'voyage:voyage-code-3', dimensions: 1024 });
    await embedder.embed(['abc'], 'document');
    await embedder.embed(['abc'], 'query');
    expect(
      server.asked.map(({ path, body, headers }) => [path, body.input_type, body.truncation, headers.authorization]),
    ).toEqual([
      ['/v1/embeddings', 'document', true, 'Bearer pa-secret'],
      ['/v1/embeddings', 'query', true, 'Bearer pa-secret'],
    ]);
    expect(server.asked[0]!.body).not.toHaveProperty('output_dimension');
  });

  it('asks for the wished output_dimension', async () => {
    const server = await started(({ body }) => openaiAnswer(body, body.output_dimension as number));
    const embedder = await create('voyage:voyage-code-3?dimensions=256', env(server));
    expect((await embedder.embed(['abc'], 'document'))[0]).toHaveLength(256);
  });

  it('halves a batch with too many tokens, as Voyage words it', async () => {
    const detail =
      "Request to model 'voyage-code-3' failed. The max allowed tokens per submitted batch is 120000. Your batch has 124417 tokens after truncation.";
    const server = await started(({ body }) =>
      (body.input as string[]).length > 2 ? { status: 400, json: { detail } } : openaiAnswer(body, 1024),
    );
    const embedder = await create('voyage:voyage-code-3', env(server));
    expect((await embedder.embed(['a', 'ab', 'abc', 'abcd'], 'document')).map(lengthIn)).toEqual([1, 2, 3, 4]);
    expect(server.asked.map(({ body }) => (body.input as string[]).length)).toEqual([4, 2, 2]);
  });
});

describe('without what they need', () => {
  it.each([
    ['voyage:voyage-code-3', {}, 'EMBEDDER_AUTH', 'VOYAGE_API_KEY'],
    ['openai:text-embedding-3-small', {}, 'EMBEDDER_AUTH', 'OPENAI_API_KEY'],
    ['openai:text-embedding-3-small', { OPENAI_API_KEY: '  ' }, 'EMBEDDER_AUTH', 'OPENAI_API_KEY'],
    ['openai:text-embedding-3-small', { OPENAI_API_KEY: 'a b' }, 'EMBEDDER_AUTH', 'OPENAI_API_KEY'],
    ['openai:m', { OPENAI_BASE_URL: 'localhost' }, 'CONFIG', 'OPENAI_BASE_URL'],
    ['openai:m', { CORA_OPENAI_BASE_URL: 'http://me:pass@host/v1' }, 'CONFIG', 'CORA_OPENAI_BASE_URL'],
    ['openai:m', { OPENAI_BASE_URL: 'file:///etc' }, 'CONFIG', 'OPENAI_BASE_URL'],
    ['ollama:m', { OLLAMA_HOST: 'http://[' }, 'CONFIG', 'OLLAMA_HOST'],
  ])('%s with %o: %s that names %s', async (setting, env, code, variable) => {
    const error = await create(setting, env as Record<string, string>).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    expect(String(error)).toContain(variable);
    expect(String(error)).not.toContain('pass@');
  });

  it('OpenAI itself needs no probe for the models that it documents', async () => {
    const small = await create('openai:text-embedding-3-small', { OPENAI_API_KEY: 'k' });
    expect(small.dimensions).toBe(1536);
    expect((await create('openai:text-embedding-3-small?dimensions=512', { OPENAI_API_KEY: 'k' })).dimensions).toBe(
      512,
    );
  });
});
