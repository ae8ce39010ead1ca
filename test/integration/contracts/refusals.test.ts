/** What is misspelt is refused, or said, by every entry in the same words, with the nearest right name. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCora } from '../../../src/api.ts';
import { silentLog } from '../../../src/base/log.ts';
import { grepRepository } from '../../../src/grep/grepRepository.ts';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { openSearcher } from '../../../src/session/session.ts';
import { grepSettings, indexSettings, searchSettings, sessionSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { type Connection, type ServedMcp, servedMcp } from '../mcp/servedMcp.ts';
import { type ServedApp, servedApp } from '../server/servedApp.ts';

const LANGUAGE = 'No language is called "pyhton".';
const KIND = 'No kind is called "functon".';
const NO_PATH = 'No file matches the path src/clik/**. Did you mean src/click/**?';

let repo: TempRepo;
let app: ServedApp;
let mcp: ServedMcp;
let client: Connection;
let url: string;
let calls = 0;

beforeAll(async () => {
  repo = tempRepo()
    .file('src/click/core.py', 'def echo(text):\n    print(text)\n\n\ndef addItem():\n    echo("hello")\n')
    .file('docs/guide.md', '# Guide\n\nCall echo.\n');
  repo.commit();
  repo.git('tag', '8.1.7');
  repo.git('tag', 'v8.1.8');
  await cora(repo).index();
  const given = { repo, outside: tempDir() };
  [app, mcp] = [await servedApp(given), await servedMcp(given)];
  client = mcp.connect();
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await client.close();
  await mcp.close();
  await app.close();
  app.server.close();
});

const options = (flags: object) => resolveOptions({ jobs: 0, embedder: 'hash', ...flags }, {}, null);
const surroundings = () => ({ dir: repo.dir, env: repo.env, cacheDir: tempDir(), log: silentLog });

describe('the library', () => {
  it('refuses languages and kinds that nothing can have', async () => {
    const here = await openCora(repo.dir, { env: repo.env, settings: { embedder: 'hash', jobs: 0 } });
    await expect(here.query('echo', { languages: ['pyhton'] })).rejects.toMatchObject({
      code: 'USAGE',
      message: LANGUAGE,
      hint: 'Did you mean python?',
    });
    await expect(here.query('echo', { kinds: ['functon'] })).rejects.toMatchObject({ message: KIND });
    expect(await here.query('echo', { paths: ['src/clik/**'] })).toMatchObject({ results: [], fewer: NO_PATH });
    expect(await here.query('echo', { languages: ['go'] })).toMatchObject({
      results: [],
      fewer: 'No file here is go. The languages: markdown (1), python (1).',
    });
    expect((await here.query('echo', { languages: ['python'] })).fewer).toBeNull();
    here.close();
  });

  it('says so of what grep looks at', async () => {
    const limits = { maxTotal: 10, signal: new AbortController().signal };
    const grep = (flags: object) =>
      grepRepository('echo', indexSettings(options(flags)), surroundings(), {
        ...grepSettings(options(flags)),
        ...limits,
      });
    expect(await grep({ path: ['src/clik/**'] })).toMatchObject({ hits: [], notice: NO_PATH });
    expect(await grep({ path: ['src/click/**'] })).not.toHaveProperty('notice');
    await expect(grep({ lang: ['pyhton'] })).rejects.toMatchObject({ message: LANGUAGE });
  });

  it('names revisions that are near, or some that there are', async () => {
    const commits = (since: string) => cora(repo).commits('foo', { since });
    await expect(commits('v8.99')).rejects.toMatchObject({ code: 'USAGE', hint: 'did you mean v8.1.8 or 8.1.7?' });
    await expect(cora(repo).index({ rev: '8.1.99' })).rejects.toMatchObject({
      code: 'BAD_REVISION',
      hint: 'did you mean v8.1.8 or 8.1.7?',
    });
    await expect(cora(repo).index({ rev: 'nope' })).rejects.toMatchObject({
      hint: expect.stringMatching(/^name a branch, a tag or a commit, such as \w+, v8\.1\.8, 8\.1\.7$/),
    });
  });

  it('keeps why nothing was looked at within a budget', async () => {
    const searcher = await openSearcher(sessionSettings(options({})), surroundings());
    const request = searchRequestOf('echo', searchSettings(options({ path: ['src/clik/**'] })), [], 5);
    expect((await searcher.search(request)).fewer).toBe(NO_PATH);
    searcher.close();
  });
});

describe('HTTP', () => {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const get = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const refused = (status: number, error: object) => ({ status, body: { error: expect.objectContaining(error) } });

  it('refuses languages and kinds that nothing can have', async () => {
    const language = refused(400, { code: 'USAGE', message: LANGUAGE, hint: 'Did you mean python?' });
    const kind = refused(400, { code: 'USAGE', message: KIND, hint: 'Did you mean function?' });
    expect(await post('/search', { query: 'echo', language: 'pyhton' })).toEqual(language);
    expect(await post('/search', { query: 'echo', kind: 'functon' })).toEqual(kind);
    expect(await post('/search', { query: 'echo', kind: 'functon', repos: '*' })).toEqual(kind);
    expect(await get('/search?q=echo&language=pyhton')).toEqual(language);
    expect(await post('/query', { query: 'echo', language: 'pyhton' })).toEqual(language);
    expect(await get('/files?language=pyhton')).toEqual(language);
  });

  it('says which filter no file passes', async () => {
    const nothing = { query: 'echo', path: 'src/clik/**' };
    expect((await post('/search', nothing)).body).toMatchObject({ results: [], fewer: NO_PATH });
    expect((await post('/search', { ...nothing, repos: '*' })).body).toMatchObject({ results: [], fewer: NO_PATH });
    expect((await post('/search', { ...nothing, budget: 100 })).body).toMatchObject({ fewer: NO_PATH });
    expect((await post('/query', { query: 'echo', file_path: 'src/click/cores.py' })).body).toMatchObject({
      metadata: { fewer: 'No file matches the path src/click/cores.py. Did you mean src/click/core.py?' },
    });
  });

  it('names the nearest repository, file, address and choice', async () => {
    const [{ id, name }] = (await get('/repos')).body as unknown as [{ id: string; name: string }];
    const wrong = `${id.slice(0, -1)}~`;
    const hint = `Did you mean ${id}? GET /repos lists them.`;
    for (const repo_id of [wrong, `${name.slice(0, -1)}~`])
      expect(await post('/search', { query: 'echo', repo_id })).toEqual(refused(404, { hint }));
    expect(await post('/search', { query: 'echo', repos: `${name}~` })).toEqual(refused(404, { hint }));
    const near = refused(404, { code: 'BAD_PATH', hint: 'Did you mean src/click/core.py?' });
    expect(await get('/files/content?file_path=src/click/cores.py')).toEqual(near);
    expect(await get('/symbols?file_path=src/click/cores.py')).toEqual(near);
    expect(await get('/serch')).toEqual(
      refused(404, { code: 'NO_ROUTE', hint: 'Did you mean /search? GET /openapi.json says what there is.' }),
    );
    expect(await post('/search', { query: 'echo', mode: 'hybird' })).toEqual(
      refused(422, { message: 'mode: "hybird" is none of hybrid, words, vectors: did you mean "hybrid"?.' }),
    );
  });
});

describe('MCP', () => {
  const call = async (name: string, given: object) => {
    const id = ++calls;
    client.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } }));
    const { result, error } = await client.answerTo(id);
    if (error !== undefined) return { isError: true, text: String(error.message) };
    const { content, isError = false } = result as { content: { text: string }[]; isError?: boolean };
    return { isError, text: content[0]!.text };
  };

  it.each([
    ['search', { query: 'echo', language: 'pyhton' }, LANGUAGE],
    ['search', { query: 'echo', kind: 'functon' }, KIND],
    ['symbols', { name: 'echo', language: 'pyhton' }, LANGUAGE],
    ['symbols', { name: 'echo', kind: 'functon' }, KIND],
    ['grep', { pattern: 'echo', language: 'pyhton' }, LANGUAGE],
    ['references', { name: 'echo', kind: 'cal' }, 'No kind is called "cal".\nDid you mean call?'],
    ['references', { name: 'echo', language: 'pyhton' }, LANGUAGE],
    ['search', { query: 'echo', format: 'markdown' }, 'search has no argument "format"'],
    ['references', { name: 'echo', direction: 'caller' }, 'did you mean "callers"?'],
    ['read', { path: 'src/click/core.py', revision: '8.1.99' }, 'did you mean v8.1.8 or 8.1.7?'],
    ['read', { path: 'src/click/core.py', revision: 'nope' }, 'such as '],
    ['read', { path: 'src/click/cores.py' }, 'Did you mean src/click/core.py?'],
    ['serch', { query: 'echo' }, 'Tool serch not found. Did you mean search? The tools: search, read,'],
    ['nothing', {}, 'Tool nothing not found. The tools: search,'],
  ])('refuses in %s %o', async (name, given, words) => {
    const { isError, text } = await call(name, given);
    expect(text).toContain(words);
    expect(isError).toBe(true);
  });

  it.each([
    ['search', { query: 'echo', path: 'src/clik/**' }, NO_PATH],
    ['search', { query: 'echo', extension: 'pyy' }, 'No file here ends in .pyy. Did you mean .py?'],
    ['search', { query: 'echo', language: 'go' }, 'No file here is go.'],
    ['symbols', { name: 'echo', path: 'src/clik/**' }, NO_PATH],
    ['symbols', { name: 'echo', language: 'go' }, 'No file here is go.'],
    ['references', { name: 'echo', path: 'src/clik/**' }, NO_PATH],
    ['grep', { pattern: 'echo', path: 'src/clik/**' }, NO_PATH],
  ])('says in %s which filter no file passes: %o', async (name, given, words) => {
    const { isError, text } = await call(name, given);
    expect(text).toContain(words);
    expect(isError).toBe(false);
  });
});
