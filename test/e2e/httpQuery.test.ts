/** Questions over HTTP to a server whose language model is made by the test: whole answers, streams, ends in the middle. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { EVENTS, queryAnswer } from '../../src/server/schemas/search.ts';
import { type ModelAnswer, type ModelServer, serveModel } from '../helpers/modelServer.ts';
import type { TempRepo } from '../helpers/tempRepo.ts';
import { indexed, shopRepo } from './cliShell.ts';
import { type Failure, type Server, startServer } from './httpClient.ts';

const QUESTION = { query: 'how is the total computed?', n_results: 3 };

let model: ModelServer;
let repo: TempRepo;
let env: NodeJS.ProcessEnv;
let server: Server;
let answer: ModelAnswer;

beforeAll(async () => {
  model = await serveModel(() => answer);
  repo = shopRepo();
  env = { ...repo.env, ...model.env, CORA_EMBEDDER: 'hash' };
  await indexed({ ...repo, env });
  server = await startModelServer();
});
afterAll(async () => {
  await server.stop();
  await model.close();
});

const startModelServer = () => startServer({ cwd: repo.dir, env, args: ['--model', 'ollama:tiny'] });

interface Told {
  event: keyof typeof NAMES;
  data: unknown;
}
const NAMES = { sources: 'SourcesEvent', text: 'TextEvent', end: 'EndEvent', failed: 'FailedEvent' } as const;

/** The events of a stream, each held against its schema. @param see is called after each */
async function stream(
  { url }: Server,
  body: unknown,
  see: (all: Told[]) => void = () => undefined,
  signal?: AbortSignal,
) {
  const response = await fetch(`${url}/query/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const told: Told[] = [];
  let rest = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + piece).split('\n\n');
    rest = parts.pop()!;
    for (const part of parts.filter((text) => text.startsWith('event:'))) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(part) as unknown as [string, Told['event'], string];
      const schema: z.ZodType = EVENTS[NAMES[event]];
      const value: unknown = JSON.parse(data);
      expect(schema.parse(value)).toEqual(value);
      told.push({ event, data: value });
      see(told);
    }
  }
  return told;
}

const endOf = (told: readonly Told[]) => told.at(-1)!.data as z.infer<(typeof EVENTS)['FailedEvent']>;

describe('POST /query with a model', () => {
  it('answers with citations, and marks those that the model made up', async () => {
    const said = 'The sum of all prices (src/cart.ts:12-15), see also src/nowhere.ts:3-4.';
    answer = { pieces: said.split(/(?= )/) };
    const { status, body } = await server.call('POST', '/query', QUESTION);
    expect(status).toBe(200);
    const told = queryAnswer.parse(body);
    expect(told).toEqual(body);
    expect(told.answer).toBe(said);
    expect(told.metadata).toMatchObject({ llm_provider: 'ollama:tiny', collection: 'local_repo' });
    expect(told.metadata.prompt_length).toBeGreaterThan(100);
    const [good, bad] = told.citations;
    expect(good).toMatchObject({ file_path: 'src/cart.ts', start_line: 12, end_line: 15 });
    expect(told.sources.find(({ number }) => number === good!.source)?.file_path).toBe('src/cart.ts');
    expect(bad).toMatchObject({ file_path: 'src/nowhere.ts', source: null });
    expect(model.asked.at(-1)!.prompt).toContain(QUESTION.query);
  });

  it('says that the model failed, not that Cora did', async () => {
    answer = { status: 404, text: '{"error":"model not found"}' };
    const { status, body } = await server.call<Failure>('POST', '/query', QUESTION);
    expect(status).toBe(502);
    expect(body.error.code).toMatch(/^MODEL/);
  });
});

describe('POST /query/stream', () => {
  it('sends the sources, the text as it comes, and the end', async () => {
    answer = { pieces: ['The sum ', 'of all ', 'prices [1].'] };
    const told = await stream(server, QUESTION);
    expect(told[0]!.event).toBe('sources');
    expect(
      told
        .filter(({ event }) => event === 'text')
        .map(({ data }) => (data as { text: string }).text)
        .join(''),
    ).toBe('The sum of all prices [1].');
    expect(told.at(-1)).toMatchObject({ event: 'end', data: { answer: 'The sum of all prices [1].', note: null } });
    expect(endOf(told).citations).toMatchObject([{ text: '[1]', source: 1 }]);
  });

  it('keeps what was said until the model failed', async () => {
    answer = 'cut';
    const told = await stream(server, QUESTION);
    const { event } = told.at(-1)!;
    const said = told
      .filter((one) => one.event === 'text')
      .map(({ data }) => (data as { text: string }).text)
      .join('');
    expect([told[0]!.event, event]).toEqual(['sources', 'failed']);
    expect(endOf(told)).toMatchObject({ answer: said, error: { code: 'MODEL' } });
  });

  it('stops the model when its client goes away', async () => {
    answer = 'silent';
    const stop = new AbortController();
    const told = stream(server, QUESTION, (all) => all.at(-1)?.event === 'text' && stop.abort(), stop.signal);
    await expect(told).rejects.toThrow(/abort/i);
    await model.asked.at(-1)!.closed;
    expect((await server.call('GET', '/health')).body).toMatchObject({ requests: { running: 0, waiting: 0 } });
  });

  it('has a status where nothing could be searched', async () => {
    answer = { pieces: ['never'] };
    const { status, body } = await server.call<Failure>('POST', '/query/stream', { ...QUESTION, repo_id: 'none' });
    expect([status, body.error.code]).toEqual([404, 'NO_REPOSITORY']);
  });

  it('lets searches pass while models think, and ends them when the server is stopped', async () => {
    answer = 'silent';
    const own = await startModelServer();
    const before = model.asked.length;
    const thinking = Array.from({ length: 4 }, () => stream(own, QUESTION));
    while (model.asked.length < before + 4) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await own.call('POST', '/search', { query: 'price' })).status).toBe(200);
    const { code } = await own.stop();
    expect(code).toBe(0);
    for (const told of await Promise.all(thinking)) {
      expect(told.at(-1)!.event).toBe('failed');
      expect(endOf(told).error.code).toBe('STOPPING');
    }
  });
});
