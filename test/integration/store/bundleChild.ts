/** A child process needs JavaScript: Node 20 cannot run the TypeScript sources. */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { tempDir } from '../../helpers/tempRepo.ts';

/** @returns the path of the bundled script, in a folder from which the packages are found */
export async function bundleChild(name: string): Promise<string> {
  const dir = tempDir();
  const outfile = join(dir, `${name}.mjs`);
  const entryPoints = [join(import.meta.dirname, 'children', `${name}.ts`)];
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

export function startChild(script: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const env = { ...process.env, LANCEDB_LOG: 'error' };
  return spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env, ...options });
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
