/**
 * What was redacted cannot be asked for: two repositories that differ in their secrets alone give the same answers, whatever is asked
 * of every tool, resource and prompt of MCP, and of every route of HTTP. A new one has to be added here.
 */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretTwins, type Twin, type Twins, withoutNames } from '../../helpers/secretTwins.ts';
import { isSlow, quick, shareOf } from '../../helpers/slow.ts';
import { type Connection, type ServedMcp, STRUCTURED, servedMcp } from '../mcp/servedMcp.ts';
import { type ServedApp, servedApp } from '../server/servedApp.ts';

let made: Twins;
beforeAll(async () => {
  made = await secretTwins();
});

type Asks = (twin: Twin) => unknown[];

/** Of few questions all are asked in `npm test`. */
const partOf = (asks: readonly unknown[]): number[] =>
  asks.length > 8 ? shareOf([...asks.keys()], 24) : isSlow ? [] : [...asks.keys()];

/** Patterns by which a character of a secret is guessed, and what else a pattern can tell. */
const patterns = (): string[] => [
  ...made.guesses.flatMap((guess) => {
    const start = escaped(guess.slice(0, 9));
    return [escaped(guess), `${start}[a-zA-M]`, `${start}.*`, escaped(guess.slice(-6)), `^.*${start}`];
  }),
  ...[
    'REDACTED',
    'REDACTED[*]{20}',
    '.',
    '\\w{24}',
    '[A-Z0-9]{8}',
    '(?i)key.*[a-m]"',
    '[*]+"',
    'MIIE',
    'ü|é',
    '\\d{3}',
  ],
];
const escaped = (text: string): string => text.replace(/[^\w]/g, '\\$&');

const TOOLS: Readonly<Record<string, Asks>> = {
  grep: () => [
    ...patterns().map((pattern) => ({ pattern, k: 2000, budget: 100_000 })),
    ...made.guesses.flatMap((pattern) => [
      { pattern, fixed: true, context: 3 },
      { pattern, fixed: true, word: true, ignoreCase: true },
    ]),
    { pattern: 'key', maxPerFile: 1, k: 3, budget: 200 },
  ],
  search: () => [
    ...[...made.guesses, 'api key token', 'connect', 'what is the latest commit', 'Cart.addItem'].map((query) => ({
      query,
    })),
    ...made.guesses.slice(0, 3).map((guess) => ({ query: 'shop', include: [`decl:#${guess.replace(/\W/g, '')}`] })),
    ...made.paths.map((path) => ({ query: 'key', include: [`file:${path}`], budget: 8000 })),
    { query: 'key', path: made.guesses, k: 50 },
  ],
  read: () => [
    ...made.paths.flatMap((path) => [{ path }, { path, lines: '3-4' }, { path, lines: '9' }, { path, budget: 40 }]),
    ...made.paths.map((path) => ({ path, revision: 'HEAD~1' })),
    ...made.guesses.flatMap((guess) => [
      { path: 'py/shop.py', revision: `:/${guess.slice(0, 9)}` },
      { path: 'py/shop.py', revision: `HEAD^{/${guess.slice(0, 5)}[a-m]}` },
      { path: guess },
    ]),
    { path: 'py/shop.py', revision: 'HEAD^{/Its key is .*[A-M] and}' },
  ],
  symbols: () => [...made.guesses, 'connect', 'Cart', 'setting', 'REDACTED'].map((name) => ({ name })),
  references: () => [
    ...[...made.guesses, 'connect', 'setting'].map((name) => ({ name })),
    { name: 'connect', direction: 'callers' },
    { name: 'addItem', direction: 'callees', depth: 3 },
  ],
  related: ({ chunkId, shownIds }) => [
    ...[chunkId, ...shownIds].map((id) => ({ chunkId: id })),
    ...made.paths.map((path) => ({ path, line: 2 })),
  ],
  status: () => [{}],
  index: () => [{}],
};

const RESOURCES = ['map', 'map-of'];
const PROMPTS = ['explain', 'impact', 'precedent', 'diagnose'];

/** Asks in turn; an answer is JSON. */
function caller({ connect }: ServedMcp): {
  ask(method: string, params: object): Promise<string>;
  close(): Promise<void>;
} {
  const connection: Connection = connect();
  let id = 0;
  const ask = async (method: string, params: object): Promise<string> => {
    id += 1;
    const answer = connection.answerTo(id);
    connection.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: STRUCTURED } }));
    return JSON.stringify(await answer);
  };
  return { ask, close: () => connection.close() };
}

function mustBeSame(asked: string, answers: readonly string[]): void {
  // Whoever knows all of a file but its secret could try values against such names.
  expect(answers.join(), asked).not.toMatch(/"blobSha/);
  expect(made.twins.flatMap(({ ownIds }) => ownIds).filter((id) => answers.join().includes(id))).toEqual([]);
  const [one, other] = answers.map((answer, at) => withoutNames(answer, made.twins[at]!));
  if (one !== other) expect(other, asked).toBe(one);
  const held = made.twins.flatMap(({ secrets }) => secrets).filter((secret) => one!.includes(secret));
  // The question is the asker's own, and may stand in the answer again.
  expect(
    held.filter((secret) => !asked.includes(JSON.stringify(secret).slice(1, -1))),
    asked,
  ).toEqual([]);
}

describe('MCP', () => {
  let served: ServedMcp[];
  let callers: ReturnType<typeof caller>[];
  beforeAll(async () => {
    served = [];
    for (const { repo } of made.twins) served.push(await servedMcp({ repo, outside: repo.dir }));
    callers = served.map(caller);
    const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    for (const { ask } of callers) await ask('initialize', client);
  });
  afterAll(async () => {
    for (const { close } of callers) await close();
    for (const { close } of served) await close();
  });

  const askBoth = async (method: string, params: (twin: Twin) => object): Promise<string[]> => {
    const sent = made.twins.map(params);
    const answers = await Promise.all(callers.map(({ ask }, at) => ask(method, sent[at]!)));
    mustBeSame(`${method} ${JSON.stringify(sent[0])}`, answers);
    return answers;
  };

  quick.it('lists what is asked here, and nothing else', async () => {
    const [tools] = await askBoth('tools/list', () => ({}));
    expect(namesIn(tools!, 'tools')).toEqual(Object.keys(TOOLS).sort());
    const [[one], [some]] = [
      await askBoth('resources/list', () => ({})),
      await askBoth('resources/templates/list', () => ({})),
    ];
    const resources = [...namesIn(one!, 'resources'), ...namesIn(some!, 'resourceTemplates')];
    expect(new Set(resources)).toEqual(new Set(RESOURCES));
    const [prompts] = await askBoth('prompts/list', () => ({}));
    expect(namesIn(prompts!, 'prompts').length).toBeGreaterThan(2);
  });

  it.each(Object.keys(TOOLS))('%s tells nothing of a secret', async (name) => {
    const asks = made.twins.map((twin) => TOOLS[name]!(twin));
    let said = 0;
    const part = partOf(asks[0]!);
    for (const at of part) {
      const [answer] = await askBoth('tools/call', (twin) => ({
        name,
        arguments: asks[made.twins.indexOf(twin)]![at] as object,
      }));
      if (!answer!.includes('"isError":true')) said += 1;
    }
    if (part.length > 0) expect(said).toBeGreaterThan(0);
  });

  quick.it('related takes no id that is a hash of a secret', async () => {
    const ids = made.twins.map(({ ownIds }) => ownIds);
    for (const at of [0, 1, ids[0]!.length - 1]) {
      const answers = await Promise.all(
        callers.map(({ ask }, which) =>
          ask('tools/call', { name: 'related', arguments: { chunkId: ids[which]![at]! } }),
        ),
      );
      expect(answers[0]).toContain('No chunk of this view has the id');
      expect(answers.map((answer, which) => answer.replaceAll(ids[which]![at]!, 'ID'))).toEqual([
        answers[0]!.replaceAll(ids[0]![at]!, 'ID'),
        answers[0]!.replaceAll(ids[0]![at]!, 'ID'),
      ]);
    }
  });

  quick.it('resources tell nothing of a secret', async () => {
    const uris = ['cora://map', `cora://map?repository=${made.guesses[0]}`];
    for (const uri of uris) await askBoth('resources/read', () => ({ uri }));
  });

  quick.it('prompts tell nothing of a secret', async () => {
    for (const name of PROMPTS) await askBoth('prompts/get', () => ({ name, arguments: { question: 'x', name: 'x' } }));
  });
});

function namesIn(answer: string, key: string): string[] {
  const { result } = JSON.parse(answer) as { result: Record<string, { name: string }[]> };
  return result[key]!.map(({ name }) => name).sort();
}

const ROUTES: Readonly<Record<string, Asks>> = {
  'GET /health': () => [['/health']],
  'GET /codex/status': () => [['/codex/status']],
  'GET /repos': () => [['/repos']],
  'POST /repos': () => [
    ['/repos', { path: 'relative' }],
    ['/repos', { path: made.guesses[0] }],
  ],
  'GET /repos/{id}': () => [['/repos/local_repo']],
  'DELETE /repos/{id}': () => [['/repos/x']],
  'PUT /repos/{id}/activate': () => [['/repos/local_repo/activate']],
  'GET /repos/{id}/stats': () => [['/repos/local_repo/stats']],
  'POST /repos/{id}/index': () => [['/repos/x/index', {}]],
  'POST /repos/{id}/index/incremental': () => [['/repos/x/index/incremental', {}]],
  'POST /repos/{id}/index/file': () => [['/repos/x/index/file', { file_path: 'py/shop.py' }]],
  'GET /repos/{id}/index/status': () => [['/repos/local_repo/index/status']],
  'GET /repos/{id}/index/events': () => [['/repos/x/index/events']],
  'GET /jobs/events': () => [],
  'GET /jobs': () => [['/jobs']],
  'GET /jobs/{id}': () => [['/jobs/x']],
  'DELETE /jobs/{id}': () => [['/jobs/x']],
  'POST /search': () => [
    ...[...made.guesses, 'api key', 'what is the latest commit', 'what changed in keys/deploy.md'].map((query) => [
      '/search',
      { query, k: 50, lines: 100, related: 5, explain: true },
    ]),
    ...made.guesses.map((guess) => ['/search', { query: 'key', path: [`*${guess}*`], k: 50 }]),
  ],
  'GET /search': () => [...made.guesses, 'key'].map((query) => [`/search?q=${encodeURIComponent(query)}`]),
  'GET /grep': () => [
    ...[...made.guesses, '.*key.*', 'REDACTED'].map((text) => [`/grep?pattern=${encodeURIComponent(text)}&context=2`]),
    ...made.guesses.map((guess) => [`/grep?fixed=true&pattern=${encodeURIComponent(guess)}`]),
  ],
  'GET /commits': () => [['/commits'], ...made.guesses.map((guess) => [`/commits?q=${encodeURIComponent(guess)}`])],
  'POST /query': () => [['/query', { query: 'key' }]],
  'POST /query/stream': () => [['/query/stream', { query: 'key' }]],
  'GET /files': () => [['/files'], ...made.guesses.map((guess) => [`/files?q=${encodeURIComponent(guess)}`])],
  'GET /files/content': () =>
    made.paths.flatMap((path) => [
      [`/files/content?file_path=${path}`],
      [`/files/content?file_path=${path}&start_line=3&end_line=4`],
    ]),
  'GET /files/chunks': () => [
    ...made.paths.map((path) => [`/files/chunks?file_path=${path}`]),
    ...made.guesses.map((guess) => [`/files/chunks?file_path=${encodeURIComponent(guess)}`]),
  ],
  'GET /files/changes': () => [
    ['/files/changes?since=HEAD~1'],
    ...made.guesses.map((guess) => [`/files/changes?since=${encodeURIComponent(`:/${guess.slice(0, 9)}`)}`]),
  ],
  'GET /symbols': () => [
    ...[...made.guesses, 'connect', 'setting'].map((name) => [`/symbols?name=${encodeURIComponent(name)}`]),
    ...made.paths.map((path) => [`/symbols?file_path=${path}`]),
  ],
  'GET /map': () => [['/map'], ['/map?limit=200']],
  'GET /graph': ({ chunkId, shownIds }) => [
    ...[chunkId, ...shownIds].map((id): [string] => [`/graph?chunk_id=${id}`]),
    ...made.paths.map((path) => [`/graph?file_path=${path}&line=2`]),
  ],
};

describe('HTTP', () => {
  let served: ServedApp[];
  let urls: string[];
  beforeAll(async () => {
    served = [];
    for (const { repo } of made.twins) served.push(await servedApp({ repo, outside: repo.dir }));
    urls = [];
    for (const { server } of served) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    }
  });
  afterAll(async () => {
    for (const { server, close } of served) {
      server.closeAllConnections();
      server.close();
      await close();
    }
  });

  quick.it('documents what is asked here, and nothing else', async () => {
    const { paths } = (await (await fetch(`${urls[0]}/openapi.json`)).json()) as { paths: Record<string, object> };
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.sort()).toEqual(Object.keys(ROUTES).sort());
  });

  quick.it('GET /graph takes no id that is a hash of a secret', async () => {
    for (const [which, { ownIds }] of made.twins.entries()) {
      const reply = await fetch(`${urls[which]}/graph?chunk_id=${ownIds[0]}`);
      expect(reply.status).toBe(400);
      expect(await reply.text()).toContain('No chunk of this view has the id');
    }
  });

  it.each(Object.keys(ROUTES))('%s tells nothing of a secret', async (route) => {
    const [method = ''] = route.split(' ');
    const asks = made.twins.map((twin) => ROUTES[route]!(twin) as [string, object?][]);
    for (const at of partOf(asks[0]!)) {
      const answers: string[] = [];
      for (const [which, list] of asks.entries()) {
        const [target, body] = list[at]!;
        const content =
          body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
        const reply = await fetch(urls[which]! + target, { method, ...content });
        const headers = [...reply.headers].filter(
          ([name]) => !['date', 'x-request-id', 'content-length'].includes(name),
        );
        // Comments in a stream of events come with the time.
        const text = (await reply.text()).replaceAll(': \n\n', '').replace(/"request_id":"[^"]*"/, '');
        answers.push(
          JSON.stringify([reply.status, headers, text]).replaceAll(urls[which]!, 'URL').replaceAll('\\"', '"'),
        );
      }
      mustBeSame(decodeURIComponent(`${route} ${JSON.stringify(asks[0]![at])}`), answers);
    }
  });
});
