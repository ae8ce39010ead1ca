/**
 * `--signer` tells whether a packed index is the one that a workflow of that repository built. The
 * whole file is hashed, its bundle found and verified, and its signer judged, before anything in it
 * is believed. Loaded only where somebody asks for it.
 */

import { isObject } from '../../base/boundedJson.ts';
import { CoraError, isCoraError } from '../../base/errors.ts';
import { readBounded, sha256OfFile } from '../../disk/boundedRead.ts';
import { originOf } from '../../git/gitConfiguration.ts';
import type { Repository } from '../../git/repository.ts';
import { defaultBranchOf } from '../../git/resolveCommit.ts';
import { githubApi } from '../../net/credentials.ts';
import { mayLeadTo } from '../../net/fetchSafely.ts';
import { type Asking, askGithub, type GithubPlace } from '../../net/githubApi.ts';
import type { AttestationSettings } from '../../settings/requests.ts';
import { isText } from '../artifact/members.ts';
import { remoteIn } from '../readSource.ts';
import {
  type Attested,
  BUNDLE_SUFFIX,
  type BundleText,
  fetchBundle,
  MOST_BUNDLE_BYTES,
  readBundleFile,
  readSigner,
  type Signer,
} from './provenance.ts';
import { readBundles, readRoots, shippedRoots, type TrustRoot } from './sigstore.ts';
import { verifyProvenance } from './verifyProvenance.ts';

/** GitHub's hosts: the second one takes ssh on port 443. */
const GITHUB_HOSTS: ReadonlySet<string> = new Set(['github.com', 'ssh.github.com']);

export interface AttestedFile {
  /** The open file: all that is believed is read from it. */
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
 * Checks that a packed index is attested by a signer.
 * @throws CoraError NOT_ATTESTED that says what to do, USAGE, NETWORK, ABORTED
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

/** Adds to an error of the network why it was asked, and what to do without a network. */
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

// Finds the Sigstore bundles of an artifact: in the file that the user named, beside the artifact,
// or at GitHub, by the SHA-256 of the file. A bundle proves itself: who hands it over is trusted
// with nothing. https://docs.github.com/en/rest/repos/attestations

/** The means to ask GitHub. */
export interface GithubAsking extends Asking {
  env: NodeJS.ProcessEnv;
}
/** The most bundles of one file: a run that was repeated attests anew. */
const MOST_BUNDLES = 30;
/** The most bundles that are asked for one by one. */
const MOST_ASKED = 10;
const BRACE = 0x7b;

/** @returns parsed; none without attestation. @throws CoraError NETWORK, USAGE, NOT_ATTESTED */
async function askForBundles(signer: Signer, sha256: string, asking: GithubAsking): Promise<unknown[]> {
  const place = placeOf(signer, asking);
  const answer = await askGithub(place, {
    path: `attestations/sha256:${sha256}?per_page=${MOST_BUNDLES}&predicate_type=provenance`,
    asking,
    refused: (status) => (status === 404 ? null : refusedBy(place, status)),
  });
  const listed = isObject(answer) ? answer['attestations'] : [];
  if (!Array.isArray(listed))
    throw new CoraError('NETWORK', 'The list of attestations is not one that GitHub would give.');
  const found: unknown[] = [];
  for (const one of listed.slice(0, MOST_BUNDLES)) {
    if (!isObject(one)) continue;
    const { bundle, bundle_url: address } = one;
    if (isObject(bundle)) found.push(bundle);
    else if (isText(address, 4000) && found.length < MOST_ASKED)
      found.push(...(await bundlesAt(address, place, asking)));
  }
  return found;
}

/** @returns null where GitHub does not say it */
async function askForDefaultBranch(signer: Signer, asking: GithubAsking): Promise<string | null> {
  const answer = await askGithub(placeOf(signer, asking), { path: '', asking, refused: () => null });
  const branch = isObject(answer) ? answer['default_branch'] : null;
  return isText(branch, 1000) ? branch : null;
}

/** @param from where the text came from, for messages @throws CoraError NOT_ATTESTED */
export function bundlesIn(text: Uint8Array, from: string): unknown[] {
  try {
    return readBundles(text);
  } catch (error) {
    throw damaged(from, error);
  }
}

function damaged(from: string, cause: unknown): CoraError {
  return new CoraError('NOT_ATTESTED', `its bundle ${from} is damaged: ${(cause as Error).message}`, {
    hint: 'obtain the bundle again: gh attestation download FILE -R OWNER/REPOSITORY, then --bundle FILE',
    cause,
  });
}

function placeOf({ owner, repository }: Signer, { env }: GithubAsking): GithubPlace {
  // github.com always has an API.
  const { api, credential } = githubApi('github.com', env)!;
  return { api, credential, owner, repository };
}

function refusedBy({ owner, repository, credential }: GithubPlace, status: number): CoraError {
  const hint =
    credential === undefined
      ? 'set GITHUB_TOKEN, or hand over the bundle: --bundle FILE'
      : `${credential.variable} may not read attestations, or its rate is used up; or: --bundle FILE`;
  return new CoraError('NETWORK', `GitHub gives no attestations of ${owner}/${repository}: status ${status}.`, {
    hint,
  });
}

/** The address comes from the API's answer and leads to a storage host, which gets no token. */
async function bundlesAt(address: string, { api }: GithubPlace, asking: GithubAsking): Promise<unknown[]> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !mayLeadTo(url, api))
    throw new CoraError('NETWORK', 'GitHub names an address for a bundle that is not asked.', {
      hint: 'hand over the bundle: --bundle FILE',
    });
  const { env: _, ...rest } = asking;
  const found = await fetchBundle({ ...rest, url });
  if (found === null) return [];
  try {
    const { text } = found;
    return readBundles(text[0] === BRACE ? text : unpackSnappy(text, MOST_BUNDLE_BYTES));
  } catch (error) {
    throw damaged('at GitHub', error);
  }
}

// Reads a block of Snappy, the form in which GitHub stores bundles. It is hostile input: the size
// is known before anything is allocated, and no copy reaches outside of what was written.
// https://github.com/google/snappy/blob/main/format_description.txt

/** @throws Error for what is no such block, or one of more than `most` bytes */
export function unpackSnappy(packed: Uint8Array, most: number): Buffer {
  let at = 0;
  const byte = (): number => {
    const value = packed[at++];
    if (value === undefined) throw new Error('the block ends too early');
    return value;
  };
  /** Little-endian, of so many bytes. */
  const number = (bytes: number): number => {
    let value = 0;
    for (let place = 0; place < bytes; place++) value += byte() * 2 ** (8 * place);
    return value;
  };
  let size = 0;
  for (let shift = 0; ; shift += 7) {
    const next = byte();
    size += (next & 0x7f) * 2 ** shift;
    if (next < 0x80) break;
    if (shift > 28) throw new Error('its size is no number');
  }
  if (size > most) throw new Error(`it unpacks to more than ${most} bytes`);
  const out = Buffer.alloc(size);
  let end = 0;
  while (at < packed.length) {
    const tag = byte();
    const kind = tag & 3;
    if (kind === 0) {
      // Literal bytes: short ones have their length in the tag, others in one to four bytes.
      const short = tag >>> 2;
      const length = (short < 60 ? short : number(short - 59)) + 1;
      if (length > packed.length - at || length > size - end) throw new Error('a literal is longer than the block');
      out.set(packed.subarray(at, at + length), end);
      at += length;
      end += length;
      continue;
    }
    const length = kind === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    const back = kind === 1 ? ((tag >>> 5) << 8) | byte() : number(kind === 2 ? 2 : 4);
    if (back === 0 || back > end || length > size - end) throw new Error('a copy reaches outside of the block');
    // Byte by byte: a copy may overlap what it writes.
    for (const stop = end + length; end < stop; end++) out[end] = out[end - back]!;
  }
  if (end !== size) throw new Error('the block is shorter than its size');
  return out;
}
