/**
 * Finds the Sigstore bundles of an artifact: in the file that the user named, beside the artifact,
 * or at GitHub, by the SHA-256 of the file. A bundle proves itself: who hands it over is trusted
 * with nothing. https://docs.github.com/en/rest/repos/attestations
 */

import { CoraError } from '../../base/errors.ts';
import { githubApi } from '../../net/credentials.ts';
import { mayLeadTo } from '../../net/fetchSafely.ts';
import { type Asking, askGithub, type GithubPlace } from '../../net/githubApi.ts';
import { isObject, isText } from '../artifact/members.ts';
import { fetchBundle, MOST_BUNDLE_BYTES, type Signer } from './provenance.ts';
import { readBundles } from './sigstore.ts';

/** The means to ask GitHub. */
export interface GithubAsking extends Asking {
  env: NodeJS.ProcessEnv;
}
/** The most bundles of one file: a run that was repeated attests anew. */
const MOST_BUNDLES = 30;
/** So many bundles are asked for one by one. */
const MOST_ASKED = 10;
const BRACE = 0x7b;

/**
 * @returns parsed, and no more than that; none where GitHub has no attestation of that file
 * @throws CoraError NETWORK, USAGE, NOT_ATTESTED for one that is no bundle
 */
export async function askForBundles(signer: Signer, sha256: string, asking: GithubAsking): Promise<unknown[]> {
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
export async function askForDefaultBranch(signer: Signer, asking: GithubAsking): Promise<string | null> {
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
