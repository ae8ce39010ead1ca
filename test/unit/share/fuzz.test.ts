/**
 * Whatever an archive of version 1 holds, reading it ends with what it says or with a known error. CORA_FUZZ_RUNS=100000 takes longer:
 *
 *   CORA_FUZZ_RUNS=100000 npx vitest run --project shared test/unit/share/fuzz.test.ts --testTimeout 3600000
 */

import { Readable } from 'node:stream';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { createDecompressor } from '../../../src/share/artifact/archive.ts';
import type { ArtifactRows } from '../../../src/share/artifact/packedRows.ts';
import { putTogether, readAll, replacedIn, smallArtifact, takeApart } from '../../helpers/craftArtifact.ts';
import fc from '../../helpers/fastCheck.ts';
import { edited, edits, fuzzAsync, oddJson } from '../../helpers/fuzz.ts';
import { compressText } from '../../helpers/writeVersion1.ts';

const EXPECTED = new Set(['BAD_ARTIFACT', 'INCOMPATIBLE_INDEX']);
const tar = await smallArtifact();
const gzip = gzipSync(tar);
const original = await readAll(tar);

/** @returns null where it was refused; what can be read has the right hashes and the right digest */
async function readOrRefuse(bytes: Buffer, compressed: boolean): Promise<ArtifactRows | null> {
  try {
    return await readAll(compressed ? Readable.from([bytes]).pipe(createDecompressor(bytes)) : bytes);
  } catch (error) {
    // Zstandard's mark may come up by chance, where Node has none.
    if (isCoraError(error) && (EXPECTED.has(error.code) || /Zstandard/.test(error.message))) return null;
    throw error;
  }
}

const places = fc.double({ min: 0, max: 1, noNaN: true });

describe('reading', () => {
  it('survives any change to the bytes of the archive', async () => {
    await fuzzAsync(
      fc.asyncProperty(edits, async (list) => {
        const reader = await readOrRefuse(edited(tar, list), false);
        // A letter of the repository's address may be another, or a zero at the end be missing: rows and view are the same.
        if (reader !== null)
          expect([reader.manifest.digest, reader.files]).toEqual([original.manifest.digest, original.files]);
      }),
      1500,
    );
  });

  it('survives any change to the compressed bytes', async () => {
    await fuzzAsync(
      fc.asyncProperty(edits, async (list) => {
        const reader = await readOrRefuse(edited(gzip, list), true);
        if (reader !== null) expect(reader.manifest).toEqual(original.manifest);
      }),
      300,
      0.2,
    );
  });

  it('survives any JSON where the members and their hashes are right', async () => {
    const members = takeApart(tar);
    await fuzzAsync(
      fc.asyncProperty(fc.constantFrom(0, 1, 2), places, oddJson, async (member, place, value) => {
        const { name, content } = members[member]!;
        const isRows = name.endsWith('.br');
        const json = JSON.parse((isRows ? brotliDecompressSync(content) : content).toString('utf8')) as unknown;
        const plain = Buffer.from(JSON.stringify(replacedIn(json, place, value)) ?? '');
        const changed = isRows ? compressText(plain) : plain;
        const bytes = putTogether(members.map((one, at) => (at === member ? { name, content: changed } : one)));
        await readOrRefuse(bytes, false);
      }),
      1500,
    );
  });

  it('survives any compressed rows whose hashes are right', async () => {
    const members = takeApart(tar);
    await fuzzAsync(
      fc.asyncProperty(edits, async (list) => {
        const content = edited(members[2]!.content, list);
        await readOrRefuse(
          putTogether(members.map((one, at) => (at === 2 ? { name: one.name, content } : one))),
          false,
        );
      }),
      300,
      0.2,
    );
  });

  it('survives any vectors whose hashes are right', async () => {
    const members = takeApart(tar);
    await fuzzAsync(
      fc.asyncProperty(fc.uint8Array({ minLength: 30, maxLength: 36 }), async (vectors) => {
        const bytes = putTogether([...members.slice(0, 3), { name: members[3]!.name, content: Buffer.from(vectors) }]);
        expect((await readOrRefuse(bytes, false)) !== null).toBe(members[3]!.content.equals(vectors));
      }),
      300,
      0.2,
    );
  });
});
