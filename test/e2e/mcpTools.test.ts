/** The built MCP server: names, neighbours, builds, resources, prompts, cancelling, many servers at once. */

import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CLI } from '../helpers/runCli.ts';
import { sourceOf } from '../helpers/sources.ts';
import { tempRepo } from '../helpers/tempRepo.ts';
import { indexed, shopRepo } from './cliShell.ts';
import { connect, MODERN, STRUCTURED } from './mcpClient.ts';

describe('the tools of cora mcp', () => {
  it('lists definitions, mentions, callers and callees, and what belongs to a place', async () => {
    const { call, refused } = await connect(await indexed(shopRepo()));
    expect((await call('symbols', { name: 'priceOf' })).data.symbols).toEqual([
      expect.objectContaining({ path: 'src/price.ts', startLine: 3, kind: 'function', status: 'committed' }),
    ]);
    const mentions = await call('references', { name: 'priceOf', kind: 'call' });
    expect(mentions.data.references).toEqual([
      expect.objectContaining({ path: 'src/cart.ts', line: 13, within: 'Cart.total', target: 'src/price.ts:3' }),
    ]);
    const callers = await call('references', { name: 'priceOf', direction: 'callers' });
    expect(callers.data.references).toEqual([expect.objectContaining({ path: 'src/cart.ts', depth: 1 })]);
    const callees = await call('references', { name: 'total', direction: 'callees' });
    expect(callees.data.references).toEqual([expect.objectContaining({ target: 'src/price.ts:3' })]);
    const filtered = { name: 'total', direction: 'callees', path: 'src/**' };
    expect(await refused('references', filtered)).toMatch(/holes would mislead[\s\S]*Leave them out/);
    const related = await call('related', { path: 'src/price.ts:4' });
    expect(related.data.related[0]).toMatchObject({ path: 'src/cart.ts', reason: expect.stringContaining('priceOf') });
    const [first] = (await call('search', { query: 'priceOf' })).data.results;
    expect((await call('related', { chunkId: first.chunkId })).data.related.length).toBeGreaterThan(0);
    expect((await call('symbols', { name: 'nope' })).data).toMatchObject({
      symbols: [],
      notice: 'Nothing is called nope.',
    });
    expect(await refused('related')).toMatch(/chunkId, a path, or a path and a line/);
    expect(await refused('related', { path: 'nope.ts' })).toMatch(/not indexed/);
  });

  it('lists what a file defines, and what changed since a commit', async () => {
    const repo = await indexed(shopRepo());
    const { call, refused } = await connect(repo);
    const outline = await call('symbols', { path: 'src/cart.ts' });
    expect(outline.data.symbols.map(({ name }: { name: string }) => name)).toEqual([
      'Cart',
      'items',
      'addItem',
      'total',
    ]);
    expect(await refused('symbols')).toMatch(/Give a name, or the path of one file/);
    expect((await call('status', { since: 'HEAD' })).text).toMatch(/^Nothing changed\./);
    repo.file('src/cart.ts', 'export const edited = 1;\n').file('src/new.ts', 'export const fresh = 1;\n');
    const { text, data } = await call('status', { since: 'HEAD' });
    expect(text).toContain('modified src/cart.ts\nadded src/new.ts\n');
    expect(data).toMatchObject({ since: repo.git('rev-parse', 'HEAD'), truncated: false });
    expect(await refused('status', { since: 'nope' })).toMatch(/names no commit/);
  });

  it('offers the map as a resource, and prompts', async () => {
    const repo = await indexed(shopRepo());
    const { client } = await connect(repo);
    expect((await client.listResources()).resources).toEqual([expect.objectContaining({ uri: 'cora://map' })]);
    const textAt = async (uri: string): Promise<string> => {
      const [content] = (await client.readResource({ uri })).contents;
      return content !== undefined && 'text' in content ? content.text : '';
    };
    expect(await textAt('cora://map')).toMatch(/# repo[\s\S]*`src\/` 2[\s\S]*`src\/price.ts`: function priceOf/);
    expect(await textAt('cora://map?repository=repo')).toContain('# repo');
    await expect(client.readResource({ uri: 'cora://map?repository=nope' })).rejects.toThrow(/No repository "nope"/);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['explain', 'impact', 'precedent']);
    const { messages } = await client.getPrompt({ name: 'impact', arguments: { name: 'priceOf' } });
    expect(messages[0]?.content).toMatchObject({ text: expect.stringMatching(/change priceOf[\s\S]*references/) });
    await expect(client.getPrompt({ name: 'impact', arguments: {} })).rejects.toThrow(/name/);
  });

  it('builds only where it may, says how far it is, and answers meanwhile', async () => {
    const repo = tempRepo();
    for (let n = 0; n < 150; n++) repo.file(`src/f${n}.py`, sourceOf('py', n));
    repo.commit();
    const reader = await connect(repo);
    expect((await reader.client.listTools()).tools.map(({ name }) => name)).not.toContain('index');
    const { client, call } = await connect(repo, { args: ['--write', '--embedder', 'hash'] });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'index')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
    });
    const progress: number[] = [];
    const building = client.callTool(
      { name: 'index', arguments: {}, _meta: STRUCTURED },
      { onprogress: ({ progress: done }) => progress.push(done) },
    );
    expect((await call('grep', { pattern: 'def ', k: 1 })).data.hits).toHaveLength(1);
    expect((await building).structuredContent).toMatchObject({ files: 150, failed: [] });
    expect(progress.length).toBeGreaterThan(1);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect((await call('search', { query: 'items total' })).data.mode).toBe('hybrid');
  });

  it('builds a missing index in the background where it may', async () => {
    const repo = shopRepo();
    const { call } = await connect(repo, { args: ['--write'] });
    const first = await call('search', { query: 'refund' });
    expect(first.data.mode).toBe('grep');
    expect(first.text).toContain('built in the background');
    await expect.poll(async () => (await call('search', { query: 'refund' })).data.mode).toBe('hybrid');
  });

  it.each([
    ['2025', {}],
    ['2026', MODERN],
  ])('stops what a client of %s cancels, and goes on answering', async (_, options) => {
    const repo = tempRepo();
    for (let n = 0; n < 400; n++) repo.file(`src/f${n}.ts`, sourceOf('ts', n));
    repo.commit();
    const { client, call, pid } = await connect(repo, { ...options, args: ['--write'] });
    const stop = new AbortController();
    const building = client.callTool({ name: 'index', arguments: {} }, { signal: stop.signal });
    const ended = expect(building).rejects.toThrow();
    await expect.poll(() => childrenOf(pid)).not.toEqual([]);
    stop.abort('no longer wanted');
    await ended;
    await expect.poll(() => childrenOf(pid).filter((line) => line.includes('cli.js'))).toEqual([]);
    const searching = new AbortController();
    const search = client.callTool({ name: 'search', arguments: { query: 'check' } }, { signal: searching.signal });
    searching.abort('changed my mind');
    await expect(search).rejects.toThrow();
    expect((await call('grep', { pattern: 'export', k: 1 })).data.hits).toHaveLength(1);
  });
});

describe('ten servers on one repository', () => {
  it('all answer, truly, while commits and builds come and go', async () => {
    const repo = tempRepo();
    for (let n = 0; n < 40; n++) repo.file(`src/f${n}.py`, sourceOf('py', n));
    repo.commit();
    await indexed(repo);
    const servers = await Promise.all(Array.from({ length: 10 }, () => connect(repo)));
    for (let round = 0; round < 3; round++) {
      const name = `freshly_made_${round}`;
      repo.file(`src/new${round}.py`, `def ${name}(items):\n    return items\n`);
      if (round > 0) repo.commit();
      const build = indexed(repo);
      const answers = await Promise.all(servers.map(({ call }) => call('search', { query: name, k: 3 })));
      for (const { data } of answers) {
        expect(data.results[0]).toMatchObject({ path: `src/new${round}.py` });
        expect(data.freshness.headCommit).toBe(repo.git('rev-parse', 'HEAD'));
        expect(data.results[0].status).toBe(round > 0 ? 'committed' : 'untracked');
      }
      await build;
    }
    repo.git('checkout', '-q', '-b', 'topic', 'HEAD~1');
    repo.file('src/topic.py', 'def only_on_topic():\n    return 1\n').commit();
    repo.git('rebase', '-q', 'main');
    const after = await Promise.all(servers.map(({ call }) => call('search', { query: 'only_on_topic' })));
    for (const { data } of after) expect(data.results[0]).toMatchObject({ path: 'src/topic.py', status: 'committed' });
  }, 120_000);
});

describe('the end of a client', () => {
  it('is the end of its server, also where it is killed and the pipe stays open', async () => {
    const repo = await indexed(shopRepo());
    // A client that hands its pipes on to a helper, as npx and shells do.
    const script = `const { spawn } = require('node:child_process');
      const server = spawn(process.execPath, [${JSON.stringify(CLI)}, 'mcp'], { stdio: ['inherit', 'ignore', 'inherit'] });
      console.log(server.pid);
      setInterval(() => undefined, 1000);`;
    const client = spawn(process.execPath, ['-e', script], { cwd: repo.dir, env: repo.env, stdio: 'pipe' });
    const pid = await new Promise<number>((resolve) => {
      client.stdout.once('data', (bytes: Buffer) => resolve(Number(bytes.toString())));
    });
    await wait(1000);
    expect(isAlive(pid)).toBe(true);
    client.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

function childrenOf(pid: number): string[] {
  const all = execFileSync('ps', ['-eo', 'ppid=,args=']).toString().split('\n');
  return all.filter((line) => Number(/^\s*(\d+)/.exec(line)?.[1]) === pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
