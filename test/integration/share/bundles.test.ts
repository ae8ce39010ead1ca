import { copyFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readArtifactManifest } from '../../../src/share/artifact/readArtifact.ts';
import { cora } from '../../helpers/cora.ts';
import { fakeGithub, type Others } from '../../helpers/fakeGithub.ts';
import { makeZip } from '../../helpers/makeZip.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { sendFile, webServer } from '../../helpers/webServer.ts';

const TOKEN = 'ghp_0123456789abcdefTOKEN';

import {
  bundle,
  commit,
  content,
  flags,
  nothingIsKept,
  packed,
  prepare,
  repo,
  sha256,
  shopClone,
  written,
} from './attestedShop.ts';

beforeAll(prepare);

/** A block of Snappy that is all literals. */
function snappy(text: string): Buffer {
  const bytes = Buffer.from(text);
  const size: number[] = [];
  for (let left = bytes.length; ; left = Math.floor(left / 128)) {
    if (left < 128) {
      size.push(left);
      break;
    }
    size.push((left % 128) + 128);
  }
  const tag = Buffer.from([61 << 2, 0, 0]);
  tag.writeUInt16LE(bytes.length - 1, 1);
  return Buffer.concat([Buffer.from(size), tag, bytes]);
}

describe('a bundle', () => {
  const whole = { rows: expect.any(Number), refused: [], index: { embedded: 0, failed: [] } };

  it('that is named is enough: nobody is asked', async () => {
    const file = written('b.json', bundle);
    const report = await cora(shopClone()).pull(packed, { ...flags, bundle: file });
    expect(report).toMatchObject({
      ...whole,
      attested: { repository: 'acme/shop', ref: 'refs/heads/main', commit, sha256, bundle: file, trigger: 'push' },
    });
  });

  it('beside the file is read without being named', async () => {
    const folder = tempDir();
    const file = join(folder, basename(packed));
    copyFileSync(packed, file);
    writeFileSync(`${file}.sigstore.json`, bundle);
    const report = await cora(shopClone()).pull(file, flags);
    expect(report.attested).toMatchObject({ bundle: `${file}.sigstore.json` });
    expect((await cora(shopClone()).pull(folder, flags)).attested).toMatchObject({ commit });
  });

  it('beside an address is asked for with the credentials of the address', async () => {
    const server = await webServer((request, response) => {
      const text = request.url.startsWith('/i.tar.gz.sigstore.json') ? Buffer.from(bundle) : content;
      sendFile(request, response, text, { etag: '"1"' });
    });
    const address = `${server.url.replace('//', '//me:pass@')}/i.tar.gz?sig=SECRET`;
    const report = await cora(shopClone()).pull(address, flags, { env: { GITHUB_TOKEN: TOKEN } });
    expect(report.attested).toMatchObject({ bundle: `${server.url}/i.tar.gz.sigstore.json` });
    expect(server.asked.map(({ path }) => path)).toEqual([
      '/i.tar.gz?sig=SECRET',
      '/i.tar.gz.sigstore.json?sig=SECRET',
    ]);
    expect(JSON.stringify(server.asked)).not.toContain(TOKEN);
  });

  it('beside a release’s asset is an asset too', async () => {
    const name = await assetName();
    const { api } = await fakeGithub([
      { name, content },
      { name: `${name}.sigstore.json`, content: Buffer.from(bundle) },
    ]);
    const report = await cora(shopClone()).pull('acme/shop', flags, { env: { GITHUB_API_URL: api.url } });
    expect(report.attested).toMatchObject({ bundle: `acme/shop@cora-index, ${name}.sigstore.json` });
  });

  const listing = (attestations: unknown[], branch = 'main'): { others: Others; asked: string[] } => {
    const asked: string[] = [];
    const others: Others = (_, path) => {
      if (path === '/repos/acme/shop') return [200, { default_branch: branch }];
      if (!path.startsWith('attestations/')) return null;
      asked.push(path);
      return path === `attestations/sha256:${sha256}` ? [200, { attestations }] : [404, {}];
    };
    return { others, asked };
  };

  it('is asked of GitHub by the SHA-256 of the file, with the token', async () => {
    const { others } = listing([{ repository_id: 1, bundle: JSON.parse(bundle) }]);
    const { api } = await fakeGithub(null, { token: TOKEN, others });
    const report = await cora(shopClone()).pull(packed, flags, {
      env: { GITHUB_API_URL: api.url, GITHUB_TOKEN: TOKEN },
    });
    expect(report.attested).toMatchObject({ bundle: 'GitHub' });
    expect(api.asked.map(({ path }) => path)).toEqual([
      `/repos/acme/shop/attestations/sha256:${sha256}?per_page=30&predicate_type=provenance`,
    ]);
  });

  it.each([
    ['Snappy', snappy],
    ['JSON', (text: string) => Buffer.from(text)],
  ])('behind an address, as %s, is fetched from the storage host without the token', async (_, form) => {
    const storage = await webServer((__, response) => response.end(form(bundle)));
    const { others } = listing([{ repository_id: 1, bundle: null, bundle_url: `${storage.url}/b?sig=SECRET` }]);
    const { api } = await fakeGithub(null, { others });
    const env = { GITHUB_API_URL: api.url, GITHUB_TOKEN: TOKEN };
    expect((await cora(shopClone()).pull(packed, flags, { env })).attested).toMatchObject({ bundle: 'GitHub' });
    expect(storage.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('behind an address of another protocol is not asked for', async () => {
    const { others } = listing([{ repository_id: 1, bundle_url: 'file:///etc/passwd' }]);
    const { api } = await fakeGithub(null, { others });
    const clone = shopClone();
    await expect(cora(clone).pull(packed, flags, { env: { GITHUB_API_URL: api.url } })).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('that is not asked'),
    });
    nothingIsKept(clone);
  });

  it('of a branch is held against the default branch that GitHub says, where the clone does not know it', async () => {
    const { others } = listing([{ repository_id: 1, bundle: JSON.parse(bundle) }], 'main');
    const { api } = await fakeGithub(null, { others });
    const env = { GITHUB_API_URL: api.url };
    expect((await cora(repo.clone()).pull(packed, flags, { env })).attested).toMatchObject({ ref: 'refs/heads/main' });
    const { others: moved } = listing([{ repository_id: 1, bundle: JSON.parse(bundle) }], 'trunk');
    const { api: other } = await fakeGithub(null, { others: moved });
    const clone = repo.clone();
    await expect(cora(clone).pull(packed, flags, { env: { GITHUB_API_URL: other.url } })).rejects.toMatchObject({
      code: 'NOT_ATTESTED',
      message: expect.stringContaining('neither the default branch (trunk) nor a tag'),
      hint: expect.stringContaining('--signer acme/shop@refs/heads/main'),
    });
    nothingIsKept(clone);
  });

  it('of a workflow artifact is GitHub’s, of the file in the zip', async () => {
    const zip = makeZip([{ name: 'index.tar', content }]);
    const { api } = await fakeGithub(null, {
      others: (_, path) => {
        if (path.startsWith('attestations/')) return [200, { attestations: [{ bundle: JSON.parse(bundle) }] }];
        const workflow_run = { id: 1, repository_id: 7, head_repository_id: 7, head_sha: commit };
        const one = { id: 3, name: 'cora-index', expired: false, workflow_run };
        return path === 'actions/artifacts' ? [200, { total_count: 1, artifacts: [one] }] : null;
      },
    });
    const storage = await webServer((request, response) => {
      if (!request.url.includes('/actions/artifacts/3/zip')) {
        response.writeHead(307, { location: `${api.url}${request.url}` }).end();
        return;
      }
      sendFile(request, response, zip, { etag: '"z"' });
    });
    const env = { GITHUB_API_URL: storage.url, GITHUB_TOKEN: TOKEN };
    expect((await cora(shopClone()).pull('actions:acme/shop', flags, { env })).attested).toMatchObject({ sha256 });
  });

  async function assetName(): Promise<string> {
    const { artifactName } = await import('../../../src/share/readSource.ts');
    return artifactName(commit, (await readArtifactManifest(packed)).embedder);
  }
});
