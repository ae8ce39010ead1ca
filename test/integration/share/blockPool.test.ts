/** Blocks checked in threads: the same as in the caller's own, and a thread that fails fails the pull and nothing else. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobKey } from '../../../src/base/types.ts';
import { chunkBlob } from '../../../src/chunk/chunkBlob.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import type { Repository } from '../../../src/git/repository.ts';
import { blobSpans } from '../../../src/share/artifact/packedRows.ts';
import { withArtifact } from '../../../src/share/artifact/readArtifact.ts';
import { createBlockPool } from '../../../src/share/pull/blockPool.ts';
import type { CheckedBlock, OfferedBlock } from '../../../src/share/pull/checkBlock.ts';
import { bundleWorker } from '../../helpers/bundleWorker.ts';
import { cora } from '../../helpers/cora.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { project, withReadNames } from './publishedIndex.ts';

let folder: string;
let repository: Repository;
let blocks: OfferedBlock[];
let key: BlobKey;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cora-blocks-'));
  await bundleWorker(folder, 'share/pull/worker.ts');
  const repo = project();
  // More than a block.
  for (let at = 0; at < 60; at++) repo.file(`many/m${at}.py`, sourceOf('py', 100 + at));
  withReadNames(repo).commit();
  await cora(repo).index({ shard: '1/1' });
  const { file } = await cora(repo).pack();
  repository = await openRepository(repo.dir, repo.env);
  blocks = await withArtifact(file, async (artifact) => {
    const { blob, language } = artifact.view.files[3]!;
    key = `${blob}:${language}`;
    return (await blobSpans(artifact)).map((span) => ({ ...span, file }));
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function poolOf(jobs: number, workerUrl = pathToFileURL(join(folder, 'worker.mjs'))) {
  const form = { text: true, dimensions: 256 };
  return createBlockPool({ jobs, workerUrl, repository, form, known: new Set([key]), chunk: chunkBlob });
}

/** Without what is drawn by chance. */
const plain = ({ samples, ...checked }: CheckedBlock) => ({ ...checked, samples: samples.length });

describe('threads', () => {
  it('say of every block what this thread would say', async () => {
    const [here, there] = [poolOf(0), poolOf(2)];
    try {
      const all = [...blocks, ...blocks, ...blocks];
      const found = await Promise.all(all.map((block) => there.check(block)));
      const expected = [];
      for (const block of all) expected.push(await here.check(block));
      expect(found.map(plain)).toEqual(expected.map(plain));
      const outcomes = found.flatMap(({ blobs }) => blobs.map(({ outcome }) => outcome));
      expect(outcomes.filter((outcome) => outcome === 'known')).toHaveLength(3);
      expect(outcomes.filter((outcome) => typeof outcome === 'object' && 'refused' in outcome)).toEqual([]);
      expect(found[0]!.samples.length).toBeGreaterThan(0);
    } finally {
      await Promise.all([here.close(), there.close()]);
    }
  });

  it('refuse a block as this thread would, and go on', async () => {
    const pool = poolOf(1);
    try {
      const torn = join(folder, 'torn.tar');
      writeFileSync(torn, 'no rows at all');
      await expect(pool.check({ file: torn, from: 0, to: 1 })).rejects.toMatchObject({
        code: 'BAD_ARTIFACT',
        message: expect.stringContaining('ends too early'),
      });
      expect((await pool.check(blocks[0]!)).blobs.length).toBeGreaterThan(0);
    } finally {
      await pool.close();
    }
  });

  it('that die are an error that says what to do', async () => {
    const dying = join(folder, 'dying.mjs');
    writeFileSync(
      dying,
      "import { parentPort } from 'node:worker_threads';\nparentPort.on('message', () => process.exit(3));\n",
    );
    const pool = poolOf(2, pathToFileURL(dying));
    const failed = blocks.slice(0, 1).map((block) => pool.check(block));
    for (const one of failed)
      await expect(one).rejects.toMatchObject({ code: 'STORE', hint: expect.stringContaining('--jobs 0') });
    await pool.close();
  });
});
