/** cora-query on every runtime that it names: Node 20, 22 and 24, Bun and Deno, all from the npm registry. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error: a script without declarations
import { makePackages } from '../../scripts/packages.mjs';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import { tempDir, tempRepo } from '../helpers/tempRepo.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** By name: the package, and how its program is started. */
const RUNTIMES: Readonly<Record<string, { install: string; start: readonly string[] }>> = {
  'Node 20': { install: `node20@npm:node-${platform}@20`, start: ['node20/bin/node'] },
  'Node 22': { install: `node22@npm:node-${platform}@22`, start: ['node22/bin/node'] },
  'Node 24': { install: `node24@npm:node-${platform}@24`, start: ['node24/bin/node'] },
  Bun: { install: 'bun@1.4.5', start: ['.bin/bun'] },
  Deno: { install: 'deno@2.9.6', start: ['.bin/deno', 'run', '-A'] },
};

const LIST_TOOLS = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');

describe.skipIf(process.platform === 'win32')('cora-query', () => {
  const home = tempDir('cora-home-');
  const project = tempDir('cora-runtimes-');
  const artifact = join(project, 'index.tar');
  const repo = tempRepo()
    .file('src/retry.ts', 'export function backoffDelay(attempt: number): number {\n  return 2 ** attempt;\n}\n')
    .file('tools/ledger.py', 'class Ledger:\n    def close_month(self, month):\n        return sum(month)\n')
    .file('pkg/empty/__init__.py', '');
  repo.commit('Retry with a growing delay');

  beforeAll(() => {
    const [query] = makePackages(join(project, 'packages')) as [{ file: string }];
    writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
    const wanted = Object.values(RUNTIMES).map(({ install }) => install);
    run(project, 'npm', 'install', '--no-audit', '--no-fund', query.file, ...wanted);
    run(repo.dir, process.execPath, CLI, 'index', '-q');
    run(repo.dir, process.execPath, CLI, 'pack', '-q', '-o', artifact);
  });

  it.each(Object.entries(RUNTIMES))('pulls, asks, greps and lists its tools on %s', (name, { start }) => {
    const clone = join(tempDir('cora-clone-'), 'clone');
    run(home, 'git', 'clone', '-q', repo.dir, clone);
    const cora = (...args: string[]) => {
      const [program, ...before] = start;
      const cli = join(project, 'node_modules/cora-query/dist/cli.js');
      return run(clone, join(project, 'node_modules', program!), ...before, cli, ...args);
    };
    const first = (...args: string[]) =>
      (JSON.parse(cora('query', '--json', '-k', '1', ...args)) as SearchResult).results[0];

    expect(JSON.parse(cora('pull', '--json', artifact))).toMatchObject({ blobs: { added: 2 }, rows: 2 });
    expect(first('delay before the next attempt')).toMatchObject({ symbol: 'backoffDelay' });
    expect(first('--index', artifact, 'close a month')).toMatchObject({ path: 'tools/ledger.py' });
    mkdirSync(join(clone, 'src'), { recursive: true });
    writeFileSync(join(clone, 'src/edited.go'), 'package src\n\nfunc RefundOrder() int { return 1 }\n');
    expect(first('refund order')).toMatchObject({ symbol: 'RefundOrder', status: 'untracked' });
    expect(cora('symbols', 'backoffDelay')).toContain('src/retry.ts:1-3');
    expect(cora('grep', 'close_month')).toContain('tools/ledger.py:2');
    expect(cora('query', '--commits', 'growing delay')).toContain('Retry with a growing delay');
    expect(cora('verify', artifact)).toContain('is whole');
    expect(cora('status'), name).toContain('up to date');
    expect(cora('mcp')).toContain('"name":"search"');
  });

  function run(cwd: string, command: string, ...args: string[]): string {
    const env = { ...process.env, HOME: home, NODE_OPTIONS: '' };
    const input = args.at(-1) === 'mcp' ? LIST_TOOLS : '';
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, input, encoding: 'utf8' });
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: exit ${status}\n${stdout}\n${stderr}`);
    return stdout;
  }
});
