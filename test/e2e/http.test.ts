/** The built HTTP API through fetch: every route, held against the OpenAPI document that the server gives of itself. */

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as files from '../../src/server/schemas/files.ts';
import { grepResult } from '../../src/server/schemas/files.ts';
import { errorBody } from '../../src/server/schemas/openApi.ts';
import { commitsResult, queryAnswer, searchResult } from '../../src/server/schemas/search.ts';
import * as repos from '../../src/server/schemas/serverState.ts';
import { codexStatusBody, health } from '../../src/server/schemas/serverState.ts';
import type { TempRepo } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, shellIn, shopRepo } from './cliShell.ts';
import { type Reply, type Server, startServer } from './httpClient.ts';

let repo: TempRepo;
let server: Server;

beforeAll(async () => {
  const made = shopRepo();
  repo = { ...made, env: { ...made.env, CORA_EMBEDDER: 'hash' } };
  await indexed(repo);
  server = await startServer({ cwd: repo.dir, env: repo.env });
});
afterAll(() => server.stop());

/** The body, which holds what its schema says and nothing beside. */
function bodyOf<T extends z.ZodType>({ status, body }: Reply<unknown>, schema: T, wanted = 200): z.infer<T> {
  expect(status, JSON.stringify(body)).toBe(wanted);
  const parsed = schema.parse(body);
  expect(parsed).toEqual(body);
  return parsed;
}

function pathsOf(reply: Reply<unknown>): string[] {
  return bodyOf(reply, searchResult).results.map(({ path, startLine }) => `${path}:${startLine}`);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(50);
}

async function refused(reply: Promise<Reply<unknown>>): Promise<string> {
  const { status, body, headers } = await reply;
  const { error } = errorBody.parse(body);
  expect(headers.get('x-request-id')).toBe(error.request_id);
  expect(error.message).not.toMatch(/\n {4}at /);
  return `${status} ${error.code}`;
}

describe('cora serve', () => {
  it('says that it lives', async () => {
    expect(bodyOf(await server.call('GET', '/health'), health)).toMatchObject({ status: 'healthy' });
  });

  it('lists the repository that it was started in', async () => {
    const all = bodyOf(await server.call('GET', '/repos'), repos.repositoriesBody);
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({
      id: 'local_repo',
      path: repo.dir,
      fixed: true,
      is_active: true,
      indexing_status: 'completed',
      total_files: 4,
      last_commit: repo.git('rev-parse', 'HEAD'),
    });
    expect(bodyOf(await server.call('GET', '/repos/local_repo'), repos.repositoryBody)).toEqual(all[0]);
    expect(await refused(server.call('DELETE', '/repos/local_repo'))).toBe('409 FIXED');
    expect(await refused(server.call('GET', '/repos/other'))).toBe('404 NO_REPOSITORY');
  });

  it('counts its history', async () => {
    repo.git('tag', 'v1');
    expect(bodyOf(await server.call('GET', '/repos/local_repo/stats'), repos.repoStats)).toEqual({
      total_commits: 1,
      total_branches: 1,
      total_tags: 1,
      is_shallow: false,
      latest_commit: {
        hash: repo.git('rev-parse', 'HEAD'),
        message: 'commit',
        author: 'A U Thor',
        date: '2023-11-14T22:13:21+00:00',
      },
    });
  });

  it('searches as the command line does, uncommitted edits included', async () => {
    repo.file('src/refund.ts', 'export function refundCustomer(card: string): string {\n  return card;\n}\n');
    const found = bodyOf(await server.call('POST', '/search', { query: 'refundCustomer', k: 3 }), searchResult);
    expect(found.results[0]).toMatchObject({ path: 'src/refund.ts', status: 'untracked' });
    const told = jsonOf<typeof found>(await shellIn(repo)(['query', 'refundCustomer', '-k', '3', '--json']));
    expect({ ...found, tookMs: 0 }).toEqual({ ...told, tookMs: 0 });
    repo.remove('src/refund.ts');
    const again = bodyOf(await server.call('GET', '/search?q=refundCustomer&k=3'), searchResult);
    expect(again.results.map(({ path }) => path)).not.toContain('src/refund.ts');
  });

  it('filters, and searches several repositories together', async () => {
    const only = { path: 'src/**', language: ['typescript'], kind: 'class' };
    const found = bodyOf(await server.call('POST', '/search', { query: 'sum of prices', ...only }), searchResult);
    expect(found.results.map(({ path, kind }) => `${path} ${kind}`)).toContain('src/cart.ts class');
    expect(found.results.filter(({ kind }) => kind !== 'class')).toEqual([]);
    const many = bodyOf(await server.call('POST', '/search', { query: 'refund', repos: '*' }), searchResult);
    expect(many.repositories).toMatchObject([{ name: 'repo', results: many.results.length }]);
  });

  it('adds, activates and removes a directory of the user, which stays as it is', async () => {
    const other = shopRepo();
    const added = bodyOf(
      await server.call('POST', '/repos', { path: other.dir, name: 'shop' }),
      repos.repositoryBody,
      201,
    );
    expect(added).toMatchObject({ id: 'local_shop', name: 'shop', kind: 'place', fixed: false, is_active: false });
    expect(await refused(server.call('POST', '/repos', { path: other.dir, name: 'shop' }))).toBe('400 USAGE');
    expect(await refused(server.call('POST', '/repos', { path: 'shop' }))).toBe('400 USAGE');
    expect(await refused(server.call('POST', '/repos', { url: 'ext::sh -c whoami' }))).toBe('400 USAGE');
    const active = bodyOf(await server.call('PUT', '/repos/local_shop/activate'), repos.repositoryBody);
    expect(active.is_active).toBe(true);
    const removed = bodyOf(await server.call('DELETE', '/repos/local_shop'), repos.removedRepo);
    expect(removed).toEqual({ message: 'Removed shop', repo_id: 'local_shop', deleted: null });
    expect(other.git('status', '--porcelain')).toBe('');
    bodyOf(await server.call('PUT', '/repos/local_repo/activate'), repos.repositoryBody);
  });

  it('clones what it is given an address of, searches it with the others, and deletes it', async () => {
    const far = shopRepo().file('src/warehouse.ts', 'export function countPallets(): number {\n  return 7;\n}\n');
    far.commit();
    const request = { url: `file://${far.dir}`, name: 'team/far' };
    const { id, path } = bodyOf(await server.call('POST', '/repos', request), repos.repositoryBody, 201);
    await until(async () => {
      const { indexing_status, error } = bodyOf(await server.call('GET', `/repos/${id}`), repos.repositoryBody);
      expect(error).toBeNull();
      return indexing_status === 'completed';
    });
    const found = bodyOf(await server.call('POST', '/search', { query: 'countPallets', repos: '*' }), searchResult);
    expect(found.results[0]).toMatchObject({ repository: 'team/far', path: 'src/warehouse.ts' });
    expect(found.repositories?.map(({ name }) => name)).toEqual(['repo', 'team/far']);
    const alone = bodyOf(await server.call('GET', `/search?q=countPallets&repo_id=${id}`), searchResult);
    expect(alone.results[0]).toMatchObject({ path: 'src/warehouse.ts', text: expect.stringContaining('return 7') });
    expect(bodyOf(await server.call('GET', `/repos/${id}/stats`), repos.repoStats).is_shallow).toBe(true);
    expect(existsSync(path)).toBe(true);
    expect(bodyOf(await server.call('DELETE', `/repos/${id}`), repos.removedRepo).deleted).toBe(path);
    expect(existsSync(path)).toBe(false);
    expect(await refused(server.call('GET', `/search?q=x&repo_id=${id}`))).toBe('404 NO_REPOSITORY');
  });

  it('answers a hundred clients that ask at once, each what it would be answered alone', async () => {
    const queries = ['priceOf', 'discount', 'refund', 'write_report', 'sum of all prices'];
    const alone = new Map<string, unknown>();
    for (const query of queries) alone.set(query, pathsOf(await server.call('POST', '/search', { query })));
    const together = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const query = queries[n % queries.length]!;
        return { query, paths: pathsOf(await server.call('POST', '/search', { query })) };
      }),
    );
    for (const { query, paths } of together) expect(paths).toEqual(alone.get(query));
  });

  it('answers a question with its sources where there is no model', async () => {
    const asked = { query: 'how is the total computed', n_results: 2, file_path: 'src/', language: 'typescript' };
    const answer = bodyOf(await server.call('POST', '/query', asked), queryAnswer);
    expect(answer).toMatchObject({ answer: null, repo_id: 'local_repo', citations: [] });
    expect(answer.note).toContain('No language model is configured');
    expect(answer.metadata).toMatchObject({ llm_provider: null, reranking_applied: false, collection: 'local_repo' });
    expect(answer.metadata.final_chunks).toBe(answer.sources.length);
    expect(answer.sources[0]).toMatchObject({ number: 1, similarity: 1, language: 'typescript' });
    expect(answer.sources.filter(({ file_path }) => !file_path.startsWith('src/'))).toEqual([]);
  });

  it('lists files, shows lines of one and its outline, finds a name', async () => {
    const list = bodyOf(await server.call('GET', '/files?path=src/**&limit=1&offset=1'), files.fileList);
    expect(list).toMatchObject({
      total: 2,
      files: [{ path: 'src/price.ts', language: 'typescript', status: 'committed' }],
    });
    expect(list.files[0]!.chunks).toBeGreaterThan(0);
    const shown = await server.call('GET', '/files/content?file_path=src/price.ts&start_line=3&end_line=3');
    expect(bodyOf(shown, files.fileContent)).toMatchObject({
      text: 'export function priceOf(name: string): number {',
      start_line: 3,
      file_lines: 7,
      commit: null,
    });
    const outline = bodyOf(await server.call('GET', '/symbols?file_path=src/cart.ts'), files.symbolList);
    expect(outline.symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(['Cart', 'addItem', 'total']));
    const named = bodyOf(await server.call('GET', '/symbols?name=priceOf'), files.symbolList);
    expect(named.symbols).toMatchObject([{ path: 'src/price.ts', start_line: 3, kind: 'function' }]);
    expect(named.near).toEqual([]);
    const meant = bodyOf(await server.call('GET', '/symbols?name=priceOff'), files.symbolList);
    expect(meant).toMatchObject({ symbols: [], near: ['priceOf'] });
  });

  it('maps a repository for one who sees it for the first time', async () => {
    const map = bodyOf(await server.call('GET', '/map'), files.repositoryMapBody);
    expect(map.folders).toContainEqual({ path: 'src/', files: 2 });
    expect(map.central[0]!.path).toBe('src/price.ts');
    expect(map.central[0]!.defines[0]).toEqual({ name: 'priceOf', kind: 'function', start_line: 3, end_line: 7 });
    const short = bodyOf(await server.call('GET', '/map?limit=1'), files.repositoryMapBody);
    expect([short.folders.length, short.central.length, short.total]).toEqual([1, 1, map.total]);
    expect((await server.call('GET', '/map?limit=0')).status).toBe(422);
  });

  it('draws what stands around a line', async () => {
    const { nodes, edges, center } = bodyOf(
      await server.call('GET', '/graph?file_path=src/price.ts&line=3'),
      files.graph,
    );
    expect(nodes[0]).toMatchObject({ id: center, path: 'src/price.ts', symbol: 'priceOf', startLine: 3 });
    expect(edges).toContainEqual(expect.objectContaining({ to: center, reason: 'calls priceOf' }));
    const ids = new Set(nodes.map(({ id }) => id));
    expect(edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
    const byId = bodyOf(await server.call('GET', `/graph?chunk_id=${nodes[0]!.chunkId}`), files.graph);
    expect(byId.nodes[0]).toMatchObject({ id: center, path: 'src/price.ts' });
    expect(byId.edges).toContainEqual(expect.objectContaining({ to: center, reason: 'calls priceOf' }));
  });

  it('lists what changed since a commit, and the chunks of a file', async () => {
    const changes = bodyOf(await server.call('GET', '/files/changes?since=HEAD'), files.changedFiles);
    expect(changes.since).toMatch(/^[0-9a-f]{40}$/);
    const { chunks } = bodyOf(await server.call('GET', '/files/chunks?file_path=src/price.ts'), files.chunksOfFile);
    expect(chunks.map(({ symbol }) => symbol)).toContain('priceOf');
  });

  it('greps, and lists commits', async () => {
    const { hits } = bodyOf(await server.call('GET', '/grep?pattern=priceOf'), grepResult);
    expect(hits.map(({ path }) => path)).toContain('src/price.ts');
    expect(bodyOf(await server.call('GET', '/commits'), commitsResult).commits).toHaveLength(1);
  });

  it('says whether Codex is there', async () => {
    const { installed, authenticated } = bodyOf(await server.call('GET', '/codex/status'), codexStatusBody);
    expect([true, false]).toContain(installed);
    expect(authenticated && !installed).toBe(false);
  });

  it('gives a document that validates, and every route of it was called here', async () => {
    const { status, body } = await server.call<{ paths: Record<string, Record<string, { tags?: string[] }>> }>(
      'GET',
      '/openapi.json',
    );
    expect(status).toBe(200);
    const { valid, errors } = await new Validator().validate(body as never);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    const called = [...server.called, 'POST /query/stream'];
    const missing = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { tags = [] }]) => {
        const pattern = new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}$`);
        return tags.includes('jobs') || called.some((one) => pattern.test(one)) ? [] : [`${method} ${path}`];
      }),
    );
    expect(missing, 'test/e2e/httpQuery.test.ts calls /query/stream, httpJobs.test.ts what has the tag jobs').toEqual(
      [],
    );
  });
});
