/** An index that somebody hands over, with files that end LanceDB's process: Cora's is not that process. */

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
  const fingerprint = readdirSync(dir).find((name) => /^[0-9a-f]{16}$/.test(name))!;
  return { dir, table: join(dir, fingerprint, 'chunks.lance') };
}

/** The number of buffers in the footer of an index: LanceDB makes room for them. */
function breakIndexes(table: string): number {
  const broken = readdirSync(join(table, '_indices'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.lance'),
  );
  for (const name of broken) {
    const path = join(table, '_indices', name);
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
  const name = readdirSync(clone.path('.git/cora')).find((one) => /^[0-9a-f]{16}$/.test(one))!;
  breakIndexes(clone.path('.git/cora', name, 'chunks.lance'));
  return clone;
}

const env = (): NodeJS.ProcessEnv => ({ ...repo.env, XDG_CACHE_HOME: tempDir() });

describe('an index that was not made here', () => {
  it('is read once by another process, then as any other', async () => {
    const { dir, table } = copyOfStore();
    expect(existsSync(join(table, '.known-here'))).toBe(true);
    const foreign = readFileSync(join(table, '.known-here'), 'utf8');
    const first = await runCli(['query', '--index', dir, 'discount of the total'], { cwd: tempDir(), env: env() });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('src/cart.ts');
    expect(readFileSync(join(table, '.known-here'), 'utf8')).not.toBe(foreign);
  });

  it('is refused where it ends LanceDB, in one line', async () => {
    const { dir, table } = copyOfStore();
    expect(breakIndexes(table)).toBeGreaterThan(2);
    for (const args of [
      ['query', 'discount'],
      ['symbols', 'Cart'],
      ['related', 'src/cart.ts:3'],
    ]) {
      const { code, signal, stderr } = await runCli([...args, '--index', dir], { cwd: tempDir(), env: env() });
      expect({ code, signal, stderr }).toMatchObject({
        code: 2,
        signal: null,
        stderr: expect.stringMatching(/^cora: the index in .* was not made here, and is not used: .*\n {2}your own/),
      });
    }
  });

  it('is found by doctor, and built anew', async () => {
    const clone = handedOver();
    const shell = { cwd: clone.dir, env: { ...clone.env, XDG_CACHE_HOME: tempDir() } };
    expect(await runCli(['query', 'discount'], shell)).toMatchObject({ code: 2, signal: null });
    expect((await runCli(['doctor'], shell)).stdout).toContain('was not made here');
    expect(await runCli(['doctor', '--fix'], shell)).toMatchObject({ signal: null });
    expect(await runCli(['index', '--quiet'], shell)).toMatchObject({ code: 0 });
    expect((await runCli(['query', 'discount of the total'], shell)).stdout).toContain('src/cart.ts');
  });

  it('leaves a server alive', async () => {
    const { child, ended } = startCli(['mcp'], { cwd: handedOver().dir, env: env() });
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
    expect(lines.join('')).toContain('was not made here');
    say({ id: 4, method: 'tools/list' });
    await answered(4);
    child.stdin!.end();
    expect(await ended).toMatchObject({ signal: null });
  });
});
