/** What the HTTP API refuses: other names, pages of other origins, paths out of the repository, bodies that are none. */

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';
import { indexed, shopRepo } from './cliShell.ts';
import { type Failure, type RawReply, rawBytes, rawCall, type Server, startServer } from './httpClient.ts';

const TOKEN = 'a-token-of-a-test-0123456789';
const JSON_TYPE = { 'content-type': 'application/json' };

let repo: TempRepo;
let server: Server;

beforeAll(async () => {
  const made = shopRepo();
  repo = { ...made, env: { ...made.env, CORA_EMBEDDER: 'hash' } };
  repo.file('config/.env', 'PASSWORD=hunter2hunter2\n');
  await indexed(repo);
  server = await startServer({ cwd: repo.dir, env: repo.env });
});
afterAll(() => server.stop());

/** `403 FORBIDDEN_HOST`; no answer tells where it was made. */
function outcomeOf({ status, text, headers }: RawReply): string {
  const { error } = JSON.parse(text) as Failure;
  expect(text).not.toMatch(/node_modules|file:\/\/|\.js:\d|\n {4}at /);
  expect(headers['x-request-id'] ?? '').toBe(error.request_id);
  return `${status} ${error.code}`;
}

async function refused(method: string, path: string, headers = {}, body = ''): Promise<string> {
  return outcomeOf(await rawCall(server, method, path, headers, body));
}

describe('who may ask', () => {
  it.each([
    'evil.com',
    'evil.com:8643',
    'localhost.evil.com',
    '127.0.0.1.evil.com',
    '127.0.0.1@evil.com',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
  ])('refuses the name %s, which a page of another origin may have been given', async (host) => {
    const reply = await rawCall(server, 'GET', '/repos', { host });
    expect([400, 403]).toContain(reply.status);
    expect(reply.text).not.toContain(repo.dir);
  });

  it('answers under the names of this machine', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']) {
      expect((await rawCall(server, 'GET', '/health', { host: `${host}:${server.port}` })).status).toBe(200);
    }
  });

  it('refuses pages of other origins, another port of this machine too', async () => {
    const host = `127.0.0.1:${server.port}`;
    for (const origin of [
      'http://evil.com',
      'null',
      'http://localhost:3000',
      'http://127.0.0.1',
      `ftp://${host}`,
      `http://${host}.evil.com`,
    ]) {
      expect(await refused('POST', '/search', { host, origin, ...JSON_TYPE }, '{"query":"x"}')).toBe(
        '403 FORBIDDEN_ORIGIN',
      );
      expect(await refused('DELETE', '/repos/local_repo', { host, origin })).toBe('403 FORBIDDEN_ORIGIN');
    }
    expect(
      await refused('GET', '/search?q=x', { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }),
    ).toBe('403 FORBIDDEN_ORIGIN');
    expect(
      (await rawCall(server, 'GET', '/repos', { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }))
        .status,
    ).toBe(200);
  });

  it('takes no body but JSON: forms of other pages cannot send it', async () => {
    const body = '{"query":"x"}';
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
    ]) {
      expect(await refused('POST', '/search', { 'content-type': type }, body)).toBe('415 NOT_JSON');
    }
    expect(await refused('POST', '/search', { 'content-length': body.length }, body)).toBe('415 NOT_JSON');
  });

  it('asks for its token where it has one, and for one on an address that others reach', async () => {
    const own = await startServer({
      cwd: repo.dir,
      env: { ...repo.env, CORA_TOKEN: TOKEN },
      args: ['--bind', '0.0.0.0'],
    });
    try {
      expect((await own.call('GET', '/health')).status).toBe(200);
      for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
        const { status, headers, body } = await own.call<Failure>('GET', '/repos', undefined, { authorization });
        expect([status, headers.get('www-authenticate'), body.error.code]).toEqual([401, 'Bearer', 'NO_TOKEN']);
      }
      expect((await own.call('GET', '/repos', undefined, { authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    } finally {
      const { stderr } = await own.stop();
      expect(stderr).not.toContain(TOKEN);
    }
    const open = await runCli(['serve', '--bind', '0.0.0.0', '--port', '0'], { cwd: repo.dir, env: repo.env });
    expect([open.code, open.stderr]).toEqual([2, expect.stringContaining('no token is set')]);
  });
});

describe('what may be asked', () => {
  it.each(['../../etc/passwd', '/etc/passwd', 'src/../../x', '..\\x', 'src/\0x', '.git/config', 'config/.env'])(
    'shows no lines of %j',
    async (path) => {
      const reply = await rawCall(server, 'GET', `/files/content?file_path=${encodeURIComponent(path)}`);
      expect(outcomeOf(reply)).toBe('404 BAD_PATH');
      expect(reply.text).not.toContain('hunter2');
    },
  );

  it('knows repositories by their ids and nothing else', async () => {
    for (const id of ['..%2f..', '..%5c', '%00', 'local_repo%2f..', '%252e%252e', 'a'.repeat(199)]) {
      expect(await refused('GET', `/repos/${id}`)).toBe('404 NO_REPOSITORY');
    }
    expect(await refused('GET', `/repos/${'a'.repeat(300)}`)).toBe('422 BAD_REQUEST');
    expect(await refused('GET', '/repos/../../etc/passwd')).toBe('404 NO_ROUTE');
    expect(await refused('GET', '/files?repo_id=__proto__')).toBe('404 NO_REPOSITORY');
  });

  it('names a field that it does not know, and what is wrong with one that it knows', async () => {
    const search = (body: unknown) => refused('POST', '/search', JSON_TYPE, JSON.stringify(body));
    expect(await search({ query: 'x', lang: 'go' })).toBe('422 UNKNOWN_FIELD');
    expect(await search({ qery: 'x' })).toBe('422 UNKNOWN_FIELD');
    expect(await search({ query: '' })).toBe('422 BAD_REQUEST');
    expect(await search({ query: 'x', k: 1e9 })).toBe('422 BAD_REQUEST');
    expect(await search({ query: 'x', mode: 'magic' })).toBe('422 BAD_REQUEST');
    expect(await search([])).toBe('422 BAD_REQUEST');
    expect(await search(null)).toBe('422 BAD_REQUEST');
    expect(await refused('GET', '/search?q=x&limit=3')).toBe('422 UNKNOWN_FIELD');
    expect(await refused('GET', '/files?limit=-1')).toBe('422 BAD_REQUEST');
    const { text } = await rawCall(server, 'POST', '/search', JSON_TYPE, '{"query":"x","lang":"go"}');
    expect((JSON.parse(text) as Failure).error).toMatchObject({
      message: 'There is no field "lang". Did you mean "language"?',
      hint: expect.stringMatching(/^There are: query, repo_id, .*language/),
    });
  });

  it('refuses bodies that are no JSON, too large or of a size that nobody says', async () => {
    for (const body of ['{', '', '{"query":', 'query=x', '\u0000']) {
      expect(await refused('POST', '/search', { ...JSON_TYPE, 'content-length': Buffer.byteLength(body) }, body)).toBe(
        '400 BAD_JSON',
      );
    }
    const deep = `{"query":${'['.repeat(100_000)}`;
    expect(await refused('POST', '/search', { ...JSON_TYPE, 'content-length': deep.length }, deep)).toBe(
      '413 TOO_LARGE',
    );
    expect(
      await refused('POST', '/search', { ...JSON_TYPE, 'content-length': 50_000_000, expect: '100-continue' }),
    ).toBe('413 TOO_LARGE');
    expect(await refused('POST', '/search', { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, '{"query":"x"}')).toBe(
      '411 NO_LENGTH',
    );
  });

  it('says which methods an address takes', async () => {
    const { status, headers } = await rawCall(server, 'PATCH', '/repos');
    expect([status, headers['allow']]).toEqual([405, 'GET, POST']);
    expect(await refused('DELETE', '/search', {})).toBe('405 WRONG_METHOD');
    expect(await refused('GET', '/nothing')).toBe('404 NO_ROUTE');
    expect((await rawCall(server, 'HEAD', '/repos')).status).toBe(200);
  });

  it('lets no header into its own', async () => {
    const good = await rawCall(server, 'GET', '/health', { 'x-request-id': 'mine-1' });
    expect(good.headers['x-request-id']).toBe('mine-1');
    for (const id of ['a b', 'x'.repeat(101), '<script>', 'ü']) {
      const { headers } = await rawCall(server, 'GET', '/health', {
        'x-request-id': Buffer.from(id).toString('latin1'),
      });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(await rawBytes(server, 'GET /health HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: a\r\nb\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 /,
    );
    expect(await rawBytes(server, 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(await rawBytes(server, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    const smuggled =
      'POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
    expect(await rawBytes(server, smuggled)).toMatch(/^HTTP\/1.1 400 /);
  });

  it('gives every answer the headers that keep a browser from misreading it', async () => {
    const { headers } = await rawCall(server, 'GET', '/repos');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('how it lives', () => {
  it('tells a repository without an index what to do', async () => {
    const bare = shopRepo();
    const own = await startServer({ cwd: bare.dir, env: bare.env });
    const { status, body } = await own.call<Failure>('POST', '/search', { query: 'x' });
    expect([status, body.error.code, body.error.hint]).toEqual([
      409,
      'NO_INDEX',
      expect.stringContaining('POST /repos/{id}/index'),
    ]);
    await own.stop();
  });

  it('starts where there is no repository at all', async () => {
    const own = await startServer({ cwd: tempDir(), env: repo.env });
    expect((await own.call('GET', '/repos')).body).toEqual([]);
    expect((await own.call<Failure>('POST', '/search', { query: 'x' })).body.error.code).toBe('NO_REPOSITORY');
    expect((await own.stop()).code).toBe(0);
  });

  it('writes a line for each request, with neither texts nor tokens nor made-up paths', async () => {
    await server.call(
      'POST',
      '/search',
      { query: 'zebraquery' },
      { 'x-request-id': 'logged-1', authorization: 'Bearer secretword' },
    );
    await rawCall(server, 'GET', '/zebrapath', {});
    // The log and the answer come by two ways.
    await expect
      .poll(() => server.log())
      .toContainEqual(
        expect.objectContaining({ request_id: 'logged-1', method: 'POST', route: '/search', status: 200 }),
      );
    expect(JSON.stringify(server.log())).not.toMatch(/zebra|secretword/);
    expect(server.log().filter(({ status }) => status === 500)).toEqual([]);
  });

  it('does not wait for those who never end what they say', async () => {
    const head = 'POST /search HTTP/1.1\r\nHost: localhost\r\n';
    const slow = [`${head}X-Slow: `, `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"query":`];
    const answers = await Promise.all(slow.map((bytes) => rawBytes(server, bytes)));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(server.log().filter(({ status }) => status === 500)).toEqual([]);
  });

  it('ends in order: what runs is answered, then exit code 0', async () => {
    const own = await startServer({ cwd: repo.dir, env: repo.env });
    const running = Array.from({ length: 20 }, (_, n) =>
      own.call<{ results: unknown[] }>('POST', '/search', { query: `price ${n}` }),
    );
    await own.call('GET', '/health');
    const result = own.stop();
    const replies = await Promise.allSettled(running);
    const answered = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value.status] : []));
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await result).code).toBe(0);
  });

  it('refuses a port that is taken, and survives clients that go away in the middle', async () => {
    const taken = await runCli(['serve', '--port', String(server.port)], { cwd: repo.dir, env: repo.env });
    expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining('is taken')]);
    for (let n = 0; n < 20; n++) {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => socket.destroy());
      socket.write(
        `POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"query":"x"}`,
      );
      await new Promise((resolve) => setTimeout(resolve, n));
      socket.destroy();
    }
    expect((await server.call('POST', '/search', { query: 'price' })).status).toBe(200);
  });
});
