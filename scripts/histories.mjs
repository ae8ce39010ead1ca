/** Bundles test/long/histories for this process, on the built dist, and runs it: `npm run histories -- --help`. */

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { COMMON } from './bundle.mjs';
import { root } from './installMissing.mjs';

/** What is asked is dist, as its users have it. */
const builtLibrary = {
  name: 'built-library',
  setup({ onResolve }) {
    onResolve({ filter: /\/bench\/library\.ts$/ }, () => ({
      path: pathToFileURL(join(root, 'dist/index.js')).href,
      external: true,
    }));
  },
};

process.env.LANCEDB_LOG = 'error';
const folder = mkdtempSync(join(root, 'node_modules/.cora-bundled-'));
try {
  const outfile = join(folder, 'histories.mjs');
  const entryPoints = [join(root, 'test/long/histories/main.ts')];
  await build({ ...COMMON, entryPoints, outfile, plugins: [builtLibrary], packages: 'external' });
  const { main } = await import(pathToFileURL(outfile).href);
  process.exitCode = await main(process.argv.slice(2), join(root, 'dist/cli.js'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
