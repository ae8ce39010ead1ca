/** The built MCP server on stdio, asked by the SDK's client, which holds every answer against the tool's output schema. */

import { readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCli, startCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { indexed, shopFiles, shopRepo } from './cliShell.ts';
import { connect, MODERN, STRUCTURED } from './mcpClient.ts';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

describe('cora mcp on stdio', () => {
  it.each([
    ['2025', {}],
    ['2026', MODERN],
  ])('serves clients of %s: tools with schemas and hints, answers as text and data', async (_, options) => {
    const { client, call } = await connect(await indexed(shopRepo()), options);
    expect(client.getServerVersion()).toMatchObject({ name: 'cora' });
    expect(client.getInstructions()).toContain('search');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['search', 'read', 'grep', 'status']));
    for (const { name, title, description, inputSchema, annotations } of tools) {
      expect(title, name).toBeTruthy();
      expect(description, name).toMatch(/Use it[\s\S]*Do not use it/);
      expect(inputSchema.type, name).toBe('object');
      if (name !== 'index') expect(annotations, name).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    }
    const { text, data } = await call('search', { query: 'sum of all prices', k: 3 });
    expect(text).toContain('src/cart.ts');
    expect(data.results[0]).toMatchObject({ rank: 1, path: 'src/cart.ts', status: 'committed' });
    expect(data.freshness).toMatchObject({ commitsBehind: 0, dirtyFiles: 0 });
  });

  it('sees edits and commits at once, and says so', async () => {
    const repo = await indexed(shopRepo());
    const { call } = await connect(repo);
    await call('search', { query: 'refund' });
    repo.file('src/refund.ts', 'export function refundCustomer(card: string): string {\n  return card;\n}\n');
    const edited = await call('search', { query: 'refundCustomer' });
    expect(edited.data.results[0]).toMatchObject({ path: 'src/refund.ts', status: 'untracked' });
    expect(edited.text).toContain('(untracked)');
    expect(edited.data.freshness).toMatchObject({ commitsBehind: 0, dirtyFiles: 1 });
    repo.commit();
    const committed = await call('search', { query: 'refundCustomer' });
    expect(committed.data.results[0]).toMatchObject({ path: 'src/refund.ts', status: 'committed' });
    expect(committed.data.freshness).toMatchObject({ commitsBehind: 1, dirtyFiles: 0 });
    expect(committed.text).toContain('1 behind HEAD');
  });

  it('keeps text and data within the budget', async () => {
    const { call } = await connect(await indexed(shopRepo()));
    const { text, data } = await call('search', { query: 'price of all items in the cart', budget: 400 });
    expect(data.truncated).toBe(true);
    expect(data.results.length).toBeGreaterThan(0);
    expect(Math.max(text.length, JSON.stringify(data).length)).toBeLessThan(400 * 5);
  });

  it('filters by path, language, kind and extension, and explains an empty answer', async () => {
    const { call, refused } = await connect(await indexed(shopRepo()));
    const python = await call('search', { query: 'write', extension: 'py' });
    expect(new Set(python.data.results.map(({ path }: { path: string }) => path))).toEqual(
      new Set(['tools/report.py']),
    );
    const nothing = await call('search', { query: 'write', language: 'rust' });
    expect(nothing.data.results).toEqual([]);
    expect(nothing.text).toMatch(/No file here is rust\. The languages: typescript/);
    const noKind = await refused('search', { query: 'write', kind: 'func' });
    expect(noKind).toBe('No kind is called "func".\nDid you mean function?');
    expect((await call('symbols', { name: 'prizeOf' })).text).toContain(
      'Nothing is called prizeOf. Did you mean priceOf?',
    );
    for (const direction of ['mentions', 'callers', 'callees'])
      expect((await call('references', { name: 'prizeOf', direction })).text).toContain(
        'prizeOf. Did you mean priceOf?',
      );
    const filtered = await call('search', { query: 'write', path: 'nowhere/**' });
    expect(filtered.data.notice).toMatch(/^No file matches the path nowhere\/\*\*\./);
    const included = await call('search', { query: 'write', include: ['decl:src/cart.ts#Cart'], k: 1 });
    expect(included.data.results[0]).toMatchObject({ path: 'src/cart.ts' });
  });

  it('reads files and lines, of now and of a commit, and refuses what is not to be seen', async () => {
    const repo = shopRepo();
    repo.file('.env', 'KEY=1\n').file('src/cart.ts', 'export const edited = 1;\n');
    const { call, refused } = await connect(repo);
    const now = await call('read', { path: 'src/cart.ts' });
    expect(now.text).toBe(
      `**repo** \`src/cart.ts\` (modified)\n\n\`\`\`typescript\nexport const edited = 1;\n\`\`\`\n`,
    );
    expect(now.data).toMatchObject({ status: 'modified', commit: null, text: 'export const edited = 1;' });
    const then = await call('read', { path: 'src/cart.ts', revision: 'HEAD', lines: '3-4' });
    expect(then.data).toMatchObject({ startLine: 3, endLine: 4, status: 'committed' });
    expect(then.text).toContain('lines 3-4 of 16');
    expect(await refused('read', { path: '../../etc/passwd' })).toMatch(/leads out/);
    expect(await refused('read', { path: '/etc/passwd' })).toMatch(/not relative/);
    expect(await refused('read', { path: '.git/config' })).toMatch(/Git directory/);
    expect(await refused('read', { path: '.env' })).toMatch(/secrets/);
    expect(await refused('read', { path: 'src/cart.ts', lines: 'all' })).toMatch(/"10-36"/);
    expect(await refused('read', { path: 'src/cart.ts', revision: 'no-such' })).toMatch(/names no commit/);
    expect(await refused('read', { path: 7 })).toMatch(/path/);
  });

  it('greps, and says what to try where nothing matches', async () => {
    const { call, refused } = await connect(shopRepo());
    const { data, text } = await call('grep', { pattern: 'priceOf\\(', context: 1 });
    expect(data.hits.map(({ path, line }: { path: string; line: number }) => `${path}:${line}`)).toEqual([
      'src/cart.ts:13',
      'src/price.ts:3',
    ]);
    expect(text).toContain('src/cart.ts:13:     const sum');
    expect((await call('grep', { pattern: 'nothing like it' })).data.notice).toMatch(/Try ignoreCase/);
    expect((await call('grep', { pattern: 'priceOf\\|addItem' })).data.notice).toContain('"|" alone means "or"');
    const literal = { pattern: 'nothing\\|', fixed: true };
    expect((await call('grep', literal)).data.notice).toMatch(/Try ignoreCase/);
    expect(await refused('grep', { pattern: '(' })).toMatch(/fixed=true/);
  });

  it('answers with grep while there is no index, builds nothing by itself, and answers when there is one', async () => {
    const repo = shopRepo();
    const { call } = await connect(repo);
    const grepped = await call('search', { query: 'where are refunds paid' });
    expect(grepped.data).toMatchObject({ mode: 'grep', freshness: { indexedCommit: null } });
    expect(grepped.text).toMatch(/There is no index of this repository/);
    expect(grepped.data.results[0]).toMatchObject({ path: 'docs/guide.md' });
    expect((await call('status')).data).toMatchObject({ indexed: false, canBuild: false });
    await indexed(repo);
    expect((await call('search', { query: 'where are refunds paid' })).data.mode).toBe('hybrid');
    expect((await call('status')).data).toMatchObject({ indexed: true, files: 4 });
    // Damaged, or of another version.
    for (const file of viewsOf(repo)) writeFileSync(file, 'not a view');
    const broken = await call('search', { query: 'where are refunds paid' });
    expect(broken.data.mode).toBe('grep');
    expect(broken.text).toMatch(/lost the statistics/);
  });

  it('says that it stands in no repository', async () => {
    const repo = tempRepo();
    const { refused } = await connect({ dir: tempDir(), env: repo.env });
    expect(await refused('search', { query: 'x' })).toMatch(/not inside a Git repository/);
  });

  it('writes nothing but the protocol to stdout, and ends when its client closes the pipe', async () => {
    const repo = await indexed(shopRepo());
    const { child, ended } = startCli(['mcp', '--verbose'], repoAt(repo));
    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'search', arguments: { query: 'cart' } },
    };
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const answered = new Promise<void>((resolve) => {
      let seen = '';
      child.stdout!.on('data', (text: string) => {
        seen += text;
        if (seen.includes('"id":2')) resolve();
      });
    });
    for (const message of [INITIALIZE, initialized, call]) child.stdin!.write(`${JSON.stringify(message)}\n`);
    child.stdin!.write('this is no protocol\n');
    await answered;
    child.stdin!.end();
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    const messages = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(messages.map(({ id }) => id).filter((id) => id !== undefined)).toEqual(expect.arrayContaining([1, 2]));
  });

  it('answers all that was piped in before it ends', async () => {
    const repo = await indexed(shopRepo());
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const calls = ['cart', 'price', 'refund'].map((query, at) => ({
      jsonrpc: '2.0',
      id: at + 2,
      method: 'tools/call',
      params: { name: 'search', arguments: { query }, _meta: STRUCTURED },
    }));
    const input = [INITIALIZE, initialized, ...calls].map((message) => `${JSON.stringify(message)}\n`).join('');
    const { code, stdout, stderr } = await runCli(['mcp'], { ...repoAt(repo), input });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4]);
    for (const { id, result } of answers) if (id > 1) expect(result.structuredContent.results).not.toEqual([]);
  });

  it('ends, with a warning, where a message has no end', async () => {
    const repo = shopRepo();
    const { child, ended } = startCli(['mcp'], repoAt(repo));
    // What it does not read any more.
    child.stdin!.on('error', () => undefined);
    child.stdin!.write('x'.repeat(12_000_000));
    expect(await ended).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/^warning: .*buffer/i) });
  });

  it('answers from the roots that a client offers, else from where it was started', async () => {
    const here = await indexed(shopRepo());
    const there = tempRepo();
    there.file('lib/engine.go', 'package lib\n\n// StartEngine starts it.\nfunc StartEngine() int {\n\treturn 1\n}\n');
    there.commit();
    await indexed(there);
    const roots = [{ uri: `file://${there.dir}` }];
    const { call, refused, client } = await connect(here, {
      capabilities: { roots: { listChanged: true } },
      prepare: (one) => one.setRequestHandler('roots/list', async () => ({ roots })),
    });
    expect((await call('search', { query: 'StartEngine' })).data.results[0]).toMatchObject({ path: 'lib/engine.go' });
    roots.push({ uri: `file://${here.dir}` });
    await client.sendRootsListChanged();
    expect(await refused('read', { path: 'src/cart.ts' })).toMatch(/Several repositories are served here/);
    const both = (await call('search', { query: 'Cart StartEngine' })).data;
    expect(new Set(both.results.map(({ repository }: { repository: string }) => repository)).size).toBe(2);
    expect(both.results.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['src/cart.ts', 'lib/engine.go']),
    );
    expect(both.repositories).toHaveLength(2);
    const named = await call('search', { query: 'Cart', repository: here.dir });
    expect(named.data.results[0]).toMatchObject({ path: 'src/cart.ts' });
  });

  it('answers for a linked worktree that a call names, and for no other place', async () => {
    const repo = await indexed(shopRepo());
    const linked = repo.worktree('feature');
    linked.file('src/only.ts', 'export const onlyInFeature = 1;\n');
    const { call, refused } = await connect(repo);
    const answer = await call('search', { query: 'onlyInFeature', repository: linked.dir });
    expect(answer.data.results[0]).toMatchObject({ path: 'src/only.ts', status: 'untracked' });
    const stranger = shopFiles(tempRepo());
    expect(await refused('read', { path: 'src/cart.ts', repository: stranger.dir })).toMatch(
      /No repository .* is served/,
    );
  });
});

function viewsOf(repo: TempRepo): string[] {
  const root = repo.path('.git/cora');
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.view')).map((name) => `${root}/${name}`);
}

function repoAt({ dir, env }: { dir: string; env: NodeJS.ProcessEnv }) {
  return { cwd: dir, env };
}
