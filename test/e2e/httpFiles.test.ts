/** Over HTTP what the command line has: included files, other formats, files of a commit, what changed, chunks, a first build. */

import { describe, expect, it } from 'vitest';
import { changedFiles, chunksOfFile, grepResult } from '../../src/server/schemas/files.ts';
import { commitsResult } from '../../src/server/schemas/search.ts';
import type { TempRepo } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, shellIn, shopRepo } from './cliShell.ts';
import { type Failure, startServer } from './httpClient.ts';

interface Hits {
  results: { path: string; symbol: string }[];
}

/** Indexed by the embedder that the server has. */
async function hashed(): Promise<TempRepo> {
  const repo = shopRepo();
  await indexed({ ...repo, env: { ...repo.env, CORA_EMBEDDER: 'hash' } });
  return repo;
}

describe('cora serve', () => {
  it('searches with --include, --scope and --diversity, and answers in the formats for a chat', async () => {
    const repo = await hashed();
    const server = await startServer({ cwd: repo.dir, env: repo.env });
    try {
      const asked = { query: 'sum of all prices', k: 2, include: 'file:docs/guide.md', scope: 'src/', diversity: 0.2 };
      const { body } = await server.call<Hits>('POST', '/search', asked);
      expect(body.results[0]).toMatchObject({ path: 'docs/guide.md' });
      expect(body.results.map(({ path }) => path)).toContain('src/cart.ts');
      const only = await server.call<Hits>('POST', '/search', { query: 'write', extension: 'py' });
      expect(new Set(only.body.results.map(({ path }) => path))).toEqual(new Set(['tools/report.py']));
      const wrong = await server.call<Failure>('POST', '/search', { query: 'x', include: 'docs/guide.md' });
      expect(wrong).toMatchObject({ status: 400, body: { error: { code: 'USAGE' } } });
      const xml = await fetch(`${server.url}/search?q=prices&format=xml&k=1`);
      expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8');
      expect(await xml.text()).toMatch(/^<cora:rag-result>[\s\S]*<cora:file path="src\//);
      const markdown = await fetch(`${server.url}/search?q=prices&format=markdown&k=1`);
      expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(await markdown.text()).toMatch(/### 1\. `src\//);
    } finally {
      await server.stop();
    }
  });

  it('greps and searches commits as the command line does, with and without an index', async () => {
    const repo = shopRepo();
    repo.file('src/cart.ts', 'export const edited = priceOf;\n');
    const server = await startServer({ cwd: repo.dir, env: repo.env });
    const cora = shellIn(repo);
    try {
      const { body: grepped } = await server.call<object>(
        'GET',
        '/grep?pattern=PRICEof&ignore_case=true&path=src/**&language=typescript&context=1&k=2&max_per_file=1',
      );
      expect(grepResult.parse(grepped)).toEqual(grepped);
      const flags = ['-i', '-p', 'src/**', '-l', 'typescript', '-C', '1', '-k', '2', '--max-per-file', '1', '--json'];
      const told = jsonOf<object>(await cora(['grep', 'PRICEof', ...flags]));
      expect(grepped).toEqual({ repo_id: 'local_repo', ...told });
      expect(grepped).toMatchObject({ hits: [{ path: 'src/cart.ts' }, { path: 'src/price.ts' }] });
      const plain = await server.call('GET', '/grep?pattern=(name:&fixed=true');
      expect(plain.body).toMatchObject({ hits: [{ path: 'src/price.ts', line: 3 }] });
      const none = await server.call('GET', '/grep?pattern=price&word=true&path=nowhere/**');
      expect(none.body).toMatchObject({ hits: [], notice: expect.stringContaining('nowhere') });
      for (const wrong of ['/grep', '/grep?pattern=(', '/grep?pattern=a&unredacted=true', '/grep?pattern=a&language=x'])
        expect((await server.call('GET', wrong)).status, wrong).toBeGreaterThanOrEqual(400);
      const { body: commits } = await server.call<object>('GET', '/commits?k=3&author=test&path=src/**');
      expect(commitsResult.parse(commits)).toEqual(commits);
      const listed = jsonOf<object>(
        await cora(['query', '--commits', '-k', '3', '--author', 'test', '-p', 'src/**', '--json']),
      );
      expect({ ...commits, tookMs: 0 }).toEqual({ repo_id: 'local_repo', ...listed, tookMs: 0 });
      const later = await server.call('GET', '/commits?q=first&since=2040-01-01');
      expect(later.body).toMatchObject({ query: 'first', commits: [] });
      expect((await server.call('GET', '/commits?since=never-was')).status).toBe(400);
    } finally {
      await server.stop();
    }
  });

  it('reads files of a commit, lists what changed since one, and the chunks of a file', async () => {
    const repo = await hashed();
    repo.file('src/cart.ts', 'export const edited = 1;\n').file('new.py', 'x = 1\n');
    const server = await startServer({ cwd: repo.dir, env: repo.env });
    try {
      const then = await server.call(
        'GET',
        '/files/content?file_path=src/cart.ts&revision=HEAD&start_line=1&end_line=1',
      );
      expect(then.body).toMatchObject({ commit: repo.git('rev-parse', 'HEAD'), status: 'committed' });
      const { body: changes } = await server.call('GET', '/files/changes?since=HEAD');
      expect(changedFiles.parse(changes)).toEqual(changes);
      expect(changes).toMatchObject({
        files: [
          { path: 'new.py', change: 'added' },
          { path: 'src/cart.ts', change: 'modified' },
        ],
        deleted: [],
      });
      const { body: chunks } = await server.call('GET', '/files/chunks?file_path=src/cart.ts');
      expect(chunksOfFile.parse(chunks)).toEqual(chunks);
      expect(chunks).toMatchObject({ status: 'modified', chunks: [{ symbol: 'edited', part: 1, parts: 1 }] });
      const none = await server.call<Failure>('GET', '/files/changes?since=nope');
      expect(none).toMatchObject({ status: 400, body: { error: { code: 'BAD_REVISION' } } });
    } finally {
      await server.stop();
    }
  });

  it('builds what has no index with --build, and tells commits where no code is found', async () => {
    const repo = shopRepo();
    const server = await startServer({ cwd: repo.dir, env: repo.env, args: ['--build'] });
    try {
      const search = () => server.call<Hits>('POST', '/search', { query: 'Cart', k: 1 });
      await expect.poll(async () => (await search()).status, { timeout: 60_000 }).toBe(200);
      expect((await search()).body.results[0]).toMatchObject({ path: 'src/cart.ts' });
      const asked = await server.call<{ git_context: { recent: unknown[] } }>('POST', '/query', {
        query: 'what is the latest commit',
      });
      expect(asked.body.git_context.recent).toHaveLength(1);
    } finally {
      await server.stop();
    }
  });
});
