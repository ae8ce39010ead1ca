/** The built MCP server on streamable HTTP. */

import { request } from 'node:http';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { startCli } from '../helpers/runCli.ts';
import { sourceOf } from '../helpers/sources.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';
import { indexed, shopRepo } from './cliShell.ts';
import { callsOf, MODERN } from './mcpClient.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serve(repo: TempRepo, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { child, ended } = startCli(['mcp', '--http', '--port', '0', ...args], {
    cwd: repo.dir,
    env: { ...repo.env, ...env },
  });
  ends.push(() => {
    child.kill('SIGTERM');
    return ended;
  });
  const url = await new Promise<URL>((resolve, reject) => {
    let seen = '';
    child.stderr!.on('data', (text: string) => {
      seen += text;
      const [found] = /http:\/\/\S+(?=\s)/.exec(seen) ?? [];
      if (found !== undefined) resolve(new URL(found));
    });
    void ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  return { url, child, ended };
}

async function connectTo(url: URL, options: ClientOptions = {}, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'cora-test', version: '1.0.0' }, options);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  ends.push(() => client.close());
  return client;
}

describe('cora mcp --http', () => {
  it.each([
    ['2025', {}],
    ['2026', MODERN],
  ])('serves clients of %s as on stdio', async (_, options) => {
    const repo = await indexed(shopRepo());
    const { url, child, ended } = await serve(repo);
    const client = await connectTo(url, options);
    const { call, refused } = callsOf(client);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search');
    repo.file('src/refund.ts', 'export function refundCustomer(card: string): string {\n  return card;\n}\n');
    expect((await call('search', { query: 'refundCustomer' })).data.results[0]).toMatchObject({
      path: 'src/refund.ts',
      status: 'untracked',
    });
    expect((await call('read', { path: 'src/price.ts' })).data.fileLines).toBe(7);
    expect(await refused('read', { path: '../x' })).toMatch(/leads out/);
    expect((await client.listResources()).resources).toHaveLength(1);
    child.kill('SIGTERM');
    expect((await ended).stdout).toBe('');
  });

  it('answers several clients at once, tells them how far a build is, and stops one that is cancelled', async () => {
    const repo = tempRepo();
    for (let n = 0; n < 300; n++) repo.file(`src/f${n}.ts`, sourceOf('ts', n));
    repo.commit();
    const { url } = await serve(repo, ['--write']);
    const [one, two] = await Promise.all([connectTo(url, MODERN), connectTo(url)]);
    const stop = new AbortController();
    let seen = 0;
    const building = one.callTool(
      { name: 'index', arguments: {} },
      {
        signal: stop.signal,
        onprogress: () => {
          seen += 1;
          stop.abort('enough');
        },
      },
    );
    await expect(building).rejects.toThrow();
    expect(seen).toBeGreaterThan(0);
    expect((await callsOf(two).call('grep', { pattern: 'export', k: 1 })).data.hits).toHaveLength(1);
    // What was cancelled has left the lock.
    expect((await callsOf(two).call('index')).data).toMatchObject({ files: 300 });
  });

  it('refuses web pages, other paths, and other names of the machine', async () => {
    const { url } = await serve(shopRepo());
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const status = (headers: Record<string, string>, path = '/mcp'): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const sent = request({
          host: '127.0.0.1',
          port: url.port,
          path,
          method: 'POST',
          headers: { ...json, ...headers },
        });
        sent.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject);
        sent.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
      });
    expect(await status({ host: `evil.example:${url.port}` })).toBe(403);
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ origin: 'http://localhost:1' })).toBe(403);
    expect(await status({ origin: 'http://localhost' })).toBe(403);
    expect(await status({ origin: `http://127.0.0.1:${url.port}`, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({}, '/other')).toBe(404);
    expect(await status({ origin: `http://127.0.0.1:${url.port}` })).not.toBe(403);
  });

  it('asks for a token where others can reach it, and where one is set', async () => {
    const repo = shopRepo();
    const open = startCli(['mcp', '--http', '--host', '0.0.0.0'], { cwd: repo.dir, env: repo.env });
    expect(await open.ended).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no token is set[\s\S]*CORA_TOKEN/),
    });
    const { url } = await serve(repo, ['--host', '0.0.0.0'], { CORA_TOKEN: 'sesame' });
    url.hostname = '127.0.0.1';
    await expect(connectTo(url)).rejects.toThrow();
    await expect(connectTo(url, {}, { authorization: 'Bearer wrong' })).rejects.toThrow();
    const client = await connectTo(url, {}, { authorization: 'Bearer sesame' });
    expect((await callsOf(client).call('status')).data.indexed).toBe(false);
    const page = { authorization: 'Bearer sesame', origin: 'https://evil.example' };
    await expect(connectTo(url, {}, page)).rejects.toThrow();
  });

  it('says that a port is taken', async () => {
    const repo = shopRepo();
    const { url } = await serve(repo);
    const second = startCli(['mcp', '--http', '--port', url.port], { cwd: repo.dir, env: repo.env });
    expect(await second.ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/taken[\s\S]*--port/) });
  });
});
