/** A folder of clones, and a repository with its submodules, are searched as one by the built command line and by agents. */

import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import { type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, shellIn } from './cliShell.ts';
import { connect } from './mcpClient.ts';

type Place = Pick<TempRepo, 'dir' | 'env'>;

const NET = {
  'package.json': '{"name":"@acme/net"}\n',
  'net.ts':
    '/** Asks again after a while. */\nexport function retryRequest(times: number): number {\n  return times;\n}\n',
};
const SHOP = {
  'pay.ts':
    "import { retryRequest } from '@acme/net';\n\nexport function payOrder(): number {\n  return retryRequest(3);\n}\n",
};

function repoOf(files: Readonly<Record<string, string>>): TempRepo {
  const repo = tempRepo();
  for (const [path, text] of Object.entries(files)) repo.file(path, text);
  repo.commit();
  return repo;
}

/** `acme/net` and `shop`, indexed, and `empty`, which is not. */
async function folderOfClones(): Promise<Place> {
  const dir = tempDir();
  const clones = [
    ['acme/net', await indexed(repoOf(NET))],
    ['shop', await indexed(repoOf(SHOP))],
    ['unindexed', repoOf({ 'a.ts': 'export const retry = 1;\n' })],
  ] as const;
  mkdirSync(join(dir, 'acme'));
  for (const [name, repo] of clones) renameSync(repo.dir, join(dir, name));
  return { dir, env: clones[0][1].env };
}

describe('a folder of clones', () => {
  it('says before it begins how many it searches, if they are many', async () => {
    const dir = tempDir();
    const told = 'There is no repository here. Searching 11 clones below this folder.\n';
    for (let at = 0; at < 10; at++) mkdirSync(join(dir, `clone${at}`, '.git'), { recursive: true });
    const cora = shellIn({ dir, env: tempRepo().env });
    expect((await cora(['query', 'retry'])).stderr).not.toContain('There is no repository here.');
    mkdirSync(join(dir, 'another', '.git'), { recursive: true });
    for (const command of ['query', 'refs']) {
      const { stderr } = await cora([command, 'retry']);
      expect(stderr.slice(0, told.length)).toBe(told);
    }
  });

  it('is searched as one from where it is, and says which were not searched', async () => {
    const place = await folderOfClones();
    const cora = shellIn(place);
    const found = await cora(['query', 'retry request', '--json']);
    const { results, repositories } = jsonOf<SearchResult>(found);
    expect(new Set(results.map(({ repository }) => repository))).toEqual(new Set(['acme/net', 'shop']));
    expect(repositories!.map(({ name, error }) => [name, error === undefined])).toEqual([
      ['acme/net', true],
      ['shop', true],
      ['unindexed', false],
    ]);
    expect(found.stderr).toMatch(/unindexed was not searched: There is no index/);
    const refs = await cora(['refs', 'retryRequest', '-q']);
    expect(refs.stdout).toMatch(/shop {2}pay\.ts:4 {2}call in payOrder → acme\/net {2}net\.ts:2/);
    // In one of them that one alone is meant, and where nothing is, nothing is made up.
    const one = jsonOf<SearchResult>(
      await shellIn({ ...place, dir: join(place.dir, 'shop') })(['query', 'retry', '--json']),
    );
    expect(one.repositories).toBeUndefined();
    const nowhere = await shellIn({ ...place, dir: tempDir() })(['query', 'retry']);
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('not inside a Git repository') });
    const bare = await shellIn({ ...place, dir: join(place.dir, 'acme') })(['query', 'retry', '--fresh']);
    expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining('--fresh is for one repository') });
  });

  it('answers agents that work in it, by what they offer as their root or by where they started', async () => {
    const place = await folderOfClones();
    const { call, refused, client } = await connect(place);
    const { text } = await call('search', { query: 'retry request' });
    expect(text).toContain('net.ts');
    expect(text).toContain('pay.ts');
    expect((await call('symbols', { name: 'payOrder', repository: 'shop' })).text).toContain('pay.ts:3-5');
    expect(await refused('symbols', { name: 'payOrder' })).toMatch(/Several repositories.*net.*shop.*unindexed/s);
    await client.close();
    const elsewhere = await connect(place, {
      cwd: tempDir(),
      capabilities: { roots: {} },
      prepare: (one) => one.setRequestHandler('roots/list', async () => ({ roots: [{ uri: `file://${place.dir}` }] })),
    });
    expect((await elsewhere.call('search', { query: 'retry request' })).text).toContain('net.ts');
  });
});

describe('submodules', () => {
  it('are searched with the repository around where they are asked for, each with its own freshness', async () => {
    const repo = repoOf(SHOP);
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repoOf(NET).dir, 'libs/net');
    repo.commit();
    await indexed(repo);
    const cora = shellIn(repo);
    const inner = { ...repo, dir: repo.path('libs/net') };
    const before = await cora(['query', 'retry request', '--submodules']);
    expect(before.stderr).toContain('libs/net was not searched');
    await indexed(inner);
    repo.file('libs/net/net.ts', `${NET['net.ts']}\nexport const retryLimit = 3;\n`);
    const { results, repositories } = jsonOf<SearchResult>(
      await cora(['query', 'retryLimit', '--submodules', '--json']),
    );
    expect(results[0]).toMatchObject({ repository: 'libs/net', path: 'net.ts', status: 'modified' });
    expect(repositories).toMatchObject([
      { name: '.', freshness: { dirtyFiles: 0 } },
      { name: 'libs/net', freshness: { dirtyFiles: 1 } },
    ]);
    expect((await cora(['refs', 'retryRequest', '--submodules'])).stdout).toMatch(/\. {2}pay\.ts:4 .*libs\/net/);
    const alone = jsonOf<SearchResult>(await cora(['query', 'retryLimit', '--json']));
    expect(alone.results.map(({ path }) => path)).not.toContain('net.ts');
    const { call } = await connect(repo, { args: ['--submodules'] });
    expect((await call('search', { query: 'retryLimit' })).text).toContain('net.ts');
  });
});
