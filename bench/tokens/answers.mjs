/** What `cora query` prints for a question, in each format, and how much of it is read until the first right file. */

import { execFileSync } from 'node:child_process';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainEnvironment } from '../shared/plainEnvironment.mjs';

const {
  DEFAULT_BUDGET,
  estimateTokens,
  fitResult,
  indexingRequest,
  indexRepository,
  openSearcher,
  renderResult,
  resolveOptions,
  searchRequestOf,
  searchSettings,
  sessionSettings,
  silentLog,
} = await import('../../dist/index.js');

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** @param settings as flags are called: {lines, elide} */
export async function openAnswers(root, settings) {
  const surroundings = {
    dir: root,
    env: plainEnvironment,
    cacheDir: join(tmpdir(), 'cora-bench-cache'),
    log: silentLog,
  };
  const options = resolveOptions({ ...settings }, {}, null);
  await indexRepository(indexingRequest(options), surroundings, { onProgress: () => undefined });
  const searcher = await openSearcher(sessionSettings({ ...options, committed: true }), surroundings);
  const checkout = { host: hostname(), path: root };
  return {
    async ask(query, isRight) {
      const costs = [];
      const text = printed(root, query, settings);
      costs.push(textCost(text, isRight));
      for (const format of ['markdown', 'xml', 'jsonl', 'json']) {
        const budget = DEFAULT_BUDGET[format] ?? null;
        const result = await searcher.search(searchRequestOf(query, searchSettings(options)));
        const render = (some) => renderResult(some, format, { checkoutOf: () => checkout });
        const shown = budget === null ? result : fitResult(result, budget, (some) => estimateTokens(render(some)));
        const right = shown.results.findIndex(({ path }) => isRight(path));
        // Says what is read of each format: nothing after the right result, and nothing that is printed behind all results.
        const read = {
          ...shown,
          results: shown.results.slice(0, right + 1),
          related: [],
          truncated: false,
          cutBy: null,
        };
        const whole = estimateTokens(render(shown));
        costs.push({ format, whole, tokens: right === -1 ? whole : estimateTokens(render(read)), found: right !== -1 });
      }
      return costs;
    },
    close: () => searcher.close(),
  };
}

/** The text is read up to the next result. */
function textCost(text, isRight) {
  const blocks = text.split(/^(?= ?\d+ \S+:\d)|^(?= → read next$)|^(?=\d+ results?[, ])/m);
  const right = blocks.findIndex((block) => isRight(/^ ?\d+ (\S+?):\d/.exec(block)?.[1] ?? ''));
  const whole = estimateTokens(text);
  const tokens = right === -1 ? whole : estimateTokens(blocks.slice(0, right + 1).join(''));
  return { format: 'text', whole, tokens, found: right !== -1 };
}

/** Text is for the eyes, and the command line alone has it. */
function printed(root, query, settings) {
  const flags = [
    ...(settings.lines === undefined ? [] : ['--lines', String(settings.lines)]),
    ...(settings.elide === false ? ['--no-elide'] : []),
  ];
  try {
    return execFileSync(process.execPath, [CLI, 'query', '--committed', ...flags, '--', query], {
      cwd: root,
      env: plainEnvironment,
      encoding: 'utf8',
    });
  } catch (error) {
    // The exit code is 1 where nothing was found.
    if (error.status === 1) return error.stdout;
    throw error;
  }
}
