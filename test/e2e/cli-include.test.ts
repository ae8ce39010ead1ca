/** `--include file:…` and `decl:…` of a query, through the built command line. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, type Shell, shellIn, shopFiles } from './cliShell.ts';

let shop: TempRepo;
let sh: Shell;
beforeAll(async () => {
  shop = shopFiles(tempRepo());
  shop.file('lib/cart.ts', 'export class Cart {\n  total(): number {\n    return 0;\n  }\n}\n');
  shop.commit();
  await indexed(shop);
  sh = shellIn(shop);
});

const json = async (...args: string[]) => jsonOf<SearchResult>(await sh(['query', '--json', ...args]));
const places = ({ results }: SearchResult) => results.map((hit) => `${hit.path}:${hit.startLine}-${hit.endLine}`);

it('a copied file is one result that names its copies', async () => {
  const repo = shopFiles(tempRepo());
  repo.file(
    'src/more/deep/price.ts',
    'const PRICES: Record<string, number> = { apple: 1, pear: 2 };\n\nexport function priceOf(name: string): number {\n  const $price = PRICES[name];\n  if ($price === undefined) throw new Error(`no price for ${name}`);\n  return $price;\n}\n',
  );
  repo.commit();
  await indexed(repo);
  const answer = jsonOf<SearchResult>(await shellIn(repo)(['query', '--json', 'priceOf']));
  expect(answer.results[0]).toMatchObject({
    path: 'src/price.ts',
    identical: [{ path: 'src/more/deep/price.ts', nearly: false }],
  });
  expect(places(answer).some((place) => place.startsWith('src/more/'))).toBe(false);
  expect((await shellIn(repo)(['query', 'priceOf'])).stdout).toMatch(
    /\n {3}and 1 identical: src\/more\/deep\/price\.ts:\d+-\d+\n/,
  );
});

describe('cora query --include', () => {
  it('brings files and declarations before anything that is found, in their order', async () => {
    const args = ['--include', 'file:docs/guide.md', '--include', 'decl:priceOf', '-k', '1', 'writes the report'];
    const result = await json(...args);
    expect(places(result)).toEqual(['docs/guide.md:1-5', 'src/price.ts:3-7', 'tools/report.py:1-5']);
    expect(result.results.map(({ rank, why }) => [rank, why.include])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
    expect(result.results[0]!.text).toContain('# Guide');
    expect(result.results[1]).toMatchObject({ symbol: 'priceOf', kind: 'function' });
    expect((await sh(['query', ...args])).stdout).toMatch(/^ 1 docs\/guide\.md:1-5\n {3}text — included\n/);
  });

  it('finds one declaration of a file, also an inner one', async () => {
    const method = await json('--include', 'decl:src/cart.ts#Cart.total', '-k', '1', 'refund');
    expect(places(method)[0]).toBe('src/cart.ts:12-15');
    expect(method.results[0]!.scope).toEqual(['Cart']);
    expect(places(await json('--include', 'decl:lib/cart.ts#Cart', '-k', '1', 'refund'))[0]).toBe('lib/cart.ts:1-5');
  });

  it('shows no line of it again, and keeps the settings of the view', async () => {
    const whole = await json('--include', 'file:src/cart.ts', 'total with the discount');
    expect(places(whole).filter((place) => place.startsWith('src/cart.ts'))).toEqual(['src/cart.ts:1-16']);
    const env = { ...shop.env, CORA_EXCLUDE: 'tools/**' };
    const args = ['query', '--json', '--include', 'file:src/cart.ts', 'writes the report'];
    const excluded = jsonOf<SearchResult>(await sh(args, { env }));
    expect(places(excluded).some((place) => place.startsWith('tools/'))).toBe(false);
  });

  it('keeps to the budget', async () => {
    const cut = await json('--include', 'file:src/cart.ts', '--budget', '330', 'refund');
    expect(cut.tokens).toBeLessThanOrEqual(330);
    expect(cut).toMatchObject({
      cutBy: 'budget',
      results: [{ path: 'src/cart.ts', startLine: 1, definition: { startLine: 1, endLine: 16 } }],
    });
  });

  it('sees uncommitted files as they are, and paths from where the caller stands', async () => {
    const repo = shopFiles(tempRepo());
    await indexed(repo);
    repo.file('src/voucher.ts', '// new\nexport function redeemVoucher(code: string): string {\n  return code;\n}\n');
    const query = (args: string[], cwd = repo.dir) => shellIn(repo)(['query', '--json', ...args, 'refund'], { cwd });
    const seen = jsonOf<SearchResult>(await query(['--include', 'file:voucher.ts'], repo.path('src')));
    expect(seen.results[0]).toMatchObject({ path: 'src/voucher.ts', status: 'untracked', startLine: 1, endLine: 4 });
    const declared = jsonOf<SearchResult>(await query(['--include', 'decl:redeemVoucher']));
    expect(declared.results[0]).toMatchObject({ path: 'src/voucher.ts', startLine: 2, endLine: 4 });
  });

  it.each([
    ['file:src/crat.ts', 'src/crat.ts is not an indexed file.', 'Did you mean --include file:src/cart.ts?'],
    ['file:guide.md', 'guide.md is not an indexed file.', 'Did you mean --include file:docs/guide.md?'],
    ['decl:src/cart.ts#Cat', 'src/cart.ts declares no Cat.', 'Did you mean --include "decl:src/cart.ts#Cart"?'],
    ['decl:src/price.ts#zzz', 'src/price.ts declares no zzz.', 'It declares PRICES, priceOf'],
    ['decl:Cart', '2 files declare Cart: lib/cart.ts, src/cart.ts.', '--include "decl:lib/cart.ts#Cart"'],
    ['decl:prizeOf', 'No indexed file declares it.', 'cora symbols prizeOf'],
    ['decl:src/cart.ts', 'No indexed file declares it.', '--include file:src/cart.ts'],
  ])('%s is an error that says what was meant', async (directive, message, hint) => {
    const { code, stdout, stderr } = await sh(['query', '--include', directive, 'refund']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`cora: --include ${directive}: ${message}`);
    expect(stderr).toContain(hint);
  });
});
