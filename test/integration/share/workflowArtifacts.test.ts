/** `cora pull actions:…` against a server that speaks GitHub's protocol for workflow artifacts. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { extractPacked } from '../../../src/share/pull/workflowArtifact.ts';
import { readSource } from '../../../src/share/readSource.ts';
import { cora } from '../../helpers/cora.ts';
import { makeZip, type ZipMember } from '../../helpers/makeZip.ts';
import { type TempRepo, tempDir } from '../../helpers/tempRepo.ts';
import { sendFile, webServer } from '../../helpers/webServer.ts';
import { published } from './publishedIndex.ts';

interface Offered {
  commit: string;
  content: Buffer;
  name?: string;
  expired?: boolean;
  fork?: boolean;
  digest?: string;
}

let repo: TempRepo;
let commit: string;
let packed: Buffer;
let name: string;

beforeAll(async () => {
  const made = await published();
  repo = made.repo;
  commit = made.packed.commit;
  packed = readFileSync(made.packed.file);
  name = basename(made.packed.file);
});

const zip = (): Buffer => makeZip([{ name, content: packed }]);

/** The list is oldest first, which nobody promised. */
async function fakeActions(offered: readonly Offered[], token = 'sesame') {
  const storage = await webServer((request, response) => {
    const id = Number(request.url.slice(1).split('?')[0]);
    sendFile(request, response, offered[id]!.content, { etag: `"${id}"` });
  });
  const api = await webServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://x');
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (request.headers.authorization !== `Bearer ${token}`) return json(401, { message: 'Bad credentials' });
    const id = /^\/repos\/acme\/shop\/actions\/artifacts\/(\d+)\/zip$/.exec(pathname)?.[1];
    if (id !== undefined) return response.writeHead(302, { location: `${storage.url}/${id}?sig=signed` }).end();
    if (pathname !== '/repos/acme/shop/actions/artifacts') return json(404, { message: 'Not Found' });
    const artifacts = offered.map(
      ({ commit: head_sha, content, expired = false, fork = false, digest, ...one }, at) => ({
        id: at,
        name: one.name ?? 'cora-index',
        size_in_bytes: content.length,
        archive_download_url: `https://elsewhere.example/${at}`,
        expired,
        ...(digest === undefined ? {} : { digest }),
        workflow_run: { id: 1, repository_id: 7, head_repository_id: fork ? 8 : 7, head_branch: 'main', head_sha },
      }),
    );
    const wanted = artifacts.filter((one) => one.name === searchParams.get('name'));
    json(200, { total_count: wanted.length, artifacts: wanted });
  });
  return { api, storage };
}

const envOf = (url: string, token: string | null = 'sesame'): NodeJS.ProcessEnv => ({
  GITHUB_API_URL: url,
  ...(token === null ? {} : { GITHUB_TOKEN: token }),
});

describe('a workflow artifact', () => {
  it('of the nearest ancestor is taken; the token stays with the API', async () => {
    const clone = repo.clone();
    const digest = `sha256:${createHash('sha256').update(zip()).digest('hex')}`;
    const { api, storage } = await fakeActions([
      { commit, content: zip(), digest },
      { commit: 'a'.repeat(40), content: Buffer.from('of another branch') },
      { commit, content: Buffer.from('of another name'), name: 'logs' },
      { commit, content: Buffer.from('gone'), expired: true },
      { commit, content: Buffer.from('of a fork'), fork: true },
    ]);
    const report = await cora(clone).pull('actions:acme/shop', {}, { env: envOf(api.url) });
    expect(report).toMatchObject({
      source: `actions:acme/shop/cora-index, run of ${commit.slice(0, 9)}`,
      commit,
      downloaded: zip().length,
      index: { embedded: 0 },
    });
    expect(storage.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/0?sig=signed', undefined],
    ]);
    expect(JSON.stringify(report)).not.toContain('sesame');
    expect(readdirSync(join(clone.dir, '.git', 'cora')).filter((one) => one.startsWith('pull.'))).toEqual([]);
  });

  it('of another name is asked for by that name; without one origin is meant', async () => {
    const { api } = await fakeActions([{ commit, content: packed, name: 'shop index' }]);
    // One that was uploaded without a zip around it is read as it is.
    const env = envOf(api.url);
    expect(await cora(repo.clone()).pull('actions:acme/shop/shop index', {}, { env })).toMatchObject({ commit });
    const source = await readSource('actions:', { dir: repo.dir, origin: 'git@github.com:acme/shop.git', env });
    expect(source).toMatchObject({
      kind: 'workflow',
      place: { owner: 'acme', repository: 'shop', name: 'cora-index' },
    });
  });

  it.each<[string, Offered[], string | null, string]>([
    ['nobody has made', [], 'sesame', 'NO_ARTIFACT'],
    [
      'only a fork has made',
      [{ commit: 'a'.repeat(40), content: Buffer.alloc(1), fork: true }],
      'sesame',
      'NO_ARTIFACT',
    ],
    ['is asked for without a token', [], null, 'NETWORK'],
    ['is asked for with a wrong one', [], 'wrong', 'NETWORK'],
    [
      'has another hash than the service says',
      [{ commit: '', content: Buffer.alloc(0), digest: `sha256:${'0'.repeat(64)}` }],
      'sesame',
      'BAD_ARTIFACT',
    ],
  ])('that %s is an error, and nothing is changed', async (_, offered, token, code) => {
    const clone = repo.clone();
    const { api } = await fakeActions(
      offered.map((one) => (one.commit === '' ? { ...one, commit, content: zip() } : one)),
    );
    const pull = cora(clone).pull('actions:acme/shop', {}, { env: envOf(api.url, token) });
    await expect(pull).rejects.toMatchObject({ code });
    expect(readdirSync(clone.path('.git'))).not.toContain('cora');
  });
});

describe('a zip that is', () => {
  const extract = async (content: Buffer) => {
    const folder = tempDir();
    writeFileSync(join(folder, 'a.zip'), content);
    const target = join(folder, 'index');
    return { folder, done: extractPacked(join(folder, 'a.zip'), target), target };
  };

  it.each([false, true])('right gives the one index in it (deflated: %s), whatever its name', async (deflate) => {
    const { done, target, folder } = await extract(
      makeZip([
        { name: 'notes.txt', content: Buffer.from('hello') },
        { name: `sub/${name}`, content: packed, deflate },
      ]),
    );
    await done;
    expect(readFileSync(target).equals(packed)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['a.zip', 'index']);
  });

  const member = (more: Partial<ZipMember> = {}): ZipMember => ({ name, content: packed, ...more });
  it.each<[string, () => Buffer]>([
    ['empty', () => makeZip([])],
    ['without an index', () => makeZip([member({ name: 'index.txt' })])],
    ['of two shards', () => makeZip([member(), member({ name: `2-${name}` })])],
    [
      'full of files',
      () => makeZip(Array.from({ length: 2000 }, (_, at) => member({ name: `${at}.txt`, content: Buffer.alloc(0) }))),
    ],
    ['leading out of its folder', () => makeZip([member({ name: '../../evil.tar' })])],
    ['leading to a root', () => makeZip([member({ name: '/etc/evil.tar' })])],
    ['a bomb', () => makeZip([member({ content: Buffer.alloc(4_000_000), deflate: true })])],
    ['shorter than it says', () => makeZip([member({ deflate: true, says: { size: packed.length + 5 } })])],
    ['longer than it says', () => makeZip([member({ deflate: true, says: { size: packed.length - 5 } })])],
    ['encrypted', () => makeZip([member({ says: { flags: 1 } })])],
    ['compressed by something else', () => makeZip([member({ says: { method: 93 } })])],
    ['torn', () => zip().subarray(0, zip().length - 30)],
    ['damaged inside', () => makeZip([member({ deflate: true })]).fill(0xff, 30 + name.length, 60 + name.length)],
    ['no zip', () => Buffer.from('PK but nothing else')],
  ])('%s is refused, and leaves nothing', async (_, make) => {
    const { done, folder } = await extract(make());
    await expect(done).rejects.toMatchObject({ code: 'BAD_ARTIFACT' });
    expect(readdirSync(folder)).toEqual(['a.zip']);
  });
});

it('USAGE says how a workflow artifact is named', async () => {
  const named = readSource('actions:shop', { dir: repo.dir, origin: '', env: {} });
  await expect(named).rejects.toMatchObject({ code: 'USAGE', hint: expect.stringContaining('actions:') });
});
