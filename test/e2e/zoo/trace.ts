/** Runs a program under strace and gives what it did. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { programOf } from './allowed.ts';
import { CALLS } from './judge.ts';
import { parseTrace, type Trace } from './parseTrace.ts';

const STRACE = programOf('strace');

/** Whether this machine lets a program be followed: not every container does. */
export function canTrace(): boolean {
  return process.platform === 'linux' && spawnSync(STRACE, ['-f', '-o', '/dev/null', 'true']).status === 0;
}

/** @returns the words before a program that is to be followed; with `--seccomp-bpf` only the calls that are asked for cost time */
function traceWords(file: string): string[] {
  return [
    STRACE,
    '-f',
    '--seccomp-bpf',
    '-q',
    '-s',
    '4096',
    '-yy',
    '-e',
    `trace=${CALLS.join(',')}`,
    '-e',
    'signal=none',
    '-o',
    file,
  ];
}

export interface Traced {
  stdout: string;
  stderr: string;
  code: number | null;
  /** It went on for longer than it was given. */
  isEndless: boolean;
}

export interface TraceStart {
  cwd: string;
  env: NodeJS.ProcessEnv;
  input?: string;
  /** Milliseconds. */
  limit?: number;
}

export async function runTraced(words: readonly string[], file: string, start: TraceStart): Promise<Traced> {
  const { child, ended } = startTraced(words, file, start);
  child.stdin!.on('error', () => child.stdin!.destroy());
  child.stdin!.end(start.input ?? '');
  return ended;
}

export function startTraced(
  words: readonly string[],
  file: string,
  { cwd, env, limit = 90_000 }: TraceStart,
): { child: ChildProcess; ended: Promise<Traced> } {
  const [command, ...rest] = [...traceWords(file), ...words] as [string, ...string[]];
  const child = spawn(command, rest, { cwd, env, stdio: 'pipe', detached: true });
  let stdout = '';
  let stderr = '';
  let isEndless = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => {
    isEndless = true;
    process.kill(-child.pid!, 'SIGKILL');
  }, limit);
  const ended = new Promise<Traced>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ stdout, stderr, code, isEndless });
    });
  });
  return { child, ended };
}

/** Asks the program that strace follows to end, not strace itself. */
export function endTraced(child: ChildProcess): void {
  const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
  if (pid !== '') process.kill(Number(pid), 'SIGTERM');
}

/** @returns what strace wrote. It writes until the last process has ended: one that was closed in between may take a moment */
export async function readTrace(file: string): Promise<Trace> {
  for (let tries = 0; ; tries++) {
    const text = readFileSync(file, 'utf8');
    // The last line is whole, and nobody is still at work.
    if (text.endsWith('\n')) {
      const trace = parseTrace(text);
      if (trace.unended.length === 0) return trace;
    }
    // Only strace that was killed, with a program that did not end, leaves half a line: that run is a fault by itself.
    if (tries > 40) return parseTrace(text.slice(0, text.lastIndexOf('\n') + 1));
    await sleep(50);
  }
}
