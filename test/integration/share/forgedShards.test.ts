/**
 * `cora merge` takes rows of shards over as their bytes lie. Whatever a shard's segment says, with all digests right, it ends in a
 * refusal that names the shard or in an index that can be read, of which `cora verify` tells whether words follow from texts.
 */

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { ByteReader, ByteWriter } from '../../../src/engine/bytes.ts';
import { NUMBER_COLUMNS, type NumberColumn, RowNumbers, RowNumbersWriter } from '../../../src/engine/rowColumns.ts';
import { digestOfSection, nameByContent } from '../../../src/engine/searchFile.ts';
import {
  encodeSegment,
  MemoryRanges,
  readHeader,
  SECTIONS,
  type SectionName,
  type SegmentHeader,
} from '../../../src/engine/segmentFile.ts';
import { packInBlocks } from '../../../src/share/artifact/writeArtifact.ts';
import { mergeShards } from '../../../src/share/mergeShards.ts';
import { verifyArtifact } from '../../../src/share/verifyArtifact.ts';
import { cora } from '../../helpers/cora.ts';
import { putTogether, takeApart, textOf, unpackedSegment } from '../../helpers/craftArtifact.ts';
import fc from '../../helpers/fastCheck.ts';
import { fuzzAsync } from '../../helpers/fuzz.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { project } from './publishedIndex.ts';

type Flags = Parameters<typeof cora>[1];
type Sections = Record<SectionName, Buffer>;

/** The sections of a shard are other ones, and all digests are right again. */
async function forged(tar: Buffer, change: (sections: Sections, header: SegmentHeader) => void): Promise<Buffer> {
  const members = takeApart(tar);
  const plain = unpackedSegment(members[2]!.content);
  const header = await readHeader(new MemoryRanges(plain));
  const { format: _, sections: places, ...facts } = header;
  const sections = Object.fromEntries(
    SECTIONS.map((name) => {
      const [from, length] = places[name];
      return [name, Buffer.from(plain.subarray(from, from + length))];
    }),
  ) as Sections;
  change(sections, header);
  const pieces = [...encodeSegment(facts, sections, digestOfSection)];
  const manifest = { ...JSON.parse(members[0]!.content.toString('utf8')), segment: nameByContent(pieces[0]!) };
  const content = Buffer.concat([...(await packInBlocks(Buffer.concat(pieces)))]);
  const told = { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) };
  return putTogether([told, members[1]!, { ...members[2]!, content }, ...members.slice(3)]);
}

/** The texts and lists of a record, in their order. */
const RUNS = ['symbol', 'signature', 'parentChunk', 'redacted', 'frame', 'scope', 'defines', 'references'] as const;
const FRAME = RUNS.indexOf('frame');

/** The record with another text or list. */
function otherRecord(record: Uint8Array, hashBytes: number, run: (typeof RUNS)[number], content: Uint8Array) {
  const reader = new ByteReader(record, hashBytes);
  for (let at = 0; ; at++) {
    if (at === FRAME && reader.varint() !== 0) reader.varint();
    if (at === RUNS.indexOf(run)) break;
    reader.skipRun();
  }
  const out = new ByteWriter();
  out.bytes(record.subarray(0, reader.at));
  reader.skipRun();
  out.run((inner) => inner.bytes(content), new ByteWriter());
  out.bytes(record.subarray(reader.at));
  return out.finish();
}

/** The records of all rows say something else there, and their lengths are right again. */
function otherRecords(tar: Buffer, run: (typeof RUNS)[number], content: Uint8Array): Promise<Buffer> {
  return forged(tar, (sections, { rows, omits }) => {
    const numbers = new RowNumbers(sections.numbers, rows);
    const written = new RowNumbersWriter();
    const records: Uint8Array[] = [];
    let from = 0;
    for (let row = 0; row < rows; row++) {
      const own = Object.fromEntries(NUMBER_COLUMNS.map((name) => [name, numbers.of(name, row)]));
      const record = sections.records.subarray(from, from + own['record']!);
      from += record.length;
      records.push(otherRecord(record, omits.includes('contentHash') ? 0 : 16, run, content));
      written.add({ ...own, record: records.at(-1)!.length } as Record<NumberColumn, number>);
    }
    sections.numbers = Buffer.from(written.finish());
    sections.records = Buffer.concat(records);
  });
}

/** Two shards of a small project, each in a folder of its own. */
async function twoShards(how: Flags = {}): Promise<string> {
  const folder = tempDir();
  const repo = project();
  for (const index of [1, 2]) {
    const job = cora(repo.clone());
    await job.index({ shard: `${index}/2` });
    mkdirSync(join(folder, String(index)));
    await job.pack({ ...how, output: join(folder, String(index), 'shard.tar') });
  }
  return folder;
}

const watch = { onProgress: () => undefined };

/** Merges the shards, of which the first one is forged. */
async function mergedWith(
  folder: string,
  forge: (tar: Buffer) => Promise<Buffer>,
): Promise<{ shard: string; merge(): Promise<string> }> {
  const lying = tempDir();
  cpSync(folder, lying, { recursive: true });
  const shard = join(lying, '1', 'shard.tar');
  writeFileSync(shard, await forge(readFileSync(shard)));
  return { shard, merge: async () => (await mergeShards([lying], join(tempDir(), 'merged.tar'), watch)).file };
}

it('a shard that lies is refused by its name, or found by cora verify where its rows are possible', async () => {
  const folder = await twoShards();
  const ends = new Set<string>();
  const lie = fc.asyncProperty(fc.constantFrom(...SECTIONS), fc.nat(), async (section, choice) => {
    const { shard, merge } = await mergedWith(folder, (tar) =>
      forged(tar, (sections) => {
        const bytes = sections[section];
        if (bytes.length > 0) bytes[choice % bytes.length]! ^= 1 << (choice % 7);
      }),
    );
    try {
      const { problem } = await verifyArtifact(await merge());
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

const NO_UTF8 = Buffer.from([0x61, 0xff, 0x62]);
/** A call, without the place that it comes from. */
const CALL = Buffer.from([2]);
const list = (text: string): Buffer => Buffer.from([text.length, ...Buffer.from(text)]);

it('a record that no row can have is refused by the name of the shard and of its blob', async () => {
  const folder = await twoShards();
  for (const run of ['redacted', 'frame'] as const) {
    const { shard, merge } = await mergedWith(folder, (tar) => otherRecords(tar, run, Buffer.from('anything')));
    await expect(merge()).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      message: expect.stringMatching(new RegExp(`^${shard} is refused: it holds an impossible ${run}.* [0-9a-f]{40}`)),
      hint: expect.stringMatching(/cora index --shard 1\/2 --rev [0-9a-f]{9} && cora pack$/),
    });
  }
});

it('a name that is no UTF-8 is written as the text that it is read as', async () => {
  const { merge } = await mergedWith(await twoShards(), (tar) => otherRecords(tar, 'parentChunk', NO_UTF8));
  const merged = await merge();
  expect(await verifyArtifact(merged)).toMatchObject({ ok: true, problem: null });
  expect(textOf(merged)).toContain('a\uFFFDb');
});

it('what a shard without text says of it all the same is left out', async () => {
  const folder = await twoShards({ 'no-text': true });
  const honest = await mergedWith(folder, async (tar) => tar);
  const members = takeApart(readFileSync(await honest.merge())).slice(1);
  const lies = { redacted: 'planted', signature: 'planted', parentChunk: 'planted', frame: 'planted' };
  const told = Object.entries({ ...lies, scope: list('planted'), references: Buffer.concat([list('planted'), CALL]) });
  for (const [run, content] of told) {
    const { merge } = await mergedWith(folder, (tar) =>
      otherRecords(tar, run as (typeof RUNS)[number], Buffer.from(content)),
    );
    const merged = await merge();
    expect(await verifyArtifact(merged)).toMatchObject({ ok: true, problem: null });
    expect(takeApart(readFileSync(merged)).slice(1), run).toEqual(members);
  }
});
