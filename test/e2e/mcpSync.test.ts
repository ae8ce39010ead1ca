/** The built MCP server with a list of repositories in its environment: it syncs, serves meanwhile, and says what is missing. */

import { describe, expect, it } from 'vitest';
import { type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { indexed, shopRepo } from './cliShell.ts';
import { connect } from './mcpClient.ts';

function engineRepo(): TempRepo {
  const repo = tempRepo();
  repo.file('lib/engine.go', 'package lib\n\n// StartEngine starts it.\nfunc StartEngine() int {\n\treturn 1\n}\n');
  repo.commit();
  return repo;
}

describe('cora mcp with repositories in its environment', () => {
  it('fetches and indexes them, serves what is there meanwhile, and says what is not', async () => {
    const [shop, engine] = [shopRepo(), engineRepo()];
    const nowhere = `${tempDir()}/nowhere`;
    const urls = [shop.dir, engine.dir, nowhere].map((dir) => `file://${dir}`).join(',');
    const env = { ...shop.env, CORA_HOME: tempDir('cora-home-'), CORA_REPOS_URLS: urls };
    const { call, client } = await connect(shop, { cwd: tempDir(), env });
    const first = (await client.callTool({ name: 'search', arguments: { query: 'StartEngine' } })) as {
      content: { text: string }[];
    };
    expect(first.content[0]!.text).toMatch(/Being fetched and indexed: .*engine|Being fetched and indexed: .*repo/);
    const search = async () => (await call('search', { query: 'StartEngine Cart' })).data;
    await expect
      .poll(async () => (await search().catch(() => ({ results: [] }))).results.length, { timeout: 60_000 })
      .toBeGreaterThan(1);
    const paths = (await search()).results.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(expect.arrayContaining(['lib/engine.go', 'src/cart.ts']));
    await expect.poll(async () => (await call('status')).text, { timeout: 60_000 }).not.toContain('Being fetched');
    const { text, data } = await call('status');
    expect(text).toMatch(/Not fetched: .*nowhere: /);
    expect(data.notes).toEqual([expect.stringMatching(/^Not fetched: /)]);
    // A list that is not set is no empty list.
    const { CORA_REPOS_URLS: _, ...unset } = env;
    const later = await connect(shop, { cwd: tempDir(), env: unset, args: ['--repo', '*'] });
    expect((await later.call('status')).data.repositories).toHaveLength(2);
    const empty = await connect(shop, {
      cwd: tempDir(),
      env: { ...unset, CORA_REPOS_URLS: '' },
      args: ['--repo', '*'],
    });
    expect((await empty.call('status')).data.repositories).toHaveLength(2);
  });

  it('serves them beside the repository that the client works in', async () => {
    const [here, engine] = [await indexed(shopRepo()), engineRepo()];
    const env = { ...here.env, CORA_HOME: tempDir('cora-home-'), CORA_REPOS_URLS: `file://${engine.dir}` };
    const { call } = await connect(here, { env });
    expect((await call('search', { query: 'addItem' })).data.results[0]).toMatchObject({ path: 'src/cart.ts' });
    const both = async () => (await call('search', { query: 'StartEngine addItem' })).data.results;
    await expect
      .poll(async () => (await both()).map(({ path }: { path: string }) => path), { timeout: 60_000 })
      .toEqual(expect.arrayContaining(['lib/engine.go', 'src/cart.ts']));
  });
});
