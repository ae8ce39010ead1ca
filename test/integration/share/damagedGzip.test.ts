/** An artifact whose compressed file is damaged: cut off, changed, or none at all. What its members may hold is hostile.test.ts. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { verifyArtifact } from '../../../src/share/verifyArtifact.ts';
import { smallArtifact } from '../../helpers/craftArtifact.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const good = gzipSync(await smallArtifact());

it.each<[string, (gzip: Buffer) => Buffer]>([
  ['cut off', (gzip) => gzip.subarray(0, gzip.length >> 1)],
  ['without its checksum', (gzip) => gzip.subarray(0, -8)],
  ['with a wrong checksum', (gzip) => Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(8, 1)])],
  ['with a wrong byte', (gzip) => Buffer.from(gzip).fill(0x55, gzip.length >> 1, (gzip.length >> 1) + 4)],
  ['that is no gzip', () => Buffer.from('hello, world')],
  ['that is empty', () => Buffer.alloc(0)],
])('an artifact %s is refused', async (_, change) => {
  const file = join(tempDir(), 'index.tar.gz');
  writeFileSync(file, change(good));
  expect(await verifyArtifact(file)).toMatchObject({ ok: false, problem: expect.stringContaining(file) });
});
