/**
 * Any request to `cora serve`, of every route of its OpenAPI document, nearly right or not: it is answered as documented, errors in
 * their form, never with a fault of the server's, and nothing outside of the repository is opened or shown.
 *
 *   CORA_FUZZ_RUNS=100000 npx vitest run --project alone test/integration/server/requestFuzz.test.ts --testTimeout 36000000
 */

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { errorBody } from '../../../src/server/schemas/openApi.ts';
import fc from '../../helpers/fastCheck.ts';
import { fuzzAsync, runsOf } from '../../helpers/fuzz.ts';
import { mustBeGuarded } from '../../helpers/guardedRepo.ts';
import { isSlow } from '../../helpers/slow.ts';
import { exchange, type WireReply } from '../../helpers/wire.ts';
import { type ApiDocument, requests, type SentRequest } from './requests.ts';
import { type ServedApp, servedApp } from './servedApp.ts';

vi.mock('node:fs', async (original) => (await import('../../helpers/openedFiles.ts')).noting(await original<object>()));
vi.mock('node:fs/promises', async (original) =>
  (await import('../../helpers/openedFiles.ts')).noting(await original<object>()),
);

let served: ServedApp;
const rejections: unknown[] = [];
const noteRejection = (reason: unknown): void => void rejections.push(reason);

beforeAll(async () => {
  served = await servedApp();
  process.on('unhandledRejection', noteRejection);
});

afterAll(async () => {
  process.off('unhandledRejection', noteRejection);
  await served.close();
});

/** All of docs/http.md that no model and no busy server is needed for. */
const RUNS = isSlow ? 300 : 100;
const STATUSES = [200, 201, 202, 304, 400, 401, 403, 404, 405, 409, 411, 413, 415, 422];
/** What Node's parser says of what is no HTTP. */
const NO_HTTP = [400, 431];

const send = ({ target, bytes }: SentRequest): Promise<WireReply | null> =>
  // Events of jobs come for as long as somebody listens.
  exchange(served.server, bytes, (seen) => target.includes('/events') && seen.includes(': \n\n'));

/** @returns `200 application/json` */
function mustBeRight({ method }: SentRequest, reply: WireReply): string {
  const { status, headers, body } = reply;
  const text = body.toString();
  const type = headers.get('content-type')?.split(';')[0] ?? 'nothing';
  const id = headers.get('x-request-id');
  mustBeGuarded(text);
  expect(text).not.toMatch(/node_modules|\n {4}at |"UNEXPECTED"/);
  if (id === undefined && body.length === 0) expect(NO_HTTP).toContain(status);
  else expect(STATUSES).toContain(status);
  if (method === 'HEAD') expect(text).toBe('');
  else if (type === 'application/json') {
    const said: unknown = JSON.parse(text);
    if (status >= 400) {
      const { error } = errorBody.strict().parse(said);
      expect([error.request_id, /^[A-Z_]+$/.test(error.code)]).toEqual([id ?? '', true]);
      expect(error.message).toMatch(/^[^\n]+$/);
    }
  } else if (status >= 400 && body.length > 0) expect([status, type]).toEqual([404, 'text/plain']);
  return `${status} ${type}`;
}

/** What it found. */
it.each([
  ['POST /*', '404 application/json'],
  ['GET /*', '404 application/json'],
  ['GET /graph?file_path=%0A&line=1', '400 application/json'],
  ['GET /graph?file_path=%20&line=1', '400 application/json'],
  ['HEAD /jobs/events', '200 text/event-stream'],
])('%s', async (line, outcome) => {
  const [method = '', target = ''] = line.split(' ');
  const head = `${line} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n`;
  const request = { method, target, bytes: Buffer.from(head) };
  expect(mustBeRight(request, (await send(request))!)).toBe(outcome);
});

it('is answered as documented', async () => {
  const document = await send({
    method: 'GET',
    target: '',
    bytes: Buffer.from('GET /openapi.json HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'),
  });
  const { chunkId, repo, outside } = served;
  const any = requests(JSON.parse(document!.body.toString()) as ApiDocument, { dir: repo.dir, outside, chunkId });
  const seen = new Map<string, number>();
  const property = fc.asyncProperty(any, async (request) => {
    const reply = await send(request);
    expect(served.unforeseen()).toEqual([]);
    expect(rejections).toEqual([]);
    if (reply === null) expect.fail('the connection was closed without an answer');
    const outcome = mustBeRight(request, reply);
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
  });
  await fuzzAsync(property, RUNS);
  // Not all is refused.
  expect(seen.get('200 application/json')).toBeGreaterThan(runsOf(RUNS) / 8);
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining(['422 application/json', '404 application/json', '400 application/json']),
  );
});
