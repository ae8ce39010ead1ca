/** The built command line as a user's shell runs it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  input?: string;
  /** A command before node: `['unshare', '-n']`. */
  wrap?: readonly string[];
  /** Whose process it is; only root may choose. */
  user?: { uid: number; gid: number };
}

export function startCli(
  args: readonly string[],
  { cwd, env, wrap = [], user = undefined }: CliOptions,
): { child: ChildProcess; ended: Promise<CliResult> } {
  const [command, ...rest] = [...wrap, process.execPath, CLI, ...args] as [string, ...string[]];
  const child = spawn(command, rest, { cwd, env: { ...env, NO_COLOR: '1' }, stdio: 'pipe', ...user });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<CliResult>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, ended };
}

export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const { child, ended } = startCli(args, options);
  child.stdin!.on('error', () => child.stdin!.destroy());
  child.stdin!.end(options.input ?? '');
  return ended;
}
