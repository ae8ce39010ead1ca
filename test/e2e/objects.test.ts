/** An index in object storage, as a team uses it: pushed from one clone, searched where it lies, pulled into another. Azurite is the service. */

import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { PullReport } from '../../src/share/pullIndex.ts';
import type { PublishReport } from '../../src/share/pushIndex.ts';
import { type CliResult, runCli } from '../helpers/runCli.ts';
import { type Azurite, startAzurite } from '../helpers/startAzurite.ts';
import { gitEnv, type TempRepo, tempDir } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, type Shell, shopRepo } from './cliShell.ts';
import { rebased } from './zoo/lanceBases.ts';

const TO = 'az://idx/team/shop';

let azurite: Azurite;
let repo: TempRepo;
beforeAll(async () => {
  azurite = await startAzurite();
  await azurite.createContainer('idx');
  repo = await indexed(shopRepo());
});

const outputs: CliResult[] = [];
afterAll(() => {
  // Of all that was printed in this file.
  const said = outputs.map(({ stdout, stderr }) => stdout + stderr).join('\n');
  expect(said).not.toContain(azurite.key);
  expect(said).not.toMatch(/sig=|AccountKey|azure_storage_/);
});

const access = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  AZURE_STORAGE_ACCOUNT_NAME: azurite.account,
  AZURE_STORAGE_ACCOUNT_KEY: azurite.key,
  AZURE_STORAGE_ENDPOINT: azurite.url,
  ...more,
});

function shell(cwd: string, env: NodeJS.ProcessEnv): Shell {
  return async (args, more = {}) => {
    const result = await runCli(args, { cwd, env, ...more });
    outputs.push(result);
    return result;
  };
}

/** Without a repository, with a cache of its own. */
const elsewhere = (more: NodeJS.ProcessEnv = access()): Shell =>
  shell(tempDir(), { ...gitEnv(), XDG_CACHE_HOME: tempDir(), ...more });
const inside = (of: TempRepo, more: NodeJS.ProcessEnv = access()): Shell => shell(of.dir, { ...of.env, ...more });

describe('az://', () => {
  it('holds what was pushed; it is searched there, and pulled without computing anything', async () => {
    const pushed = jsonOf<PublishReport>(await inside(repo)(['push', '--json', '--quiet', TO]));
    expect(pushed).toMatchObject({ destination: TO, commit: repo.git('rev-parse', 'HEAD'), replaced: false });
    const blobs = await azurite.list('idx');
    expect(blobs.some((name) => /^team\/shop\/published\.lance\/data\//.test(name))).toBe(true);
    expect(blobs.some((name) => /^team\/shop\/chunks-[0-9a-f]{16}\.lance\/data\//.test(name))).toBe(true);

    const sh = elsewhere();
    for (const text of ['discount of the total', 'Cart', 'how is money given back']) {
      const answer = await sh(['query', '--json', '--index', TO, text]);
      expect(answer.stderr).toBe('');
      const { results, freshness } = jsonOf<SearchResult>(answer);
      // The same of the store at home, for who has no files.
      const home = await elsewhere()(['query', '--json', '--index', repo.path('.git', 'cora'), text]);
      expect(results).toEqual(jsonOf<SearchResult>(home).results);
      expect(results.length).toBeGreaterThan(0);
      expect(freshness).toMatchObject({ indexedCommit: pushed.commit, headCommit: null });
      expect(
        jsonOf<SearchResult>(await inside(repo.clone())(['query', '--json', '--index', TO, text])).results,
      ).toEqual(results);
    }
    expect((await sh(['symbols', '--index', TO, 'Cart'])).stdout).toContain('src/cart.ts');
    expect((await sh(['refs', '--index', TO, 'Cart'])).code).toBeLessThan(2);

    const clone = repo.clone();
    const { index, blobs: pulled } = jsonOf<PullReport>(await inside(clone)(['pull', '--json', '--quiet', TO]));
    expect(index).toMatchObject({ computed: 0, embedded: 0 });
    expect(pulled).toMatchObject({ refused: 0, absent: 0 });
    expect((await inside(clone, {})(['query', 'discount of the total'])).stdout).toContain('src/cart.ts');
  });

  it('is updated by the next push, and a second query reads the statistics from the cache', async () => {
    const sh = elsewhere();
    await sh(['query', '--index', TO, 'refund']);
    repo.file('src/voucher.ts', 'export function redeemVoucher(code: string): number {\n  return code.length;\n}\n');
    const commit = repo.commit();
    await inside(repo)(['index', '--quiet']);
    expect((await inside(repo)(['push', TO])).stdout).toMatch(
      new RegExp(`^Pushed ${commit.slice(0, 9)} to ${TO}: .*new`),
    );
    expect(
      jsonOf<SearchResult>(await sh(['query', '--json', '--index', TO, 'redeemVoucher'])).results[0],
    ).toMatchObject({
      path: 'src/voucher.ts',
      commit,
    });
    const before = azurite.requests.length;
    await sh(['query', '--index', TO, 'redeemVoucher']);
    const asked = azurite.requests.slice(before);
    expect(asked.every((line) => line.startsWith('GET '))).toBe(true);
    const table = (name: string) => asked.filter((line) => line.includes(`${name}.lance/data/`)).length;
    expect(table('published')).toBeGreaterThan(0);
  });

  it('takes a connection string, as the portal gives it', async () => {
    const { account, key, url } = azurite;
    const env = {
      AZURE_STORAGE_CONNECTION_STRING: `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${key};BlobEndpoint=${url}`,
    };
    expect((await elsewhere(env)(['query', '--index', TO, 'discount'])).code).toBe(0);
  });
});

describe('a container into which somebody else writes', () => {
  const PLACE = 'team/attacked';
  const FROM = `az://idx/${PLACE}`;

  it('leads nobody elsewhere by a manifest: query, pull and push refuse it, and ask for nothing else', async () => {
    await azurite.createContainer('private');
    await inside(repo)(['push', '--quiet', FROM]);
    const manifests = (await azurite.list('idx')).filter((name) => new RegExp(`^${PLACE}/.*\\.manifest$`).test(name));
    expect(manifests.length).toBeGreaterThan(2);
    for (const base of ['az://private/x', tempDir(), `file://${tempDir()}`]) {
      for (const table of ['published', 'chunks-']) {
        const attacked = manifests.filter((name) => name.startsWith(`${PLACE}/${table}`));
        const kept = await Promise.all(attacked.map((name) => azurite.read('idx', name)));
        for (const [at, name] of attacked.entries()) await azurite.write('idx', name, rebased(kept[at]!, base));
        const before = azurite.requests.length;
        for (const [sh, args] of [
          [elsewhere(), ['query', '--index', FROM, 'discount']],
          [inside(repo.clone()), ['pull', FROM]],
          [inside(repo), ['push', FROM]],
        ] as const) {
          const { code, stdout, stderr } = await sh([...args]);
          expect({ code, stdout, args }).toEqual({ code: 2, stdout: '', args });
          expect(stderr).toMatch(/is not opened: it has .*elsewhere/);
        }
        const asked = azurite.requests.slice(before).map((line) => decodeURIComponent(line));
        expect(asked.length).toBeGreaterThan(2);
        expect(asked.filter((line) => !line.includes(`prefix=${PLACE}/`) && !line.includes(`/idx/${PLACE}/`))).toEqual(
          [],
        );
        for (const [at, name] of attacked.entries()) await azurite.write('idx', name, kept[at]!);
      }
    }
    expect((await elsewhere()(['query', '--index', FROM, 'discount'])).code).toBe(0);
  });

  it('is not opened where Cora has no credentials to look, unless the user trusts whoever writes there', async () => {
    const env = { AZURE_STORAGE_ACCOUNT_NAME: azurite.account, AZURE_STORAGE_ENDPOINT: azurite.url };
    const before = azurite.requests.length;
    const { code, stderr } = await elsewhere(env)(['query', '--index', FROM, 'x']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/no credentials for az:\/\/idx\/team\/attacked that Cora could check it with/);
    expect(stderr).toMatch(/AZURE_STORAGE_TOKEN=.*CORA_TRUSTED_STORES=az:\/\/idx\/team\/attacked/s);
    expect(azurite.requests.length).toBe(before);
    const trusting = access({ CORA_TRUSTED_STORES: 'az://idx/team' });
    expect((await elsewhere(trusting)(['query', '--index', FROM, 'discount'])).code).toBe(0);
    expect(azurite.requests.slice(before).filter((line) => line.includes('maxresults=1000'))).toEqual([]);
    const refused = await elsewhere(access({ CORA_TRUSTED_STORES: 'yes' }))(['query', '--index', FROM, 'x']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('CORA_TRUSTED_STORES')]);
    expect((await inside(repo)(['push', '--help'])).stdout).toContain('CORA_TRUSTED_STORES');
  });
});

describe('what goes wrong', () => {
  it.each<[string, () => NodeJS.ProcessEnv, string, string, RegExp]>([
    ['no such container', access, 'az://nothere/x', 'NO_INDEX', /no such container/],
    ['nothing there', access, 'az://idx/empty', 'NO_INDEX', /There is no index in az:\/\/idx\/empty/],
    ['no account', () => ({}), TO, 'USAGE', /no credentials/],
    [
      'a wrong key',
      () => access({ AZURE_STORAGE_ACCOUNT_KEY: Buffer.alloc(64, 7).toString('base64') }),
      TO,
      'NETWORK',
      /refuses these credentials.*403/,
    ],
    ['a key that is none', () => access({ AZURE_STORAGE_ACCOUNT_KEY: 'secret?!' }), TO, 'NETWORK', /refuses/],
    [
      'nobody listening',
      () => access({ AZURE_STORAGE_ENDPOINT: 'http://127.0.0.1:9/x' }),
      TO,
      'NETWORK',
      /cannot be reached/,
    ],
  ])('%s', async (_, env, place, code, message) => {
    const { stdout, stderr, code: left } = await elsewhere(env())(['query', '--json', '--index', place, 'x']);
    expect({ stdout, left }).toEqual({ stdout: '', left: code === 'NO_INDEX' ? 3 : 2 });
    const { error } = JSON.parse(stderr) as { error: { code: string; message: string; hint: string } };
    expect(error).toMatchObject({ code, hint: expect.stringMatching(/\w/) });
    expect(error.message).toMatch(message);
    const push = await inside(repo, env())(['push', '--quiet', place]);
    if (place !== 'az://idx/empty') expect(push.code).toBeGreaterThan(1);
    expect(push.stderr).not.toMatch(/\n {4}at /);
  });

  it('a host that takes connections and never answers is given up', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const { port } = silent.address() as { port: number };
    const env = access({ AZURE_STORAGE_ENDPOINT: `http://127.0.0.1:${port}/${azurite.account}` });
    const { stderr, code } = await elsewhere(env)(['query', '--index', TO, 'x']);
    silent.close();
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot be reached/);
  });

  it('an address with credentials in it is refused and not repeated', async () => {
    for (const place of ['az://idx/team?sv=1&sig=hunter2', 's3://id:hunter2@bucket/x']) {
      const answers = [
        await elsewhere()(['query', '--index', place, 'x']),
        await inside(repo)(['push', place]),
        await inside(repo)(['pull', place]),
        await inside(repo)(['status', '--index', place]),
        await inside(repo)(['index', '--store', place]),
      ];
      for (const { code, stderr } of answers) {
        expect(code).toBe(2);
        expect(stderr).not.toContain('hunter2');
      }
    }
  });

  it('cora.config.json cannot choose a place', async () => {
    const clone = repo.clone();
    for (const config of [{ index: TO }, { store: TO }]) {
      clone.file('cora.config.json', JSON.stringify(config));
      const before = azurite.requests.length;
      expect((await inside(clone)(['query', 'x'])).code).toBe(2);
      expect(azurite.requests.length).toBe(before);
    }
  });
});
