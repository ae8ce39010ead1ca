/** A thread's program in one file, as dist has it. */

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param source below src/
 * @param before JavaScript that runs first
 * @returns the file, in the folder
 */
export async function bundleWorker(folder: string, source: string, before = ''): Promise<string> {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const outfile = join(folder, 'worker.mjs');
  await build({
    entryPoints: [join(root, 'src', source)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    loader: { '.scm': 'text', '.sh': 'text' },
    // It finds its files where the sources do.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'src', source)).href) },
    packages: 'external',
    logLevel: 'error',
    banner: { js: before },
  });
  return outfile;
}
