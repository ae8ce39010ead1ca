/**
 * `--signer`: whether a packed index is the one that a workflow of that repository built. The
 * whole file is hashed, its bundle found and verified, and its signer judged, before anything in it
 * is believed. Loaded only where somebody asks for it.
 */

import { CoraError, isCoraError } from '../../base/errors.ts';
import { readBounded } from '../../disk/boundedRead.ts';
import { sha256OfFile } from '../../disk/packedContent.ts';
import { originOf } from '../../git/gitConfiguration.ts';
import type { Repository } from '../../git/repository.ts';
import { defaultBranchOf } from '../../git/resolveCommit.ts';
import type { AttestationSettings } from '../../settings/requests.ts';
import { remoteIn } from '../readSource.ts';
import { askForBundles, askForDefaultBranch, bundlesIn, type GithubAsking } from './findBundles.ts';
import {
  type Attested,
  BUNDLE_SUFFIX,
  type BundleText,
  MOST_BUNDLE_BYTES,
  readBundleFile,
  readSigner,
  type Signer,
} from './provenance.ts';
import { readRoots, shippedRoots, type TrustRoot } from './sigstore.ts';
import { verifyProvenance } from './verifyProvenance.ts';

/** By the second one port 443 takes ssh. */
const GITHUB_HOSTS: ReadonlySet<string> = new Set(['github.com', 'ssh.github.com']);

export interface AttestedFile {
  /** It is open, and all that is believed is read from it. */
  descriptor: number;
  /** The commit of its manifest. */
  commit: string;
  /** The place that it came from, as it may be shown. */
  shown: string;
  /** Reads the bundle beside it; null where there is none. */
  beside(): Promise<BundleText | null>;
}

export interface AttestationContext {
  settings: AttestationSettings;
  asking: GithubAsking;
  /** Knows the default branch where it is a clone of the signer's; null where there is none. */
  repository: Repository | null;
}

/**
 * @throws CoraError NOT_ATTESTED that says what is wrong and what to do, USAGE, NETWORK, ABORTED
 */
export async function attestedBy(
  { descriptor, commit, shown, beside }: AttestedFile,
  { settings, asking, repository }: AttestationContext,
): Promise<Attested> {
  const signer = readSigner(settings.signer);
  const roots = await rootsOf(settings.trustRoot);
  const sha256 = await sha256OfFile(descriptor);
  try {
    const { bundles, from } = await bundlesFor(settings.bundle, { signer, sha256, shown, beside, asking });
    if (bundles.length === 0) throw missing(signer);
    const defaultBranch = async () => (await branchOf(repository, signer)) ?? branchAtGithub(signer, asking);
    const provenance = await verifyProvenance(bundles, roots, { signer, sha256, commit, defaultBranch });
    return { ...provenance, sha256, bundle: from };
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'NOT_ATTESTED') throw error;
    const { code, message, hint } = error;
    throw new CoraError(code, `${shown} is refused: ${message}.`, {
      cause: error,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

async function bundlesFor(
  named: string | null,
  request: Pick<AttestedFile, 'shown' | 'beside'> & { signer: Signer; sha256: string; asking: GithubAsking },
): Promise<{ bundles: unknown[]; from: string }> {
  const text = await (named === null ? request.beside() : readBundleFile(named));
  if (text !== null) return { bundles: bundlesIn(text.text, text.from), from: text.from };
  if (named !== null) throw new CoraError('USAGE', `${named} is not there.`, { hint: '--bundle FILE' });
  const bundles = await askForBundles(request.signer, request.sha256, request.asking).catch((error: unknown) => {
    throw offline(
      error,
      `There is no ${request.shown}${BUNDLE_SUFFIX}, so GitHub was asked for the bundle.`,
      'without a network, hand over the bundle: as FILE.sigstore.json beside FILE, or --bundle FILE',
    );
  });
  return { bundles, from: 'GitHub' };
}

/** Returns the error of a network with what was asked there, and what needs none. */
function offline(error: unknown, why: string, instead: string): unknown {
  if (!isCoraError(error) || error.code !== 'NETWORK') return error;
  const hint = error.hint === undefined ? instead : `${error.hint}; ${instead}`;
  return new CoraError('NETWORK', `${why} ${error.message}`, { hint, cause: error });
}

function missing({ owner, repository }: Signer): CoraError {
  const what = `${owner}/${repository} has not attested it: neither GitHub nor a file beside it has a bundle`;
  const hint =
    'the workflow that packs it needs actions/attest-build-provenance (docs/ci.md); without --signer every row is checked against this clone instead';
  return new CoraError('NOT_ATTESTED', what, { hint });
}

async function rootsOf(file: string | null): Promise<TrustRoot[]> {
  if (file === null) return shippedRoots();
  try {
    return readRoots(await readBounded(file, MOST_BUNDLE_BYTES));
  } catch (cause) {
    throw new CoraError('USAGE', `${file} is no file of trust roots: ${(cause as Error).message}`, {
      hint: 'gh attestation trusted-root > FILE   writes one',
      cause,
    });
  }
}

async function branchAtGithub(signer: Signer, asking: GithubAsking): Promise<string | null> {
  const named = `${signer.owner}/${signer.repository}`;
  return askForDefaultBranch(signer, asking).catch((error: unknown) => {
    const why = `This clone does not know the default branch of ${named}, so GitHub was asked for it.`;
    throw offline(error, why, `without a network, name the branch: --signer ${named}@refs/heads/BRANCH`);
  });
}

/** Returns what the clone was told when it was made; null for a clone of another repository. */
async function branchOf(repository: Repository | null, { owner, repository: name }: Signer): Promise<string | null> {
  const remote = repository === null ? null : remoteIn(await originOf(repository));
  if (repository === null || remote === null || !GITHUB_HOSTS.has(remote.host.toLowerCase())) return null;
  const isOwn = `${remote.owner}/${remote.repository}`.toLowerCase() === `${owner}/${name}`.toLowerCase();
  return isOwn ? defaultBranchOf(repository) : null;
}
