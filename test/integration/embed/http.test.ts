/** Retries, timeouts, aborts and refusals, as any service may cause them; spoken to through the OpenAI provider. */

import { afterEach, describe, expect, it } from 'vitest';
import { CoraError } from '../../../src/base/errors.ts';
import type { Embedder, Log } from '../../../src/base/types.ts';
import { createEmbedder } from '../../../src/embed/createEmbedder.ts';
import { parseEmbedderSpec } from '../../../src/embed/parseEmbedderSpec.ts';
import type { HttpPolicy } from '../../../src/net/retrying.ts';
import { type Answer, type Asked, FAST, lengthIn, openaiAnswer, type Served, serve } from './serve.ts';

const KEY = 'sk-secret-0123456789';
let server: Served;
let lines: string[] = [];
const log: Log = { info: (m) => lines.push(m), warn: (m) => lines.push(m), debug: (m) => lines.push(m) };

afterEach(async () => {
  await server.close();
  lines = [];
});

async function embedderFor(
  answer: (asked: Asked, number: number) => Answer,
  policy: HttpPolicy = FAST,
): Promise<Embedder> {
  server = await serve(answer);
  const env = { OPENAI_API_KEY: KEY, CORA_OPENAI_BASE_URL: `${server.url}/v1` };
  return createEmbedder(parseEmbedderSpec('openai:tiny?dimensions=8'), env, log, policy);
}

const fine = ({ body }: Asked) => openaiAnswer(body, 8);

async function failure(promise: Promise<unknown>): Promise<CoraError> {
  const error = await promise.then(
    () => new Error('nothing was thrown'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CoraError);
  return error as CoraError;
}

/** Everything about the error that may reach a terminal, a log or a report. */
function everythingIn(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) parts.push(at.message, at.stack ?? '', JSON.stringify(at));
  return parts.join('\n');
}

describe('a service in passing trouble', () => {
  it('waits as long as Retry-After says after a 429, then goes on', async () => {
    const embedder = await embedderFor((asked, number) =>
      number === 0
        ? { status: 429, headers: { 'retry-after': '0' }, json: { error: { message: 'slow down' } } }
        : fine(asked),
    );
    const [vector] = await embedder.embed(['abc'], 'document');
    expect(lengthIn(vector)).toBe(3);
    expect(server.asked).toHaveLength(2);
    expect(lines.join('\n')).toContain('in 0 ms');
  });

  it('understands a Retry-After date and retry-after-ms', async () => {
    const embedder = await embedderFor((asked, number) => {
      if (number === 0) return { status: 503, headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, json: {} };
      if (number === 1) return { status: 429, headers: { 'retry-after-ms': '7', 'retry-after': '9999' }, json: {} };
      return fine(asked);
    });
    await embedder.embed(['abc'], 'document');
    expect(lines.filter((line) => / in \d+ ms/.test(line)).map((line) => / in (\d+) ms/.exec(line)![1])).toEqual([
      '0',
      '7',
    ]);
  });

  it('gives up at once when it is asked to wait longer than the policy allows', async () => {
    const embedder = await embedderFor(() => ({
      status: 429,
      headers: { 'retry-after': '3600' },
      json: { error: { message: 'daily limit' } },
    }));
    const error = await failure(embedder.embed(['abc'], 'document'));
    expect(error.code).toBe('EMBEDDER');
    expect(error.message).toMatch(/daily limit.*wait 3600 s/);
    expect(server.asked).toHaveLength(1);
  });

  it('doubles its waits, the same way every time', async () => {
    const embedder = await embedderFor(() => ({ status: 500, json: { error: 'oops' } }), { ...FAST, attempts: 4 });
    const error = await failure(embedder.embed(['abc'], 'document'));
    expect(error.message).toContain('oops');
    expect(lines.map((line) => / in (\d+) ms/.exec(line)?.[1])).toEqual(['1', '2', '4']);
    expect(server.asked).toHaveLength(4);
  });

  it('survives a 500, an answer cut short and one that is not JSON', async () => {
    const troubles: Answer[] = [{ status: 500, text: '<html>oops</html>' }, 'cut', { text: '{"data":[' }];
    const embedder = await embedderFor((asked, number) => troubles[number] ?? fine(asked), { ...FAST, attempts: 4 });
    const [vector] = await embedder.embed(['abcde'], 'document');
    expect(lengthIn(vector)).toBe(5);
    expect(server.asked).toHaveLength(4);
  });

  it('does not wait for ever for a server that hangs', async () => {
    const embedder = await embedderFor((asked, number) => (number === 0 ? 'hang' : fine(asked)), {
      ...FAST,
      // Where the machine is busy, more than one of them may be too late.
      attempts: 50,
      timeoutMs: 1000,
    });
    await embedder.embed(['abc'], 'document');
    expect(lines.join('\n')).toContain('no answer within 1 s');
    expect(server.asked.length).toBeGreaterThanOrEqual(2);
  });

  it('reports a server that hangs for good', async () => {
    const embedder = await embedderFor(() => 'hang', { ...FAST, attempts: 2, timeoutMs: 50 });
    const error = await failure(embedder.embed(['abc'], 'document'));
    expect(error.code).toBe('EMBEDDER');
    expect(error.message).toContain('no answer within');
    expect(error.hint).toContain('CORA_OPENAI_BASE_URL');
  });

  it.each([
    ['brackets', '['.repeat(1_000_000), 'JSON of more than 8 levels'],
    ['values', `[${'0,'.repeat(5_000_001)}0]`, 'JSON of more than 5000000 values'],
    ['bytes', ' '.repeat(100_700_000), 'larger than 100663296 bytes'],
  ])('takes no answer of too many %s, and does not ask again', async (_, text, message) => {
    const embedder = await embedderFor(() => ({ text }), { ...FAST, timeoutMs: 60_000 });
    const error = await failure(embedder.embed(['abc'], 'document'));
    expect(error.message).toContain(message);
    expect(server.asked).toHaveLength(1);
  });

  it('does not repeat what cannot heal: a bad request, an empty account', async () => {
    const embedder = await embedderFor((_, number) =>
      number === 0
        ? { status: 400, json: { error: { message: 'no such option' } } }
        : { status: 429, json: { error: { code: 'insufficient_quota', message: 'pay' } } },
    );
    expect((await failure(embedder.embed(['abc'], 'document'))).message).toContain('no such option');
    expect((await failure(embedder.embed(['abc'], 'document'))).message).toContain('insufficient_quota');
    expect(server.asked).toHaveLength(2);
    expect(lines).toEqual([]);
  });

  it('does not knock again where nobody listens', async () => {
    const embedder = await embedderFor(fine);
    await server.close();
    const error = await failure(embedder.embed(['abc'], 'document'));
    expect(error.message).toContain('ECONNREFUSED');
    expect(lines).toEqual([]);
    server = await serve(fine);
  });
});

describe('a refused key', () => {
  it.each([401, 403])('is EMBEDDER_AUTH after one request and names the variable (%i)', async (status) => {
    const embedder = await embedderFor(() => ({
      status,
      json: { error: { message: `Incorrect API key provided: ${KEY}` } },
    }));
    const error = await failure(embedder.embed(['abc'], 'document'));
    expect(error.code).toBe('EMBEDDER_AUTH');
    expect(error.hint).toContain('OPENAI_API_KEY');
    expect(server.asked).toHaveLength(1);
    expect(everythingIn(error)).not.toContain(KEY);
  });

  it('never shows the key, even where the server repeats it', async () => {
    const embedder = await embedderFor(({ headers }) => ({
      status: 500,
      json: { error: { message: `bad header ${headers.authorization}` } },
    }));
    const error = await failure(embedder.embed(['abc'], 'document'));
    expect(server.asked[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(error.message).toContain('[key]');
    expect(`${everythingIn(error)}\n${lines.join('\n')}`).not.toContain(KEY);
  });

  it('never sends the key after a redirect', async () => {
    const elsewhere = await serve(fine);
    const embedder = await embedderFor(() => ({
      status: 307,
      headers: { location: `${elsewhere.url}/v1/embeddings` },
      json: {},
    }));
    expect((await failure(embedder.embed(['abc'], 'document'))).message).toContain('redirect');
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });
});

describe('an interrupted run', () => {
  it('stops a request that is under way, and asks no more', async () => {
    const abort = new AbortController();
    const embedder = await embedderFor(() => {
      setImmediate(() => abort.abort());
      return 'hang';
    });
    const error = await failure(embedder.embed(['abc', 'def'], 'document', abort.signal));
    expect(error.code).toBe('ABORTED');
    expect(server.asked).toHaveLength(1);
  });

  it('stops a wait between attempts', async () => {
    const abort = new AbortController();
    const embedder = await embedderFor(
      () => {
        setTimeout(() => abort.abort(), 20);
        return { status: 503, headers: { 'retry-after': '600' }, json: {} };
      },
      { ...FAST, maxDelayMs: 3_600_000 },
    );
    const error = await failure(embedder.embed(['abc'], 'document', abort.signal));
    expect(error.code).toBe('ABORTED');
    expect(server.asked).toHaveLength(1);
  });

  it('asks nothing when it was interrupted before', async () => {
    const embedder = await embedderFor(fine);
    expect((await failure(embedder.embed(['abc'], 'document', AbortSignal.abort()))).code).toBe('ABORTED');
    expect(server.asked).toEqual([]);
  });
});

describe('batches', () => {
  it('keep the order, leave blank texts out and give them the zero vector', async () => {
    const embedder = await embedderFor(fine);
    const texts = Array.from({ length: 600 }, (_, at) => (at % 7 === 3 ? ' \n' : 'x'.repeat(at + 1)));
    const vectors = await embedder.embed(texts, 'document');
    vectors.forEach((vector, at) => {
      if (at % 7 === 3) expect([...vector]).toEqual(new Array(8).fill(0));
      else expect(lengthIn(vector)).toBe(at + 1);
    });
    expect(server.asked.map(({ body }) => (body.input as string[]).length)).toEqual([256, 256, 2]);
    expect(server.asked.some(({ body }) => (body.input as string[]).some((text) => text.trim() === ''))).toBe(false);
  });

  it.each([
    ['413', 413, 'payload'],
    ['a count', 422, 'batch size 64 > maximum allowed batch size 3'],
    ['tokens', 400, 'Requested 346134 tokens, max 300000 tokens per request'],
    ['tokens a minute', 429, 'Request too large for tiny on tokens per min (TPM): Limit 40000'],
  ])('are halved when the service refuses them for %s', async (_, status, message) => {
    const embedder = await embedderFor((asked) =>
      (asked.body.input as string[]).length > 3 ? { status, json: { error: { message } } } : fine(asked),
    );
    const texts = Array.from({ length: 20 }, (_, at) => 'y'.repeat(at + 1));
    const vectors = await embedder.embed(texts, 'document');
    expect(vectors.map(lengthIn)).toEqual(texts.map((text) => text.length));
  });

  it('stay small after the service has refused a large one', async () => {
    const embedder = await embedderFor((asked) =>
      (asked.body.input as string[]).length > 64 ? { status: 413, json: {} } : fine(asked),
    );
    const texts = new Array<string>(1024).fill('z');
    await embedder.embed(texts, 'document');
    await embedder.embed(texts, 'document');
    expect(server.asked.filter(({ body }) => (body.input as string[]).length > 64)).toHaveLength(3);
  });

  it('shorten one text until it fits, without cutting a letter in two', async () => {
    const refuse = { status: 400, json: { error: { message: "This model's maximum context length is 8192 tokens" } } };
    const embedder = await embedderFor((asked) =>
      (asked.body.input as string[])[0]!.length > 100 ? refuse : fine(asked),
    );
    const [vector] = await embedder.embed([`a${'😀'.repeat(200)}`], 'document');
    expect(lengthIn(vector)).toBeLessThanOrEqual(100);
    expect((server.asked.at(-1)!.body.input as string[])[0]).toMatch(/^a(😀)+$/u);
  });

  it('fail when not even a short text fits', async () => {
    const embedder = await embedderFor(() => ({ status: 413, json: { error: 'payload too large' } }));
    const error = await failure(embedder.embed(['a'.repeat(300)], 'document'));
    expect(error.message).toContain('payload too large');
    expect(server.asked.map(({ body }) => (body.input as string[])[0]!.length)).toEqual([300, 150, 75, 37]);
  });
});

describe('answers that would poison an index', () => {
  const dataOf = (embeddings: unknown[]): Answer => ({
    json: { data: embeddings.map((embedding, index) => ({ index, embedding })) },
  });
  it.each<[string, Answer, RegExp]>([
    ['too few vectors', dataOf([[1, 0, 0, 0, 0, 0, 0, 0]]), /1 vectors for 2 texts/],
    ['too many vectors', dataOf(new Array(3).fill([1, 0, 0, 0, 0, 0, 0, 0])), /3 vectors for 2 texts/],
    ['another length', dataOf(new Array(2).fill([1, 0, 0])), /3 numbers where 8/],
    ['null in a vector', dataOf(new Array(2).fill([1, null, 0, 0, 0, 0, 0, 0])), /finite/],
    ['a string in a vector', dataOf(new Array(2).fill([1, '2', 0, 0, 0, 0, 0, 0])), /finite/],
    ['numbers beyond measure', dataOf(new Array(2).fill([1e200, 0, 0, 0, 0, 0, 0, 0])), /finite/],
    [
      'NaN in base64',
      dataOf(new Array(2).fill(Buffer.from(new Float32Array(8).fill(Number.NaN).buffer).toString('base64'))),
      /finite/,
    ],
    ['base64 of half a number', dataOf(new Array(2).fill('AAAAAAA=')), /base64/],
    ['no embedding', dataOf([null, null]), /without embedding/],
    [
      'a repeated index',
      { json: { data: [0, 0].map((index) => ({ index, embedding: [1, 0, 0, 0, 0, 0, 0, 0] })) } },
      /index/,
    ],
    ['no data', { json: { ok: true } }, /no data/],
    ['null', { text: 'null' }, /no data/],
  ])('%s', async (_, answer, message) => {
    const embedder = await embedderFor(() => answer);
    const error = await failure(embedder.embed(['abc', 'de'], 'document'));
    expect(error.code).toBe('EMBEDDER');
    expect(error.message).toMatch(message);
    expect(server.asked).toHaveLength(1);
  });
});
