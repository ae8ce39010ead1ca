/**
 * The first k of any longer answer are the shorter answer: searched, asked of the MCP tool, over HTTP and of several repositories;
 * and where fewer are given than were asked for, the answer says why.
 */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import { openFleetSearcher } from '../../../src/fleet/searchFleet.ts';
import type { ToolCall } from '../../../src/mcp/answer.ts';
import { searchTool as tool } from '../../../src/mcp/tools/search.ts';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { openSearcher, type Searcher } from '../../../src/session/session.ts';
import type { Flags, Options } from '../../../src/settings/options.ts';
import { placeSettings, searchSettings, sessionSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { cora } from '../../helpers/cora.ts';
import fc from '../../helpers/fastCheck.ts';
import { testFleet } from '../../helpers/fleet.ts';
import { isSlow, quick } from '../../helpers/slow.ts';
import { EXTENSIONS, sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { type ServedApp, servedApp } from '../server/servedApp.ts';

const FILES = isSlow ? 260 : 130;
const OPTIONS: Options = resolveOptions({ jobs: 0, embedder: 'builtin' }, {}, null);
const WORDS = [
  'append',
  'journal',
  'digest',
  'decode',
  'hash_lock',
  'flush',
  'event',
  'buffer',
  'items',
  'total',
  'kernel',
  'file7',
];

/** What is shown of a result, but for how long it took. */
type Ask = (text: string, k: number, more: Flags) => Promise<{ results: object[]; fewer: string | null }>;

/** Copies and near copies among them: what is folded must not depend on k either. */
function fill(repo: TempRepo, from: number): void {
  for (let at = from; at < from + FILES; at++) {
    const extension = EXTENSIONS[at % EXTENSIONS.length]!;
    repo.file(`part${at % 7}/file${at}.${extension}`, sourceOf(extension, at % 97));
  }
  repo.file('src/cart.ts', 'export function addItem(): void {}\n');
  for (let at = 0; at < 8; at++) {
    const use = `import { addItem } from '../src/cart.ts';\n\nexport function order${at}(): void {\n  addItem();\n}\n`;
    repo.file(`${at < 4 ? 'shop' : 'till'}/order${at}.ts`, use).file(`test/cart.${at}.test.ts`, use);
  }
  repo.file('src/cart.test.ts', "import { addItem } from './cart.ts';\n\nit('adds', () => addItem());\n");
  repo.commit();
}

const answerOf = ({ results, fewer }: SearchResult) => ({ results, fewer });

describe('the first k of a longer answer are the shorter answer', () => {
  const fleet = testFleet({ embedder: 'builtin' });
  const [one, two] = [tempRepo(), tempRepo()];
  let searcher: Searcher;
  let app: ServedApp;
  let address: string;
  const asks: Record<string, Ask> = {
    search: async (text, k, more) =>
      answerOf(await searcher.search(searchRequestOf(text, searchSettings({ ...OPTIONS, ...more, limit: k }), [], k))),
    mcp: async (text, k, { path = [], kind = [] }) => {
      const place = {
        name: 'one',
        settings: placeSettings(OPTIONS),
        session: { now: async () => ({ ...searcher, close: () => undefined }) },
      };
      const call = {
        several: async () => null,
        place: async () => place,
        notes: () => [],
        isStructured: true,
      } as unknown as ToolCall;
      const filters = { path: [...path], kind: [...kind] };
      const answer = await tool.run({ query: text, k, ...filters, budget: 100_000 }, call);
      const data = answer.data();
      return { results: data['results'] as object[], fewer: (data['fewer'] as string | undefined) ?? null };
    },
    http: async (text, k, { path = [], kind = [] }) => {
      const body = JSON.stringify({ query: text, k, path, kind });
      const answer = await fetch(`${address}/search`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      return answerOf((await answer.json()) as SearchResult);
    },
    repos: async (text, k, more) => {
      const several = openFleetSearcher(fleet.fleet());
      try {
        const request = searchRequestOf(text, searchSettings({ ...OPTIONS, ...more, limit: k }), [], k);
        return answerOf(await several.search(['*'], request));
      } finally {
        several.close();
      }
    },
  };

  beforeAll(async () => {
    fill(one, 0);
    fill(two, 150);
    for (const [name, repo] of Object.entries({ one, two })) await fleet.add(`file://${repo.dir}`, { name });
    await fleet.sync();
    await cora(one, { embedder: 'builtin' }).index();
    await cora(one).index();
    searcher = await openSearcher(sessionSettings(OPTIONS), {
      dir: one.dir,
      env: one.env,
      cacheDir: tempDir(),
      log: silentLog,
    });
    app = await servedApp({ repo: one, outside: tempDir() });
    app.server.listen(0, '127.0.0.1');
    await once(app.server, 'listening');
    address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    app.server.close();
    await app.close();
    searcher.close();
  });

  it.each([
    ['search', 25],
    ['mcp', 6],
    ['http', 6],
    ['repos', 8],
  ] as const)('%s', async (way, numRuns) => {
    const question = fc.record({
      text: fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
      k: fc.integer({ min: 1, max: 40 }),
      // Beyond what the first tier has, too.
      more: fc.integer({ min: 1, max: 300 }),
      path: fc.constantFrom<string[]>([], [], ['part1/**']),
      kind: fc.constantFrom<string[]>([], [], ['function']),
      diversity: fc.constantFrom(0, 0, 0.4),
    });
    await fc.assert(
      fc.asyncProperty(question, async ({ text, k, more, ...filters }) => {
        const most = way === 'mcp' || way === 'http' ? Math.min(50, k + more) : k + more;
        const [short, long] = [await asks[way]!(text, k, filters), await asks[way]!(text, most, filters)];
        expect(long.results.slice(0, k)).toEqual(short.results);
        for (const [{ results, fewer }, asked] of [
          [short, k],
          [long, most],
        ] as const) {
          expect(results.length).toBeLessThanOrEqual(asked);
          if (results.length === asked) expect(fewer).toBeNull();
          else expect(fewer).toMatch(new RegExp(`^${results.length} of ${asked}: (nothing else|cut by the budget)`));
        }
      }),
      { numRuns: isSlow ? numRuns : Math.ceil(numRuns / 8), seed: 15 },
    );
  });

  quick.it('places to read next, too', async () => {
    const of = async (related: number) =>
      (await searcher.search(searchRequestOf('addItem', searchSettings({ ...OPTIONS, limit: 1, related })))).related;
    const long = await of(20);
    expect(long.length).toBeGreaterThan(5);
    for (const related of [1, 2, 3, 4, 5, 7]) expect(await of(related)).toEqual(long.slice(0, related));
  });
});
