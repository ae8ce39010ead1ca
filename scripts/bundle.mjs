/** Bundles Cora's sources by esbuild: settings that all bundles for Node share, and a module of the sources for this process. */

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './installMissing.mjs';

export const COMMON = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // ES modules first: jsonc-parser's UMD `main` hides its requires from the bundler.
  mainFields: ['module', 'main'],
  // Measured: whitespace and syntax alone start as fast as the full minifier, and stack traces can be read. `keepNames` would
  // name each closure whenever it is made: see namedClasses.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  loader: { '.scm': 'text', '.sh': 'text' },
  metafile: true,
  logLevel: 'warning',
};

/** Imports a module of the sources into this process. */
export async function importBundled(entry, define = {}) {
  const folder = mkdtempSync(join(root, 'node_modules/.cora-bundled-'));
  const outfile = join(folder, 'module.mjs');
  try {
    await build({ ...COMMON, entryPoints: [entry], outfile, define });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
