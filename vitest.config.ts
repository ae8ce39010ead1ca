import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type Plugin } from 'vitest/config';

/** Queries of src/languages and the script of hooks/ are text, as esbuild's loader makes them in dist. */
const texts: Plugin = {
  name: 'files-as-text',
  enforce: 'pre',
  load: (id) => (/\.(?:scm|sh)$/.test(id) ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))};` : null),
};

const plugins = [texts];

const PAGE = 'test/e2e/page*.test.ts';

/** For a machine that does five other things: only a test that fails waits so long. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 60_000 } } };
const LONGEST = { ...PATIENCE, testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // One core less than there are, as by default, but two at the least: much of a test is waiting for what it started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // LanceDB warns of every table that does not exist yet.
    env: { LANCEDB_LOG: 'error' },
    projects: [
      { plugins, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], ...PATIENCE } },
      {
        plugins,
        test: { name: 'integration', include: ['test/integration/**/*.test.ts'], ...PATIENCE, testTimeout: 120_000 },
      },
      { plugins, test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: [PAGE], ...LONGEST } },
      {
        // A browser is a foreign program that now and then does not start, or loses a page: in CI such a test may try once more, and
        // vitest says that it did. No other test may: what fails there now and then is a race of Cora's own.
        plugins,
        test: { name: 'page', include: [PAGE], retry: process.env['CI'] === undefined ? 0 : 1, ...LONGEST },
      },
    ],
  },
});
