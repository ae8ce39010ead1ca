/**
 * A command of Cora in a process of its own, for a server: answers do not wait for it, its memory
 * goes with it, and it ends with the server.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CoraError, type ErrorCode } from '../base/errors.ts';
import type { Progress } from '../base/types.ts';

export interface CoraChild {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Everything is computed again. */
  full?: boolean;
  report?(progress: Progress): void;
  signal: AbortSignal;
}

/** Milliseconds in which a child that was told to end does. */
const PATIENCE = 15_000;

/**
 * Runs a command of Cora; the signal stops it as Ctrl-C does, and what is there already is kept.
 * @returns the report that it printed
 * @throws CoraError as it said, ABORTED where it was ended
 */
export async function runCora<T>(request: CoraChild, command: string, ...more: string[]): Promise<T> {
  const { cwd, env, full = false, report, signal } = request;
  signal.throwIfAborted();
  const args = [command, '--quiet', '--json', ...(full ? ['--full'] : []), ...more];
  const child = spawn(process.execPath, [realpathSync(process.argv[1]!), ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  });
  child.on('message', (message) => report?.(message as Progress));
  let late: NodeJS.Timeout | undefined;
  const stop = (): void => {
    child.kill('SIGTERM');
    late = setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const ended = once(child, 'close');
    const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!), ended]);
    const [code, killedBy] = await ended;
    // A partial failure has a report too.
    if (stdout.trim() !== '' && (code === 0 || code === 1)) return JSON.parse(stdout) as T;
    throw errorOf(stderr, killedBy === null ? `exit status ${code}` : `it was ended by ${killedBy}`);
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
}

/** @param how the child ended, where it did not say why */
function errorOf(stderr: string, how: string): CoraError {
  const line = stderr.split('\n').findLast((one) => one.startsWith('{"error"'));
  if (line === undefined)
    return new CoraError('ABORTED', `The index was not built: ${how}.`, { hint: 'The next build goes on from there.' });
  const { error } = JSON.parse(line) as { error: { code: ErrorCode; message: string; hint?: string } };
  return new CoraError(error.code, error.message, error.hint === undefined ? {} : { hint: error.hint });
}
