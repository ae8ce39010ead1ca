/**
 * Cora in a process of its own, for servers: answers do not wait for it, its memory goes with it,
 * and it ends with the server.
 */

import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { CoraError, type ErrorCode } from '../base/errors.ts';
import type { Progress } from '../base/types.ts';

export interface ChildRequest {
  cwd: string;
  env: NodeJS.ProcessEnv;
  onProgress(progress: Progress): void;
}

export interface Child<T> {
  /** The report that it printed. @throws CoraError as it said, ABORTED where it was ended */
  report: Promise<T>;
  /** Stops it as Ctrl-C does: what is there already is kept. */
  stop(): void;
}

/** Milliseconds in which a child that was told to end does. */
const PATIENCE = 15_000;

/** @param args with --json */
export function runChild<T>(args: readonly string[], { cwd, env, onProgress }: ChildRequest): Child<T> {
  const cli = realpathSync(process.argv[1]!);
  const child = spawn(process.execPath, [cli, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  });
  child.on('message', (message) => onProgress(message as Progress));
  let stdout = '';
  let stderr = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-10_000);
  });
  let late: NodeJS.Timeout | undefined;
  const closed = new Promise<[code: number | null, signal: NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve([code, signal]));
  });
  const report = closed.then(([code, signal]) => {
    clearTimeout(late);
    // A partial failure has a report too.
    if (stdout.trim() !== '' && (code === 0 || code === 1)) return JSON.parse(stdout) as T;
    throw errorOf(stderr, code, signal);
  });
  return {
    report,
    stop: () => {
      child.kill('SIGTERM');
      late ??= setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref();
    },
  };
}

function errorOf(stderr: string, code: number | null, signal: NodeJS.Signals | null): CoraError {
  const line = stderr.split('\n').findLast((text) => text.startsWith('{"error"'));
  if (line !== undefined) {
    const { error } = JSON.parse(line) as { error: { code: ErrorCode; message: string; hint?: string } };
    return new CoraError(error.code, error.message, error.hint === undefined ? {} : { hint: error.hint });
  }
  const how = signal === null ? `exit status ${code}` : `it was ended by ${signal}`;
  return new CoraError('ABORTED', `The index was not built: ${how}.`, { hint: 'The next build goes on from there.' });
}
