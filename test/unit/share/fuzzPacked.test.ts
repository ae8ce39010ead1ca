/**
 * Whatever an archive of version 2 holds, reading it ends with what it says or with a known error.
 * CORA_FUZZ_RUNS=100000 takes longer:
 *
 *   CORA_FUZZ_RUNS=100000 npx vitest run --project shared test/unit/share/fuzzPacked.test.ts --testTimeout 3600000
 */

import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { MemoryRanges } from '../../../src/engine/segmentFile.ts';
import { packText } from '../../../src/share/artifact/archive.ts';
import type { PackedArtifact } from '../../../src/share/artifact/packedArtifact.ts';
import { openPackedArtifact } from '../../../src/share/artifact/packedArtifact.ts';
import { packInBlocks } from '../../../src/share/artifact/writeArtifact.ts';
import {
  putTogether,
  readAllPacked,
  replacedIn,
  smallPacked,
  takeApart,
  unpackedSegment,
} from '../../helpers/craftArtifact.ts';
import fc from '../../helpers/fastCheck.ts';
import { edited, edits, fuzzAsync, oddJson } from '../../helpers/fuzz.ts';
import { isSlow } from '../../helpers/slow.ts';

const EXPECTED = new Set(['BAD_ARTIFACT', 'INCOMPATIBLE_INDEX']);
const commentary = [{ contentHash: 'a'.repeat(32), model: 'm', prompt: 1, text: 'Adds up.' }];
const FORMS = {
  whole: await smallPacked({}, commentary),
  'without text': await smallPacked({ text: false }),
};

/** Twelve targets: 3,600 changes in `npm test`, 108,000 in the project `slow`. */
const RUNS = isSlow ? 9000 : 300;

/** Bytes that are others, where no other moves. */
const flips = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), by: fc.integer({ min: 1, max: 255 }) }),
  { minLength: 1, maxLength: 3 },
);

function flipped(bytes: Buffer, list: readonly { at: number; by: number }[]): Buffer {
  const out = Buffer.from(bytes);
  for (const { at, by } of list) {
    const place = Math.floor(at * (out.length - 1));
    out[place] = out[place]! ^ by;
  }
  return out;
}

/** @returns null where it was refused; what can be read has the right hashes, digest and tables */
async function readOrRefuse(bytes: Buffer): Promise<PackedArtifact | null> {
  try {
    return await readAllPacked(bytes);
  } catch (error) {
    if (isCoraError(error) && EXPECTED.has(error.code)) return null;
    throw error;
  }
}

describe.each(Object.entries(FORMS))('reading one that is %s', (_, tar) => {
  it('survives any change to its bytes', async () => {
    const original = await readAllPacked(tar);
    await fuzzAsync(
      fc.asyncProperty(edits, async (list) => {
        const read = await readOrRefuse(edited(tar, list));
        // A letter of the repository's address may be another: rows and view are the same.
        if (read !== null) expect([read.manifest.digest, read.view]).toEqual([original.manifest.digest, original.view]);
      }),
      RUNS,
    );
  });

  it('survives any JSON where the members and their hashes are right', async () => {
    const members = takeApart(tar);
    const texts = members.flatMap(({ name }, at) => (name.includes('.json') ? [at] : []));
    await fuzzAsync(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.double({ min: 0, max: 1, noNaN: true }),
        oddJson,
        async (member, place, value) => {
          const { name, content } = members[member]!;
          const isPacked = name.endsWith('.gz');
          const json = JSON.parse((isPacked ? gunzipSync(content) : content).toString('utf8')) as unknown;
          const plain = Buffer.from(JSON.stringify(replacedIn(json, place, value)) ?? '');
          const changed = isPacked ? packText(plain) : plain;
          await readOrRefuse(putTogether(members.map((one, at) => (at === member ? { name, content: changed } : one))));
        },
      ),
      RUNS,
    );
  });

  it('knows no parts of a view, which only a store can read', async () => {
    const parts = [{ name: 'a'.repeat(32), bytes: 100 }];
    const members = takeApart(tar).map(({ name, content }) => {
      if (name !== 'view.json.gz') return { name, content };
      const view = JSON.parse(gunzipSync(content).toString()) as object;
      return { name, content: packText(Buffer.from(JSON.stringify({ ...view, parts }))) };
    });
    const artifact = await openPackedArtifact(new MemoryRanges(putTogether(members)));
    const original = await openPackedArtifact(new MemoryRanges(tar));
    expect(original.view.files.length).toBeGreaterThan(0);
    expect(artifact.view).toEqual(original.view);
  });

  it('survives any packed segment whose hash is right', async () => {
    const members = takeApart(tar);
    await fuzzAsync(
      fc.asyncProperty(edits, async (list) => {
        await readOrRefuse(
          putTogether(members.map((one, at) => (at === 2 ? { ...one, content: edited(one.content, list) } : one))),
        );
      }),
      RUNS,
    );
  });

  it('survives any segment whose hashes are right', async () => {
    const members = takeApart(tar);
    const plain = unpackedSegment(members[2]!.content);
    await fuzzAsync(
      fc.asyncProperty(
        fc.oneof(
          edits.map((list) => edited(plain, list)),
          flips.map((list) => flipped(plain, list)),
        ),
        async (changed) => {
          const segment = resealed(changed);
          const content = Buffer.concat([...(await packInBlocks(segment.bytes))]);
          const manifest = { ...JSON.parse(members[0]!.content.toString('utf8')), segment: segment.name };
          const told = { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) };
          await readOrRefuse(
            putTogether([told, ...members.slice(1).map((one, at) => (at === 1 ? { ...one, content } : one))]),
          );
        },
      ),
      RUNS,
    );
  });
});

/** A segment whose header says the digests of its sections, and its name. */
function resealed(plain: Buffer): { bytes: Buffer; name: string } {
  const digest = (bytes: Buffer, length: number): string =>
    createHash('sha256').update(bytes).digest('hex').slice(0, length);
  const end = 12 + (plain.length < 12 ? 0 : plain.readUInt32LE(8));
  let bytes = plain;
  try {
    const header = JSON.parse(plain.toString('utf8', 12, end)) as {
      sections: Record<string, [number, number, string]>;
    };
    for (const place of Object.values(header.sections))
      place[2] = digest(plain.subarray(place[0], place[0] + place[1]), 16);
    bytes = Buffer.from(plain);
    bytes.write(JSON.stringify(header).padEnd(end - 12), 12);
  } catch {
    // What is no header stays as it is.
  }
  return { bytes, name: digest(bytes.subarray(0, end), 32) };
}
