/** Git that a small process starts for a worker (test/helpers/startGit.ts) behaves as git that the worker starts itself. */

import childProcess, { type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { gitSync } from '../../helpers/startGit.ts';
import { gitEnv, tempDir } from '../../helpers/tempRepo.ts';

const place = { cwd: tempDir(), env: gitEnv() };
/** More than a pipe or a socket holds. */
const BYTES = Buffer.alloc(5_000_000, 'line after line\n');

function start(args: string[], options: SpawnOptions = {}) {
  return childProcess.spawn('git', args, { ...place, stdio: 'pipe', ...options });
}

describe('git that another process starts', () => {
  it('reads and writes more than a pipe holds, at once and beside others', async () => {
    const said = await Promise.all(
      [0, 1, 2, 3].map(async (at) => {
        const child = start(['stripspace']);
        const closed = once(child, 'close');
        child.stdin!.end(Buffer.concat([Buffer.from(`${at}\n`), BYTES]));
        const bytes = await buffer(child.stdout!);
        expect(await closed).toEqual([0, null]);
        return [bytes.subarray(0, 2).toString(), bytes.length];
      }),
    );
    expect(said).toEqual([0, 1, 2, 3].map((at) => [`${at}\n`, BYTES.length + 2]));
  });

  it('has a status and words of its own', async () => {
    const child = start(['no-such-command']);
    const closed = once(child, 'close');
    expect(await text(child.stderr!)).toContain("'no-such-command' is not a git command");
    expect(await closed).toEqual([1, null]);
    expect(child.exitCode).toBe(1);
  });

  it.each([
    ['in a folder that is gone', { cwd: '/no/such/folder' }],
    ['where no program of that name is', { env: { PATH: '/no/such/folder' } }],
  ])('is not started %s', async (_, options) => {
    const [error] = await once(start(['version'], options), 'error');
    expect(error).toMatchObject({ code: 'ENOENT', syscall: 'spawn git' });
  });

  it('ends when it is killed, also before its number is known', async () => {
    const child = start(['stripspace']);
    expect(child.kill()).toBe(true);
    expect(await once(child, 'close')).toEqual([null, 'SIGTERM']);
    expect(child.kill()).toBe(false);
  });

  it('is waited for where the caller can do nothing else', () => {
    const wait = (args: string[], input: Buffer | string = '') =>
      gitSync(args, { ...place, input, maxBuffer: 1 << 28 });
    expect(wait(['stripspace'], BYTES).stdout.equals(BYTES)).toBe(true);
    expect(wait(['no-such-command'])).toMatchObject({ status: 1 });
    expect(wait(['version', 'with\0null']).error?.message).toContain('null bytes');
  });
});
