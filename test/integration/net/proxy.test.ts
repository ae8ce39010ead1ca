/** Pulling, pushing and embedding through a web proxy: who is asked, who sees the token, and what is said where it fails. */

import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { createEmbedder } from '../../../src/embed/createEmbedder.ts';
import { parseEmbedderSpec } from '../../../src/embed/parseEmbedderSpec.ts';
import { createFetch } from '../../../src/net/createFetch.ts';
import { artifactName } from '../../../src/share/readSource.ts';
import { cora } from '../../helpers/cora.ts';
import { fakeGithub } from '../../helpers/fakeGithub.ts';
import { proxyServer, tlsBefore } from '../../helpers/proxyServer.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';
import { sendFile, type WebServer, webServer } from '../../helpers/webServer.ts';

const TOKEN = 'ghp_0123456789abcdefTOKEN';

let repo: TempRepo;
let content: Buffer;
let name: string;
beforeAll(async () => {
  repo = tempRepo();
  for (let at = 0; at < 8; at++) repo.file(`src/f${at}.py`, sourceOf('py', at * 7));
  const commit = repo.commit();
  await cora(repo).index();
  content = readFileSync((await cora(repo).pack()).file);
  name = artifactName(commit, await createEmbedder(parseEmbedderSpec('hash'), {}, silentLog));
});
afterEach(() => vi.unstubAllEnvs());

const portOf = ({ url }: Pick<WebServer, 'url'>): number => Number(new URL(url).port);
const fileServer = () => webServer((request, response) => sendFile(request, response, content, { etag: '"1"' }));

describe('cora pull http://…', () => {
  it('goes through HTTP_PROXY with its user and password, which the host never sees', async () => {
    const server = await fileServer();
    const proxy = await proxyServer({ hosts: { 'files.example:80': portOf(server) }, wants: 'me@corp:p:w' });
    const report = await cora(repo.clone()).pull(
      'http://files.example/index.tar?sig=1',
      {},
      { env: { HTTP_PROXY: `http://me%40corp:p%3Aw@${proxy.host}` } },
    );
    expect(report).toMatchObject({ downloaded: content.length, index: { embedded: 0 } });
    expect(proxy.asked.map(({ line }) => line)).toEqual(['GET http://files.example/index.tar?sig=1']);
    expect(server.asked[0]!.headers).toMatchObject({ host: 'files.example', 'user-agent': 'cora' });
    expect(server.asked[0]!.headers).not.toHaveProperty('proxy-authorization');
    expect(JSON.stringify(report)).not.toMatch(/p%3Aw|p:w/);
  });

  it('asks this machine directly', async () => {
    const server = await fileServer();
    const proxy = await proxyServer({ hosts: {} });
    const env = { HTTP_PROXY: `http://${proxy.host}` };
    const report = await cora(repo.clone()).pull(`${server.url}/index.tar`, {}, { env });
    expect(report.downloaded).toBe(content.length);
    expect(proxy.asked).toEqual([]);
  });

  it.each([
    [407, 'a-b:wrong', 'refuses user or password (407).', 'HTTP_PROXY=http://USER:PASSWORD@'],
    [407, '', 'wants a user and a password (407).', 'HTTP_PROXY=http://USER:PASSWORD@'],
  ])('says what a proxy that answers with %i wants (%s)', async (_, user, said, hint) => {
    const proxy = await proxyServer({ hosts: {}, wants: 'a-b:right' });
    const env = { HTTP_PROXY: `http://${user === '' ? '' : `${user}@`}${proxy.host}` };
    await expect(cora(repo.clone()).pull('http://files.example/x.tar', {}, { env })).rejects.toMatchObject({
      code: 'NETWORK',
      message: `The proxy http://${proxy.host} (HTTP_PROXY) ${said}`,
      hint: expect.stringContaining(hint),
    });
    expect(proxy.asked).toHaveLength(1);
  });
});

describe('a release over https', () => {
  async function release() {
    const github = await fakeGithub([{ name, content }], { token: TOKEN, uploadsAt: 'https://api.example' });
    const [api, storage] = [await tlsBefore(github.api.url), await tlsBefore(github.storage.url)];
    const hosts = { 'api.example:443': api.port, 'storage.example:443': storage.port };
    const proxy = await proxyServer({ hosts });
    github.storage.url = 'https://storage.example';
    const env = { GITHUB_API_URL: 'https://api.example', GITHUB_TOKEN: TOKEN, https_proxy: `http://${proxy.host}` };
    return { github, proxy, env };
  }

  it('is asked through a tunnel: the token reaches the API, neither the proxy nor the storage host', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { github, proxy, env } = await release();
    const report = await cora(repo.clone()).pull('acme/shop', {}, { env });
    expect(report).toMatchObject({ downloaded: content.length, index: { embedded: 0 } });
    expect(new Set(proxy.asked.map(({ line }) => line))).toEqual(
      new Set(['CONNECT api.example:443', 'CONNECT storage.example:443']),
    );
    expect(github.api.asked.map(({ headers }) => headers.authorization)).toEqual(
      github.api.asked.map(() => `Bearer ${TOKEN}`),
    );
    expect(github.storage.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(JSON.stringify([proxy.asked, github.storage.asked])).not.toContain(TOKEN);
  });

  it('is pushed to through a tunnel', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { github, proxy, env } = await release();
    github.releases.clear();
    await cora(repo).push('acme/shop', env);
    expect(github.releases.get('cora-index')!.assets.map((asset) => asset.name)).toEqual([name]);
    expect(JSON.stringify(proxy.asked)).not.toContain(TOKEN);
  });

  it('names the way out where the proxy opens TLS with a certificate of its own', async () => {
    const { env } = await release();
    await expect(cora(repo.clone()).pull('acme/shop', {}, { env })).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('https_proxy) leads to a certificate for api.example that is not trusted'),
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
  });

  it.each([
    [403, 1, 'does not lead to api.example: it answers with 403.'],
    [502, 4, '(HTTPS_PROXY) does not lead to api.example: it answers with 502'],
  ])('a tunnel refused with %i is asked for %i times', async (status, times, said) => {
    const proxy = await proxyServer({ hosts: {}, status });
    const env = { GITHUB_API_URL: 'https://api.example', HTTPS_PROXY: proxy.host };
    await expect(cora(repo.clone()).pull('acme/shop', {}, { env })).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining(said),
    });
    expect(proxy.asked).toHaveLength(times);
  });
});

it('a proxy that is not there is named with its variable, without user and password', async () => {
  const env = { ALL_PROXY: 'http://me:hunter2@127.0.0.1:9' };
  const failure = await cora(repo.clone())
    .pull('https://files.example/index.tar', {}, { env })
    .catch((error: unknown) => error as Error & { hint: string });
  expect(failure).toMatchObject({
    code: 'NETWORK',
    message: 'The proxy http://127.0.0.1:9 (ALL_PROXY) cannot be reached: ECONNREFUSED.',
    hint: 'correct ALL_PROXY; NO_PROXY=files.example goes there directly',
  });
  expect(JSON.stringify([failure, (failure as Error).stack, (failure as Error).cause])).not.toContain('hunter2');
});

describe('an embedder', () => {
  it('goes through the proxy, and fails with what the proxy said', async () => {
    const server = await webServer((_, response) => response.end(JSON.stringify({ embeddings: [[3, 4]] })));
    const proxy = await proxyServer({ hosts: { 'gpu.example:11434': portOf(server) } });
    const spec = parseEmbedderSpec('ollama:some-model');
    const env = { OLLAMA_HOST: 'gpu.example', http_proxy: proxy.host };
    expect((await createEmbedder(spec, env, silentLog)).dimensions).toBe(2);
    expect(proxy.asked.map(({ line }) => line)).toEqual(['POST http://gpu.example:11434/api/embed']);
    await expect(createEmbedder(spec, { ...env, http_proxy: '127.0.0.1:9' }, silentLog)).rejects.toMatchObject({
      message: 'The proxy http://127.0.0.1:9 (http_proxy) cannot be reached: ECONNREFUSED.',
    });
  });
});

describe('createFetch', () => {
  const load = vi.fn(() => ({}));

  beforeEach(() => {
    load.mockClear();
    vi.doMock('undici', load);
    vi.stubGlobal('fetch', async () => new Response('directly'));
  });
  afterEach(() => {
    vi.doUnmock('undici');
    vi.unstubAllGlobals();
  });

  it.each<[env: Record<string, string>, when: string]>([
    [{}, 'without a variable'],
    [{ PATH: '/bin', NO_PROXY: 'x', HTTPS_PROXY: 'proxy.example' }, 'without one for http'],
    [{ HTTP_PROXY: 'proxy.example', no_proxy: 'files.example' }, 'for a host that NO_PROXY names'],
  ])('asks by the fetch of Node and loads no undici: %j (%s)', async (env) => {
    const response = await createFetch(env)(new URL('http://a.files.example'), {});
    expect(await response.text()).toBe('directly');
    expect(load).not.toHaveBeenCalled();
  });

  it('loads undici for a proxy', async () => {
    await expect(createFetch({ HTTP_PROXY: 'proxy.example' })(new URL('http://a.example'), {})).rejects.toThrow();
    expect(load).toHaveBeenCalled();
  });
});
