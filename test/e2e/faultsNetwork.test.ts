/**
 * A network that drops, hangs and answers nonsense, under everything that asks a server: a clear error, an index that goes on
 * answering, and when the network is back the same command works. Each protocol's own troubles are in test/integration.
 */

import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModel, parseModelSpec } from '../../src/ask/createModel.ts';
import type { CoraError } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import { createEmbedder } from '../../src/embed/createEmbedder.ts';
import { parseEmbedderSpec } from '../../src/embed/parseEmbedderSpec.ts';
import { cora } from '../helpers/cora.ts';
import { codeRepo, functionOf, proseOf } from '../helpers/describedRepo.ts';
import { failureOf } from '../helpers/faults/failureOf.ts';
import { faultTable } from '../helpers/faults/faultTable.ts';
import { isUsable } from '../helpers/faults/isUsable.ts';
import { serveModel } from '../helpers/modelServer.ts';
import type { TempRepo } from '../helpers/tempRepo.ts';
import { sendFile, webServer } from '../helpers/webServer.ts';

type Trouble = (request: IncomingMessage & { url: string }, response: ServerResponse) => void;

const TROUBLES: readonly [string, Trouble | null][] = [
  ['nobody listens', null],
  ['the connection is cut', (_, response) => response.destroy()],
  ['the answer is cut in the middle', cutInTheMiddle],
  ['the server says nothing', () => undefined],
  ['the answer stops', (_, response) => void response.writeHead(200, { 'content-length': 4000 }).write('{"beg')],
  ['the answer is nonsense', (_, response) => void response.writeHead(200).end('<html>Welcome to our hotel</html>')],
  ['the server fails (503)', (_, response) => void response.writeHead(503).end('busy')],
  ['redirects lead in a circle', (request, response) => void response.writeHead(302, { location: request.url }).end()],
];

function cutInTheMiddle(_: unknown, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 4000 });
  response.write('{"data":', () => response.destroy());
}

/** Quick, where a person's would wait; patient, where the network is back and this machine may be slow. */
const policyOf = (isHealthy: boolean) => ({
  attempts: 2,
  firstDelayMs: 1,
  maxDelayMs: 10,
  timeoutMs: isHealthy ? 60_000 : 300,
});
const REQUEST = { system: 'Be short.', prompt: 'What is it?', maxTokens: 50, temperature: 0 };

const table = faultTable('A network in trouble');

let clone: TempRepo;
let content: Buffer;

beforeAll(async () => {
  const repo = codeRepo();
  clone = repo.clone();
  await cora(clone).index();
  repo.file('src/later.ts', 'export function later() {}\n').commit('later');
  await cora(repo).index();
  content = readFileSync((await cora(repo).pack()).file);
});

afterAll(() => table.check());

/** A server in trouble until it is told to heal. */
async function troubled(trouble: Trouble | null, healthy: Trouble) {
  let isHealthy = false;
  const server = await webServer((request, response) =>
    (isHealthy ? healthy : (trouble ?? healthy))(request, response),
  );
  return {
    url: server.url,
    /** Where nobody listens, until there is somebody. */
    address: () => (trouble === null && !isHealthy ? 'http://127.0.0.1:2' : server.url),
    policy: () => policyOf(isHealthy),
    heal: () => {
      isHealthy = true;
    },
  };
}

function note(what: string, trouble: string, { code }: CoraError, then: string): void {
  table.add({
    fault: `${what}: ${trouble}`,
    happens: `\`${code}\`, and what to check; ${then}`,
    mends: 'the same command',
  });
}

describe.each(TROUBLES)('%s', (name, trouble) => {
  it('under cora pull', async () => {
    const server = await troubled(trouble, (request, response) =>
      sendFile(request, response, content, { etag: '"1"' }),
    );
    const pull = () => cora(clone).pull(`${server.address()}/index.tar`, {}, { stallMs: server.policy().timeoutMs });
    const failure = await failureOf(pull());
    expect((await cora(clone).query('checkPassword')).results.length).toBeGreaterThan(0);
    server.heal();
    await pull();
    await isUsable(clone, name);
    note('`cora pull`', name, failure, 'a query answers');
  });

  it('under an embedder', async () => {
    const server = await troubled(trouble, (_, response) => {
      const vector = Array.from({ length: 8 }, (_, at) => at);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: [{ index: 0, embedding: vector }] }));
    });
    const embed = async () => {
      const env = { OPENAI_API_KEY: 'k-123456', CORA_OPENAI_BASE_URL: `${server.address()}/v1` };
      const spec = parseEmbedderSpec('openai:tiny?dimensions=8');
      const embedder = await createEmbedder(spec, env, silentLog, server.policy());
      return embedder.embed(['a text'], 'document');
    };
    const failure = await failureOf(embed());
    server.heal();
    expect(await embed()).toHaveLength(1);
    note('an embedder that is a service', name, failure, 'what was computed before is kept');
  });

  it('under a model', async () => {
    const good = await serveModel(proseOf);
    const server = await troubled(trouble, (_, response) => void response.writeHead(500).end());
    const ask = async (host: string, isHealthy: boolean) => {
      const spec = parseModelSpec('ollama:tiny');
      const model = await createModel(spec, { OLLAMA_HOST: host }, silentLog, policyOf(isHealthy));
      let answer = '';
      for await (const piece of model.complete(REQUEST)) answer += piece;
      return answer;
    };
    try {
      const failure = await failureOf(ask(server.address(), false));
      expect(await ask(good.url, true)).toMatch(/about/);
      note('a model for `cora ask` or `--commentary`', name, failure, 'answers that were paid for are kept');
    } finally {
      await good.close();
    }
  });
});

it('an index whose embedder failed (503): what was computed is kept, and the same command goes on', async () => {
  const repo = codeRepo();
  let isHealthy = true;
  const server = await webServer((_, response, body) => {
    const { input } = JSON.parse(body.toString()) as { input: string[] };
    const data = input.map((text, index) => ({
      index,
      embedding: Array.from({ length: 8 }, (_, at) => text.length % (at + 2)),
    }));
    // Nobody waits before the next attempt.
    response.writeHead(isHealthy ? 200 : 503, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify({ data }));
  });
  const env = { ...repo.env, OPENAI_API_KEY: 'k-123456', CORA_OPENAI_BASE_URL: `${server.url}/v1` };
  const flags = { embedder: 'openai:tiny?dimensions=8' };
  const here = cora({ dir: repo.dir, env }, flags);
  const { embedded } = await here.index();
  repo.file('src/later.ts', functionOf('later', 'given')).commit('later');
  isHealthy = false;
  expect((await failureOf(here.index())).code).toBe('EMBEDDER');
  isHealthy = true;
  expect((await here.query('checkPassword')).results[0]?.path).toBe('src/login.ts');
  expect((await here.index()).embedded).toBeLessThan(embedded);
  await isUsable({ dir: repo.dir, env }, 'embedder', flags);
});
