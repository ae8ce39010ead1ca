/**
 * Any message to `cora mcp`, to its tools, resources, prompts and to the protocol itself: a request is answered, an error is one of
 * the protocol's or an answer that says what is wrong, the server goes on, and nothing outside of the repository is opened or shown.
 *
 *   CORA_FUZZ_RUNS=100000 npx vitest run --project slow test/integration/mcp/messageFuzz.test.ts --testTimeout 36000000
 */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import fc from '../../helpers/fastCheck.ts';
import { fuzzAsync, runsOf } from '../../helpers/fuzz.ts';
import { mustBeGuarded } from '../../helpers/guardedRepo.ts';
import { bytesOf } from '../../helpers/oddInputs.ts';
import { exchange } from '../../helpers/wire.ts';
import { ENVELOPE, type ListedTool, messages, withEntry } from './messages.ts';
import { type Connection, type Message, type ServedMcp, servedMcp } from './servedMcp.ts';

vi.mock('node:fs', async (original) => (await import('../../helpers/openedFiles.ts')).noting(await original<object>()));
vi.mock('node:fs/promises', async (original) =>
  (await import('../../helpers/openedFiles.ts')).noting(await original<object>()),
);

let served: ServedMcp;
const rejections: unknown[] = [];
const noteRejection = (reason: unknown): void => void rejections.push(reason);

beforeAll(async () => {
  served = await servedMcp();
  process.on('unhandledRejection', noteRejection);
});

afterAll(async () => {
  process.off('unhandledRejection', noteRejection);
  await served.close();
});

const INITIALIZE = '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"fuzz","version":"1"}}';
const INTERNAL_ERROR = -32603;

/** What the server says by itself or answers. */
function mustBeMessage({ jsonrpc, method, result, error }: Message): void {
  expect(jsonrpc).toBe('2.0');
  if (typeof method === 'string') return;
  expect([result === undefined, error === undefined].sort()).toEqual([false, true]);
  if (error === undefined) return;
  expect([Number.isSafeInteger(error.code), typeof error.message]).toEqual([true, 'string']);
  // The SDK says so of arguments of the wrong type, with a list of them.
  if (!/^\[\s*\{/.test(String(error.message))) expect(error.code, String(error.message)).not.toBe(INTERNAL_ERROR);
}

/** @returns how the call went */
function mustBeAnswer(method: string, { result, error }: Message): string {
  if (error !== undefined) return `${method}: refused`;
  if (method !== 'tools/call') return `${method}: answered`;
  const { content, structuredContent, isError } = result as {
    content: { type: string; text: string }[];
    structuredContent?: object;
    isError?: boolean;
  };
  expect(content[0]).toMatchObject({ type: 'text', text: expect.stringMatching(/\S/) });
  expect(content[0]!.text).not.toMatch(/^Unexpected error|Output validation error|\n {4}at /);
  if (isError === true) return 'tools/call: an error that says what';
  // Those of 2025 do not ask for it here.
  expect(['object', 'undefined']).toContain(typeof structuredContent);
  return 'tools/call: answered';
}

describe.each([
  ['2025', false],
  ['2026', true],
])('any message of a client of %s', (_, isModern) => {
  let connection: Connection;
  /** No odd value is one of these numbers. */
  let id = 1000;

  const ask = (method: string, params: string): Promise<Message> => {
    id += 1;
    const answer = connection.answerTo(id);
    const own = isModern ? withEntry(params, '_meta', ENVELOPE) : params;
    connection.send(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${own}}`);
    return answer;
  };

  beforeAll(async () => {
    connection = served.connect();
    if (!isModern) await ask('initialize', INITIALIZE);
  });
  afterAll(() => connection.close());

  /** It is there, and all that it said until now was right. */
  async function mustBeAlive(): Promise<void> {
    expect((await ask('prompts/list', '{}')).result).toMatchObject({ prompts: expect.any(Array) });
    const said = connection.said();
    for (const line of said) mustBeMessage(JSON.parse(line) as Message);
    mustBeGuarded(said.join('\n'));
    expect(rejections).toEqual([]);
  }

  it('is answered, or refused in words', async () => {
    const { tools } = (await ask('tools/list', '{}')).result as unknown as { tools: ListedTool[] };
    expect(tools).toHaveLength(8);
    const seen = new Map<string, number>();
    const property = fc.asyncProperty(
      messages(tools, served.outside, isModern),
      async ({ method, isRequest, write }) => {
        id += 1;
        const answer = isRequest && method !== 'subscriptions/listen' ? connection.answerTo(id) : null;
        connection.send(write(id));
        const outcome = answer === null ? 'no request' : mustBeAnswer(method, await answer);
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
        await mustBeAlive();
      },
    );
    await fuzzAsync(property, 120, 0.35);
    expect(seen.get('tools/call: answered')).toBeGreaterThan(runsOf(120, 0.35) / 8);
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['tools/call: an error that says what', 'no request']));
  });

  it('that is none is let pass', async () => {
    const { tools } = (await ask('tools/list', '{}')).result as unknown as { tools: ListedTool[] };
    const lines = bytesOf(messages(tools, served.outside, isModern).map(({ write }) => write(0)));
    const property = fc.asyncProperty(lines, async (bytes) => {
      connection.send(bytes);
      await mustBeAlive();
    });
    await fuzzAsync(property, 30, 0.025);
  });
});

const HEADS = [
  ...[
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    'mcp-protocol-version: 2025-11-25',
  ],
];
const ODD_HEADS = [
  ...[
    'content-type: text/plain',
    'accept: text/html',
    'mcp-protocol-version: 2026-07-28',
    'mcp-protocol-version: x',
    'mcp-method: tools/call',
  ],
  ...[
    'mcp-session-id: \u00e9',
    'last-event-id: 1',
    '__proto__: x',
    'origin: http://evil.example',
    'host: evil.example',
    'accept:',
    'mcp-name: x',
  ],
];
/** What the protocol says of a request that it refuses; the rest is of HTTP. */
const STATUSES = [200, 202, 400, 403, 404, 405, 406, 411, 413, 415];

describe('any request to cora mcp --http', () => {
  it('is answered as the protocol says', async () => {
    const connection = served.connect();
    connection.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":${INITIALIZE}}`);
    const answer = connection.answerTo(2);
    connection.send('{"jsonrpc":"2.0","id":2,"method":"tools/list"}');
    const { tools } = (await answer).result as unknown as { tools: ListedTool[] };
    await connection.close();
    const bodies = fc
      .boolean()
      .chain((isModern) => bytesOf(messages(tools, served.outside, isModern).map(({ write }) => write(5))));
    const heads = fc
      .subarray(ODD_HEADS, { maxLength: 2 })
      .chain((odd) => fc.constantFrom([...HEADS, ...odd], [...odd, ...HEADS], HEADS));
    const methods = fc.oneof(
      { weight: 15, arbitrary: fc.constant('POST /mcp') },
      { weight: 1, arbitrary: fc.constantFrom('GET /mcp', 'DELETE /mcp', 'PUT /mcp', 'POST /', 'GET /mcp?x=%zz') },
    );
    const property = fc.asyncProperty(methods, heads, bodies, async (method, lines, body) => {
      const head = [
        `${method} HTTP/1.1`,
        'connection: close',
        'host: 127.0.0.1',
        ...lines,
        `content-length: ${body.length}`,
      ];
      const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
      // A subscription goes on for as long as its client listens.
      const reply = await exchange(served.server, bytes, (seen) => seen.includes('subscriptions/acknowledged'));
      expect(STATUSES).toContain(reply?.status);
      const said = reply!.body.toString();
      mustBeGuarded(said);
      expect(said).not.toMatch(/"code":-32603,"message":"[^[]|Unexpected error|Output validation error|node_modules/);
      expect(rejections).toEqual([]);
    });
    await fuzzAsync(property, 80, 0.25);
  });
});
