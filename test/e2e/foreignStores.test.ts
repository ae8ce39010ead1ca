/** An index that somebody hands over, with files that end LanceDB's process: Cora's is not that process. Questions need none. */

import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli, startCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';
import { indexed, shopRepo } from './cliShell.ts';

let repo: TempRepo;
beforeAll(async () => {
  repo = await indexed(shopRepo());
});

/** As `cp -r` or an archive brings it. */
function copyOfStore(): { dir: string; table: string } {
  const dir = join(tempDir(), 'given');
  cpSync(repo.path('.git/cora'), dir, { recursive: true });
  return { dir, table: tableIn(dir) };
}

function tableIn(dir: string): string {
  const fingerprint = readdirSync(dir).find((name) => /^[0-9a-f]{16}$/.test(name))!;
  return join(dir, fingerprint, 'chunks.lance');
}

/** The number of buffers in the footer of a file: LanceDB makes room for them. */
function breakRows(table: string): number {
  const broken = readdirSync(join(table, 'data')).filter((name) => name.endsWith('.lance'));
  for (const name of broken) {
    const path = join(table, 'data', name);
    const bytes = readFileSync(path);
    bytes.writeUInt32LE(0x7fffffff, bytes.length - 16);
    writeFileSync(path, bytes);
  }
  return broken.length;
}

/** With its Git directory, and an index in it. */
function handedOver(): TempRepo {
  const clone = repo.clone();
  cpSync(repo.path('.git/cora'), clone.path('.git/cora'), { recursive: true });
  return clone;
}

/** One that ends LanceDB. */
function brokenHandedOver(): TempRepo {
  const clone = handedOver();
  expect(breakRows(tableIn(clone.path('.git/cora')))).toBeGreaterThan(0);
  return clone;
}

const env = (): NodeJS.ProcessEnv => ({ ...repo.env, XDG_CACHE_HOME: tempDir() });

describe('an index that was not made here', () => {
  it('is read once by another process, then as any other', async () => {
    const clone = handedOver();
    const mark = join(tableIn(clone.path('.git/cora')), '.known-here');
    expect(existsSync(mark)).toBe(true);
    const foreign = readFileSync(mark, 'utf8');
    expect(await runCli(['doctor'], { cwd: clone.dir, env: env() })).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(mark, 'utf8')).not.toBe(foreign);
  });

  it('answers from its search file where its rows end LanceDB, which no question opens', async () => {
    const { dir, table } = copyOfStore();
    const mark = readFileSync(join(table, '.known-here'), 'utf8');
    expect(breakRows(table)).toBeGreaterThan(0);
    for (const args of [
      ['query', 'discount of the total'],
      ['symbols', 'Cart'],
      ['related', 'src/cart.ts:3'],
    ]) {
      const found = await runCli([...args, '--index', dir], { cwd: tempDir(), env: env() });
      expect(found).toMatchObject({ code: 0, signal: null, stderr: '' });
      expect(found.stdout).toContain('Cart');
    }
    expect(readFileSync(join(table, '.known-here'), 'utf8')).toBe(mark);
  });

  it('is refused where it ends LanceDB, in one line', async () => {
    const clone = brokenHandedOver();
    for (const args of [['index', '--quiet'], ['gc']]) {
      const { code, signal, stderr } = await runCli(args, { cwd: clone.dir, env: env() });
      expect({ code, signal, stderr }, args.join(' ')).toMatchObject({
        code: 2,
        signal: null,
        stderr: expect.stringMatching(
          /^cora: the index in .* was not made here, and is not used: .*\n {2}if the index is your own/,
        ),
      });
    }
  });

  it('is found by doctor, and built anew', async () => {
    const clone = brokenHandedOver();
    const shell = { cwd: clone.dir, env: { ...clone.env, XDG_CACHE_HOME: tempDir() } };
    expect((await runCli(['doctor'], shell)).stdout).toContain('was not made here');
    expect(await runCli(['doctor', '--fix'], shell)).toMatchObject({ signal: null });
    expect(await runCli(['index', '--quiet'], shell)).toMatchObject({ code: 0 });
    expect((await runCli(['query', 'discount of the total'], shell)).stdout).toContain('src/cart.ts');
    expect(await runCli(['doctor'], shell)).toMatchObject({ code: 0 });
  });

  it('leaves a server alive', async () => {
    const { child, ended } = startCli(['mcp'], { cwd: brokenHandedOver().dir, env: env() });
    const lines: string[] = [];
    child.stdout!.on('data', (text: string) => lines.push(text));
    const say = (message: object) => child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const answered = async (id: number) =>
      expect
        .poll(() =>
          lines
            .join('')
            .split('\n')
            .find((line) => line.includes(`"id":${id}`)),
        )
        .toBeTruthy();
    say({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    });
    await answered(1);
    say({ method: 'notifications/initialized' });
    for (const id of [2, 3]) {
      say({ id, method: 'tools/call', params: { name: 'search', arguments: { query: 'discount' } } });
      await answered(id);
    }
    expect(lines.join('')).toContain('src/cart.ts');
    say({ id: 4, method: 'tools/list' });
    await answered(4);
    child.stdin!.end();
    expect(await ended).toMatchObject({ signal: null });
  });
});
