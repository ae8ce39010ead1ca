/** Tells what is known of a packed index whose attestation was verified. */

import { CoraError } from '../../base/errors.ts';

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
  /** The SHA-256 of the file. */
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
