/** `cora verify`: reads all of an artifact, as everybody who takes rows from one does. */

import { stat } from 'node:fs/promises';
import { CoraError, type ErrorCode, isCoraError } from '../base/errors.ts';
import { sha256OfFile, stampOf } from '../disk/boundedRead.ts';
import { createFetch } from '../net/createFetch.ts';
import { DEFAULT_FETCH } from '../net/fetchSafely.ts';
import type { AttestationSettings, Surroundings } from '../settings/requests.ts';
import { badArtifact } from './artifact/archive.ts';
import { proveSegment } from './artifact/canonicalSegment.ts';
import type { ArtifactManifest } from './artifact/members.ts';
import { type OpenArtifact, readProvenRows, withArtifact } from './artifact/readArtifact.ts';
import { type Attested, BUNDLE_SUFFIX, readBundleFile } from './provenance/provenance.ts';

/** Errors that are not about the file. */
const OURS: ReadonlySet<ErrorCode> = new Set(['USAGE', 'NETWORK', 'ABORTED']);

export interface VerifyReport {
  file: string;
  /** Bytes. */
  size: number;
  sha256: string;
  ok: boolean;
  /** Says what is wrong; null where nothing is. */
  problem: string | null;
  /** Who attested it; only where a signer was asked for, and it is whole. */
  attested?: Attested;
  /** Null where it is not even a manifest. */
  manifest: Omit<ArtifactManifest, 'members'> | null;
}

/** Who must have attested a file, and how that is found out. */
export interface VerifySigner extends Pick<Surroundings, 'env' | 'log'> {
  attestation: AttestationSettings;
}

/**
 * Checks the structure, the hashes, the rows, the digest, that all else follows from the rows, and
 * who attested it, where a signer is asked for.
 * @throws CoraError NO_INDEX where there is no such file, USAGE, NETWORK; what is wrong with a file
 * is in the report
 */
export async function verifyArtifact(file: string, signer: VerifySigner | null = null): Promise<VerifyReport> {
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) {
    const said = found === null ? 'is not there' : 'is not a file';
    throw new CoraError('NO_INDEX', `${file} ${said}.`, { hint: 'cora pack -o FILE   writes one' });
  }
  let manifest: VerifyReport['manifest'] = null;
  let problem: string | null = null;
  let attested: Attested | null = null;
  try {
    attested = await withArtifact(file, async (artifact) => {
      const { members: _, ...about } = artifact.manifest;
      manifest = about;
      const before = stampOf(artifact.descriptor);
      await artifact.commentary();
      await proveSegment(artifact, readProvenRows(artifact));
      const by = signer === null ? null : await attestedFile(artifact, signer);
      if (stampOf(artifact.descriptor) !== before) throw badArtifact('it changed while it was read');
      return by;
    });
  } catch (error) {
    if (!isCoraError(error) || OURS.has(error.code)) throw error;
    problem = error.message;
  }
  const sha256 = attested?.sha256 ?? (await sha256OfFile(file));
  const about = attested === null ? {} : { attested };
  return { file, size: found.size, sha256, ok: problem === null, problem, ...about, manifest };
}

async function attestedFile(
  { file, descriptor, manifest: { commit } }: OpenArtifact,
  { attestation, env, log }: VerifySigner,
): Promise<Attested> {
  const { attestedBy } = await import('./provenance/attestedBy.ts');
  const asking = { fetch: createFetch(env), log, policy: DEFAULT_FETCH, env };
  const beside = () => readBundleFile(file + BUNDLE_SUFFIX);
  return attestedBy({ descriptor, commit, shown: file, beside }, { settings: attestation, asking, repository: null });
}
