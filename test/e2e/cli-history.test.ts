/** cora query --commits, and questions about the history, as a shell user sees them. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { CommitSearchResult } from '../../src/base/historyTypes.ts';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { TempRepo } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, type Shell, shellIn, shopRepo } from './cliShell.ts';

describe('history', () => {
  let sh: Shell;
  let shop: TempRepo;

  beforeAll(async () => {
    shop = shopRepo();
    shop
      .file('src/price.ts', 'export function priceOf(): number {\n  return 3;\n}\n')
      .commit('Flat prices\n\nFor all.');
    sh = shellIn(shop);
    // Without an index git answers.
    expect((await sh(['query', '--commits', 'flat prices'])).stdout).toMatch(/^ 1 [0-9a-f]{9} 2023-11-14 A U Thor\n/);
    await indexed(shop);
  });

  it('finds commits, lists the newest, and prints JSON', async () => {
    const found = await sh(['query', '--commits', 'flat', 'prices']);
    expect(found).toMatchObject({ code: 0, stderr: '' });
    expect(found.stdout).toMatch(/ {3}Flat prices\n {3}For all\.\n {3}src\/price\.ts\n\n 2 /);
    const json = jsonOf<CommitSearchResult>(await sh(['query', '--commits', '--json', '-k', '1']));
    expect(json).toMatchObject({ truncated: true, commits: [{ rank: 1, subject: 'Flat prices', body: 'For all.' }] });
    expect(json.freshness).toMatchObject({ searched: 2, readNow: 0 });
    expect(await sh(['query', '--commits', 'zzyzx'])).toMatchObject({ code: 1 });
  });

  it('refuses what means nothing for commits, and what means something only for them', async () => {
    const wrong = await sh(['query', '--commits', '--lang', 'go', 'x']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--lang does not work with --commits') });
    expect(await sh(['query', '--author', 'me', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--author works only with --commits'),
    });
    expect(await sh(['query', '--commits', '--since', 'never'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--since wants a date, a span or a revision'),
    });
  });

  it('puts the history beside the code where the question is about it', async () => {
    const asked = await sh(['query', 'when was the price changed']);
    expect(asked.stdout).toMatch(/^Git history: commits that touched src\/price\.ts\n/);
    expect(asked.stdout).toMatch(/\n {3}src\/price\.ts \+\d+ -\d+\n/);
    expect(asked.stdout).toMatch(/\n 1 src\/price\.ts:/);
    const json = jsonOf<SearchResult>(await sh(['query', '--json', 'when was the price changed']));
    expect(json.gitContext).toMatchObject({ kind: 'git', commit: { subject: 'Flat prices', diffsLeftOut: 0 } });
    expect(jsonOf<SearchResult>(await sh(['query', '--json', 'price'])).gitContext).toBeUndefined();
  });

  it('shows the commits of a file that is gone, and no code that only sounds like it', async () => {
    shop.file('src/rebate.ts', 'export const rebateOf = 1;\n').commit('A rebate');
    shop.git('rm', '-q', 'src/rebate.ts');
    shop.git('commit', '-qm', 'No rebate');
    for (const question of ['who deleted rebate.ts', 'git log src/rebate.ts']) {
      const asked = await sh(['query', question]);
      expect(asked.code, question).toBe(0);
      expect(asked.stdout).toMatch(/^Git history: .*\n.* No rebate —/);
      expect(asked.stdout).toContain('No code is shown');
      expect(asked.stdout).not.toMatch(/git log -S|Nothing found|read next/);
      const json = jsonOf<SearchResult>(await sh(['query', '--json', question]));
      expect(json).toMatchObject({ results: [], related: [], cutBy: null, fewer: expect.stringContaining('No code') });
      const lines = await sh(['query', '--format', 'jsonl', question]);
      expect(lines).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('No code is shown') });
    }
    expect((await sh(['query', 'who deleted src/price.ts'])).stdout).toContain('\n 1 src/price.ts');
    const included = await sh(['query', '--include', 'file:src/cart.ts', 'who deleted rebate.ts']);
    expect(included.stdout).toContain('\n 1 src/cart.ts');
    shop.git('tag', 'v1.0');
    shop.git('tag', 'v0.9', 'HEAD~2');
    // No file is named.
    const removed = await sh(['query', 'what was removed in v1.0']);
    expect(removed.stdout).toMatch(/^Git history: .*\n.* No rebate —/);
    expect(removed.stdout).not.toContain('No code is shown');
    // It is there, and in no index.
    shop.file('src/yarn.lock', 'price 3\n').commit('Lock the price');
    const there = await sh(['query', 'git log yarn.lock']);
    expect(there.stdout).toContain(' Lock the price — ');
    expect(there.stdout).not.toContain('No code is shown');
  });
});
