/** Tells what is known of a packed index whose attestation was verified. */

import { CoraError } from '../../base/errors.ts';
import { readBounded, TooLarge } from '../../disk/boundedRead.ts';
import { fetchSafely, type SafeRequest, shownUrl } from '../../net/fetchSafely.ts';
import { readBody } from '../../net/retrying.ts';

export interface Provenance {
  /** OWNER/REPOSITORY, as the certificate spells it. */
  repository: string;
  /** `.github/workflows/index.yml` */
  workflow: string;
  ref: string;
  commit: string;
  /** The event that started the run: `push`, `schedule`, … */
  trigger: string;
  /** The address of the run; null where the certificate does not name it. */
  run: string | null;
}

export interface Attested extends Provenance {
  sha256: string;
  /** The place of the bundle: a file, an address, or `GitHub`. */
  bundle: string;
}

// Reads the words by which a user says who must have attested an artifact: `acme/shop`,
// `acme/shop/.github/workflows/index.yml`, either with `@refs/heads/main` or `@refs/tags/v1`.

export interface Signer {
  owner: string;
  repository: string;
  /** `.github/workflows/index.yml`; null for any workflow of the repository. */
  workflow: string | null;
  /** `refs/heads/main`; null for the default branch and every tag. */
  ref: string | null;
}

const SIGNER =
  /^([\w-]+)\/(?!\.{1,2}(?:[/@]|$))([\w.-]+)(?:\/(\.github\/workflows\/[^/@\s]+\.ya?ml))?(?:@(refs\/(?:heads|tags)\/[^\s@]+))?$/;

/** @throws CoraError USAGE */
export function readSigner(named: string): Signer {
  const [, owner = '', repository = '', workflow = null, ref = null] = SIGNER.exec(named) ?? [];
  if (owner !== '') return { owner, repository, workflow, ref };
  throw new CoraError('USAGE', `${named} names no signer.`, {
    hint: '--signer OWNER/REPOSITORY[/.github/workflows/FILE.yml][@refs/heads/BRANCH or @refs/tags/TAG]',
  });
}

// Reads one bundle as a text, of a web server or of a file beside an artifact. Nothing of it is
// parsed.

/** The most bytes of a bundle, which usually has some ten thousand. */
export const MOST_BUNDLE_BYTES = 2 ** 20;
/** The end of the name of a bundle beside an artifact. */
export const BUNDLE_SUFFIX = '.sigstore.json';

export interface BundleText {
  text: Uint8Array;
  /** The place that it came from, without secrets. */
  from: string;
}

/** @returns null where there is none at that address @throws CoraError NETWORK, ABORTED */
export function fetchBundle(request: SafeRequest, from = shownUrl(request.url)): Promise<BundleText | null> {
  return fetchSafely(request, async (response, came) => {
    const { status, ok } = response;
    try {
      const text = await readBody(response, MOST_BUNDLE_BYTES, came);
      if (ok) return { text, from };
    } catch (cause) {
      if (!(cause instanceof TooLarge)) throw cause;
      // Another request would get the same answer.
      throw new CoraError('NETWORK', `${from} gives more than a bundle has.`, { cause });
    }
    if (status === 404 || status === 410) return null;
    throw new CoraError('NETWORK', `${from} answers with status ${status}.`, {
      hint: 'or hand over the bundle: --bundle FILE',
    });
  });
}

/** @returns null where there is no such file @throws CoraError NOT_ATTESTED */
export async function readBundleFile(file: string): Promise<BundleText | null> {
  try {
    return { text: await readBounded(file, MOST_BUNDLE_BYTES), from: file };
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    const hint = 'name another one: --bundle FILE';
    throw new CoraError('NOT_ATTESTED', `The bundle ${file} cannot be read: ${message}`, { hint, cause });
  }
}
