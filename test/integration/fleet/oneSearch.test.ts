/** A repository answers alike whether it is searched alone or by its name, and what works for one works for several together. */

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import { openFleetSearcher } from '../../../src/fleet/searchFleet.ts';
import { readDirective } from '../../../src/search/includeDirective.ts';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import type { Flags } from '../../../src/settings/options.ts';
import { searchSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import { codeRepo, type Described, describedRepo } from '../../helpers/describedRepo.ts';
import { testFleet } from '../../helpers/fleet.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { EXTENSIONS, sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

interface Asked {
  text: string;
  more?: Flags;
  include?: string[];
}

function requestOf({ text, more = {}, include = [] }: Asked) {
  const options = resolveOptions({ jobs: 0, embedder: 'hash', ...more }, {}, null);
  return searchRequestOf(
    text,
    searchSettings(options),
    include.map((one) => readDirective(one, '')),
  );
}

const fleet = testFleet();

async function together(names: string[], asked: Asked): Promise<SearchResult> {
  const searcher = openFleetSearcher(fleet.fleet(asked.more));
  try {
    return await searcher.search(names, requestOf(asked));
  } finally {
    searcher.close();
  }
}

async function alone(repo: TempRepo, asked: Asked): Promise<SearchResult> {
  const searcher = await cora(repo).searcher(asked.more);
  try {
    return await searcher.search(requestOf(asked));
  } finally {
    searcher.close();
  }
}

/** What is printed of an answer, but for its time and the names of repositories. */
function printed({ tookMs: _, repositories: __, ...result }: SearchResult): unknown {
  return JSON.parse(JSON.stringify({ ...result, results: result.results.map((hit) => ({ ...hit, repository: '' })) }));
}

let shop: TempRepo;
let tools: TempRepo;

beforeAll(async () => {
  shop = tempRepo();
  shop
    .file('README.md', '# Shop\n\nA shop with a cart.\n')
    .file('src/cart/cart.ts', 'export class Cart {\n  addItem(name: string): string {\n    return name;\n  }\n}\n')
    .file(
      'src/order/checkout.ts',
      "import { Cart } from '../cart/cart.ts';\nimport { feeOf } from './fee.ts';\n\nexport function checkoutCart(cart: Cart): string {\n  return cart.addItem(feeOf('x'));\n}\n",
    )
    .file('src/order/fee.ts', 'export function feeOf(country: string): string {\n  return country;\n}\n')
    .file(
      'test/cart.test.ts',
      "import { Cart } from '../src/cart/cart.ts';\n\nit('adds', () => {\n  new Cart().addItem('a');\n});\n",
    );
  tools = tempRepo();
  tools.file('README.md', '# Tools\n\nTools for all.\n');
  for (let at = 0; at < 12; at++) {
    const extension = EXTENSIONS[at % EXTENSIONS.length]!;
    tools.file(`src/file${at}.${extension}`, sourceOf(extension, at));
  }
  tools.file('src/retry.ts', 'export function retryRequest(times: number): number {\n  return times + 1;\n}\n');
  shop.commit('Add the cart');
  tools.commit('Add the tools');
  for (const [name, repo] of Object.entries({ shop, tools })) {
    await fleet.add(repo.dir, { name: `place-${name}` });
    await fleet.add(`file://${repo.dir}`, { name: `clone-${name}` });
  }
  await fleet.sync();
});

const QUESTIONS: readonly Asked[] = [
  { text: 'where is an item added to the cart' },
  { text: 'chekoutCart' },
  { text: 'how does the chekcout work', more: { limit: 3 } },
  { text: 'retryRequset' },
  { text: 'addItem', more: { related: 5 } },
  { text: 'append journal', more: { limit: 30, explain: true } },
  { text: 'addItem', more: { explain: true, weight: ['graph=2'] } },
  { text: 'item', more: { scope: 'src/cart' } },
  { text: 'request', more: { scope: 'src', diversity: 0.5 } },
  { text: 'cart', more: { kind: ['function'], path: ['src/**'] } },
  { text: 'nothing here', more: { lang: ['cobol-like'] } },
  { text: 'cart', include: ['file:README.md'] },
  { text: 'digest', more: { mode: 'words', lines: 0 } },
  { text: 'digest', more: { mode: 'vectors', context: 2 } },
];

describe.each(shareOf(QUESTIONS, 3))('$text $more $include', (asked) => {
  it.each(['shop', 'tools'] as const)('is answered alike through both doors: %s', async (name) => {
    const repo = name === 'shop' ? shop : tools;
    const refused = (error: unknown) => (error as Error).message;
    const one = await alone(repo, asked).then(printed, refused);
    expect(await together([`place-${name}`], asked).then(printed, refused)).toEqual(one);
    expect(await together([`clone-${name}`], asked).then(printed, refused)).toEqual(one);
  });
});

quick.describe('several repositories', () => {
  const both = ['clone-shop', 'clone-tools'];

  it('are searched for what a misspelt name probably means, in whichever it is', async () => {
    for (const [text, meant, repository] of [
      ['chekoutCart', 'checkoutCart', 'clone-shop'],
      ['retryRequset', 'retryRequest', 'clone-tools'],
    ] as const) {
      const { assumed, results } = await together(both, { text });
      expect(assumed).toEqual([{ asked: text, meant: [meant] }]);
      expect(results[0]).toMatchObject({ symbol: meant, repository });
    }
    // What one of them knows is known.
    expect((await together(both, { text: 'retryRequest addItem' })).assumed).toEqual([]);
  });

  it('have neighbours that references bring, and places to read next', async () => {
    const { results } = await together(both, { text: 'checkoutCart', more: { weight: ['graph=1'] } });
    const brought = results.find(({ path }) => path === 'src/order/fee.ts')!;
    expect(brought).toMatchObject({ why: { words: 0 }, reason: 'called by checkoutCart' });
    expect(brought.why.references).toBeGreaterThan(0);
    const { related } = await together(both, { text: 'addItem', more: { limit: 1 } });
    expect(related.map(({ repository, path }) => [repository, path])).toContainEqual([
      'clone-shop',
      'test/cart.test.ts',
    ]);
  });

  it('show what is included wherever it is, and refuse what none has', async () => {
    const shown = await together(both, { text: 'cart', include: ['file:README.md', 'decl:#Cart'] });
    expect(shown.results.slice(0, 3).map(({ repository, path, why }) => [repository, path, why.include])).toEqual([
      ['clone-shop', 'README.md', true],
      ['clone-tools', 'README.md', true],
      ['clone-shop', 'src/cart/cart.ts', true],
    ]);
    expect(new Set(shown.results.map(({ rank }) => rank)).size).toBe(shown.results.length);
    await expect(together(both, { text: 'cart', include: ['file:READNE.md'] })).rejects.toMatchObject({
      code: 'USAGE',
      hint: 'Did you mean --include file:README.md?',
    });
  });

  it('prefer a folder that one of them has, and refuse one that none has', async () => {
    const first = async (scope: string) =>
      (await together(both, { text: 'cart item', more: { scope, explain: true } })).results.find(
        ({ path }) => path === 'src/cart/cart.ts',
      )!.explain!.scope;
    expect(await first('src/cart')).toMatchObject({ value: 1 });
    await expect(first('src/crat')).rejects.toMatchObject({ hint: 'Did you mean --scope src/cart?' });
  });

  it('leave out what is far less relevant where tokens count', async () => {
    const { cutBy } = await together(both, { text: 'checkoutCart', more: { budget: 5000, limit: 50 } });
    expect(cutBy).toBe('relevance');
  });

  it('tell of their history where it is known, each commit with its repository', async () => {
    const { gitContext } = await together(['place-shop', 'place-tools'], { text: 'what are the latest commits' });
    expect(gitContext!.recent.map(({ repository, subject }) => [repository, subject]).sort()).toEqual([
      ['place-shop', 'Add the cart'],
      ['place-tools', 'Add the tools'],
    ]);
    const { gitContext: found } = await together(['place-shop', 'place-tools'], { text: 'who added the cart' });
    expect(found!.matching[0]).toMatchObject({ repository: 'place-shop', subject: 'Add the cart' });
    expect(found!.commit).toMatchObject({ repository: 'place-shop', subject: 'Add the cart' });
    // A clone is one commit deep.
    expect((await together(both, { text: 'what are the latest commits' })).gitContext).toBeUndefined();
  });
});

it('answers from the others where the index of one is damaged, and says what helps there', async () => {
  const place = (name: string) => tempRepo().file('a.ts', `export function ${name}Total() {\n  return 1;\n}\n`);
  const [bad, good] = [place('bad'), place('good')];
  for (const [name, repo] of Object.entries({ bad, good })) {
    repo.commit();
    await cora(repo, { embedder: 'hash' }).index();
    await fleet.add(repo.dir, { name: `sound-${name}` });
  }
  const [store] = readdirSync(storeRoot(bad)).filter((one) => existsSync(join(storeRoot(bad), one, 'search')));
  const list = join(storeRoot(bad), store!, 'search', 'segments.json');
  const asked = { text: 'total' };
  expect((await together(['sound'], asked)).results).toHaveLength(2);
  rmSync(list);
  mkdirSync(list);
  const { results, repositories } = await together(['sound'], asked);
  expect(results.map(({ repository }) => repository)).toEqual(['sound-good']);
  expect(repositories).toMatchObject([
    {
      name: 'sound-bad',
      freshness: null,
      error: expect.stringMatching(/segments\.json: something else.*move it away/),
    },
    { name: 'sound-good', results: 1 },
  ]);
  // The score is that of a search without it.
  expect(results[0]!.score).toBe((await together(['sound-good'], asked)).results[0]!.score);
  await expect(together(['sound-bad'], asked)).rejects.toMatchObject({
    code: 'NO_INDEX',
    message: expect.stringContaining('sound-bad: '),
  });
});

slow.describe('commentary', () => {
  let here: Described;
  afterAll(() => here.server.close());

  it('finds and is shown among several repositories', async () => {
    here = await describedRepo();
    await here.describe();
    await fleet.add(here.repo.dir, { name: 'described' });
    await fleet.add(codeRepo().dir, { name: 'plain' });
    await fleet.sync(['plain']);
    const { results } = await together(['described', 'plain'], { text: 'authentication' });
    expect(results[0]).toMatchObject({
      repository: 'described',
      path: 'src/login.ts',
      commentary: 'Authentication about checkPassword.',
    });
  });
});
