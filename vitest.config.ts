import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vitest/config';

/** Queries of src/chunk and the script of hooks/ are text, as esbuild's loader makes them in dist. */
const texts: Plugin = {
  name: 'files-as-text',
  enforce: 'pre',
  load: (id) => (/\.(?:scm|sh)$/.test(id) ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))};` : null),
};

const plugins = [texts];

export default defineConfig({
  test: {
    // LanceDB warns of every table that does not exist yet.
    env: { LANCEDB_LOG: 'error' },
    projects: [
      { plugins, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 20_000 } },
      {
        plugins,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins,
        test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
      },
    ],
  },
});
