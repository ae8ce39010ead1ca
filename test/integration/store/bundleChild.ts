/** A child process needs JavaScript: Node 20 cannot run the TypeScript sources. */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { tempDir } from '../../helpers/tempRepo.ts';

/**
 * @param folder the one of the test, which has its children in a folder of their own
 * @returns the path of the bundled script, in a folder from which the packages are found
 */
export async function bundleChild(name: string, folder = import.meta.dirname): Promise<string> {
  const dir = tempDir();
  const outfile = join(dir, `${name}.mjs`);
  const entryPoints = [join(folder, 'children', `${name}.ts`)];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    loader: { '.scm': 'text', '.sh': 'text' },
    logLevel: 'error',
  });
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'), 'junction');
  return outfile;
}

export function startChild(
  script: string,
  args: readonly string[],
  options: SpawnOptions = {},
  nodeOptions: readonly string[] = [],
): ChildProcess {
  const env = { ...process.env, LANCEDB_LOG: 'error' };
  return spawn(process.execPath, [...nodeOptions, script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    ...options,
  });
}

/** Kills a child that takes more memory or says nothing for longer. @returns `why` it was killed: null where it was not */
export function watchOver(child: ChildProcess, most: { memory: number; silenceMs: number }) {
  let reason: 'memory' | 'silence' | null = null;
  let heard = Date.now();
  child.stdout!.on('data', () => {
    heard = Date.now();
  });
  const timer = setInterval(() => {
    if (memoryOf(child.pid!) > most.memory) reason = 'memory';
    else if (Date.now() - heard > most.silenceMs) reason = 'silence';
    if (reason !== null) child.kill('SIGKILL');
  }, 50);
  return { timer, why: () => reason };
}

function memoryOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export async function ended(child: ChildProcess): Promise<Ended> {
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (data) => {
    output.stdout += data;
  });
  child.stderr?.on('data', (data) => {
    output.stderr += data;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, ...output };
}
