/** `cora verify`: reads all of an artifact, as everybody who takes rows from one does. */

import { stat } from 'node:fs/promises';
import { CoraError, isCoraError } from '../base/errors.ts';
import { sha256OfFile } from '../disk/packedContent.ts';
import { proveSegment } from './artifact/canonicalSegment.ts';
import type { ArtifactManifest } from './artifact/members.ts';
import { readProvenRows, withArtifact } from './artifact/readArtifact.ts';

export interface VerifyReport {
  file: string;
  /** Bytes. */
  size: number;
  /** The SHA-256 of the file. */
  sha256: string;
  ok: boolean;
  /** Says what is wrong; null where nothing is. */
  problem: string | null;
  /** Null where it is not even a manifest. */
  manifest: Omit<ArtifactManifest, 'members'> | null;
}

/**
 * Structure, hashes, rows, digest, and whether all else follows from the rows.
 * @throws CoraError NO_INDEX where there is no such file; what is wrong with one is in the report
 */
export async function verifyArtifact(file: string): Promise<VerifyReport> {
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) {
    const said = found === null ? 'is not there' : 'is no file';
    throw new CoraError('NO_INDEX', `${file} ${said}.`, { hint: 'cora pack -o FILE   writes one' });
  }
  let manifest: VerifyReport['manifest'] = null;
  let problem: string | null = null;
  try {
    await withArtifact(file, async (reader) => {
      const { members: _, ...about } = reader.manifest;
      manifest = about;
      const blobs = readProvenRows(reader);
      if (reader.packed !== null) await proveSegment(reader.packed, blobs);
      else for await (const _ of blobs);
    });
  } catch (error) {
    if (!isCoraError(error)) throw error;
    problem = error.message;
  }
  return { file, size: found.size, sha256: await sha256OfFile(file), ok: problem === null, problem, manifest };
}
