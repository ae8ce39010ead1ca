/** The ids that answers give for chunks of files in which something was redacted, and that questions take. */

import { beforeAll, describe, expect, it } from 'vitest';
import { chunkIdOf } from '../../../src/base/identity.ts';
import type { RelatedHit } from '../../../src/base/searchTypes.ts';
import { related } from '../../../src/graph/related.ts';
import { cora } from '../../helpers/cora.ts';
import { testFleet } from '../../helpers/fleet.ts';
import { madeUpSecrets } from '../../helpers/madeUpSecrets.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

const [ONE, OTHER] = [11, 12].map((seed) => madeUpSecrets(seed)[0]!.value) as [string, string];
const settings = (secret: string): string =>
  `# Where the warehouse answers\nwarehouse_url: https://warehouse.example\napi_key: "${secret}"\nretries: 3\n`;
const CLEAN = 'def warehouse_stock(shelf):\n    return shelf.count\n';

/** Of the paths, in their order; asked one by one, because the same text is one result. */
async function idsOf(repo: TempRepo, ...paths: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const path of paths) {
    const { results } = await cora(repo).query('warehouse', { path: [path] });
    ids.push(results[0]!.chunkId);
  }
  return ids;
}

async function relatedTo(repo: TempRepo, chunkId: string): Promise<RelatedHit[]> {
  const searcher = await cora(repo).searcher();
  try {
    const request = { place: { chunkId }, limit: 10, paths: [], languages: [], kinds: [] };
    return (await related(await searcher.symbols(), request)).related;
  } finally {
    searcher.close();
  }
}

describe('a chunk of a file that holds a secret', () => {
  let repo: TempRepo;
  beforeAll(async () => {
    repo = tempRepo()
      .file('a/settings.yaml', settings(ONE))
      .file('b/settings.yaml', settings(OTHER))
      .file('stock.py', CLEAN);
    repo.commit();
    await cora(repo).index();
  });

  it('has the id that it would have with any other secret of that length', async () => {
    const [one, other, clean] = await idsOf(repo, 'a/settings.yaml', 'b/settings.yaml', 'stock.py');
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(other).toBe(one);
    expect(clean).not.toBe(one);
  });

  it('keeps its id where the file is not committed, and where it moves', async () => {
    const [committed] = await idsOf(repo, 'a/settings.yaml');
    repo.file('c/settings.yaml', settings(OTHER.split('').reverse().join('')));
    expect(await idsOf(repo, 'c/settings.yaml')).toEqual([committed]);
    repo.remove('c/settings.yaml');
  });

  it('is found by it: the first by path, where several have it', async () => {
    const [id] = await idsOf(repo, 'a/settings.yaml');
    const paths = (await relatedTo(repo, id!)).map(({ path }) => path);
    expect(paths).toContain('b/settings.yaml');
    expect(paths).not.toContain('a/settings.yaml');
  });

  it('has it in lists of what is related, too', async () => {
    const [id, , clean] = await idsOf(repo, 'a/settings.yaml', 'b/settings.yaml', 'stock.py');
    const found = await relatedTo(repo, id!);
    expect(found.find(({ path }) => path === 'b/settings.yaml')?.chunkId).toBe(id);
    expect([undefined, clean]).toContain(found.find(({ path }) => path === 'stock.py')?.chunkId);
  });
});

it('a file without a secret keeps its chunks’ ids, whatever the last build knew of it', async () => {
  const repo = tempRepo().file('stock.py', CLEAN).file('settings.yaml', settings(ONE));
  repo.commit();
  await cora(repo).index();
  const [built] = await idsOf(repo, 'stock.py');
  repo.git('checkout', '-q', '-b', 'other');
  repo.remove('stock.py').file('more.py', 'def more():\n    return 1\n').commit();
  await cora(repo).index();
  repo.git('update-ref', '-d', 'refs/heads/main');
  repo.git('checkout', '-q', '--detach');
  repo.file('stock.py', CLEAN);
  expect(await idsOf(repo, 'stock.py')).toEqual([built]);
  expect((await relatedTo(repo, built!)).map(({ path }) => path)).not.toContain('stock.py');
});

it('an answer from several repositories shows the same ids as one from one', async () => {
  const repo = tempRepo().file('settings.yaml', settings(ONE)).file('stock.py', CLEAN);
  repo.commit();
  await cora(repo).index();
  const own = await idsOf(repo, 'settings.yaml', 'stock.py');
  const fleet = testFleet();
  await fleet.add(`file://${repo.dir}`, { name: 'shop' });
  await fleet.sync();
  const { results } = await fleet.query('warehouse');
  expect(['settings.yaml', 'stock.py'].map((path) => results.find((hit) => hit.path === path)?.chunkId)).toEqual(own);
});

it('whoever knows all of a file but a guessable password cannot compare guesses with its id', async () => {
  const words = ['Trustno1!Trustno1', 'Troub4dor&3horse', 'C0rrect-horse7!xx'];
  const textOf = (password: string): string => `user: shop\nport: 1\ndb_password: "${password}"\n`;
  const repo = tempRepo().file('db.yaml', textOf(words[1]!));
  const blob = repo.git('hash-object', 'db.yaml');
  repo.commit();
  await cora(repo).index();
  const [hit] = (await cora(repo).query('db password', { path: ['db.yaml'] })).results;
  expect(hit!.text).toContain('REDACTED');
  const ids = words.flatMap((word) => {
    const guess = repo.gitInput(textOf(word), 'hash-object', '--stdin');
    const { length } = textOf(word);
    return [length - 1, length].map((end) => ({ guess, id: chunkIdOf(guess, 'yaml', 0, end) }));
  });
  expect(ids.some(({ guess }) => guess === blob)).toBe(true);
  expect(ids.map(({ id }) => id)).not.toContain(hit!.chunkId);
});
