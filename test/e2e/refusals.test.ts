/** What Cora does not do is refused by name, with what was probably meant. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLI } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';
import { webServer } from '../helpers/webServer.ts';
import { indexed, shellIn, shopRepo } from './cliShell.ts';
import { connect } from './mcpClient.ts';

let shop: TempRepo;
beforeAll(async () => {
  const repo = shopRepo();
  repo.git('tag', 'v1.0.0');
  repo.git('tag', 'v1.0.1');
  for (let at = 0; at < 400; at++)
    repo.file(`src/many/part${at}.ts`, `export const ${'part'.repeat(60)}${at} = ${at};\n`);
  repo.commit();
  shop = await indexed(repo);
});

describe('a reader that closes the pipe', () => {
  it.each([[['files', '--json']], [['grep', '-k', '2000', 'part']], [['query', '--json', '-k', '200', 'part']]])(
    'of %j: the exit code of SIGPIPE, and no line',
    async (args) => {
      const child = spawn(process.execPath, [CLI, ...args], { cwd: shop.dir, env: shop.env });
      let stderr = '';
      child.stderr.on('data', (bytes) => {
        stderr += bytes;
      });
      child.stdout.destroy();
      const [code] = await once(child, 'close');
      expect({ code, stderr }).toEqual({ code: 141, stderr: '' });
    },
  );
});

describe('a path that is empty, such as a variable that is not set', () => {
  it.each([[['grep', 'price', '']], [['show', '']], [['chunks', '']], [['related', '']]])('%j', async (args) => {
    const { code, stdout, stderr } = await shellIn(shop)(args);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('A path is empty.'),
    });
  });
});

describe('--repo', () => {
  it.each(['status', 'doctor', 'gc', 'clean', 'show', 'files'])('of cora %s says where to run it', async (command) => {
    const { code, stderr } = await shellIn(shop)([command, '--repo', 'shop']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('cora repos list --json') });
  });
});

describe('a revision that is not there', () => {
  it.each([
    [['query', 'what changed in price.ts since 1.0'], 'v1.0.1 or v1.0.0'],
    [['query', '--commits', '--since', '1.0', 'price'], 'v1.0.1 or v1.0.0'],
    [['files', '--rev', 'v1.0'], 'v1.0.1 or v1.0.0'],
    [['files', '--rev', 'mian'], 'main'],
  ])('%j names those that look like it', async (args, names) => {
    expect(await shellIn(shop)(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(names) });
  });

  it('gets the newest tags where none looks like it, and is a word of the question where it names no version', async () => {
    const shell = shellIn(shop);
    expect(await shell(['query', 'what changed since 77.3'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the newest tags are v1.'),
    });
    const { code, stdout } = await shell(['query', 'what changed since 77 requests']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Git history') });
  });
});

describe('a Node that is too old', () => {
  const root = dirname(dirname(CLI));

  it.each([
    [[CLI, '--version'], 'cora: '],
    [[CLI, 'mcp'], 'cora: '],
    [[CLI, 'hooks', 'run', 'post-commit'], 'cora: '],
    ...['demo', 'test', 'build', 'check'].map((name): [string[], string] => [
      [join(root, 'scripts', `${name}.mjs`)],
      '',
    ]),
  ])('gets one line: %j', async (args, who) => {
    const old = join(tempDir(), 'old.cjs');
    writeFileSync(old, "Object.defineProperty(process.versions, 'node', { value: '18.20.4' });\n");
    const child = spawn(process.execPath, ['--require', old, ...args], { cwd: shop.dir, env: shop.env });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        said += bytes;
      });
    const [code] = await once(child, 'close');
    expect({ code, said }).toEqual({ code: 2, said: `${who}Cora needs Node 20 or newer, and this is 18.20.4.\n` });
  });

  it('reads nothing but the first file, whose syntax it knows', () => {
    const loaded = [...readFileSync(CLI, 'utf8').matchAll(/^import\b[^(]*?['"]([^'"]+)['"]/gm)].map(([, name]) => name);
    expect(loaded).toEqual([]);
  });
});

it('grep takes -n, as other greps do, and an address without a file is an error that names it', async () => {
  const cora = shellIn(shop);
  expect(await cora(['grep', '-n', 'priceOf'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('price.ts:3:'),
  });
  const server = await webServer((_request, response) => response.writeHead(404).end());
  expect(await cora(['query', '--index', `${server.url}/index.tar`, 'x'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`There is nothing at ${server.url}/index.tar.`),
  });
});

it('a tool of MCP names the argument that was meant', async () => {
  const { refused, client } = await connect(shop);
  expect(await refused('read', { path: 'src/price.ts', startLine: 3, endLine: 5 })).toMatch(
    /read has no argument "startLine": did you mean "lines"\?/,
  );
  expect(await refused('search', { query: 'price', limit: 3 })).toMatch(/no argument "limit": did you mean "k"\?/);
  expect(await refused('symbols', { name: 'priceOf', pth: 'src' })).toMatch(/no argument "pth": did you mean "path"\?/);
  const { tools } = await client.listTools();
  expect(tools.map(({ inputSchema }) => inputSchema['additionalProperties'])).toEqual(tools.map(() => false));
});
