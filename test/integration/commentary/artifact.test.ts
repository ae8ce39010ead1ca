/** Commentary in an artifact: it travels, it is checked, and it is nobody's word but a model's. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { encodeCommentaryMember } from '../../../src/share/artifact/members.ts';
import { withArtifact } from '../../../src/share/artifact/readArtifact.ts';
import { unpackIndex } from '../../../src/share/unpackIndex.ts';
import { listFingerprints } from '../../../src/store/location.ts';
import type { Answered } from '../../../src/store/sideTables.ts';
import { COMMENTARY_TABLE } from '../../../src/store/sideTables.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import { type Described, describedRepo, functionOf } from '../../helpers/describedRepo.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempDir } from '../../helpers/tempRepo.ts';

let here: Described;

afterEach(() => here.server.close());

const PROSE = 'Authentication about checkPassword.';

async function rowsOf(repo: Pick<TempRepo, 'dir'>) {
  const dir = join(storeRoot(repo), listFingerprints(storeRoot(repo))[0]!);
  const table = await COMMENTARY_TABLE.open(dir, 'read');
  const rows = table?.scan(['contentHash', 'model', 'origin', 'text']) ?? [];
  return rows.sort((a, b) => (a.text < b.text ? -1 : 1));
}

function packed(file: string): Promise<Answered[]> {
  return withArtifact(file, ({ commentary }) => commentary());
}

describe('an artifact', () => {
  quick.it('carries commentary of its view, and a clone finds and shows it without paying', async () => {
    here = await describedRepo();
    here.repo.git('checkout', '-qb', 'other');
    here.repo.file('src/cart.ts', functionOf('secretPlans', 'given')).commit();
    await here.describe();
    here.repo.git('checkout', '-q', 'main');
    await here.describe();
    const digest = (await cora(here.repo).pack({ 'no-text': true })).digest;
    const pack = await cora(here.repo).pack();
    expect(pack).toMatchObject({ commentary: 5, digest });
    const inside = await packed(pack.file);
    expect(inside.map(({ text }) => text).join()).not.toContain('secretPlans');
    const clone = here.repo.clone();
    const report = await cora(clone).pull(pack.file);
    expect(report).toMatchObject({ commentary: 5 });
    const [hit] = (await cora(clone).query('authentication')).results;
    expect(hit).toMatchObject({ path: 'src/login.ts', commentary: PROSE });
    expect((await rowsOf(clone)).map(({ origin }) => origin)).toEqual(Array(5).fill('artifact'));
    // Whatever model the caller has chosen: it is not paid for again.
    const there = cora({ dir: clone.dir, env: { ...clone.env, ...here.server.env } });
    const before = here.server.asked.length;
    expect((await there.index({ commentary: 'openai:other' })).commentary).toMatchObject({ missing: 0 });
    expect(here.server.asked).toHaveLength(before);
    expect(await cora(clone).pull(pack.file)).not.toHaveProperty('commentary');
  });

  slow.it('is read in place with it', async () => {
    here = await describedRepo();
    await here.describe();
    const { file } = await cora(here.repo).pack();
    const { results } = await cora({ dir: tempDir(), env: here.repo.env }, { index: file }).query('authentication');
    expect(results[0]).toMatchObject({ path: 'src/login.ts', commentary: PROSE });
    const target = join(tempDir(), 'index');
    const { dir } = await unpackIndex(file, target);
    expect(await COMMENTARY_TABLE.open(dir, 'read').then(async (table) => table!.count())).toBe(5);
  });

  quick.it('without text carries none', async () => {
    here = await describedRepo();
    await here.describe();
    const { file, ...report } = await cora(here.repo).pack({ 'no-text': true });
    expect(report).not.toHaveProperty('commentary');
    expect(await packed(file)).toEqual([]);
  });

  slow.it('in shards is joined', async () => {
    here = await describedRepo();
    const files: string[] = [];
    for (const shard of ['1/2', '2/2']) {
      await here.describe({ shard });
      files.push((await cora(here.repo).pack()).file);
    }
    const { mergeShards } = await import('../../../src/share/mergeShards.ts');
    const merged = await mergeShards(files, join(tempDir(), 'whole.tar'), { onProgress: () => undefined });
    expect((await packed(merged.file)).map(({ text }) => text).sort()[0]).toBe(PROSE);
    expect(await packed(merged.file)).toHaveLength(5);
    expect(here.asked()).toHaveLength(5);
  });

  slow.it(
    'of a forger brings no control character, no secret, nothing long, and nothing about what the clone has not',
    async () => {
      here = await describedRepo();
      await here.index();
      const { file } = await cora(here.repo).pack();
      const clone = here.repo.clone();
      await cora(clone).pull(file);
      const dir = join(storeRoot(clone), listFingerprints(storeRoot(clone))[0]!);
      const { takeCommentary } = await import('../../../src/indexing/keepAnswers.ts');
      const { createEmbedder } = await import('../../../src/embed/createEmbedder.ts');
      const { parseEmbedderSpec } = await import('../../../src/embed/parseEmbedderSpec.ts');
      const { openSearchFile } = await import('../../../src/engine/searchFile.ts');
      const { silentLog } = await import('../../../src/base/log.ts');
      const embedder = await createEmbedder(parseEmbedderSpec('hash'), {}, silentLog);
      const store = await openSearchFile(dir, embedder.dimensions);
      const hashes: string[] = [];
      for await (const rows of store.scan(['contentHash'])) hashes.push(...rows.map(({ contentHash }) => contentHash));
      store.close();
      const about = { model: 'ollama:\u001b[31mred', prompt: 1 };
      const forged = [
        { ...about, contentHash: hashes[0]!, text: `\u001b]0;pwned\u0007\u202eIt is ${'very '.repeat(700)}long.` },
        { ...about, contentHash: hashes[1]!, text: `Use ghp_${'k7Qz2VwX9mLp4TnRb8YsHd3FgJc6KaUe1WoM'} to log in.` },
        { ...about, contentHash: hashes[2]!, text: '\u200b\u0000' },
        { ...about, contentHash: 'f'.repeat(32), text: 'Of content that is not here.' },
      ];
      expect(await takeCommentary({ dir, embedder, log: silentLog }, forged)).toBe(2);
      const rows = await rowsOf(clone);
      for (const { text, model } of rows) {
        expect(text.length).toBeLessThanOrEqual(1001);
        expect(text + model).toMatch(/^[\x20-\x7e…]+$/);
      }
      expect(JSON.stringify(rows)).not.toContain('ghp_k7');
    },
  );

  quick.it('that is crafted is refused: what commentary cannot be', async () => {
    here = await describedRepo();
    const { decodeCommentary } = await import('../../../src/share/artifact/members.ts');
    const { unpackText } = await import('../../../src/share/artifact/archive.ts');
    const decode = (rows: Answered[]) => decodeCommentary(unpackText(encodeCommentaryMember(rows), 2 ** 20));
    const row = { contentHash: '0'.repeat(32), model: 'm', prompt: 1, text: 'x' };
    const second = { ...row, contentHash: '1'.repeat(32) };
    expect(decode([row, second])).toEqual([row, second]);
    const odd: unknown[] = [
      [second, row],
      [row, row],
      [{ ...row, contentHash: '../../etc' }],
      [{ ...row, text: '' }],
      [{ ...row, text: 'x'.repeat(4001) }],
      [{ ...row, model: 'x'.repeat(301) }],
      [{ ...row, prompt: -1 }],
      [{ ...row, prompt: '1' }],
    ];
    for (const rows of odd) {
      expect(() => decode(rows as Answered[])).toThrow(expect.objectContaining({ code: 'BAD_ARTIFACT' }));
    }
    expect(() => decodeCommentary(Buffer.from('no JSON'))).toThrow(expect.objectContaining({ code: 'BAD_ARTIFACT' }));
  });

  slow.it('is the same bytes where nobody asked for commentary', async () => {
    here = await describedRepo();
    await here.index();
    const { file, sha256 } = await cora(here.repo).pack();
    await here.describe();
    expect((await cora(here.repo).pack()).sha256).not.toBe(sha256);
    expect(readFileSync(file).length).toBeGreaterThan(0);
    const names = await withArtifact(file, async ({ manifest }) => manifest.members.map(({ name }) => name));
    expect(names).toEqual(['view.json.gz', 'search.segment.z', 'commits.json.gz']);
  });
});
