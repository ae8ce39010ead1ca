/** `cora related` and the places beside results, through the built command line. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { RelatedHit, SearchResult } from '../../src/base/searchTypes.ts';
import { tempRepo } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, type Shell, shellIn } from './cliShell.ts';

let sh: Shell;
beforeAll(async () => {
  const repo = tempRepo();
  repo.file(
    'src/price.ts',
    'export function priceOf(item: Item): number {\n  return item.cents / 100;\n}\n\nexport interface Item {\n  cents: number;\n  name: string;\n  weight: number;\n}\n',
  );
  repo.file(
    'src/cart.ts',
    "import { priceOf } from './price.ts';\n\nexport function total(items: Item[]): number {\n  let sum = 0;\n  for (const item of items) sum += priceOf(item);\n  return sum;\n}\n",
  );
  repo.file(
    'test/price.test.ts',
    "import { priceOf } from '../src/price.ts';\n\ntest('cents', () => {\n  expect(priceOf({ cents: 100 })).toBe(1);\n});\n",
  );
  // Windows has no such names.
  if (process.platform !== 'win32')
    repo.file('src/odd:1', 'def odd():\n    return 1\n').file('src/cart.ts:5', 'Beside it.\n');
  repo.commit();
  sh = shellIn(await indexed(repo));
});

describe('cora related', () => {
  it('lists places with their reasons, tests first', async () => {
    const { code, stdout, stderr } = await sh(['related', 'src/price.ts:2']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^test\/price\.test\.ts:\d+-\d+ {2}test of priceOf/);
    expect(stdout).toMatch(/^src\/cart\.ts:\d+-\d+ {2}calls priceOf/m);
  });

  it('answers in JSON, for a chunk id too', async () => {
    const { related } = jsonOf<{ related: RelatedHit[] }>(await sh(['related', '--json', 'src/price.ts:2']));
    expect(related.map(({ path }) => path)).toContain('src/cart.ts');
    const { results } = jsonOf<SearchResult>(await sh(['query', '--json', '-k', '1', 'priceOf']));
    const ofChunk = jsonOf<{ related: RelatedHit[] }>(await sh(['related', '--json', results[0]!.chunkId]));
    expect(ofChunk.related.map(({ path, reason }) => `${path} ${reason}`)).toContain('src/cart.ts calls priceOf');
  });

  it('says what a place is when it is given something else', async () => {
    const wrong = await sh(['related', 'price']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('No indexed file is called price.\n  cora symbols price ');
    const missing = await sh(['related', 'src/prices.ts:1']);
    expect(missing.stderr).toContain('Did you mean src/price.ts?');
  });
});

describe.skipIf(process.platform === 'win32')('a file whose name ends as a place does', () => {
  it.each([
    ['src/odd:1', 'def odd():\n    return 1\n'],
    ['src/odd:1:2-2', '    return 1\n'],
    ['src/cart.ts:5', 'Beside it.\n'],
    ['src/cart.ts:6-6', '  return sum;\n'],
  ])('cora show %s', async (place, text) => {
    expect(await sh(['show', place])).toMatchObject({ code: 0, stdout: text });
  });

  it('cora related', async () => {
    expect(await sh(['related', 'src/odd:1'])).toMatchObject({
      stderr: expect.not.stringContaining('No indexed file'),
    });
  });
});

describe('cora query', () => {
  it('lists what to read next behind the results, and nothing with --related 0', async () => {
    expect((await sh(['query', '-k', '1', 'priceOf'])).stdout).toContain('read next\n   test/price.test.ts:');
    expect((await sh(['query', '-k', '1', '--related', '0', 'priceOf'])).stdout).not.toContain('read next');
  });
});
