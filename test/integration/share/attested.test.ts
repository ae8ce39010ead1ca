/** `cora pull --signer`: what is kept of a refused artifact and taken of an attested one, and what `cora verify` says of one. */

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { ChunkRow } from '../../../src/base/types.ts';
import { createHashEmbedder } from '../../../src/embed/hash.ts';
import { ALL_COLUMNS } from '../../../src/engine/joinSegments.ts';
import { nameByContent } from '../../../src/engine/searchFile.ts';
import { SegmentBuilder } from '../../../src/engine/segmentBuilder.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { paddingOf, tarHeader } from '../../../src/share/artifact/archive.ts';
import { openPackedArtifact } from '../../../src/share/artifact/packedArtifact.ts';
import { openRanges, readArtifactManifest, withArtifact } from '../../../src/share/artifact/readArtifact.ts';
import { packInBlocks } from '../../../src/share/artifact/writeArtifact.ts';
import { takeAttested } from '../../../src/share/pull/takeAttested.ts';
import { verifyArtifact } from '../../../src/share/verifyArtifact.ts';
import { storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { fakeGithub } from '../../helpers/fakeGithub.ts';
import { mockSigstore } from '../../helpers/mockSigstore.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { EXTENSIONS } from '../../helpers/sources.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { sendFile, webServer } from '../../helpers/webServer.ts';
import {
  attested,
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
  sigstore,
  written,
} from './attestedShop.ts';
import { mustEqual } from './publishedIndex.ts';

beforeAll(prepare);

quick.describe('an artifact is refused, and nothing of it is kept,', () => {
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
  quick.it.each(refused)('attested %s', async (_, text, said) => {
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

  quick.it('attested by nobody', async () => {
    const { api } = await fakeGithub(null);
    const clone = shopClone();
    await expect(cora(clone).pull(packed, flags, { env: { GITHUB_API_URL: api.url } })).rejects.toMatchObject({
      code: 'NOT_ATTESTED',
      message: expect.stringContaining('acme/shop has not attested it'),
      hint: expect.stringContaining('actions/attest-build-provenance'),
    });
    nothingIsKept(clone);
  });

  quick.it('without a network, where the missing bundle is named, and the branch that nobody knows', async () => {
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

  quick.it('that is another one when it is read than when it was verified', async () => {
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

  quick.it('not where a folder on the way to it is swapped: the one that was verified is read', async () => {
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

  quick.it('attested by the shipped root’s authority it is not', async () => {
    const clone = shopClone();
    const named = { signer: 'acme/shop', bundle: written('b.json', bundle) };
    await expect(cora(clone).pull(packed, named)).rejects.toMatchObject({ code: 'NOT_ATTESTED' });
    nothingIsKept(clone);
  });

  quick.it.each([
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

  quick.it('for a bundle without a signer', () => {
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

  quick.it('is taken as it is, and equals a built one', async () => {
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

  slow.it('leaves rows that are there, and those of files that the clone lacks', async () => {
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
  quick.it.each(lies)('that lies about %s is refused whole, and nothing of it is kept', async (_, change, said) => {
    const clone = shopClone();
    const { file, flags: own } = await believed(await forgedSegment(packed, change));
    await expect(cora(clone).pull(file, own)).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      message: expect.stringContaining(said),
    });
    nothingIsKept(clone);
  });

  slow.it('that cannot be written, while its sample is still read, ends with that error alone', async () => {
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

  slow.it('without text is checked in full', async () => {
    const { file, flags: own } = await believed((await cora(repo).pack({ 'no-text': true })).file);
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
  const { manifest, segment } = await withArtifact(file, async (artifact) => {
    const { header, names } = artifact.segment;
    const builder = new SegmentBuilder(header.dimensions, header.omits);
    for (let blob = 0; blob < header.blobs; blob++) {
      const [from, to] = names.rowsOf(blob);
      const numbers = Array.from({ length: to - from }, (_, at) => from + at);
      const rows = (await artifact.segment.columns(numbers, ALL_COLUMNS)) as never as ChunkRow[];
      for (const row of rows) change(row);
      builder.add(rows);
    }
    return { manifest: artifact.manifest, segment: [...builder.finish()] };
  });
  const packedSegment = Buffer.concat([...(await packInBlocks(Buffer.concat(segment)))]);
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
  const about = Buffer.from(`${JSON.stringify({ ...manifest, segment: nameByContent(segment[0]!), members })}\n`);
  const all = [{ name: 'manifest.json', content: about }, ...contents];
  const parts = all.flatMap(({ name, content: own }) => [
    tarHeader(name, own.length),
    own,
    Buffer.alloc(paddingOf(own.length)),
  ]);
  return written('forged.tar', Buffer.concat([...parts, Buffer.alloc(1024)]));
}

quick.describe('cora verify', () => {
  const env = (api: { url: string }): NodeJS.ProcessEnv => ({ GITHUB_API_URL: api.url });

  quick.it('says who attested a file, and what is wrong with an attestation', async () => {
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
