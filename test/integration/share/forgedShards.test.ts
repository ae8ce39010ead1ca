/**
 * `cora merge` takes rows of shards over as their bytes lie. Whatever a shard's segment says, with all digests right, it ends in a
 * refusal that names the shard or in an index that can be read, of which `cora verify` tells whether words follow from texts.
 */

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { packInBlocks } from '../../../src/engine/packInBlocks.ts';
import { digestOfSection, nameOfSegment } from '../../../src/engine/searchFile.ts';
import {
  encodeSegment,
  MemoryRanges,
  readHeader,
  SECTIONS,
  type SectionName,
} from '../../../src/engine/segmentFile.ts';
import { mergeShards } from '../../../src/share/mergeShards.ts';
import { verifyArtifact } from '../../../src/share/verifyArtifact.ts';
import { cora } from '../../helpers/cora.ts';
import { putTogether, takeApart, unpackedSegment } from '../../helpers/craftArtifact.ts';
import fc from '../../helpers/fastCheck.ts';
import { fuzzAsync } from '../../helpers/fuzz.ts';
import { quick } from '../../helpers/slow.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { project } from './publishedIndex.ts';

/** One bit of a section is another one, and all digests are right again. */
async function forged(tar: Buffer, section: SectionName, choice: number): Promise<Buffer> {
  const members = takeApart(tar);
  const plain = unpackedSegment(members[2]!.content);
  const { format: _, sections: places, ...facts } = await readHeader(new MemoryRanges(plain));
  const sections = Object.fromEntries(
    SECTIONS.map((name) => {
      const [from, length] = places[name];
      return [name, Buffer.from(plain.subarray(from, from + length))];
    }),
  ) as Record<SectionName, Buffer>;
  const bytes = sections[section];
  if (bytes.length > 0) bytes[choice % bytes.length]! ^= 1 << (choice % 7);
  const pieces = encodeSegment(facts, sections, digestOfSection);
  const manifest = { ...JSON.parse(members[0]!.content.toString('utf8')), segment: nameOfSegment(pieces[0]!) };
  const content = Buffer.concat(await packInBlocks([Buffer.concat(pieces)], 'deflate'));
  const told = { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) };
  return putTogether([told, members[1]!, { ...members[2]!, content }, ...members.slice(3)]);
}

quick.it('a shard that lies is refused by its name, or found by cora verify where its rows are possible', async () => {
  const folder = tempDir();
  const repo = project();
  for (const index of [1, 2]) {
    const job = cora(repo.clone());
    await job.index({ shard: `${index}/2` });
    mkdirSync(join(folder, String(index)));
    await job.pack({ output: join(folder, String(index), 'shard.tar') });
  }
  const watch = { onProgress: () => undefined };
  const ends = new Set<string>();
  const lie = fc.asyncProperty(fc.constantFrom(...SECTIONS), fc.nat(), async (section, choice) => {
    const lying = tempDir();
    cpSync(folder, lying, { recursive: true });
    const shard = join(lying, '1', 'shard.tar');
    writeFileSync(shard, await forged(readFileSync(shard), section, choice));
    try {
      const { file } = await mergeShards([lying], join(tempDir(), 'merged.tar'), watch);
      const { problem } = await verifyArtifact(file);
      // A row that says another line or kind is a row all the same: only a clone tells.
      ends.add(problem === null ? 'of one piece' : 'found by verify');
    } catch (error) {
      if (!isCoraError(error)) throw error;
      expect([error.code, error.message]).toEqual(['BAD_ARTIFACT', expect.stringContaining(shard)]);
      ends.add('refused');
    }
  });
  await fuzzAsync(lie, 60);
  expect([...ends]).toEqual(expect.arrayContaining(['refused', 'found by verify']));
});
