/** `cora push` to a GitHub release, and `cora pull` from it: what CI and a colleague do. */

import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_FETCH } from '../../../src/net/fetchSafely.ts';
import { patientWith } from '../../../src/share/artifact/githubRelease.ts';
import { artifactName } from '../../../src/share/readSource.ts';
import { readRepoState, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { fakeGithub } from '../../helpers/fakeGithub.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';
import { webServer } from '../../helpers/webServer.ts';

const TOKEN = 'ghp_0123456789abcdefTOKEN';

let repo: TempRepo;
let commit: string;
beforeAll(async () => {
  repo = tempRepo();
  for (let at = 0; at < 5; at++) repo.file(`src/f${at}.py`, sourceOf('py', at * 7));
  commit = repo.commit();
  await cora(repo).index();
});

const nameOf = (of: string): string => artifactName(of, readRepoState(storeDir(repo)).embedder);
const old = (at: number) => ({ name: nameOf(at.toString(16).padStart(40, '0')), content: Buffer.from('old') });
const env = (url: string, token: string | null = TOKEN): NodeJS.ProcessEnv => ({
  GITHUB_API_URL: url,
  ...(token === null ? {} : { GITHUB_TOKEN: token }),
});

describe('cora push', () => {
  it('makes the rolling release, and a clone pulls from it', async () => {
    const { api, storage, releases } = await fakeGithub(null, { token: TOKEN });
    const report = await cora(repo).push('acme/shop', env(api.url));
    expect(report).toMatchObject({
      destination: 'acme/shop@cora-index',
      name: nameOf(commit),
      replaced: false,
      removed: [],
      packed: { commit, text: true },
    });
    expect(releases.get('cora-index')!.assets.map(({ name, content }) => [name, content.length])).toEqual([
      [nameOf(commit), report.packed.size],
    ]);
    const created = api.asked.find(({ method }) => method === 'POST')!;
    expect(JSON.parse(created.body.toString('utf8'))).toMatchObject({
      tag_name: 'cora-index',
      prerelease: true,
      make_latest: 'false',
    });
    expect(JSON.stringify(report)).not.toContain(TOKEN);
    const clone = repo.clone();
    expect(await cora(clone).pull('acme/shop', {}, { env: env(api.url) })).toMatchObject({
      commit,
      index: { embedded: 0 },
    });
    expect(storage.asked.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  it('replaces what was pushed for the same commit', async () => {
    const { api, releases } = await fakeGithub([
      { name: nameOf(commit), content: Buffer.from('torn') },
      { name: nameOf(commit), content: Buffer.alloc(0), state: 'starter' },
    ]);
    expect(await cora(repo).push('acme/shop', env(api.url))).toMatchObject({ replaced: true });
    expect(releases.get('cora-index')!.assets.map(({ name, content }) => [name, content.length > 100])).toEqual([
      [nameOf(commit), true],
    ]);
  });

  it('goes on after failures, also after one that left half an asset', async () => {
    const { api, releases, failures } = await fakeGithub([]);
    // Of the release, of the list, of the upload.
    failures.push(503, 0, 502, 0, 500);
    await cora(repo).push('acme/shop', env(api.url));
    expect(
      releases.get('cora-index')!.assets.map(({ name, state, content }) => [name, state, content.length > 100]),
    ).toEqual([[nameOf(commit), undefined, true]]);
  });

  it('keeps the ten newest of an embedder in a rolling release, and everything elsewhere', async () => {
    const others = [
      { name: 'notes.txt', content: Buffer.from('x') },
      { name: nameOf(commit).replace(/-[0-9a-f]{16}\./, `-${'0'.repeat(16)}.`), content: Buffer.from('x') },
    ];
    const { api, releases } = await fakeGithub([...others, ...Array.from({ length: 12 }, (_, at) => old(at))]);
    const { removed } = await cora(repo).push('acme/shop', env(api.url));
    expect(removed).toEqual([old(2).name, old(1).name, old(0).name]);
    expect(releases.get('cora-index')!.assets.map(({ name }) => name)).toEqual([
      ...others.map(({ name }) => name),
      ...Array.from({ length: 9 }, (_, at) => old(at + 3).name),
      nameOf(commit),
    ]);
    releases.set('v1.0.0', { id: 8, assets: Array.from({ length: 12 }, (_, at) => ({ ...old(at), id: 500 + at })) });
    expect((await cora(repo).push('acme/shop@v1.0.0', env(api.url))).removed).toEqual([]);
    expect(releases.get('v1.0.0')!.assets).toHaveLength(13);
  });

  it('without text pushes none', async () => {
    const { api, releases } = await fakeGithub([]);
    expect(await cora(repo).push('acme/shop', env(api.url), { 'no-text': true })).toMatchObject({
      packed: { text: false },
    });
    expect(releases.get('cora-index')!.assets).toHaveLength(1);
  });

  it('sends nothing to a host that is not the API’s', async () => {
    const evil = await webServer((_, response) => response.writeHead(200).end('{}'));
    const { api } = await fakeGithub([], { uploadsAt: evil.url });
    await expect(cora(repo).push('acme/shop', env(api.url))).rejects.toMatchObject({ code: 'NETWORK' });
    expect(evil.asked).toEqual([]);
  });

  it('does not follow a redirect with what it writes', async () => {
    const evil = await webServer((_, response) => response.writeHead(200).end('{}'));
    const api = await webServer((request, response) => {
      if (request.method === 'POST') response.writeHead(307, { location: `${evil.url}/` }).end();
      else response.writeHead(404).end('{}');
    });
    await expect(cora(repo).push('acme/shop', env(api.url))).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('where nothing is sent'),
    });
    expect(evil.asked).toEqual([]);
  });

  it('says what is missing: a token, a place, an index, the right to write', async () => {
    const { api } = await fakeGithub([]);
    await expect(cora(repo).push('acme/shop', env(api.url, null))).rejects.toMatchObject({
      code: 'USAGE',
      hint: expect.stringContaining('GITHUB_TOKEN'),
    });
    await expect(cora(repo).push('s3://bucket/x', env(api.url))).rejects.toMatchObject({ code: 'USAGE' });
    await expect(cora(repo.clone()).push('acme/shop', env(api.url))).rejects.toMatchObject({ code: 'NO_INDEX' });
    expect(api.asked).toEqual([]);
    const refusing = await webServer((_, response) => response.writeHead(403).end('{}'));
    const answer = cora(repo).push('acme/shop', env(refusing.url));
    await expect(answer).rejects.toMatchObject({ code: 'NETWORK', hint: expect.stringContaining('refused') });
    await expect(answer).rejects.not.toThrow(TOKEN);
  });
});

describe('an upload', () => {
  it('is given the time that a slow line takes for it', () => {
    // 250 MB at a megabit in a second; a small one has a minute.
    expect(patientWith(DEFAULT_FETCH, 250e6).stallMs).toBe(60_000 + 2_000_000);
    expect(patientWith(DEFAULT_FETCH, 0)).toEqual(DEFAULT_FETCH);
  });
});
