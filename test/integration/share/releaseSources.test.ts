/** Releases of GitHub as a source of an index: which file is taken, who gets the token, and what is said where there is none. */

import { beforeAll, describe, expect, it } from 'vitest';
import { artifactName } from '../../../src/share/readSource.ts';
import { currentViewBytes, readRepoState, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { fakeGithub } from '../../helpers/fakeGithub.ts';
import { keptTexts } from '../../helpers/keptTexts.ts';
import { sourceOf } from '../../helpers/sources.ts';
import type { TempRepo } from '../../helpers/tempRepo.ts';
import type { WebServer } from '../../helpers/webServer.ts';
import { packedFiles } from './publishedIndex.ts';

const TOKEN = 'ghp_0123456789abcdefTOKEN';

let repo: TempRepo;
let content: Buffer;
let commit: string;
beforeAll(async () => {
  ({ repo, commit, content } = await packedFiles());
});

function nameOf(of: string): string {
  return artifactName(of, readRepoState(storeDir(repo)).embedder);
}

describe('a release', () => {
  const env = (api: WebServer, token?: string): NodeJS.ProcessEnv => ({
    GITHUB_API_URL: api.url,
    ...(token === undefined ? {} : { GITHUB_TOKEN: token }),
  });

  it('of origin, the rolling one, is the default; the token goes to the API and nowhere else', async () => {
    const { api, storage } = await fakeGithub(
      [
        { name: 'notes.txt', content: Buffer.from('x') },
        { name: nameOf(commit), content },
      ],
      { token: TOKEN },
    );
    const clone = repo.clone();
    clone.git('remote', 'set-url', 'origin', 'git@github.com:acme/shop.git');
    const report = await cora(clone).pull(null, {}, { env: env(api, TOKEN) });
    expect(report).toMatchObject({
      source: `acme/shop@cora-index, ${nameOf(commit)}`,
      commit,
      downloaded: content.length,
      index: { embedded: 0 },
    });
    expect(api.asked.every(({ headers }) => headers.authorization === `Bearer ${TOKEN}`)).toBe(true);
    expect(api.asked[0]!.headers).toMatchObject({
      'x-github-api-version': '2022-11-28',
      accept: 'application/vnd.github+json',
    });
    expect(storage.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([['/101', undefined]]);
    expect(JSON.stringify(report) + keptTexts(clone)).not.toContain(TOKEN);
    expect(await currentViewBytes(storeDir(clone))).not.toContain(TOKEN);
  });

  it('offers several: the nearest ancestor is taken, without reading the others', async () => {
    const clone = repo.clone();
    clone.file('newer.py', sourceOf('py', 9)).commit();
    const others = Array.from({ length: 120 }, (_, at) => ({
      name: nameOf(at.toString(16).padStart(40, '0')),
      content: Buffer.from('no archive'),
    }));
    const unfinished = { name: nameOf(commit), content: Buffer.from('half'), state: 'starter' };
    const foreign = {
      name: nameOf(commit).replace(/-[0-9a-f]{16}\./, `-${'0'.repeat(16)}.`),
      content: Buffer.from('of another embedder'),
    };
    const { api, storage } = await fakeGithub([unfinished, foreign, ...others, { name: nameOf(commit), content }]);
    const report = await cora(clone).pull('acme/shop@cora-index', {}, { env: env(api) });
    expect(report).toMatchObject({ commit, commitsBehind: 1 });
    expect(storage.asked.map(({ path }) => path)).toEqual(['/222']);
  });

  it('that is not there, or private, or without an index says so', async () => {
    const { api } = await fakeGithub([{ name: nameOf(commit), content }], { token: TOKEN });
    const clone = repo.clone();
    await expect(cora(clone).pull('acme/shop', {}, { env: env(api) })).rejects.toMatchObject({
      code: 'NO_ARTIFACT',
      hint: expect.stringContaining('token'),
    });
    await expect(cora(clone).pull('acme/other', {}, { env: env(api, TOKEN) })).rejects.toMatchObject({
      code: 'NO_ARTIFACT',
      message: 'There is no release acme/other@cora-index.',
    });
    const empty = await fakeGithub([{ name: 'notes.txt', content: Buffer.from('x') }]);
    await expect(cora(clone).pull('acme/shop', {}, { env: env(empty.api) })).rejects.toMatchObject({
      code: 'NO_ARTIFACT',
      message: expect.stringContaining('holds no index'),
    });
    clone.git('remote', 'set-url', 'origin', 'https://me:word@example.com/not/on/github');
    await expect(cora(clone).pull(null)).rejects.toMatchObject({ code: 'USAGE' });
    await expect(cora(clone).pull(null)).rejects.not.toThrow(/word/);
  });
});
