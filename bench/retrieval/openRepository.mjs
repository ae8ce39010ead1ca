/** One repository of a set: indexed and opened once for each embedder that the variants need. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnvironment } from '../shared/plainEnvironment.mjs';

const {
  indexingRequest,
  indexRepository,
  openSearcher,
  resolveOptions,
  searchRequestOf,
  searchSettings,
  sessionSettings,
  silentLog,
} = await import('../../dist/index.js');

/** 30 results: ten files are wanted where several results share one. */
const LIMIT = 30;

export async function openRepository(root, variants) {
  const surroundings = {
    dir: root,
    env: plainEnvironment,
    cacheDir: join(tmpdir(), 'cora-bench-cache'),
    log: silentLog,
  };
  const optionsOf = (variant) => resolveOptions({ limit: LIMIT, ...variant.options }, {}, null);
  const searchers = new Map();
  for (const variant of variants) {
    const options = optionsOf(variant);
    if (searchers.has(options.embedder)) continue;
    await indexRepository(indexingRequest(options), surroundings, { onProgress: () => undefined });
    searchers.set(options.embedder, await openSearcher(sessionSettings({ ...options, committed: true }), surroundings));
  }
  return {
    async search(variant, text) {
      const options = optionsOf(variant);
      const started = performance.now();
      const { results } = await searchers.get(options.embedder).search(searchRequestOf(text, searchSettings(options)));
      return { results, ms: performance.now() - started };
    },
    close() {
      for (const searcher of searchers.values()) searcher.close();
    },
  };
}
