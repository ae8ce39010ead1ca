/** Git that a small process starts for a worker (test/helpers/startGit.ts) behaves as git that the worker starts itself. */

import childProcess, { type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
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

  it.each<[string, string[], SpawnOptions?, ((child: ChildProcess) => void)?]>([
    ['a status', ['no-such-command']],
    ['another status', ['rev-parse', '--verify', 'nothing']],
    ['no program of its name', ['version'], { env: { PATH: '/no/such/folder' } }],
    ['a folder that is gone', ['version'], { cwd: '/no/such/folder' }],
    ['a signal', ['stripspace'], {}, (child) => child.kill('SIGKILL')],
    ['an input that the caller closes', ['stripspace'], {}, ({ stdin }) => stdin!.destroy()],
    [
      'an input that it does not read',
      ['version'],
      {},
      ({ stdin }) => stdin!.on('error', () => undefined).write(BYTES),
    ],
    ['much output', ['stripspace'], {}, ({ stdin }) => stdin!.end(BYTES)],
    ['many messages', ['-c', 'alias.say=!cat >&2', 'say'], {}, ({ stdin }) => stdin!.end(BYTES)],
  ])('tells the same as Node of %s', async (_, args, options, act = ({ stdin }) => stdin!.end()) => {
    const [here, there] = await Promise.all([
      eventsOf(start(args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] }), act),
      eventsOf(start(args, options), act),
    ]);
    expect(there).toEqual(here);
    expect(here.events.at(-1)).toEqual(['close', here.exitCode, here.signalCode]);
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

describe.runIf(process.platform === 'linux')('the process that starts git', () => {
  const ENDED = 'the process that starts git has ended';
  const wait = () => gitSync(['version'], { ...place, input: '', maxBuffer: 1 << 20 });

  /** Kills it; returns what a git that it has started tells. */
  async function kill(): Promise<{ told: ReturnType<typeof eventsOf> }> {
    const child = start(['stripspace']);
    const told = eventsOf(child, () => undefined);
    await expect.poll(() => child.pid).toBeTypeOf('number');
    const parent = Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]);
    expect(parent).not.toBe(process.pid);
    process.kill(parent, 'SIGKILL');
    return { told };
  }

  const failed = {
    events: [
      ['error', expect.objectContaining({ message: ENDED })],
      ['close', null, null],
    ],
  };

  it('fails what it runs when it dies, and another one starts the next git', async () => {
    const { told } = await kill();
    expect(await told).toMatchObject(failed);
    expect(await eventsOf(start(['version']), () => undefined)).toMatchObject({ exitCode: 0 });
  });

  it('fails what it is asked for while it dies', async () => {
    const { told } = await kill();
    expect(await eventsOf(start(['version']), () => undefined)).toMatchObject(failed);
    expect(await told).toMatchObject(failed);
  });

  it('fails a caller that can do nothing else, and another one runs the next git', async () => {
    const { told } = await kill();
    expect(wait).toThrow(/has ended|EPIPE/);
    expect(wait()).toMatchObject({ status: 0 });
    expect(await told).toMatchObject(failed);
  });
});

/** What a child process tells, with the lengths of what it writes. */
async function eventsOf(child: ChildProcess, act: (child: ChildProcess) => void) {
  const events: unknown[][] = [];
  child.on('exit', (...told) => events.push(['exit', ...told]));
  child.on('close', (...told) => events.push(['close', ...told]));
  child.on('error', (error) => events.push(['error', { ...error, message: error.message }]));
  const closed = new Promise((resolve) => child.once('close', resolve));
  const written = [child.stdout!, child.stderr!].map(async (stream) => (await buffer(stream).catch(() => '')).length);
  act(child);
  await closed;
  const { exitCode, signalCode } = child;
  return { events, written: await Promise.all(written), exitCode, signalCode };
}
