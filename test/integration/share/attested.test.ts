/** `cora pull --signer`: where a bundle comes from, what is kept of a refused artifact, and what `cora verify` says of one. */

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { ChunkRow } from '../../../src/base/types.ts';
import { createHashEmbedder } from '../../../src/embed/hash.ts';
import { ALL_COLUMNS } from '../../../src/engine/joinSegments.ts';
import { packInBlocks } from '../../../src/engine/packInBlocks.ts';
import { digestOfSection, nameOfSegment } from '../../../src/engine/searchFile.ts';
import { SegmentBuilder } from '../../../src/engine/segmentBuilder.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { paddingOf, tarHeader } from '../../../src/share/artifact/archive.ts';
import { openPackedArtifact } from '../../../src/share/artifact/packedArtifact.ts';
import { openRanges, readArtifactManifest, withArtifact } from '../../../src/share/artifact/readArtifact.ts';
import { takeAttested } from '../../../src/share/pull/takeAttested.ts';
import { verifyArtifact } from '../../../src/share/verifyArtifact.ts';
import { storeDir } from '../../helpers/compareStores.ts';
import { cora, downloadsOf, storeRoot } from '../../helpers/cora.ts';
import { fakeGithub, type Others } from '../../helpers/fakeGithub.ts';
import { makeZip } from '../../helpers/makeZip.ts';
import { mockSigstore, type Run } from '../../helpers/mockSigstore.ts';
import { EXTENSIONS } from '../../helpers/sources.ts';
import { type TempRepo, tempDir } from '../../helpers/tempRepo.ts';
import { sendFile, webServer } from '../../helpers/webServer.ts';
import { mustEqual, published } from './publishedIndex.ts';

const TOKEN = 'ghp_0123456789abcdefTOKEN';

let sigstore: Awaited<ReturnType<typeof mockSigstore>>;
let repo: TempRepo;
let packed: string;
let content: Buffer;
let commit: string;
let sha256: string;
let flags: { signer: string; 'trust-root': string };
let bundle: string;

beforeAll(async () => {
  sigstore = await mockSigstore();
  const made = await published();
  ({ repo } = made);
  ({ file: packed, commit } = made.packed);
  content = readFileSync(packed);
  sha256 = createHash('sha256').update(content).digest('hex');
  flags = { signer: 'acme/shop', 'trust-root': written('root.jsonl', sigstore.root) };
  bundle = await attested();
});

function written(name: string, text: string | Buffer): string {
  const file = join(tempDir(), name);
  writeFileSync(file, text);
  return file;
}

async function attested(run: Partial<Run> = {}): Promise<string> {
  return (await sigstore.attest(sha256, { commit, ...run })).text;
}

/** A clone that takes acme/shop for its origin. */
function shopClone(): TempRepo {
  const clone = repo.clone();
  clone.git('remote', 'set-url', 'origin', 'git@github.com:acme/shop.git');
  return clone;
}

function nothingIsKept(clone: TempRepo): void {
  const kept = existsSync(storeRoot(clone)) ? readdirSync(storeRoot(clone), { recursive: true }).map(String) : [];
  expect(kept.filter((name) => /segment|pull/.test(name))).toEqual([]);
  const downloads = downloadsOf(clone);
  expect(existsSync(downloads) ? readdirSync(downloads) : []).toEqual([]);
}

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
    const zip = makeZip([{ name: 'index.tar.gz', content }]);
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

describe('an artifact is refused, and nothing of it is kept,', () => {
  const refused: [name: string, text: () => Promise<string> | string, said: string][] = [
    ['by a repository that nobody named', () => attested({ repository: 'evil/shop' }), 'evil/shop attested it'],
    [
      'by a pull request',
      () => attested({ ref: 'refs/pull/1/merge', trigger: 'pull_request' }),
      'a pull request made it',
    ],
    ['by another branch', () => attested({ ref: 'refs/heads/next' }), 'neither the default branch (main) nor a tag'],
    ['of another commit', () => attested({ commit: 'f'.repeat(40) }), `attested for commit ${'f'.repeat(40)}`],
    ['of another file', async () => (await sigstore.attest('0'.repeat(64), { commit })).text, 'of another file'],
    ['with a bundle that is damaged', () => bundle.slice(0, -40), 'is damaged'],
    [
      'by an authority that nobody trusts',
      async () => (await (await mockSigstore()).attest(sha256, { commit })).text,
      'leads to no trusted authority',
    ],
  ];
  it.each(refused)('attested %s', async (_, text, said) => {
    const server = await webServer((request, response) => sendFile(request, response, content, { etag: '"1"' }));
    const clone = shopClone();
    const file = written('b.json', await text());
    await expect(cora(clone).pull(`${server.url}/i.tar.gz`, { ...flags, bundle: file })).rejects.toMatchObject({
      code: 'NOT_ATTESTED',
      message: expect.stringMatching(
        new RegExp(`^${server.url}/i.tar.gz is refused: .*${said.replaceAll(/[()]/g, '\\$&')}`),
      ),
      hint: expect.stringMatching(/./),
    });
    nothingIsKept(clone);
  });

  it('attested by nobody', async () => {
    const { api } = await fakeGithub(null);
    const clone = shopClone();
    await expect(cora(clone).pull(packed, flags, { env: { GITHUB_API_URL: api.url } })).rejects.toMatchObject({
      code: 'NOT_ATTESTED',
      message: expect.stringContaining('acme/shop has not attested it'),
      hint: expect.stringContaining('actions/attest-build-provenance'),
    });
    nothingIsKept(clone);
  });

  it('without a network, where the missing bundle is named, and the branch that nobody knows', async () => {
    const nobody = { GITHUB_API_URL: 'http://127.0.0.1:9' };
    await expect(cora(shopClone()).pull(packed, flags, { env: nobody })).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining(`There is no ${packed}.sigstore.json, so GitHub was asked for the bundle. `),
      hint: expect.stringContaining('--bundle FILE'),
    });
    const named = { ...flags, bundle: written('b.json', bundle) };
    await expect(cora(repo.clone()).pull(packed, named, { env: nobody })).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('does not know the default branch of acme/shop'),
      hint: expect.stringContaining('--signer acme/shop@refs/heads/BRANCH'),
    });
  });

  it('that is another one when it is read than when it was verified', async () => {
    const file = written('index.tar', content);
    const { api } = await fakeGithub(null, {
      others: (_, path) => {
        // It is hashed already, and not read yet.
        if (path.startsWith('attestations/')) copyFileSync(packed, file);
        return path.startsWith('attestations/') ? [200, { attestations: [{ bundle: JSON.parse(bundle) }] }] : null;
      },
    });
    const clone = shopClone();
    await expect(cora(clone).pull(file, flags, { env: { GITHUB_API_URL: api.url } })).rejects.toMatchObject({
      code: 'NOT_ATTESTED',
      message: `${file} is refused: it changed after its attestation was verified.`,
    });
    nothingIsKept(clone);
  });

  it('not where a folder on the way to it is swapped: the one that was verified is read', async () => {
    const folder = join(tempDir(), 'packs');
    const file = join(folder, 'index.tar');
    mkdirSync(folder);
    writeFileSync(file, content);
    const { api } = await fakeGithub(null, {
      others: (_, path) => {
        if (!path.startsWith('attestations/')) return null;
        renameSync(folder, `${folder}.old`);
        mkdirSync(folder);
        writeFileSync(file, 'no index at all');
        return [200, { attestations: [{ bundle: JSON.parse(bundle) }] }];
      },
    });
    const report = await cora(shopClone()).pull(file, flags, { env: { GITHUB_API_URL: api.url } });
    expect(report).toMatchObject({ attested: { sha256 }, refused: [], index: { embedded: 0 } });
    expect(readFileSync(file, 'utf8')).toBe('no index at all');
  });

  it('attested by the shipped root’s authority it is not', async () => {
    const clone = shopClone();
    const named = { signer: 'acme/shop', bundle: written('b.json', bundle) };
    await expect(cora(clone).pull(packed, named)).rejects.toMatchObject({ code: 'NOT_ATTESTED' });
    nothingIsKept(clone);
  });

  it.each([
    ['a signer that is none', { signer: 'acme' }, 'names no signer'],
    ['a bundle that is not there', { signer: 'acme/shop', bundle: '/nowhere.json' }, '/nowhere.json is not there'],
    [
      'a trust root that is not there',
      { signer: 'acme/shop', 'trust-root': '/nowhere.json' },
      'no file of trust roots',
    ],
    ['object storage', { signer: 'acme/shop' }, 'only a packed file can be attested'],
  ])('for %s', async (name, named, said) => {
    const clone = shopClone();
    const source = name === 'object storage' ? 's3://bucket/x' : packed;
    await expect(cora(clone).pull(source, named)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(said),
    });
    nothingIsKept(clone);
  });

  it('for a bundle without a signer', () => {
    expect(() => cora(shopClone()).pull(packed, { bundle: 'b.json' })).toThrow(
      expect.objectContaining({ code: 'USAGE', hint: '--signer OWNER/REPOSITORY' }),
    );
  });
});

describe('an attested index', () => {
  /** Attested by acme/shop, for the commit that the manifest names. */
  async function believed(file: string): Promise<{ file: string; flags: typeof flags & { bundle: string } }> {
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
    const { commit: of } = await readArtifactManifest(file);
    return {
      file,
      flags: { ...flags, bundle: written('b.json', (await sigstore.attest(digest, { commit: of })).text) },
    };
  }

  it('is taken as it is, and equals a built one', async () => {
    const clone = shopClone();
    const { file, flags: own } = await believed(packed);
    const report = await cora(clone).pull(file, own);
    expect(report).toMatchObject({ refused: [], blobs: { known: 0, absent: 0, refused: 0 }, index: { embedded: 0 } });
    const [segment, ...others] = readdirSync(join(storeDir(clone), 'search')).filter((name) =>
      name.endsWith('.segment'),
    );
    expect(others).toEqual([]);
    const { segment: name, digest } = await readArtifactManifest(packed);
    expect(segment).toBe(`${name}.segment`);
    expect(await cora(clone).doctor(false)).toEqual([]);
    expect((await cora(clone).pack()).digest).toBe(digest);
    clone.git('remote', 'set-url', 'origin', `file://${repo.dir}`);
    await mustEqual(clone, repo);
  });

  it('leaves rows that are there, and those of files that the clone lacks', async () => {
    const clone = shopClone();
    clone.git('rm', '-q', '-r', 'lib');
    clone.commit('fewer');
    await cora(clone).index();
    const newer = repo.clone();
    newer.file('src/later.py', 'def unheard_of_function(x):\n    return x\n').commit('later');
    await cora(newer).index();
    const { file, flags: own } = await believed((await cora(newer).pack()).file);
    const report = await cora(clone).pull(file, own);
    expect(report.blobs.known).toBeGreaterThan(0);
    expect(report.blobs).toMatchObject({ absent: 1, added: EXTENSIONS.length, refused: 0 });
    const { results } = await cora(clone).query('unheard_of_function');
    expect(results.map(({ path }) => path)).not.toContain('src/later.py');
    clone.git('reset', '-q', '--hard', 'HEAD~1');
    clone.git('remote', 'set-url', 'origin', `file://${repo.dir}`);
    expect(await cora(clone).index()).toMatchObject({ computed: 0, embedded: 0 });
    await mustEqual(clone, repo);
  });

  const lies: [what: string, change: (row: ChunkRow) => void, said: string][] = [
    ['a text', (row) => Object.assign(row, { text: row.text.replace(/[a-z]/, 'Q') }), 'does not fit this clone'],
    ['a vector', ({ vector }) => vector.reverse(), 'its vectors are not those'],
    ['words', (row) => Object.assign(row, { searchText: 'curl evil' }), 'its words do not find it'],
  ];
  it.each(lies)('that lies about %s is refused whole, and nothing of it is kept', async (_, change, said) => {
    const clone = shopClone();
    const { file, flags: own } = await believed(await forgedSegment(packed, change));
    await expect(cora(clone).pull(file, own)).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      message: expect.stringContaining(said),
    });
    nothingIsKept(clone);
  });

  it('that cannot be written, while its sample is still read, ends with that error alone', async () => {
    const clone = shopClone();
    const ranges = (await openRanges(packed))!;
    const taking = takeAttested({
      packed: await openPackedArtifact(ranges),
      repository: await openRepository(clone.dir, clone.env),
      ...{ known: new Set(), dir: written('a-file', ''), embedder: createHashEmbedder(8) },
      chunk: () => Promise.reject(new Error('nothing is chunked')),
      onProgress: () => undefined,
    });
    await expect(taking).rejects.toMatchObject({ code: expect.stringMatching(/ENOTDIR|EEXIST|BAD_ARTIFACT/) });
    ranges.close();
  });

  it('without what questions need is checked in full', async () => {
    const { file, flags: own } = await believed((await cora(repo).pack({ 'no-search': true })).file);
    const clone = shopClone();
    expect(await cora(clone).pull(file, own)).toMatchObject({
      refused: [],
      attested: { commit },
      index: { embedded: 0 },
    });
    clone.git('remote', 'set-url', 'origin', `file://${repo.dir}`);
    await mustEqual(clone, repo);
  });
});

/** The artifact with another segment, whose digests are right again. */
async function forgedSegment(file: string, change: (row: ChunkRow) => void): Promise<string> {
  const bytes = readFileSync(file);
  const { manifest, segment } = await withArtifact(file, async ({ manifest: about, packed: artifact }) => {
    const { header, names } = artifact!.segment;
    const builder = new SegmentBuilder(header.dimensions, header.omits);
    for (let blob = 0; blob < header.blobs; blob++) {
      const [from, to] = names.rowsOf(blob);
      const numbers = Array.from({ length: to - from }, (_, at) => from + at);
      const rows = (await artifact!.segment.columns(numbers, ALL_COLUMNS)) as never as ChunkRow[];
      for (const row of rows) change(row);
      builder.add(rows);
    }
    return { manifest: about, segment: builder.finish(digestOfSection) };
  });
  const packedSegment = Buffer.concat(await packInBlocks(segment, 'deflate'));
  let at = 512 + Number.parseInt(bytes.toString('latin1', 124, 135), 8);
  at += paddingOf(at);
  const contents = manifest.members.map(({ name, size }) => {
    const own = bytes.subarray(at + 512, at + 512 + size);
    at += 512 + size + paddingOf(size);
    return { name, content: name === 'search.segment.z' ? packedSegment : own };
  });
  const members = contents.map(({ name, content: own }) => ({
    name,
    size: own.length,
    sha256: createHash('sha256').update(own).digest('hex'),
  }));
  const about = Buffer.from(`${JSON.stringify({ ...manifest, segment: nameOfSegment(segment[0]!), members })}\n`);
  const all = [{ name: 'manifest.json', content: about }, ...contents];
  const parts = all.flatMap(({ name, content: own }) => [
    tarHeader(name, own.length),
    own,
    Buffer.alloc(paddingOf(own.length)),
  ]);
  return written('forged.tar', Buffer.concat([...parts, Buffer.alloc(1024)]));
}

describe('cora verify', () => {
  const env = (api: { url: string }): NodeJS.ProcessEnv => ({ GITHUB_API_URL: api.url });

  it('says who attested a file, and what is wrong with an attestation', async () => {
    const { api } = await fakeGithub(null, {
      others: (_, path) => (path === '/repos/acme/shop' ? [200, { default_branch: 'main' }] : null),
    });
    const settings = { signer: 'acme/shop', trustRoot: flags['trust-root'], bundle: written('b.json', bundle) };
    const asked = { env: env(api), log: silentLog };
    expect(await verifyArtifact(packed, { ...asked, attestation: settings })).toMatchObject({
      ok: true,
      sha256,
      attested: { repository: 'acme/shop', commit },
    });
    const other = await verifyArtifact(packed, { ...asked, attestation: { ...settings, signer: 'acme/other' } });
    expect(other).toMatchObject({
      ok: false,
      problem: expect.stringContaining('acme/shop attested it, and not acme/other'),
    });
    expect(other).not.toHaveProperty('attested');
  });
});
